package table

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/relay"
)

// Chat is kept apart from the game. It has a life of its own, and at a private table only those who belong there ever
// read it, also when the game is over and open to everyone who has the link.

// chatShown is how many lines of chat a snapshot has.
const chatShown = 100

// readChat reads what was said if the table does not know it yet.
func (t *table) readChat(ctx context.Context) error {
	if t.haveChat {
		return nil
	}
	var err error
	if t.chat, err = t.h.cfg.Store.Said(ctx, t.id, chatShown); err != nil {
		return unavailable(err)
	}
	t.haveChat = true
	t.noteSaid()
	return nil
}

// mayRead reports whether a person may read the chat.
func (s *state) mayRead(person string) bool { return s.settings.Public || s.belongs(person) }

// say keeps a line and tells it.
func (t *table) say(p Person, c *api.Command, ack func(seq int64)) error {
	text, err := t.s.chatText(p, c.Data.Text)
	if err != nil {
		return err
	}
	ctx := context.Background()
	if err := t.readChat(ctx); err != nil {
		return err
	}
	l := Line{Person: p.ID, Command: c.ID, At: t.now(), Text: text}
	if l.N, err = t.h.cfg.Store.Say(ctx, t.id, l, maxSaid); err != nil {
		return unavailable(err)
	}
	ack(t.s.told[t.s.viewerOf(p.ID)])
	if n := len(t.chat); n > 0 && l.N <= t.chat[n-1].N {
		return nil // it was said before
	}
	if r := t.h.cfg.Relay; r != nil {
		r.Publish(&relay.Message{Kind: relay.Said, Table: t.id, Last: l.N})
		t.hearChat() // others may have spoken in between
		return nil
	}
	t.tellChat(l)
	return nil
}

// noteSaid notes the last line for those who look whether there are more.
func (t *table) noteSaid() {
	if n := len(t.chat); n > 0 {
		t.said.Store(t.chat[n-1].N)
	} else {
		t.said.Store(0)
	}
}

// hearChat reads what was said at other nodes and tells it.
func (t *table) hearChat() {
	if !t.haveChat || t.s == nil {
		return
	}
	ctx := context.Background()
	said, err := t.h.cfg.Store.Said(ctx, t.id, chatShown)
	if err != nil {
		t.h.cfg.Log.Warn("chat could not be read", "table", t.id, "error", err)
		return
	}
	var last int64
	if n := len(t.chat); n > 0 {
		last = t.chat[n-1].N
	}
	said = slices.DeleteFunc(said, func(l Line) bool { return l.N <= last })
	if err := t.findNames(ctx); err != nil {
		t.h.cfg.Log.Warn("names could not be read", "table", t.id, "error", err)
	}
	for _, l := range said {
		t.tellChat(l)
	}
}

// tellChat adds a line to those in memory and tells it.
func (t *table) tellChat(l Line) {
	if t.chat = append(t.chat, l); len(t.chat) > 2*chatShown {
		t.chat = append(t.chat[:0], t.chat[chatShown:]...)
	}
	t.noteSaid()
	lines := []api.ChatLine{t.chatLine(l)}
	t.tellHeld()
	for sub := range t.subs {
		if t.s.mayRead(sub.person) && !slices.Contains(sub.deaf, l.Person) {
			t.send(sub, Encode(t.s.told[t.s.viewerOf(sub.person)], api.MessageChat, api.Chat{Lines: lines}))
		}
	}
}

func (s *state) chatText(p Person, text string) (string, error) {
	if s.seatOf(p.ID) < 0 && p.ID != s.owner {
		return "", game.Refuse(game.Forbidden, "no_seat_held", "only players at the table can write in the chat")
	}
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Bidi_Control, r):
			return -1 // it would turn the text around it
		case unicode.IsControl(r):
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "")))
	if text == "" || utf8.RuneCountInString(text) > maxChat {
		return "", game.Refuse(game.Invalid, "bad_chat", "a message must have 1 to %d characters", maxChat)
	}
	return text, nil
}

func (t *table) chatLine(l Line) api.ChatLine {
	return api.ChatLine{N: l.N, At: l.At, Seat: game.Seat(t.s.seatOf(l.Person)), Person: l.Person, Name: t.names[l.Person], Text: l.Text}
}

// chatFor returns the last lines of the chat that a person may and wants to read, in order.
func (t *table) chatFor(p Person) []api.ChatLine {
	if !t.s.mayRead(p.ID) {
		return nil
	}
	last := t.chat[max(0, len(t.chat)-chatShown):]
	list := make([]api.ChatLine, 0, len(last))
	for _, l := range last {
		if !slices.Contains(p.Deaf, l.Person) {
			list = append(list, t.chatLine(l))
		}
	}
	return list
}
