package wonders

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"mirabilia/game"
)

// world is where the cards of an age are.
type world [game.MaxSeats][handSize]Card

func (s *State) world(age int) world { return s.packet[age] }

// memories writes down all that a viewer has seen of an age, turn by turn: the hands it has held, what it did, what
// was built in the open, and the pile whenever it looked through it.
func (s *State) memories(age int, viewer game.Seat) string {
	b := make([]byte, 0, 512)
	until := lastTurn
	if age == int(s.age) {
		until = int(s.turn)
	}
	for turn := range until + 1 {
		for seat := range int(s.seats) {
			p := s.packetOf(seat, age, turn)
			for i := turn; i <= turn || turn == lastTurn && i <= turn+1; i++ {
				fate := s.fateOf(age, p, i)
				b = append(b, '|', byte(fate))
				if fate == built || fate != inHand && seat == int(viewer) {
					b = append(b, byte(s.packet[age][p][i]))
				}
			}
			if seat == int(viewer) {
				hand := s.packet[age][p]
				slices.Sort(hand[turn:])
				for _, c := range hand[turn:] {
					b = append(b, byte(c))
				}
			}
		}
	}
	for _, l := range s.look[:s.looks] {
		pile := s.pileAt(age, l)
		if viewer < game.Seat(s.seats) && s.city[viewer].board == halikarnassos {
			for _, c := range pile {
				b = append(b, byte(c))
			}
		} else if l.card != noCard && int(cards[l.card].age)-1 == age {
			b = fmt.Append(b, slices.Contains(pile, l.card))
		}
		b = append(b, '|')
	}
	return string(b)
}

// pileAt returns the cards of an age that had been discarded when a look was taken.
func (s *State) pileAt(age int, l look) (pile []Card) {
	for p := range int(s.seats) {
		for i := range handSize {
			when := 10*age + min(i, lastTurn)
			if s.fateOf(age, p, i) == discarded && when <= 10*int(l.age)+int(l.turn) {
				pile = append(pile, s.packet[age][p][i])
			}
		}
	}
	slices.Sort(pile)
	return pile
}

// worlds returns the ways in which the cards of an age can lie for a viewer, with their weights: how many orders of
// the hidden cards come to the same. It is nil if there are more than the given number, or too much is hidden.
func (s *State) worlds(age int, viewer game.Seat, most int) map[world]int {
	var hidden []*Card
	c := *s
	for p := range int(s.seats) {
		for i := range handSize {
			fate := s.fateOf(age, p, i)
			mine := s.holderOf(p, age, min(i, lastTurn)) == int(viewer)
			held := fate == inHand && s.holderOf(p, age, int(s.turn)) == int(viewer)
			if fate != built && !(mine && fate != inHand) && !held {
				hidden = append(hidden, &c.packet[age][p][i])
			}
		}
	}
	if len(hidden) < 2 || len(hidden) > 7 {
		return nil
	}
	truth := s.memories(age, viewer)
	worlds := map[world]int{}
	var order func(int)
	order = func(k int) {
		if len(worlds) > most {
			return
		}
		if k == len(hidden) {
			w := c
			if w.memories(age, viewer) == truth {
				if age == int(s.age) {
					for p := range int(s.seats) {
						slices.Sort(w.packet[age][p][s.gone():])
					}
				}
				worlds[w.world(age)]++
			}
			return
		}
		seen := map[Card]bool{}
		for j := k; j < len(hidden); j++ {
			if seen[*hidden[j]] {
				continue
			}
			seen[*hidden[j]] = true
			*hidden[k], *hidden[j] = *hidden[j], *hidden[k]
			order(k + 1)
			*hidden[k], *hidden[j] = *hidden[j], *hidden[k]
		}
	}
	order(0)
	if len(worlds) > most {
		return nil
	}
	return worlds
}

// builder mostly builds, so that little is hidden; Halicarnassus builds its wonder and takes what it can.
func builder(s *State, seat game.Seat, r *game.Rand) game.Move {
	wish := func(k kind) game.Move {
		var list []game.Move
		for _, m := range s.Moves(seat, nil) {
			if kindOf(m) == k && cardOf(m) != noCard {
				list = append(list, m)
			}
		}
		if len(list) == 0 {
			return 0
		}
		return list[r.IntN(len(list))]
	}
	for _, k := range []kind{dig, stage, build} {
		if k == stage && s.city[seat].board != halikarnassos && r.IntN(6) > 0 || r.IntN(10) == 0 {
			continue
		}
		if m := wish(k); m != 0 {
			return m
		}
	}
	return s.RandomMove(seat, r)
}

// A redeal finds every world that the viewer cannot tell from the truth, no other, and each as often as it
// should.
func TestRedealIsEven(t *testing.T) {
	const enough = 150
	r := game.NewRand(game.NumberSeed(21))
	checked := map[string]int{}
	for g := 0; g < 4000 && (checked["plain"] < enough || checked["forced"] < enough || checked["layered"] < enough); g++ {
		seats := 3 + g%2
		boards := []string{"halikarnassos,gizah,olympia", "halikarnassos,gizah,olympia,ephesos"}[g%2]
		s := table(t, seats, game.Options{"boards": boards, "sides": []string{"night", "night", "day"}[g%3]})
		s.Deal(r)
		for s.Owing() != 0 {
			seat := s.Owing().First()
			s.Apply(seat, builder(&s, seat, r), nil)
			viewer := game.Seat(r.IntN(seats))
			age := r.IntN(int(s.age) + 1)
			if r.IntN(3) > 0 {
				viewer = game.Seat(r.IntN(2))
			}
			// In Age III the guilds in the box are hidden too; TestRedealGuilds looks at them.
			if age == 2 {
				continue
			}
			kind := "plain"
			for _, l := range s.look[:s.looks] {
				switch {
				case viewer == 0 && len(s.pileAt(age, l)) > 0:
					kind = "layered"
				case viewer != 0 && l.card != noCard && int(cards[l.card].age) == age+1:
					kind = "forced"
				}
			}
			if checked[kind] >= enough {
				continue
			}
			worlds := s.worlds(age, viewer, 40)
			if len(worlds) < 2 {
				continue
			}
			checked[kind]++
			compareRedeals(t, s, age, viewer, worlds, kind, r)
			if t.Failed() {
				return
			}
		}
	}
	t.Log(checked)
	for _, kind := range []string{"plain", "forced", "layered"} {
		if checked[kind] < enough {
			t.Errorf("only %d %s states were found", checked[kind], kind)
		}
	}
}

func compareRedeals(t *testing.T, s State, age int, viewer game.Seat, worlds map[world]int, kind string, r *game.Rand) {
	t.Helper()
	total := 0
	for _, w := range worlds {
		total += w
	}
	draws := 400 * len(worlds)
	seen := map[world]int{}
	for range draws {
		c := s
		c.Redeal(viewer, r)
		seen[c.world(age)]++
	}
	for w := range seen {
		if worlds[w] == 0 {
			t.Errorf("%s: viewer %d knows that age %d cannot be\n%s\nthe truth is\n%s", kind, viewer, age+1, w, s.world(age))
			return
		}
	}
	// Chi squared, six standard deviations above its mean and a little more.
	chi := 0.0
	for w, weight := range worlds {
		want := float64(draws) * float64(weight) / float64(total)
		d := float64(seen[w]) - want
		chi += d * d / want
	}
	free := float64(len(worlds) - 1)
	if chi > free+6*math.Sqrt(2*free)+8 {
		t.Errorf("%s: redeals of age %d for viewer %d are uneven over %d worlds: chi squared %.0f\n%v\n%v", kind, age+1, viewer, len(worlds), chi, worlds, seen)
	}
}

// A redeal agrees with all memories of all ages, for every number of seats.
func TestRedealAgrees(t *testing.T) {
	r := game.NewRand(game.NumberSeed(24))
	looks := 0
	for g := range 500 {
		seats := 3 + g%5
		s := table(t, seats, game.Options{"boards": strings.Join([]string{"halikarnassos", "babylon", "olympia", "gizah", "rhodes", "ephesos", "alexandria"}[:seats], ","), "sides": "random"})
		s.Deal(r)
		for s.Owing() != 0 {
			seat := s.Owing().First()
			s.Apply(seat, builder(&s, seat, r), nil)
			viewer := game.Seat(r.IntN(seats + 1))
			if viewer == game.Seat(seats) {
				viewer = game.Spectator
			}
			c := s
			c.Redeal(viewer, r)
			if err := c.Valid(); err != nil {
				t.Fatal(err)
			}
			for age := range int(s.age) + 1 {
				if c.memories(age, viewer) != s.memories(age, viewer) {
					t.Fatalf("viewer %d remembers age %d otherwise:\n%v\nthe truth is\n%v", viewer, age+1, c.world(age), s.world(age))
				}
			}
		}
		looks += int(s.looks)
	}
	if looks < 100 {
		t.Errorf("only %d looks through the pile", looks)
	}
}

// The discards that a seat knows are those it was told of and nobody has taken since: the same count, kept from its own events.
func TestKnownDiscards(t *testing.T) {
	r := game.NewRand(game.NumberSeed(26))
	looked, later := 0, 0
	for g := range 400 {
		seats := 3 + g%5
		s := table(t, seats, game.Options{"boards": strings.Join([]string{"halikarnassos", "babylon", "olympia", "gizah", "rhodes", "ephesos", "alexandria"}[:seats], ","), "sides": "night"})
		s.Deal(r)
		known := make([]map[string]int, seats)
		for seat := range known {
			known[seat] = map[string]int{}
		}
		taken := map[string]bool{}
		for s.Owing() != 0 {
			seat := s.Owing().First()
			m := s.RandomMove(seat, r)
			if seat == 0 {
				m = builder(&s, seat, r)
			}
			var tell game.Events
			s.Apply(seat, m, &tell)
			for viewer := 1; viewer < seats; viewer++ { // Halicarnassus sees the whole pile
				for _, e := range tell.SeenBy(game.Seat(viewer)) {
					switch e.Type {
					case "sold_card", "leftover_card":
						known[viewer][e.What]++
						if taken[e.What] {
							later++
						}
					case "take":
						known[viewer][e.What] = max(0, known[viewer][e.What]-1)
						taken[e.What] = true
					}
				}
				if r.IntN(seats) > 0 {
					continue
				}
				looked++
				got := map[string]int{}
				for _, id := range s.View(game.Seat(viewer)).(View).Discard.Known {
					got[id]++
				}
				maps.DeleteFunc(known[viewer], func(_ string, n int) bool { return n == 0 })
				if !maps.Equal(got, known[viewer]) {
					t.Fatalf("game %d: seat %d knows %v of the discards, was told %v", g, viewer, got, known[viewer])
				}
			}
		}
	}
	if looked < 15000 || later < 25 {
		t.Errorf("only %d views were compared, and only %d times a copy was discarded after another had been taken", looked, later)
	}
}

// Guilds that a seat has not seen are in play or in the box, each as likely.
func TestRedealGuilds(t *testing.T) {
	r := game.NewRand(game.NumberSeed(22))
	for seats := 3; seats <= game.MaxSeats; seats++ {
		s := table(t, seats, nil)
		s.Deal(r)
		for s.age < 2 || s.turn < 2 {
			seat := s.Owing().First()
			s.Apply(seat, s.RandomMove(seat, r), nil)
		}
		const draws = 6000
		var count [numGuilds]int
		for range draws {
			c := s
			c.Redeal(0, r)
			if err := c.Valid(); err != nil {
				t.Fatal(err)
			}
			for p := range seats {
				for _, card := range c.packet[2][p] {
					if card >= firstGuild {
						count[card-firstGuild]++
					}
				}
			}
		}
		var unseen []int
		inPlay := 0
		for _, n := range count {
			inPlay += n
			if n < draws {
				unseen = append(unseen, n)
			}
		}
		if inPlay != draws*(seats+2) {
			t.Errorf("%d players: %d guilds in %d redeals", seats, inPlay, draws)
		}
		for _, n := range unseen {
			if d := n - unseen[0]; d*d > 100*draws {
				t.Errorf("%d players: unseen guilds are in play %v times of %d", seats, unseen, draws)
			}
		}
	}
}

// What Halicarnassus sees when it looks through the pile stays in its memory and in nobody else's.
func TestRedealRemembersPile(t *testing.T) {
	s := setup{age: 1, turn: 6, seats: []seatSetup{
		{wonder: "halikarnassos night", city: "clay-pool clay-pit", hand: "altar"}, {}, {}, {},
	}}.load(t)
	turn(t, s, "w:altar")
	seen := func(b *State) string { return fmt.Sprint(b.View(0).(View).Discard.Cards) }
	truth := seen(s)
	play(t, s, 0, "d:none", nil)
	r := game.NewRand(game.NumberSeed(23))
	differs := false
	for range 50 {
		for _, viewer := range []game.Seat{0, 1} {
			c := *s
			c.Redeal(viewer, r)
			c.phase, c.age, c.turn = digging, 0, lastTurn
			if viewer == 0 && seen(&c) != truth {
				t.Fatal("Halicarnassus forgot the pile")
			}
			differs = differs || viewer == 1 && seen(&c) != truth
		}
	}
	if !differs {
		t.Error("another seat knows the pile")
	}
}

// The search for layers, which redeals need only when many random draws fail, finds a world that agrees too.
func TestLayerSearch(t *testing.T) {
	r := game.NewRand(game.NumberSeed(25))
	searched := 0
	for g := 0; searched < 200 && g < 2000; g++ {
		s := table(t, 7, game.Options{"boards": "halikarnassos,babylon,olympia,gizah,rhodes,ephesos,alexandria", "sides": "night"})
		s.Deal(r)
		for s.Owing() != 0 {
			seat := s.Owing().First()
			m := s.RandomMove(seat, r)
			if seat == 0 {
				m = builder(&s, seat, r)
			}
			s.Apply(seat, m, nil)
		}
		for age := range numAges {
			h := hidden{age: age}
			h.gather(&s)
			h.layer(&s)
			h.drawGuilds(r)
			m := matching{hidden: &h, room: h.room}
			m.collect()
			if m.count == 0 {
				continue
			}
			searched++
			if !m.search(0, r) {
				t.Fatal("the search found nothing")
			}
			for i := range m.count {
				m.labels[m.at[i]] = m.label[i]
			}
			m.spread(r)
			c := s
			for i, at := range h.places[:h.end] {
				c.packet[age][at.packet()][at.index()] = h.cards[i]
			}
			if err := c.Valid(); err != nil || c.memories(age, 0) != s.memories(age, 0) {
				t.Fatalf("the search found a world that cannot be: %v", err)
			}
		}
	}
	if searched < 200 {
		t.Errorf("only %d ages needed a search", searched)
	}
}
