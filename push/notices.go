package push

import (
	"encoding/json"
	"slices"
	"time"
	_ "time/tzdata" // a machine may know no time zones

	"mirabilia/game"
	"mirabilia/locales"
)

// Kinds of what people are told.
const (
	KindTurn = "turn" // it is their turn in a game at days per move
	KindTime = "time" // their time runs out
	KindLive = "live" // it is their turn in a live game
	KindCall = "call" // an opponent was found
	KindAsk  = "ask"  // somebody asks them to a table or to a rematch, or has come
	KindCup  = "cup"  // they are paired in a tournament
	KindChat = "chat" // somebody writes at their table
	KindKey  = "key"  // a passkey was added to their account
	KindTest = "test" // they have asked for it
)

// minutes of a day.
const minutesADay = 24 * 60

// Notices are what a person wants to be told, and when.
type Notices struct {
	// Lang is the language of messages, and Zone the person's time zone, such as Europe/Budapest.
	Lang string `json:"lang"`
	Zone string `json:"zone"`
	// What is told by push.
	Turn bool `json:"turn"`
	Time bool `json:"time"`
	Live bool `json:"live"`
	Call bool `json:"call"`
	Ask  bool `json:"ask"`
	Cup  bool `json:"cup"`
	Chat bool `json:"chat"`
	// Title says that the title and the icon of the page tell how many games wait.
	Title bool `json:"title"`
	// Quiet says that nothing is told between From and To, in minutes of the day in the person's zone. Wake lets through that a game is about to be lost on time.
	Quiet bool `json:"quiet"`
	From  int  `json:"from"`
	To    int  `json:"to"`
	Wake  bool `json:"wake"`
	// Silent is until when nothing is told, in Unix milliseconds; 0: it is not silent.
	Silent int64 `json:"silent,omitempty"`
	// Used is how many milliseconds the person was away in Year.
	Year int   `json:"year,omitempty"`
	Used int64 `json:"used,omitempty"`
}

// AwayUsed returns how long the person was away in this year.
func (n *Notices) AwayUsed(now int64) int64 {
	if n.local(now).Year() != n.Year {
		return 0
	}
	return n.Used
}

// Usual is what people are told who have decided nothing.
func Usual() Notices {
	return Notices{Lang: locales.Languages[0], Zone: "UTC", Turn: true, Time: true, Call: true, Ask: true, Cup: true, Title: true, Quiet: true, From: 22 * 60, To: 7*60 + 30}
}

// readNotices returns what a person wants to be told from what is kept of it; data of nobody is what is usual.
func readNotices(data []byte) (Notices, error) {
	n := Usual()
	if data == nil {
		return n, nil
	}
	err := json.Unmarshal(data, &n)
	return n, err
}

// check refuses what cannot be.
func (n *Notices) check() error {
	if !slices.Contains(locales.Languages, n.Lang) {
		return game.Refuse(game.Invalid, "no_language", "there are texts in %v, not in %q", locales.Languages, n.Lang)
	}
	if _, err := time.LoadLocation(n.Zone); err != nil || n.Zone == "" || n.Zone == "Local" || len(n.Zone) > 64 {
		return game.Refuse(game.Invalid, "no_zone", "a time zone has a name such as Europe/Budapest, not %q", n.Zone)
	}
	if n.From < 0 || n.From >= minutesADay || n.To < 0 || n.To >= minutesADay {
		return game.Refuse(game.Invalid, "bad_hours", "quiet hours begin and end at a minute of the day, 0 to %d", minutesADay-1)
	}
	return nil
}

// wants reports whether a kind is told.
func (n *Notices) wants(kind string) bool {
	switch kind {
	case KindTurn:
		return n.Turn
	case KindTime:
		return n.Time
	case KindLive:
		return n.Live
	case KindCall:
		return n.Call
	case KindAsk:
		return n.Ask
	case KindCup:
		return n.Cup
	case KindChat:
		return n.Chat
	}
	return kind == KindTest || kind == KindKey
}

// local returns a time as clocks show it where the person is.
func (n *Notices) local(now int64) time.Time {
	zone, err := time.LoadLocation(n.Zone)
	if err != nil {
		zone = time.UTC // a zone that was there once
	}
	return time.UnixMilli(now).In(zone)
}

// quiet reports whether nothing is to be told now.
func (n *Notices) quiet(now int64) bool {
	if now < n.Silent {
		return true
	}
	if !n.Quiet {
		return false
	}
	at := n.local(now)
	minute := at.Hour()*60 + at.Minute()
	if n.From <= n.To {
		return n.From <= minute && minute < n.To
	}
	return minute >= n.From || minute < n.To
}

// midnight returns when the person's day ends.
func (n *Notices) midnight(now int64) int64 {
	at := n.local(now)
	return time.Date(at.Year(), at.Month(), at.Day()+1, 0, 0, 0, 0, at.Location()).UnixMilli()
}
