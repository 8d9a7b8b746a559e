package wonders

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
)

// setup is a position in a few words, for the worked examples. Cards that are not named are filled in from the
// deck: on turns for which a seat has neither a card of its city nor a stage, it has sold one.
type setup struct {
	age, turn int
	phase     string
	seats     []seatSetup // seat A, then its left neighbour B, and so on
}

type seatSetup struct {
	wonder string // "gizah day"; by default one that is free, by day
	coins  int
	stages int
	city   string // cards
	hand   string // some of the cards
}

// load makes the position and reads it through the contract.
func (u setup) load(t *testing.T) *State {
	t.Helper()
	data, err := json.Marshal(u.position(t))
	if err != nil {
		t.Fatal(err)
	}
	b, err := Game.Load(data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	return b.(*State)
}

func (u setup) position(t *testing.T) position {
	t.Helper()
	n := len(u.seats)
	pos := position{Seats: n, Phase: u.phase, Age: u.age, Turn: u.turn}
	if pos.Phase == "" {
		pos.Phase = "turn"
	}
	u.placeBoards(&pos)
	var fates State // only for the way the packets go round
	fates.seats = uint8(n)
	stagesLeft := make([]int, n)
	for i, s := range u.seats {
		stagesLeft[i] = s.stages
	}
	thrown := false
	for age := range u.age {
		done := lastTurn + 1
		if age+1 == u.age && u.phase != "over" {
			done = u.turn - 1
		}
		deck := u.deck(t, n, age)
		hands := make([][]string, n)
		for p := range hands {
			hands[p] = make([]string, handSize)
		}
		cities := make([][]string, n)
		for seat, s := range u.seats {
			for _, id := range strings.Fields(s.city) {
				if c, _ := CardByID(id); c >= firstOf[age] && c < firstOf[age+1] {
					cities[seat] = append(cities[seat], id)
				}
			}
		}
		for turn := range done {
			for seat := range n {
				hand := hands[fates.packetOf(seat, age, turn)]
				switch {
				case len(cities[seat]) > 0:
					hand[turn] = "b:" + deck.take(t, cities[seat][0])
					cities[seat] = cities[seat][1:]
				case stagesLeft[seat] > 0:
					hand[turn] = "w:"
					stagesLeft[seat]--
				default:
					hand[turn] = "s:"
				}
			}
			for seat, cp := range pos.Cities {
				thrown = thrown || slices.ContainsFunc(hands, func(h []string) bool { return h[turn] == "s:" })
				hand := hands[fates.packetOf(seat, age, turn)]
				built := uint8(u.seats[seat].stages - stagesLeft[seat])
				if cp.Board == "halikarnassos" && hand[turn] == "w:" && thrown {
					if sd := slices.Index(sides[:], cp.Side); stageEffect[halikarnassos][sd][built-1].power == digs {
						pos.Looks = append(pos.Looks, lookPosition{Age: age + 1, Turn: turn + 1})
					}
				}
			}
		}
		for seat := range n {
			if len(cities[seat]) > 0 {
				t.Fatalf("seat %d has no turn left for %v", seat, cities[seat])
			}
			if done > lastTurn {
				hands[fates.packetOf(seat, age, lastTurn)][handSize-1] = "s:"
				thrown = true
			}
		}
		if done <= lastTurn {
			for seat, s := range u.seats {
				hand := hands[fates.packetOf(seat, age, done)]
				for i, id := range strings.Fields(s.hand) {
					hand[done+i] = deck.take(t, id)
				}
			}
		}
		for _, hand := range hands {
			for i, entry := range hand {
				if entry == "" || strings.HasSuffix(entry, ":") {
					hand[i] += deck.take(t, deck[0])
				}
			}
		}
		pos.Decks = append(pos.Decks, hands)
	}
	for seat, left := range stagesLeft {
		if left > 0 {
			t.Fatalf("seat %d has no turn left for %d stages", seat, left)
		}
	}
	return pos
}

func (u setup) placeBoards(pos *position) {
	free := []string{"rhodes", "gizah", "alexandria", "ephesos", "olympia", "babylon", "halikarnassos"}
	for _, s := range u.seats {
		id, _, _ := strings.Cut(s.wonder, " ")
		free = slices.DeleteFunc(free, func(b string) bool { return b == id })
	}
	for _, s := range u.seats {
		id, sd, _ := strings.Cut(s.wonder, " ")
		if id == "" {
			id, sd, free = free[0], "day", free[1:]
		}
		pos.Cities = append(pos.Cities, cityPosition{id, sd, new(s.coins)})
	}
}

// stack is a deck to take cards from.
type stack []string

func (d *stack) take(t *testing.T, id string) string {
	t.Helper()
	i := slices.Index(*d, id)
	if i < 0 {
		t.Fatalf("no %s is left", id)
	}
	*d = slices.Delete(*d, i, i+1)
	return id
}

// deck returns the deck of an age, with the guilds that the setup names.
func (u setup) deck(t *testing.T, n, age int) stack {
	var deck stack
	for _, c := range deckOf[n][age][:deckSize[n][age]] {
		deck = append(deck, c.String())
	}
	if age < numAges-1 {
		return deck
	}
	var guilds []string
	for _, s := range u.seats {
		for _, id := range strings.Fields(s.city + " " + s.hand) {
			if c, _ := CardByID(id); c >= firstGuild {
				guilds = append(guilds, id)
			}
		}
	}
	for c := firstGuild; int(c) < numCards && len(guilds) < n+2; c++ {
		if !slices.Contains(guilds, c.String()) {
			guilds = append(guilds, c.String())
		}
	}
	return append(deck, guilds...)
}

// turn plays a turn through the contract: the given moves by seat, "" for selling the first card of the hand. It
// gives back what happened.
func turn(t *testing.T, s *State, moves ...string) []game.Event {
	t.Helper()
	var tell game.Events
	for seat := range s.Seats() {
		text := ""
		if seat < len(moves) {
			text = moves[seat]
		}
		if text == "" {
			text = "s:" + s.hand(seat)[0].String()
		}
		play(t, s, game.Seat(seat), text, &tell)
	}
	return tell.List
}

func play(t *testing.T, s *State, seat game.Seat, text string, tell *game.Events) {
	t.Helper()
	if err := game.PlayText(s, seat, text, tell); err != nil {
		t.Fatalf("%s %s: %v", seat.Letter(), text, err)
	}
}

// refused checks that seat A may not make a move, and why.
func refused(t *testing.T, s *State, text, reason string) {
	t.Helper()
	m, err := s.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	refusal, _ := s.Check(0, m).(*game.Error)
	if refusal == nil || refusal.Reason != reason {
		t.Errorf("%s: refused with %v, want %s", text, refusal, reason)
	}
}

// ways returns the moves of seat A that begin like this.
func ways(s *State, prefix string) string {
	var list []string
	for _, m := range s.Moves(0, nil) {
		if text := s.Text(m); text == prefix || strings.HasPrefix(text, prefix+":") {
			list = append(list, text)
		}
	}
	return strings.Join(list, " ")
}

func wantWays(t *testing.T, s *State, prefix, want string) {
	t.Helper()
	if got := ways(s, prefix); got != want {
		t.Errorf("ways to play %s: %q, want %q", prefix, got, want)
	}
}

// wantCoins checks the coins of all seats.
func wantCoins(t *testing.T, s *State, want ...int) {
	t.Helper()
	for seat, n := range want {
		if got := s.View(game.Spectator).(View).Players[seat].Coins; got != n {
			t.Errorf("seat %s has %d coins, want %d", game.Seat(seat).Letter(), got, n)
		}
	}
}

// player is seat A in its own view.
func player(s *State) Player { return s.View(0).(View).Players[0] }

func wantPart(t *testing.T, s *State, part, want int) {
	t.Helper()
	res := s.Result()
	if got := int(res.Parts[0][part]); got != want {
		t.Errorf("%s: %d points, want %d", categories[part], got, want)
	}
}

// has reports whether the city of seat A holds a card.
func has(s *State, id string) bool {
	return slices.ContainsFunc(player(s).City, func(c Column) bool { return slices.Contains(c.Cards, id) })
}
