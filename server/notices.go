package server

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/locales"
	"mirabilia/push"
	"mirabilia/seek"
	"mirabilia/store"
	"mirabilia/tournament"
)

// What is told to people on their devices, in words. Of a game only what everybody may see is told: others may read a screen that is locked.

// compose puts a notice into words; nil if it is of no use any more.
func (s *Server) compose(ctx context.Context, person string, n *push.Notice, lang string) (*push.Message, error) {
	waiting, err := s.waitingFor(ctx, person)
	if err != nil {
		return nil, err
	}
	c := &composer{s: s, ctx: ctx, person: person, lang: lang}
	var m *push.Message
	switch n.Kind {
	case push.KindTurn:
		m, err = c.turn(n, waiting)
	case push.KindCall:
		m, err = c.call(n)
	case push.KindAsk:
		m, err = c.ask(n)
	case push.KindCup:
		m, err = c.cup(n)
	case push.KindChat:
		m, err = c.atTable(n, "chat", api.StatusLobby, api.StatusPlaying, api.StatusFinished)
	case push.KindKey:
		m = &push.Message{Title: c.text("key_title", nil), Body: c.text("key_body", nil), URL: "/account"}
	case push.KindTest:
		m = &push.Message{Title: c.text("test_title", nil), Body: c.text("test_body", nil), URL: "/notifications"}
	}
	if gone := (*game.Error)(nil); errors.As(err, &gone) && gone.Code == game.NotFound {
		return nil, nil // the table is kept no longer
	}
	if m != nil {
		m.Count, m.Lang = len(waiting), lang
	}
	return m, err
}

// composer puts notices to one person into words.
type composer struct {
	s            *Server
	ctx          context.Context
	person, lang string
}

func (c *composer) text(key string, args map[string]string) string {
	return locales.Text(c.lang, "notify."+key, args)
}

// door returns what a game is called.
func (c *composer) door(id string, options map[string]string) string {
	switch {
	case options["pantheon"] != "true":
	case id == "duplicate":
		id = "duplicate_pantheon"
	default:
		id = "pantheon"
	}
	if name, ok := locales.Lookup(c.lang, "page.door."+id); ok {
		return name
	}
	return id
}

// names returns what the people and bots of seats are called.
func (c *composer) names(places []api.Seat) []string {
	list := make([]string, len(places))
	for i, p := range places {
		switch name, ok := locales.Lookup(c.lang, "bots."+p.Bot); {
		case p.Kind == api.KindBot && ok:
			list[i] = name
		case p.Name != "":
			list[i] = p.Name
		default:
			list[i] = locales.Text(c.lang, "page.seat.former", nil)
		}
	}
	return list
}

// others returns what those are called who play with the person, and which seat the person has.
func (c *composer) others(places []api.Seat) (names string, seat int) {
	seat = -1
	var list []string
	for i, name := range c.names(places) {
		if places[i].Person == c.person {
			seat = i
		} else if places[i].Kind != api.KindOpen {
			list = append(list, name)
		}
	}
	return strings.Join(list, ", "), seat
}

// turn tells of the games that wait: of one by name, and how many others there are.
func (c *composer) turn(n *push.Notice, waiting []api.TableSummary) (*push.Message, error) {
	at := slices.IndexFunc(waiting, func(t api.TableSummary) bool { return t.ID == n.Table })
	if at < 0 {
		return nil, nil // it was played meanwhile; the next look renews what is told
	}
	facts, log, err := c.s.hub.Known(c.ctx, n.Table)
	if err != nil {
		return nil, err
	}
	names, seat := c.others(facts.Places)
	var body []string
	if move := c.lastMove(facts, log, seat); move != "" {
		body = append(body, strings.TrimSuffix(move, ".")+".")
	}
	if deadline := waiting[at].Deadline; deadline > 0 {
		body = append(body, c.text("left", map[string]string{"t": c.span(deadline - c.s.hub.Now())}))
	}
	if more := len(waiting) - 1; more > 0 {
		body = append(body, c.text("more", map[string]string{"n": strconv.Itoa(more)}))
	}
	return &push.Message{Title: c.text("turn_title", map[string]string{"game": c.door(facts.Game, facts.Options), "name": names}), Body: strings.Join(body, " "), URL: "/t/" + n.Table,
		Open: c.text("open", nil), Later: c.text("later", nil)}, nil
}

// unspoken are events that say nothing of what somebody did.
var unspoken = []string{"turn", "turn_up", "peek", "shuffle", "to_arms", "decline", "ready", "commit", "reveal", "age", "begin", "round"}

// lastMove says in a sentence what another did last, as everybody at the table may know it; empty if nothing is to be said.
func (c *composer) lastMove(t *api.Table, log []api.LogEntry, seat int) string {
	names := c.names(t.Places)
	name := func(seat game.Seat) string {
		if int(seat) < len(names) {
			return names[seat]
		}
		return ""
	}
	for _, entry := range slices.Backward(log) {
		if entry.What != api.WhatMove || entry.Undone {
			continue
		}
		for _, e := range entry.Events {
			if e.Seat == game.NoSeat || int(e.Seat) == seat || slices.Contains(unspoken, e.Type) {
				continue
			}
			words := t.Game
			if _, own := locales.Lookup(c.lang, words+".log."+e.Type); !own && e.Board > 0 {
				words = "duel" // what happens on a board of a match is told in the words of its game
			}
			thing := func(id string) string {
				if text, ok := locales.Lookup(c.lang, words+".name."+id); ok {
					return text
				}
				return id
			}
			key := words + ".log." + e.Type
			if _, free := locales.Lookup(c.lang, key+"_free"); free && e.N == 0 {
				key += "_free"
			}
			if text, ok := locales.Lookup(c.lang, key); ok {
				return locales.Fill(text, map[string]string{"seat": name(e.Seat), "to": name(e.To), "what": thing(e.What), "with": thing(e.With), "n": strconv.Itoa(e.N)})
			}
		}
	}
	return ""
}

// span says how long a time is, in words.
func (c *composer) span(ms int64) string {
	d := max(time.Duration(ms)*time.Millisecond, time.Minute)
	hours := int(d / time.Hour)
	switch {
	case hours >= 48 && hours%24 == 0:
		return c.text("days", map[string]string{"n": strconv.Itoa(hours / 24)})
	case hours >= 24:
		return c.text("days_hours", map[string]string{"n": strconv.Itoa(hours / 24), "h": strconv.Itoa(hours % 24)})
	case hours >= 1:
		return c.text("hours", map[string]string{"n": strconv.Itoa(hours)})
	}
	return c.text("minutes", map[string]string{"n": strconv.Itoa(int(d / time.Minute))})
}

// call tells that an opponent was found.
func (c *composer) call(n *push.Notice) (*push.Message, error) {
	found, err := c.s.seeks.Call(c.ctx, c.person)
	if err != nil || found == nil || found.ID != n.Call {
		return nil, err
	}
	ids := slices.Clone(found.Seated)
	for _, p := range found.People {
		if p.Seek.Person != c.person {
			ids = append(ids, p.Seek.Person)
		} else if p.Yes && !found.Days {
			return nil, nil // answered already
		}
	}
	known, err := c.s.cfg.Store.Names(c.ctx, ids)
	if err != nil {
		return nil, unavailable(err)
	}
	var names []string
	for _, id := range ids {
		names = append(names, known[id])
	}
	m := &push.Message{Title: c.text("call_title", map[string]string{"game": c.door(found.Game, nil)}), URL: "/", Open: c.text("sit", nil)}
	args := map[string]string{"name": strings.Join(names, ", ")}
	if m.Body = c.text("call_body", args); found.Days {
		m.Body, m.URL, m.Open = c.text("call_days", args), "/t/"+found.Table, c.text("open", nil)
	}
	return m, nil
}

// ask tells that somebody asks to a table or a rematch, or has come to the person's table.
func (c *composer) ask(n *push.Notice) (*push.Message, error) {
	switch {
	case strings.HasPrefix(n.Topic, topicRematch):
		return c.atTable(n, "rematch", api.StatusFinished)
	case strings.HasPrefix(n.Topic, topicCame):
		return c.atTable(n, "came", api.StatusLobby, api.StatusPlaying)
	}
	_, err := c.s.cfg.Store.Waiting(c.ctx, kindAsk, askKey(n.From, c.person), c.s.hub.Now())
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil // answered already
	}
	if err != nil {
		return nil, unavailable(err)
	}
	m, err := c.atTable(n, "ask", api.StatusLobby)
	if m != nil {
		m.URL = "/" // where it is answered
	}
	return m, err
}

// cup tells something of a tournament: that a game has begun, or what the person is to be reminded of.
func (c *composer) cup(n *push.Notice) (*push.Message, error) {
	if n.Table != "" {
		return c.paired(n)
	}
	args := map[string]string{}
	useful := false
	var m *push.Message
	err := c.s.tournaments.Look(c.ctx, n.Tournament, func(t *tournament.Tournament) {
		p := t.Player(c.person)
		args["name"], args["n"] = t.Name, strconv.Itoa(t.Round)
		left := func(until int64) string { return c.span(until - c.s.hub.Now() + time.Minute.Milliseconds()/2) }
		switch n.What {
		case tournament.RemindBegins:
			useful = t.Status == api.TournamentAnnounced && p != nil
			args["t"] = left(t.Begins)
		case tournament.RemindEnds:
			useful = t.Status == api.TournamentRunning && p != nil
			args["t"] = left(t.Ends)
			for _, row := range t.Standings() {
				if row.Player == p {
					args["n"] = strconv.Itoa(row.Place)
				}
			}
		case tournament.RemindRound:
			useful = t.Status == api.TournamentRunning && p != nil && p.Game != nil
			args["t"] = left(t.Ends)
		case tournament.RemindBye:
			useful = t.Status == api.TournamentRunning && p != nil && p.Game == nil
		case toldCancelled:
			useful = t.Status == api.TournamentCancelled
			args["why"] = t.Why
		}
		m = &push.Message{URL: tournamentPath(&t.Plan, t.ID)}
	})
	if err != nil || !useful {
		return nil, err
	}
	m.Title, m.Body, m.Open = c.text("cup_"+n.What+"_title", args), c.text("cup_"+n.What+"_body", args), c.text("open", nil)
	return m, nil
}

// tournamentPath returns the address of a tournament's page.
func tournamentPath(p *tournament.Plan, id string) string {
	switch p.Kind {
	case api.TournamentArena:
		return "/a/" + id
	case api.TournamentDuplicate:
		return "/d/" + id
	}
	return "/s/" + id
}

// paired tells that a game of a tournament has begun.
func (c *composer) paired(n *push.Notice) (*push.Message, error) {
	facts, _, err := c.s.hub.Known(c.ctx, n.Table)
	if err != nil || facts.Status != api.StatusPlaying && facts.Status != api.StatusLobby {
		return nil, err
	}
	names, _ := c.others(facts.Places)
	body := c.text("cup_body", nil)
	if n.Tournament != "" {
		err := c.s.tournaments.Look(c.ctx, n.Tournament, func(t *tournament.Tournament) {
			if t.Round > 0 {
				body = c.text("cup_paired", map[string]string{"n": strconv.Itoa(t.Round), "name": t.Name})
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return &push.Message{Title: c.text("cup_title", map[string]string{"game": c.door(facts.Game, facts.Options), "name": names}), Body: body, URL: "/t/" + n.Table, Open: c.text("open", nil)}, nil
}

// atTable tells that somebody did something at a table of one of the statuses.
func (c *composer) atTable(n *push.Notice, what string, statuses ...string) (*push.Message, error) {
	facts, _, err := c.s.hub.Known(c.ctx, n.Table)
	if err != nil || !slices.Contains(statuses, facts.Status) || what == "rematch" && facts.Next != "" {
		return nil, err
	}
	names, err := c.s.cfg.Store.Names(c.ctx, []string{n.From})
	if err != nil {
		return nil, unavailable(err)
	}
	if names[n.From] == "" {
		return nil, nil // has left since
	}
	args := map[string]string{"name": names[n.From], "game": c.door(facts.Game, facts.Options)}
	return &push.Message{Title: c.text(what+"_title", args), Body: c.text(what+"_body", args), URL: "/t/" + n.Table, Open: c.text("open", nil)}, nil
}

// Topics of what people ask: one message for each table, or for each person who asks.
const (
	topicAsk     = "ask-"
	topicCame    = "came-"
	topicRematch = "rematch-"
	topicChat    = "chat-"
	topicCup     = "cup-"
)

const (
	// rematchFor is how long a rematch is worth coming back for, and chatFor a line of chat.
	rematchFor, chatFor = 10 * time.Minute, 24 * time.Hour
	// daysCallFor is how long it is told that a game at days per move was found.
	daysCallFor = 24 * time.Hour
)

// called tells the people of a call who may not look at the page.
func (s *Server) called(ctx context.Context, c *seek.Call) {
	until := c.Until
	if c.Days {
		until = s.hub.Now() + daysCallFor.Milliseconds()
	}
	for _, p := range c.People {
		s.tellOf(ctx, p.Seek.Person, push.Notice{Kind: push.KindCall, Topic: push.KindCall, Call: c.ID, Until: until})
	}
}

const (
	// pairedFor is how long it is told that a game of a tournament has begun which is played at once, and daysCallFor of one over days.
	pairedFor = time.Minute
	// cancelledFor is how long it is told that a tournament was called off.
	cancelledFor = 24 * time.Hour
	// toldCancelled says that a tournament was called off, beside what people are reminded of.
	toldCancelled = "cancelled"
)

// tellPaired tells the people of a tournament's game that it has begun, once, however often it is opened.
func (s *Server) tellPaired(ctx context.Context, o *tournament.Opening) error {
	life := pairedFor
	if o.Plan.Base >= int(day.Seconds()) {
		life = daysCallFor
	}
	until := o.Began + life.Milliseconds()
	if s.hub.Now() >= until {
		return nil
	}
	for _, person := range o.People {
		if err := s.push.Tell(ctx, person, push.Notice{Kind: push.KindCup, Topic: topicCup + o.Tournament, Tournament: o.Tournament, Table: o.Table, Until: until, Once: "paired-" + o.Table}); err != nil {
			return err
		}
	}
	return nil
}

// remind reminds the people of a tournament of something, each once.
func (s *Server) remind(ctx context.Context, r *tournament.Reminder) error {
	for _, person := range r.People {
		if err := s.push.Tell(ctx, person, push.Notice{Kind: push.KindCup, Topic: topicCup + r.Tournament, Tournament: r.Tournament, What: r.What, Until: r.Until, Once: r.Key}); err != nil {
			return err
		}
	}
	return nil
}

// tellCancelled tells everybody who takes part that a tournament was called off, but for the one who did it.
func (s *Server) tellCancelled(ctx context.Context, id, by string) {
	r := tournament.Reminder{Tournament: id, What: toldCancelled, Key: id + "-" + toldCancelled, Until: s.hub.Now() + cancelledFor.Milliseconds()}
	err := s.tournaments.Look(ctx, id, func(t *tournament.Tournament) {
		for _, p := range t.Players {
			if p.State != tournament.Left && p.Person != by {
				r.People = append(r.People, p.Person)
			}
		}
	})
	if err == nil {
		err = s.remind(ctx, &r)
	}
	if err != nil {
		s.cfg.Log.Warn("people could not be told that a tournament was called off", "tournament", id, "error", err)
	}
}

// afterCommand tells others at a table what a person did there that asks for them.
func (s *Server) afterCommand(id, person string, c *api.Command, err error) {
	if err != nil || c.Type != api.CommandRematch && c.Type != api.CommandChat {
		return
	}
	n, life := push.Notice{Kind: push.KindAsk, Topic: topicRematch + id, Table: id, From: person}, rematchFor
	if c.Type == api.CommandChat {
		n.Kind, n.Topic, life = push.KindChat, topicChat+id, chatFor
	}
	n.Until = s.hub.Now() + life.Milliseconds()
	// The table itself asks for this, and must not wait for it.
	go func() {
		if err := s.tellOthers(n); err != nil {
			s.cfg.Log.Warn("something to be told could not be noted", "kind", n.Kind, "table", id, "error", err)
		}
	}()
}

// tellOthers tells the people at a table, but for the one whom it is of and those who do not want to read of them.
func (s *Server) tellOthers(n push.Notice) error {
	ctx := context.Background()
	kept, err := s.cfg.Store.Load(ctx, n.Table)
	if err != nil {
		return err
	}
	list, err := s.summaries(ctx, []store.Row{kept.Row}, n.From)
	if err != nil || len(list.Tables) == 0 {
		return err
	}
	for _, p := range list.Tables[0].Places {
		if p.Kind != api.KindPerson || p.Person == n.From {
			continue
		}
		unread, err := s.cfg.Store.Unread(ctx, p.Person)
		if err != nil {
			return err
		}
		if !slices.Contains(unread, n.From) {
			s.tellOf(ctx, p.Person, n)
		}
	}
	return nil
}
