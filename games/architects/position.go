package architects

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"mirabilia/game"
)

// position is the state as JSON. Left out when read: options as their defaults, an empty list or bag as nothing,
// hidden cards of a deck as what the players' cards leave of it, the top of a wonder's deck as any of its cards, and
// tokens as those that nobody owns, in their order. What follows from the rest (conflict tokens, discarded
// cards) is not written.
type position struct {
	Rest    game.Rest               `json:"rest,omitempty"`
	Options game.Options            `json:"options,omitempty"`
	Turn    int                     `json:"turn"`
	Phase   string                  `json:"phase"`
	Seats   []positionSeat          `json:"seats"`
	Decks   map[string]positionDeck `json:"decks,omitempty"`
	// TopKnown are the seats that know the top of the central deck.
	TopKnown []int    `json:"top_known,omitempty"`
	Cat      *int     `json:"cat,omitempty"`
	FaceUp   []string `json:"face_up,omitempty"`
	Pile     []string `json:"pile,omitempty"`
	Used     []string `json:"used,omitempty"`
	Ready    []string `json:"ready,omitempty"`
	// Look is the deck that Halicarnassus looks into and the cards it sees below the top.
	Look   *positionLook `json:"look,omitempty"`
	Stream game.Stream   `json:"stream"`
}

type positionSeat struct {
	Wonder    string         `json:"wonder"`
	Built     []int          `json:"built,omitempty"`
	Cards     map[string]int `json:"cards,omitempty"`
	Tokens    []string       `json:"tokens,omitempty"`
	Victories int            `json:"victories,omitempty"`
}

type positionDeck struct {
	Top    string         `json:"top,omitempty"`
	Hidden map[string]int `json:"hidden"`
}

type positionLook struct {
	Deck  string         `json:"deck"`
	Cards map[string]int `json:"cards"`
}

// MarshalJSON writes the position.
func (s *State) MarshalJSON() ([]byte, error) {
	p := position{
		Rest:    game.Rest(s.aside),
		Options: s.changedOptions(),
		Turn:    int(s.turn),
		Phase:   phaseIDs[s.phase],
		Decks:   map[string]positionDeck{},
		Cat:     seatOrNil(s.cat),
		FaceUp:  []string{},
		Pile:    writeTokens(s.pile),
		Used:    writeTokens(s.used),
		Ready:   writeTokens(s.ready),
		Stream:  s.stream,
	}
	for _, t := range s.faceUp {
		p.FaceUp = append(p.FaceUp, t.String())
	}
	write := func(d Deck) {
		deck := positionDeck{Hidden: writeBag(s.hidden[d])}
		if s.top[d] != NoCard {
			deck.Top = s.top[d].String()
		}
		p.Decks[d.String()] = deck
	}
	write(Central)
	for seat := range game.Seat(s.seats) {
		write(s.leftDeck(seat))
		one := &s.players[seat]
		out := positionSeat{
			Wonder:    one.wonder.String(),
			Cards:     writeBag(one.cards),
			Tokens:    writeTokens(one.tokens),
			Victories: int(one.victories),
		}
		for stage := range NumStages {
			if one.built>>stage&1 != 0 {
				out.Built = append(out.Built, stage+1)
			}
		}
		p.Seats = append(p.Seats, out)
		if s.topKnown.Has(seat) {
			p.TopKnown = append(p.TopKnown, int(seat))
		}
	}
	if s.phase == toKeep {
		p.Look = &positionLook{s.lookDeck.String(), writeBag(s.looked)}
	}
	return json.Marshal(p)
}

// UnmarshalJSON reads a position and refuses an impossible one.
func (s *State) UnmarshalJSON(data []byte) error {
	var p position
	return game.ReadPosition(s, data, &p, p.state)
}

// state returns the state that a position describes, not yet checked for sense.
func (p *position) state() (State, error) {
	var s State
	if len(p.Seats) < 2 || len(p.Seats) > game.MaxSeats {
		return s, fmt.Errorf("there are 2 to %d seats, not %d", game.MaxSeats, len(p.Seats))
	}
	full, err := p.Options.Fill(options)
	if err != nil {
		return s, err
	}
	if s, err = newState(len(p.Seats), full); err != nil {
		return s, err
	}
	s.stream, s.aside = p.Stream, bool(p.Rest)
	if p.Turn < 0 || p.Turn >= len(p.Seats) {
		return s, fmt.Errorf("it cannot be the turn of seat %d of %d", p.Turn, len(p.Seats))
	}
	s.turn = game.Seat(p.Turn)
	if p.Phase != "" {
		i := slices.Index(phaseIDs[:], p.Phase)
		if i < 0 {
			return s, fmt.Errorf("there is no phase %q", p.Phase)
		}
		s.phase = phase(i)
	}
	s.cat = noOne
	if p.Cat != nil {
		if *p.Cat < 0 || *p.Cat >= len(p.Seats) {
			return s, fmt.Errorf("seat %d cannot have the cat", *p.Cat)
		}
		s.cat = game.Seat(*p.Cat)
	}
	for _, seat := range p.TopKnown {
		if seat < 0 || seat >= len(p.Seats) {
			return s, fmt.Errorf("seat %d cannot know the central deck", seat)
		}
		s.topKnown |= 1 << seat
	}
	for _, read := range []func(*State) error{p.readSeats, p.readTokens, p.readDecks} {
		if err := read(&s); err != nil {
			return s, err
		}
	}
	s.flipped = s.flips()
	return s, nil
}

func (p *position) readSeats(s *State) error {
	for i, in := range p.Seats {
		out := &s.players[i]
		var ok bool
		if out.wonder, ok = wonderByID(in.Wonder); !ok {
			return fmt.Errorf("there is no wonder %q; there are: %s", in.Wonder, wonderIDs())
		}
		for _, stage := range in.Built {
			if stage < 1 || stage > NumStages {
				return fmt.Errorf("there is no stage %d", stage)
			}
			out.built |= 1 << (stage - 1)
		}
		var err error
		if out.cards, err = readBag(in.Cards); err != nil {
			return err
		}
		if out.tokens, err = readTokens(in.Tokens); err != nil {
			return err
		}
		if in.Victories < 0 || in.Victories > 255 {
			return fmt.Errorf("nobody has %d victory tokens", in.Victories)
		}
		out.victories = uint8(in.Victories)
	}
	return nil
}

func (p *position) readTokens(s *State) error {
	free := allTokens
	for seat := range p.Seats {
		for t := range Token(NumTokens) {
			for range s.players[seat].tokens.Count(t) {
				free = free.remove(t)
			}
		}
	}
	for i := range s.faceUp {
		s.faceUp[i] = NoToken
		switch {
		case p.FaceUp != nil:
			if i < len(p.FaceUp) && p.FaceUp[i] != NoToken.String() {
				t, ok := tokenByID(p.FaceUp[i])
				if !ok {
					return fmt.Errorf("there is no token %q", p.FaceUp[i])
				}
				s.faceUp[i] = t
			}
		case free != 0:
			s.faceUp[i] = free.nth(0)
		}
		if s.faceUp[i] != NoToken {
			free = free.remove(s.faceUp[i])
		}
	}
	if len(p.FaceUp) > faceUpPlaces {
		return fmt.Errorf("%d tokens lie face up, not %d", faceUpPlaces, len(p.FaceUp))
	}
	s.pile = free
	var err error
	if p.Pile != nil {
		if s.pile, err = readTokens(p.Pile); err != nil {
			return err
		}
	}
	if s.used, err = readTokens(p.Used); err != nil {
		return err
	}
	s.ready, err = readTokens(p.Ready)
	return err
}

// readDecks reads the decks and fills in what is left out. Cards that players have are taken to come from the decks that
// are written out as far as those lack them, else from the others.
func (p *position) readDecks(s *State) error {
	for d := range s.top {
		s.top[d] = NoCard
	}
	if p.Look != nil {
		if err := p.readLook(s); err != nil {
			return err
		}
	}
	var gone [NumDecks]Bag
	var open [NumDecks]bool
	for id := range p.Decks {
		if d, ok := deckByID(id); !ok || d != Central && s.ownerOf(d) == noOne {
			return fmt.Errorf("there is no deck %q in play", id)
		}
	}
	for d := range Deck(NumDecks) {
		if d != Central && s.ownerOf(d) == noOne {
			continue
		}
		in := p.Decks[d.String()]
		if in.Top != "" {
			k, ok := kindByID(in.Top)
			if !ok {
				return fmt.Errorf("there is no card %q", in.Top)
			}
			s.top[d] = k
		}
		if open[d] = in.Hidden == nil && !s.aside; open[d] {
			var seen Bag
			if s.top[d] != NoCard {
				seen = one(s.top[d])
			}
			if p.Look != nil && d == s.lookDeck {
				seen += s.looked
			}
			if !fullDecks[d].has(seen) {
				return fmt.Errorf("the deck %s never had %s", d, strings.Join(cardIDs(seen), ", "))
			}
			s.hidden[d] = fullDecks[d] - seen
			continue
		}
		var err error
		if s.hidden[d], err = readBag(in.Hidden); err != nil {
			return err
		}
		if !s.fitsDeck(d) {
			return fmt.Errorf("the deck %s has cards too many", d)
		}
		gone[d] = fullDecks[d] - s.left(d)
	}
	for seat := range game.Seat(s.seats) {
		for k := range Kind(NumKinds) {
			s.supplyFrom(seat, k, &gone, &open)
		}
	}
	for seat := range game.Seat(s.seats) {
		if d := s.leftDeck(seat); s.top[d] == NoCard && s.hidden[d] != 0 {
			s.top[d] = s.hidden[d].nth(0)
			s.hidden[d] -= one(s.top[d])
		}
	}
	return nil
}

// supplyFrom takes the cards of a kind that a seat has from its decks: from what is gone of them, then from those whose
// hidden cards are left open.
func (s *State) supplyFrom(seat game.Seat, k Kind, gone *[NumDecks]Bag, open *[NumDecks]bool) {
	need := s.players[seat].cards.Count(k)
	for _, d := range [...]Deck{s.leftDeck(seat), s.rightDeck(seat), Central} {
		n := min(need, gone[d].Count(k))
		gone[d] -= Bag(n) * one(k)
		need -= n
	}
	for _, d := range [...]Deck{s.leftDeck(seat), s.rightDeck(seat), Central} {
		if open[d] {
			n := min(need, s.hidden[d].Count(k))
			s.hidden[d] -= Bag(n) * one(k)
			need -= n
		}
	}
}

func (p *position) readLook(s *State) error {
	d, ok := deckByID(p.Look.Deck)
	if !ok {
		return fmt.Errorf("there is no deck %q", p.Look.Deck)
	}
	s.lookDeck = d
	var err error
	s.looked, err = readBag(p.Look.Cards)
	return err
}

// changedOptions returns the options that differ from their defaults.
func (s *State) changedOptions() game.Options {
	o := game.Options{}
	if w := writeWonders(s.chosen[:s.seats]); w != random {
		o["wonders"] = w
	}
	for q, value := range s.rulings {
		if value != 0 {
			o[options[1+q].Key] = options[1+q].Values[value]
		}
	}
	return o
}

func writeBag(b Bag) map[string]int {
	m := map[string]int{}
	for k := range Kind(NumKinds) {
		if n := b.Count(k); n > 0 {
			m[k.String()] = n
		}
	}
	return m
}

func readBag(m map[string]int) (Bag, error) {
	var b Bag
	for id, n := range m {
		k, ok := kindByID(id)
		if !ok {
			return 0, fmt.Errorf("there is no card %q", id)
		}
		if n < 0 || n > maxOfKind {
			return 0, fmt.Errorf("there cannot be %d cards %s together", n, id)
		}
		b += Bag(n) * one(k)
	}
	return b, nil
}

func writeTokens(set Tokens) []string {
	list := []string{}
	for i := range set.Len() {
		list = append(list, set.nth(i).String())
	}
	return list
}

func readTokens(ids []string) (Tokens, error) {
	var set Tokens
	for _, id := range ids {
		t, ok := tokenByID(id)
		if !ok {
			return 0, fmt.Errorf("there is no token %q", id)
		}
		next := set.add(t)
		if next == set {
			return 0, fmt.Errorf("there is no further token %s", id)
		}
		set = next
	}
	return set, nil
}
