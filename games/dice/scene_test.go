package dice

import (
	"encoding/json"
	"errors"
	"mirabilia/game"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// scene is a position under test.
type scene struct {
	t testing.TB
	*State
	told game.Events
}

// seatOf describes a player of a scene: a city, coins, marked spaces and bonuses taken.
func seatOf(city string, coins int, marked []string, bonuses ...string) playerPosition {
	return playerPosition{City: city, Coins: &coins, Marked: marked, Bonuses: bonuses}
}

// with returns the first res resources and some spaces.
func with(res int, spaces ...string) []string {
	return append([]string{"w_wood", "w_stone", "w_clay", "w_glass", "w_papyrus", "w_textile"}[:res:res], spaces...)
}

// stage sets up a scene. The forum is given as "red=axe@2 grey1=wood@0", the face and the quarter of each
// die that matters; the others lie in the first quarter with their first face. Special dice that a seat owns lie
// there too, for grey ones that are not named. A player left empty gets a city of its own and nothing else.
func stage(t testing.TB, forum string, players ...playerPosition) *scene {
	t.Helper()
	pos := position{Round: 9, Players: players}
	sh := rulesSheet
	named := map[string]diePosition{}
	for _, word := range strings.Fields(forum) {
		id, rest, _ := strings.Cut(word, "=")
		symbol, quarter, _ := strings.Cut(rest, "@")
		q, err := strconv.Atoi(quarter)
		if err != nil {
			t.Fatalf("forum %q: %v", word, err)
		}
		named[id] = diePosition{id, symbol, q}
	}
	var owned uint16
	full := 0
	for i := range players {
		if players[i].City == "" {
			players[i] = seatOf(unusedCity(players), int(sh.startCoins), nil)
		}
		var p player
		c := indexOf(sh.cityIDs, players[i].City)
		for _, id := range players[i].Marked {
			p.marked |= 1 << indexOf(sh.spaceIDs, id)
		}
		p.derive(&sh.plans[c])
		owned |= p.owned
		if all := sh.plans[c].spaces[Agora]; p.marked&all == all {
			pos.AgoraFirst = append(pos.AgoraFirst, i)
		}
		if len(players[i].Bonuses) >= sh.bonusesToEnd {
			full++
		}
	}
	if full > 0 {
		pos.LastRound = pos.Round
	}
	greys := 3 // that stay in the forum
	for d := range sh.diceIDs {
		if owned>>d&1 != 0 {
			greys--
		}
	}
	place := func(d *dieEntry) {
		entry, ok := named[d.ID]
		if !ok {
			entry = diePosition{d.ID, d.Faces[0].Symbol, 0}
		}
		pos.Forum = append(pos.Forum, entry)
	}
	for _, wanted := range []bool{true, false} { // named grey dice stay before the others
		for i := range sh.document.Dice {
			d := &sh.document.Dice[i]
			if _, isNamed := named[d.ID]; d.Color == "grey" && isNamed == wanted && greys > 0 {
				place(d)
				greys--
			}
		}
	}
	for i := range sh.document.Dice {
		if d := &sh.document.Dice[i]; d.Color != "grey" && (!d.Special || owned>>i&1 != 0) {
			place(d)
		}
	}
	return load(t, pos)
}

func unusedCity(players []playerPosition) string {
	for _, id := range slices.Backward(rulesSheet.cityIDs) {
		if !slices.ContainsFunc(players, func(p playerPosition) bool { return p.City == id }) {
			return id
		}
	}
	return ""
}

func load(t testing.TB, pos position) *scene {
	t.Helper()
	pos.Sheet = rulesSheet.id
	data, err := json.Marshal(pos)
	if err != nil {
		t.Fatal(err)
	}
	s := new(State)
	if err := json.Unmarshal(data, s); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	return &scene{t: t, State: s}
}

// play plays moves of a seat.
func (s *scene) play(seat game.Seat, moves ...string) {
	s.t.Helper()
	for _, text := range moves {
		if err := game.PlayText(s, seat, text, &s.told); err != nil {
			s.t.Fatalf("%s %s: %v", seat.Letter(), text, err)
		}
	}
}

// rest lets everyone who still owes pass, so that the round ends.
func (s *scene) rest() {
	s.t.Helper()
	round := s.round
	for s.owing != 0 && s.round == round {
		s.play(s.owing.First(), "pass")
	}
}

// refuses demands that a move is refused for a reason.
func (s *scene) refuses(seat game.Seat, move, reason string) {
	s.t.Helper()
	m, err := s.Parse(move)
	if err != nil {
		s.t.Fatal(err)
	}
	var refusal *game.Error
	if err := s.Check(seat, m); !errors.As(err, &refusal) || refusal.Reason != reason {
		s.t.Errorf("%s %s: %v, want the reason %s", seat.Letter(), move, err, reason)
	}
}

// offers demands the moves of a seat with a prefix, in any order, without the prefix.
func (s *scene) offers(seat game.Seat, prefix string, want ...string) {
	s.t.Helper()
	got := []string{}
	for _, m := range s.Moves(seat, nil) {
		if rest, ok := strings.CutPrefix(s.Text(m), prefix); ok {
			got = append(got, rest)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		s.t.Errorf("seat %s may play %s%v, want %v", seat.Letter(), prefix, got, want)
	}
}

func (s *scene) coins(seat game.Seat, want int) {
	s.t.Helper()
	if got := s.Coins(seat); got != want {
		s.t.Errorf("seat %s has %d coins, want %d", seat.Letter(), got, want)
	}
}

// scores demands the points of a seat in a building, as the sheet stands in the middle of the round.
func (s *scene) scores(seat game.Seat, b Building, want int) {
	s.t.Helper()
	p := &s.players[seat]
	if got := s.points(seat, p.marked, p.written)[b]; got != want {
		s.t.Errorf("seat %s has %d points in %s, want %d", seat.Letter(), got, b, want)
	}
}

func (s *scene) greys() int {
	n := 0
	for _, d := range s.forum {
		if s.book().dice[d].colour == Grey {
			n++
		}
	}
	return n
}

func (s *scene) inForum(die string) bool { return s.slotOf(indexOf(s.book().diceIDs, die)) >= 0 }

var (
	wonderDone  = []string{"wo_1", "wo_2", "wo_3"}
	agoraButA33 = []string{"a_11", "a_12", "a_21", "a_22", "a_23", "a_31", "a_32"}
	agoraDone   = append(slices.Clone(agoraButA33), "a_33")
	marketDone  = []string{"m_coin", "m_camel1", "m_camel2", "m_chest1", "m_chest2", "m_chest3"}
)
