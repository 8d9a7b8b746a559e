package arena

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"mirabilia/game"
)

// Honesty plays whole games to find out whether a bot uses what its seat cannot know. One seat is played by two
// copies of the bot with the same seed. One is always shown the true board, the other a redeal of it for that seat,
// drawn anew for each decision: boards that the seat cannot tell apart. Both keep what they keep between moves, and
// must choose the same moves throughout.
type Honesty struct {
	// The budget of the bot must be in simulations: a clock is never the same twice.
	Series
	// NewBot makes the bot; nil means New.
	NewBot Maker
}

// HonestyReport is what Honesty found.
type HonestyReport struct {
	SeriesReport
	// Decisions compared, and those of them where the two boards really differed.
	Decisions int `json:"decisions"`
	Hidden    int `json:"hidden"`
	// Different counts the decisions in which the moves differed.
	Different int `json:"different"`
	// First describes the first difference of the first game that has one.
	First string `json:"first,omitempty"`
}

// Run plays the games. In game g the seat g mod Seats is compared; the others move at random, so that the games
// reach positions of all kinds.
func (h *Honesty) Run() (*HonestyReport, error) {
	newBot := h.NewBot
	if newBot == nil {
		newBot = New
	}
	reports := make([]HonestyReport, h.Games)
	head, err := h.run(context.Background(), newBot, func(b game.Board, g int) { h.play(b, g, newBot, &reports[g]) })
	if err != nil {
		return nil, err
	}
	sum := &HonestyReport{SeriesReport: head}
	for _, r := range reports {
		sum.Decisions += r.Decisions
		sum.Hidden += r.Hidden
		sum.Different += r.Different
		if sum.First == "" {
			sum.First = r.First
		}
	}
	return sum, nil
}

func (h *Honesty) play(b game.Board, g int, newBot Maker, report *HonestyReport) {
	r := game.NewRand(ChildSeed(h.Seed, g, 0))
	seed := ChildSeed(h.Seed, g, 1)
	own := game.Seat(g % h.Seats)
	b.Deal(r)
	one, _ := newBot(h.Game, h.Bot, seed) // the name was tried before
	two, _ := newBot(h.Game, h.Bot, seed)
	for b.Owing() != 0 {
		// In games in which several seats act at once, the compared seat is sometimes the last to choose.
		seats := b.Owing()
		seat := seats.First()
		if seat == own && seats.Len() > 1 && r.IntN(2) == 0 {
			seat = seats.Without(own).First()
		}
		if seat != own {
			b.Apply(seat, b.RandomMove(seat, r), nil)
			continue
		}
		twin := h.Game.Clone(b)
		twin.Redeal(own, r)
		m, other := one.Choose(b, own), two.Choose(twin, own)
		report.Decisions++
		if !samePosition(b, twin) {
			report.Hidden++
		}
		if m != other {
			report.Different++
			if report.First == "" {
				report.First = fmt.Sprintf("game %d, decision %d of seat %s: %s, but %s on a board it cannot tell apart", g, report.Decisions, own.Letter(), b.Text(m), b.Text(other))
			}
		}
		b.Apply(own, m, nil)
	}
}

func samePosition(a, b game.Board) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// String returns the report in a line for people.
func (r *HonestyReport) String() string {
	text := fmt.Sprintf("%s, %d seats%s, %s: %d games, %d decisions, %d with other hidden cards, %d different moves\n",
		r.Game, r.Seats, optionText(r.Options), r.Bot, r.Games, r.Decisions, r.Hidden, r.Different)
	if r.First != "" {
		text += "  " + r.First + "\n"
	}
	return text
}
