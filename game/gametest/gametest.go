// Package gametest is the suite that every game must pass: what mirabilia/game promises, checked over
// random games. A game's own test file starts with one call of Run for each number of seats and each set
// of options worth a run.
package gametest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"mirabilia/game"
	_ "mirabilia/gctest"
	"mirabilia/jsondiff"
)

// Suite says how to test one game.
type Suite struct {
	// Games is how many random games are played, or a multiple of it in longer runs.
	Games int
	// Probe is how many of the decisions are looked at closely (redeals, views, refusals): one in Probe.
	Probe int
	// MaxBytes is the size a state may have.
	MaxBytes uintptr
	// MaxDecisions bounds a random game; more is taken for an endless one.
	MaxDecisions int
	// MinHidden is how many parts of the states that the suite looks at are hidden at the least.
	MinHidden int
	// MuchHidden reports whether a redeal is hardly ever the whole truth, because too many cards are hidden even at the end.
	MuchHidden bool
	// Simultaneous reports whether several seats often decide at once, so that choices can be withdrawn.
	Simultaneous bool
	// RandomSkipsMoves reports whether RandomMove leaves out moves (and the game's comment says which).
	RandomSkipsMoves bool
}

// Run runs the suite on a state that has its seats and options but is not dealt.
func Run[S comparable, P game.State[S]](t *testing.T, base S, suite Suite) {
	t.Helper()
	suite.Games *= times(t)
	h := &harness[S, P]{Suite: suite, base: base}
	t.Run("flat", h.flat)
	t.Run("deal", h.deal)
	t.Run("games", h.games)
	t.Run("random moves are even", h.randomMoveIsEven)
	t.Run("redeals cover the truth", h.redealsCover)
	t.Run("redeals cover every part of the truth", func(t *testing.T) {
		parts := h.redealsCoverParts(t, 6, func(s *S, viewer game.Seat, r *game.Rand) { P(s).Redeal(viewer, r) })
		if parts < h.MinHidden {
			t.Errorf("only %d parts of the states were hidden, and %d are too few to have looked", parts, h.MinHidden)
		}
	})
	t.Run("redeals of the unseen cover every part of the truth", func(t *testing.T) {
		h.redealsCoverParts(t, 2, func(s *S, _ game.Seat, r *game.Rand) { P(s).RedealUnseen(r) })
	})
	t.Run("nothing concluded is forgotten", h.recall)
	t.Run("no allocations", h.noAllocations)
}

type harness[S comparable, P game.State[S]] struct {
	Suite
	base S
	// What was checked, so that a suite that checks too little fails.
	probes, compared, withdrawn, unseen int
}

// flat checks that assignment copies a state and == compares it.
func (h *harness[S, P]) flat(t *testing.T) {
	if size := unsafe.Sizeof(h.base); size > h.MaxBytes {
		t.Errorf("state has %d bytes, at most %d are allowed", size, h.MaxBytes)
	}
	if path := pointerIn(reflect.TypeFor[S](), "State"); path != "" {
		t.Errorf("%s is not flat", path)
	}
}

func pointerIn(typ reflect.Type, path string) string {
	switch typ.Kind() {
	case reflect.Struct:
		for f := range typ.Fields() {
			if p := pointerIn(f.Type, path+"."+f.Name); p != "" {
				return p
			}
		}
	case reflect.Array:
		return pointerIn(typ.Elem(), path+"[]")
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.String, reflect.Interface, reflect.Chan, reflect.Func:
		return path
	}
	return ""
}

// deal checks that equal seeds give equal games, whatever was played before on the same state.
func (h *harness[S, P]) deal(t *testing.T) {
	played := h.base
	r := game.NewRand(game.NumberSeed(1))
	P(&played).Deal(r)
	first := played
	for P(&played).Owing() != 0 {
		seat := P(&played).Owing().First()
		P(&played).Apply(seat, P(&played).RandomMove(seat, r), nil)
	}
	r.Reset(game.NumberSeed(1))
	P(&played).Deal(r)
	if played != first {
		t.Error("dealing again on a played state gave another game")
	}
	r.Reset(game.NumberSeed(2))
	P(&played).Deal(r)
	if played == first {
		t.Error("two seeds gave the same game")
	}
}

// step is one decision, as a replay needs it.
type step struct {
	seat game.Seat
	text string
}

// games plays random games to their end and checks every state on the way.
func (h *harness[S, P]) games(t *testing.T) {
	for g := range h.Games {
		if !h.oneGame(t, uint64(g)) {
			t.Fatalf("in the game of seed %d", g)
		}
	}
	t.Logf("%d states were probed, and what two worlds tell of the same move was compared %d times", h.probes, h.compared)
	if h.probes < max(100, h.Games/4) || h.compared < h.probes/4 {
		t.Errorf("only %d states were probed, and what two worlds tell of the same move was compared only %d times", h.probes, h.compared)
	}
	if h.unseen < h.probes/4 {
		t.Errorf("only %d of %d states had something that no seat knows", h.unseen, h.probes)
	}
	if h.Simultaneous && h.withdrawn < h.probes/4 {
		t.Errorf("only %d choices were withdrawn", h.withdrawn)
	}
}

func (h *harness[S, P]) oneGame(t *testing.T, seed uint64) (ok bool) {
	r := game.NewRand(game.NumberSeed(seed))
	choice := game.NewRand(game.NumberSeed(seed ^ 1<<63))
	s := h.base
	P(&s).Deal(r)
	dealt := s
	var steps []step
	var buf []game.Move
	for P(&s).Owing() != 0 {
		if len(steps) > h.MaxDecisions {
			t.Errorf("no end after %d decisions", h.MaxDecisions)
			return false
		}
		if err := P(&s).Valid(); err != nil {
			t.Errorf("decision %d: %v", len(steps), err)
			return false
		}
		if res := P(&s).Result(); res.Over || res.WonBy != "" {
			t.Errorf("decision %d: the game goes on, yet the result is %+v", len(steps), res)
			return false
		}
		seats := P(&s).Owing()
		seat := nth(seats, choice.IntN(seats.Len()))
		buf = P(&s).Moves(seat, buf[:0])
		if err := h.movesAgree(P(&s), seat, buf, choice); err != nil {
			t.Errorf("decision %d: %v", len(steps), err)
			return false
		}
		if choice.IntN(h.Probe) == 0 {
			if err := h.probe(s, choice); err != nil {
				t.Errorf("decision %d: %v", len(steps), err)
				return false
			}
		}
		m := buf[choice.IntN(len(buf))]
		if choice.IntN(2) == 0 {
			m = P(&s).RandomMove(seat, choice)
			if !slices.Contains(buf, m) {
				t.Errorf("decision %d: RandomMove gave %s, which Moves does not list", len(steps), P(&s).Text(m))
				return false
			}
		}
		steps = append(steps, step{seat, P(&s).Text(m)})
		P(&s).Apply(seat, m, nil)
	}
	if err := P(&s).Valid(); err != nil {
		t.Errorf("at the end: %v", err)
		return false
	}
	if err := h.finished(P(&s)); err != nil {
		t.Error(err)
		return false
	}
	again := dealt
	for i, st := range steps {
		if err := game.PlayText(P(&again), st.seat, st.text, new(game.Events)); err != nil {
			t.Errorf("replaying decision %d, %s %s: %v", i, st.seat.Letter(), st.text, err)
			return false
		}
	}
	if again != s {
		t.Error("the replay, with a listener, ended in another state")
		return false
	}
	return true
}

func nth(set game.Seats, i int) game.Seat {
	for ; i > 0; i-- {
		set = set.Without(set.First())
	}
	return set.First()
}

// movesAgree checks that Moves, Check, Text and Parse agree.
func (h *harness[S, P]) movesAgree(p P, seat game.Seat, moves []game.Move, r *game.Rand) error {
	if len(moves) == 0 {
		return fmt.Errorf("seat %s owes a move and has none", seat.Letter())
	}
	for i, m := range moves {
		if slices.Contains(moves[:i], m) {
			return fmt.Errorf("move %s is listed twice", p.Text(m))
		}
		if err := p.Check(seat, m); err != nil {
			return fmt.Errorf("listed move %s is refused: %v", p.Text(m), err)
		}
	}
	m := moves[r.IntN(len(moves))]
	back, err := p.Parse(p.Text(m))
	if err != nil || back != m {
		return fmt.Errorf("move %#x is written %s and read back as %#x, %v", m, p.Text(m), back, err)
	}
	return nil
}

// finished checks that a finished game refuses everything and has a result that adds up.
func (h *harness[S, P]) finished(p P) error {
	res := p.Result()
	if !res.Over {
		return fmt.Errorf("nobody owes a move, yet the result says the game goes on")
	}
	if res.Winners() == 0 {
		return fmt.Errorf("a finished game without a winner: %+v", res)
	}
	for seat := range p.Seats() {
		if len(p.Moves(game.Seat(seat), nil)) > 0 || p.Check(game.Seat(seat), 0) == nil {
			return fmt.Errorf("seat %d may still move after the end", seat)
		}
		sum := int16(0)
		for _, part := range res.Parts[seat] {
			sum += part
		}
		if sum != res.Score[seat] {
			return fmt.Errorf("seat %d: parts %v add up to %d, the score is %d", seat, res.Parts[seat], sum, res.Score[seat])
		}
	}
	return nil
}

// probe looks closely at one state.
func (h *harness[S, P]) probe(s S, r *game.Rand) error {
	h.probes++
	if err := h.refusals(s, r); err != nil {
		return err
	}
	if err := h.positionRoundTrip(s); err != nil {
		return err
	}
	if err := h.redeals(s, r); err != nil {
		return err
	}
	if err := h.redealUnseen(s, r); err != nil {
		return err
	}
	if err := h.strangers(s); err != nil {
		return err
	}
	return h.withdraw(s, r)
}

// strangers checks that a viewer that is no seat of this table sees what a spectator sees, and that this is written as encoding/json writes it.
func (h *harness[S, P]) strangers(s S) error {
	public := P(&s).View(game.Spectator)
	if want, err := json.Marshal(public); err != nil || !bytes.Equal(textOf(public), want) {
		return fmt.Errorf("the view is written as\n%s\nand not as\n%s", textOf(public), want)
	}
	for _, viewer := range []game.Seat{game.Open + 1, game.NoSeat, game.Seat(P(&s).Seats())} {
		if !sameJSON(P(&s).View(viewer), public) {
			return fmt.Errorf("viewer %d, who has no seat here, sees more or less than a spectator", viewer)
		}
	}
	return nil
}

// refusals checks that moves outside Moves are refused and change nothing.
func (h *harness[S, P]) refusals(s S, r *game.Rand) error {
	p := P(&s)
	before := s
	for seat := range p.Seats() {
		moves := p.Moves(game.Seat(seat), nil)
		if p.Owing().Has(game.Seat(seat)) != (len(moves) > 0) {
			return fmt.Errorf("seat %d has %d moves, owing are %b", seat, len(moves), p.Owing())
		}
		for range 64 {
			m := game.Move(r.Uint64())
			if len(moves) > 0 && r.IntN(4) > 0 { // near a legal one, where mistakes hide
				m = moves[r.IntN(len(moves))] ^ game.Move(1)<<r.IntN(32)
			}
			if listed := slices.Contains(moves, m); listed != (p.Check(game.Seat(seat), m) == nil) {
				return fmt.Errorf("move %#x of seat %d: listed %v, refused with: %v", m, seat, listed, p.Check(game.Seat(seat), m))
			} else if !listed {
				if game.Play(p, game.Seat(seat), m, nil) == nil || s != before {
					return fmt.Errorf("refused move %#x changed the state", m)
				}
			}
		}
	}
	if p.Check(game.Spectator, p.Moves(p.Owing().First(), nil)[0]) == nil {
		return fmt.Errorf("a spectator may move")
	}
	return nil
}

// positionRoundTrip checks that the position holds the whole state.
func (h *harness[S, P]) positionRoundTrip(s S) error {
	data, err := json.Marshal(P(&s))
	if err != nil {
		return err
	}
	var back S
	if err := json.Unmarshal(data, P(&back)); err != nil {
		return fmt.Errorf("own position refused: %v\n%s", err, data)
	}
	if back != s {
		again, _ := json.Marshal(P(&back))
		return fmt.Errorf("position read back differs:\n%s\n%s", data, again)
	}
	return nil
}

// secrets checks that a redeal for a viewer is a valid state that this viewer cannot tell from the first, now and after
// the next move, as long as that move shows it nothing new.
func (h *harness[S, P]) secrets(s S, viewer game.Seat, r *game.Rand) error {
	a := s
	b := s
	P(&b).Redeal(viewer, r)
	if err := P(&b).Valid(); err != nil {
		return fmt.Errorf("redeal is impossible: %v", err)
	}
	if err := h.sameFor(&a, &b, viewer); err != nil {
		return err
	}
	// Equal knowledge and equal chance give equal redeals: a redeal takes nothing from the truth.
	seed := r.Seed()
	c, d := a, b
	P(&c).Redeal(viewer, game.NewRand(seed))
	P(&d).Redeal(viewer, game.NewRand(seed))
	if c != d {
		x, _ := json.Marshal(P(&c))
		y, _ := json.Marshal(P(&d))
		return fmt.Errorf("the redeal depends on what the viewer cannot know:\n%s\n%s", x, y)
	}
	// Play one move that both allow and compare what the viewer is told.
	owing := P(&a).Owing()
	seat := nth(owing, r.IntN(owing.Len()))
	moves := slices.DeleteFunc(P(&a).Moves(seat, nil), func(m game.Move) bool { return P(&b).Check(seat, m) != nil })
	if len(moves) == 0 {
		return nil
	}
	m := moves[r.IntN(len(moves))]
	text := P(&a).Text(m)
	var toldA, toldB game.Events
	P(&a).Apply(seat, m, &toldA)
	P(&b).Apply(seat, m, &toldB)
	if !sameJSON(P(&a).View(viewer), P(&b).View(viewer)) {
		return nil // the move lawfully showed something new
	}
	h.compared++
	if x, y := toldA.SeenBy(viewer), toldB.SeenBy(viewer); !slices.Equal(x, y) {
		return fmt.Errorf("events of %s tell more than the view:\n%+v\n%+v", text, x, y)
	}
	if x, y := toldA.ForcedFor(viewer), toldB.ForcedFor(viewer); !slices.Equal(x, y) {
		return fmt.Errorf("forced choices after %s tell more than the view:\n%+v\n%+v", text, x, y)
	}
	return h.sameDuties(&a, &b, viewer)
}

// redealUnseen checks that a redeal of what no seat knows is a state that nobody, and not all together, can tell from the first.
func (h *harness[S, P]) redealUnseen(s S, r *game.Rand) error {
	a, b := s, s
	P(&b).RedealUnseen(r)
	if err := P(&b).Valid(); err != nil {
		return fmt.Errorf("redeal of the unseen is impossible: %v", err)
	}
	if a != b {
		h.unseen++
	}
	seed := r.Seed()
	c, d := a, b
	P(&c).RedealUnseen(game.NewRand(seed))
	P(&d).RedealUnseen(game.NewRand(seed))
	if c != d {
		return fmt.Errorf("the redeal of the unseen depends on what no seat knows")
	}
	for viewer := range game.Spectator + 1 {
		if int(viewer) >= P(&s).Seats() && viewer != game.Spectator {
			continue
		}
		if err := h.sameFor(&a, &b, viewer); err != nil {
			return fmt.Errorf("after a redeal of the unseen: %v", err)
		}
		// A seat's knowledge includes what it remembers, which its redeals tell.
		c, d := a, b
		P(&c).Redeal(viewer, game.NewRand(seed))
		P(&d).Redeal(viewer, game.NewRand(seed))
		if c != d {
			return fmt.Errorf("a redeal of the unseen changes what viewer %d knows", viewer)
		}
	}
	return nil
}

func (h *harness[S, P]) sameFor(a, b *S, viewer game.Seat) error {
	if x, y := P(a).View(viewer), P(b).View(viewer); !sameJSON(x, y) {
		return fmt.Errorf("views differ:\n%s\n%s", textOf(x), textOf(y))
	}
	return h.sameDuties(a, b, viewer)
}

// sameDuties checks that the same seats owe a move, and that the viewer has the same moves.
func (h *harness[S, P]) sameDuties(a, b *S, viewer game.Seat) error {
	if P(a).Owing() != P(b).Owing() {
		return fmt.Errorf("owing seats differ: %b and %b", P(a).Owing(), P(b).Owing())
	}
	if viewer < game.Spectator {
		if x, y := P(a).Moves(viewer, nil), P(b).Moves(viewer, nil); !slices.Equal(x, y) {
			return fmt.Errorf("legal moves differ: %v and %v", x, y)
		}
	}
	return nil
}

// sameJSON reports whether two views are written alike: whether there is no difference to be told.
func sameJSON(x, y any) bool {
	var buf [64]byte
	return string(jsondiff.Diff(buf[:0], x, y)) == "{}"
}

// textOf writes a view as tables do, which is as json.Marshal does.
func textOf(view any) []byte { return jsondiff.Append(make([]byte, 0, 1<<14), view) }

// withdraw checks that a withdrawn choice leaves no trace, and that a move with immediate effect cannot be withdrawn.
func (h *harness[S, P]) withdraw(s S, r *game.Rand) error {
	p := P(&s)
	before := s
	seat := p.Owing().First()
	several := h.Simultaneous && p.Owing().Len() > 1
	p.Apply(seat, p.RandomMove(seat, r), nil)
	after := s
	err := p.Withdraw(seat)
	if several && (err != nil || s != before) {
		return fmt.Errorf("seat %s could not withdraw its choice: %v", seat.Letter(), err)
	}
	if several {
		h.withdrawn++
	}
	if err != nil && s != after {
		return fmt.Errorf("a refused withdrawal changed the state")
	}
	return nil
}

// randomMoveIsEven compares RandomMove with an even draw from Moves over the states of one game, by chi squared.
func (h *harness[S, P]) randomMoveIsEven(t *testing.T) {
	if h.RandomSkipsMoves {
		return
	}
	r := game.NewRand(game.NumberSeed(7))
	s := h.base
	P(&s).Deal(r)
	checked := 0
	for decision := 0; P(&s).Owing() != 0; decision++ {
		seat := P(&s).Owing().First()
		moves := P(&s).Moves(seat, nil)
		if n := len(moves); n > 1 && decision%3 == 0 {
			checked++
			counts := make([]float64, n)
			draws := 400 * n
			for range draws {
				counts[slices.Index(moves, P(&s).RandomMove(seat, r))]++
			}
			chi, want := 0.0, float64(draws)/float64(n)
			for _, c := range counts {
				chi += (c - want) * (c - want) / want
			}
			// Six standard deviations above the mean of the chi squared distribution.
			free := float64(n - 1)
			if chi > free+6*math.Sqrt(2*free)+8 {
				t.Errorf("decision %d: RandomMove is uneven over %d moves: %v", decision, n, counts)
			}
		}
		P(&s).Apply(seat, moves[r.IntN(len(moves))], nil)
	}
	if checked < 5 {
		t.Errorf("only %d decisions were a choice", checked)
	}
}

// redealsCover checks that near the end, where little is hidden, some redeal is the truth. Where more than a few different ones
// come up first, too much is hidden to expect it; a game in which that is so at most states of a table says MuchHidden.
func (h *harness[S, P]) redealsCover(t *testing.T) {
	const samples, few, enough = 3000, 30, 25
	checked := 0
	for g := uint64(0); g < 40 && checked < enough; g++ {
		if h.MuchHidden && g == 8 {
			break // the other games of so large a table would say as little
		}
		r := game.NewRand(game.NumberSeed(1000 + g))
		states := h.statesOf(1000 + g)
		for _, s := range states[max(0, len(states)-8):] {
			viewer := game.Seat(r.IntN(P(&s).Seats()))
			truth := string(textOf(P(&s).View(game.Open)))
			seen, known := map[string]bool{}, map[S]bool{} // what was seen, and the states that were looked at
			for i := 0; i < samples && len(seen) < few && !seen[truth]; i++ {
				c := s
				P(&c).Redeal(viewer, r)
				if c = withoutStream(c); !known[c] {
					known[c] = true
					seen[string(textOf(P(&c).View(game.Open)))] = true
				}
			}
			if seen[truth] {
				checked++
			} else if len(seen) < few {
				t.Errorf("seed %d: %d different redeals in %d, none is the truth\n%s", 1000+g, len(seen), samples, truth)
				return
			}
		}
	}
	t.Logf("%d states had a redeal that was the truth", checked)
	if checked < enough && !h.MuchHidden {
		t.Errorf("only %d states had a redeal that was the truth", checked)
	}
}

// statesOf returns the states of a random game at which someone must decide.
func (h *harness[S, P]) statesOf(seed uint64) (states []S) {
	r := game.NewRand(game.NumberSeed(seed))
	s := h.base
	P(&s).Deal(r)
	for P(&s).Owing() != 0 {
		states = append(states, s)
		seat := P(&s).Owing().First()
		P(&s).Apply(seat, P(&s).RandomMove(seat, r), nil)
	}
	return states
}

// redealsCoverParts checks that, whatever is hidden and at however large a table, each part of the state can be what it is: every byte
// of it that redeals change is the true one in some of them. It returns how many parts were hidden.
func (h *harness[S, P]) redealsCoverParts(t *testing.T, games int, redeal func(s *S, viewer game.Seat, r *game.Rand)) (parts int) {
	const perGame, fewest, most = 8, 40, 400000 // nearly always a few hundred redeals do
	chance := streamOf(reflect.TypeFor[S]())
	for g := range uint64(games) {
		r := game.NewRand(game.NumberSeed(2000 + g))
		states := h.statesOf(2000 + g)
		for k := range perGame {
			s := states[(2*k+1)*len(states)/(2*perGame)]
			viewer := game.Seat(r.IntN(P(&s).Seats()))
			truth := bytesOf(&s)
			changed, found := make([]bool, len(truth)), make([]bool, len(truth))
			missing := 1
			for n := 0; missing > 0 && n < most || n < fewest; n++ {
				c := s
				redeal(&c, viewer, r)
				missing = 0
				for i, b := range bytesOf(&c) {
					if b == truth[i] {
						found[i] = true
					} else {
						changed[i] = true
					}
					if changed[i] && !found[i] {
						missing++
					}
				}
			}
			for i := range changed {
				if changed[i] && !found[i] {
					t.Fatalf("seed %d, decision %d, seat %s: no redeal of %d has the true byte %d of the state", 2000+g, (2*k+1)*len(states)/(2*perGame), viewer.Letter(), most, i)
				}
				if changed[i] && (i < chance || i >= chance+int(reflect.TypeFor[game.Stream]().Size())) {
					parts++
				}
			}
		}
	}
	t.Logf("%d hidden parts of %d states", parts, games*perGame)
	return parts
}

// streamOf returns the offset of the chance to come in a state, which hides nothing that has happened; a state without has a
// negative one.
func streamOf(typ reflect.Type) int {
	for f := range typ.Fields() {
		if f.Type == reflect.TypeFor[game.Stream]() {
			return int(f.Offset)
		}
	}
	return math.MinInt32
}

// withoutStream returns a state with the chance to come cleared.
func withoutStream[S any](s S) S {
	if at := streamOf(reflect.TypeFor[S]()); at >= 0 {
		clear(bytesOf(&s)[at : at+int(reflect.TypeFor[game.Stream]().Size())])
	}
	return s
}

// bytesOf returns the memory of a state, which is flat.
func bytesOf[S any](s *S) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(s)), unsafe.Sizeof(*s)) }

// noAllocations checks that a whole game, listed and drawn, with copies, costs no memory.
func (h *harness[S, P]) noAllocations(t *testing.T) {
	r := game.NewRand(game.NumberSeed(3))
	s, c := new(S), new(S)
	buf := make([]game.Move, 0, 4096)
	*s = h.base
	play := func() {
		P(s).Deal(r)
		for P(s).Owing() != 0 {
			seat := P(s).Owing().First()
			*c = *s
			P(c).Redeal(seat, r)
			P(c).RedealUnseen(r)
			P(c).Apply(seat, P(c).RandomMove(seat, r), nil)
			buf = P(s).Moves(seat, buf[:0])
			P(s).Apply(seat, buf[r.IntN(len(buf))], nil)
		}
		_ = P(s).Result()
	}
	if n := testing.AllocsPerRun(20, play); n != 0 {
		t.Errorf("a game allocates %v times", n)
	}
}
