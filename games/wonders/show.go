package wonders

import (
	"mirabilia/game"
	"slices"
	"strings"
)

// View shows the table to a viewer.
func (s *State) View(viewer game.Seat) any {
	v := View{
		Phase:   phases[s.phase],
		Age:     int(s.age) + 1,
		Turn:    int(s.turn) + 1,
		Turns:   lastTurn + 1,
		Sale:    salePrice,
		Owing:   []int{},
		Players: make([]Player, s.seats),
	}
	if viewer < game.Seat(s.seats) {
		v.Eye = new(int(viewer))
	}
	if s.turn < lastTurn && s.phase != choosingSides {
		v.Pass = direction(int(s.age))
	}
	for owing := s.Owing(); owing != 0; owing = owing.Without(owing.First()) {
		v.Owing = append(v.Owing, int(owing.First()))
	}
	if s.phase == lastCardPhase || s.phase == digging {
		v.Actor = new(int(s.actor))
	}
	v.Discard = s.viewDiscard(viewer)
	for seat := range v.Players {
		v.Players[seat] = s.viewPlayer(seat, viewer)
	}
	return v
}

func sees(viewer game.Seat, seat int) bool { return viewer == game.Open || viewer == game.Seat(seat) }

func (s *State) viewDiscard(viewer game.Seat) Discard {
	pile, size := s.pile()
	d := Discard{Count: size, Known: []string{}}
	known := s.knownPile(viewer)
	for c := range known {
		for range known[c] {
			d.Known = append(d.Known, cards[c].id)
		}
	}
	seat := int(s.actor)
	now := s.phase == digging && sees(viewer, seat)
	if !now && viewer != game.Open {
		return d
	}
	d.Cards = []Find{}
	for c, n := range pile {
		if n == 0 {
			continue
		}
		f := Find{Card: cards[c].id, Copies: int(n), State: "free"}
		if now {
			m := pack(dig, Card(c), payment{})
			if s.city[seat].built.meets(&sameName[c]) {
				f.State = "built"
			} else {
				f.Gain = s.gainOf(seat, Card(c))
				f.Move = s.Text(m)
			}
		}
		d.Cards = append(d.Cards, f)
	}
	if now {
		d.Decline = s.Text(pack(dig, noCard, payment{}))
	}
	return d
}

func (s *State) viewPlayer(seat int, viewer game.Seat) Player {
	c := &s.city[seat]
	signs, choices := c.signs()
	p := Player{
		Seat:      seat,
		Coins:     int(c.coins),
		Shields:   c.strength(),
		Board:     boards[c.board].id,
		Side:      sides[c.side],
		City:      make([]Column, numColours),
		Makes:     c.wares(true),
		Science:   Science{signs[0], signs[1], signs[2], choices, c.science()},
		Tokens:    []int{},
		Left:      s.viewNeighbour(seat, s.leftOf(seat), true),
		Right:     s.viewNeighbour(seat, s.rightOf(seat), false),
		HandSize:  len(s.hand(seat)),
		Committed: s.committed.Has(game.Seat(seat)),
		Recall:    s.viewRecall(seat, viewer),
		Score:     s.viewScore(seat),
	}
	for col := range p.City {
		p.City[col] = Column{colours[col], []string{}}
	}
	for age := range numAges {
		for range c.won[age] {
			p.Tokens = append(p.Tokens, victory(age))
		}
		for range c.lost[age] {
			p.Tokens = append(p.Tokens, -1)
		}
	}
	p.War = p.Score.Parts[partConflicts]
	s.viewDeeds(seat, viewer, &p)
	if s.turn < lastTurn && s.phase != choosingSides {
		to := s.rightOf(seat)
		if passesLeft(int(s.age)) {
			to = s.leftOf(seat)
		}
		p.PassTo = &to
	}
	if sees(viewer, seat) {
		p.Hand = s.viewHand(seat)
		if p.Committed {
			p.Choice = s.viewChoice(s.chosen[seat])
		}
	}
	return p
}

// viewDeeds fills in what a seat has done: its city, its stages and its last deed.
func (s *State) viewDeeds(seat int, viewer game.Seat, p *Player) {
	c := &s.city[seat]
	var under []string
	for d := range s.deeds(seat) {
		p.Last = &Deed{Kind: d.kind(), Age: int(d.age) + 1, Turn: int(d.turn) + 1}
		if d.fate == built {
			col := &p.City[cards[d.card].colour]
			col.Cards = append(col.Cards, d.card.String())
		}
		if d.fate == tucked {
			p.Last.Stage = stageID(c.board, c.side, uint8(len(under)))
			under = append(under, d.card.String())
		}
		if d.fate == built || sees(viewer, seat) {
			p.Last.Card = d.card.String()
		}
	}
	p.Stages = make([]Stage, numStages[c.board][c.side])
	for k := range p.Stages {
		st := Stage{ID: stageID(c.board, c.side, uint8(k)), Number: k + 1, State: "later"}
		switch {
		case k < len(under):
			st.State = "built"
			if sees(viewer, seat) {
				st.Card = under[k]
			}
		case k == len(under):
			st.State = "next"
			st.Badge = s.viewBadge(seat, &stageNeed[c.board][c.side][k], 0)
			st.Gain = s.stageGain(seat)
		}
		p.Stages[k] = st
	}
}

func (s *State) viewScore(seat int) Score {
	parts := s.parts(seat)
	sc := Score{Parts: parts[:]}
	for _, p := range parts {
		sc.Total += p
	}
	return sc
}

// wares returns what a city can use itself, if kept, or what its neighbours can buy: the units of each resource, then the choices.
func (c *city) wares(kept bool) []Ware {
	var units [len(letters)]int
	var choices []Ware
	add := func(produce string) {
		if options := strings.Split(produce, "/"); len(options) > 1 {
			w := Ware{Units: 1}
			for _, o := range options {
				w.Options = append(w.Options, resources[strings.Index(letters, o)])
			}
			choices = append(choices, w)
			return
		}
		for _, unit := range produce {
			units[strings.IndexRune(letters, unit)]++
		}
	}
	add(boards[c.board].start)
	have := set{c.built[0] & produces[0], c.built[1] & produces[1]}
	for !have.empty() {
		if e := &cards[have.first()].effect; kept || !e.kept {
			add(e.produce)
		}
	}
	for k := range c.stages {
		if e := stageEffect[c.board][c.side][k]; kept && e.produce != "" {
			add(e.produce)
		}
	}
	list := []Ware{}
	for i, n := range units {
		if n > 0 {
			list = append(list, Ware{Options: []string{resources[i]}, Units: n})
		}
	}
	return append(list, choices...)
}

func (s *State) viewNeighbour(seat, other int, onLeft bool) Neighbour {
	price := s.city[seat].prices()
	n := Neighbour{Seat: other, Sells: s.city[other].wares(false), War: "tie"}
	for i := range n.Sells {
		w := &n.Sells[i]
		switch {
		case slices.Index(resources[:], w.Options[0]) >= numRaw:
			w.Price = price.goods
		case onLeft:
			w.Price = price.rawLeft
		default:
			w.Price = price.rawRight
		}
	}
	switch mine, theirs := s.city[seat].strength(), s.city[other].strength(); {
	case mine > theirs:
		n.War, n.Token = "win", victory(int(s.age))
	case mine < theirs:
		n.War, n.Token = "lose", -1
	}
	return n
}

func (s *State) viewHand(seat int) []Offer {
	hand := s.hand(seat)
	list := make([]Offer, len(hand))
	for i, c := range hand {
		list[i] = s.viewOffer(seat, c)
	}
	return list
}

func (s *State) viewOffer(seat int, c Card) Offer {
	o := Offer{Card: c.String(), Badge: s.cardBadge(seat, c), Gain: s.gainOf(seat, c), LeadsTo: []string{}, Build: []Payment{}, Stage: []Payment{}}
	for to := leadsTo[c]; !to.empty(); {
		o.LeadsTo = append(o.LeadsTo, to.first().String())
	}
	if s.phase == digging {
		return o
	}
	var buf [maxPayments]payment
	bank := s.bank(seat, c)
	for _, p := range s.buildPayments(seat, c, &buf) {
		o.Build = append(o.Build, s.viewPayment(build, c, p, bank))
	}
	for _, p := range s.stagePayments(seat, &buf) {
		o.Stage = append(o.Stage, s.viewPayment(stage, c, p, 0))
	}
	o.Sell = s.Text(pack(sell, c, payment{}))
	return o
}

func (s *State) viewPayment(k kind, c Card, p payment, bank int) Payment {
	return Payment{int(p.left), int(p.right), bank, bank + p.total(), s.Text(pack(k, c, p))}
}

func (s *State) cardBadge(seat int, c Card) Badge {
	city := &s.city[seat]
	if city.built.meets(&sameName[c]) {
		return Badge{State: "built"}
	}
	chain, by := s.free(seat, c)
	switch {
	case chain:
		from := set{city.built[0] & chainedBy[c][0], city.built[1] & chainedBy[c][1]}
		return Badge{State: "chain", By: from.first().String()}
	case by != 0:
		return Badge{State: "power", By: powerIDs[by]}
	case cards[c].cost == "" && bankPrice[c] == 0:
		return Badge{State: "free"}
	}
	return *s.viewBadge(seat, &cardNeed[c], int(bankPrice[c]))
}

// viewBadge returns the price of a need and a sum for the bank.
func (s *State) viewBadge(seat int, n *need, bank int) *Badge {
	var buf [maxPayments]payment
	all := s.payments(seat, n, unlimited, &buf)
	if len(all) == 0 {
		return &Badge{State: "no_seller"}
	}
	b := &Badge{State: "trade", Price: bank + all[0].total(), Left: int(all[0].left), Right: int(all[0].right), Bank: bank}
	switch coins := int(s.city[seat].coins); {
	case b.Price == 0:
		b.State = "production"
	case b.Price > coins:
		b.State = "too_dear"
		b.Short = b.Price - coins
	}
	return b
}

// gainOf returns what a card would bring to a city.
func (s *State) gainOf(seat int, card Card) Gain {
	if s.city[seat].built.meets(&sameName[card]) {
		return Gain{}
	}
	after := *s
	after.city[seat].raise(card)
	return s.gainTo(seat, &after, after.coinsOf(seat, card))
}

// stageGain returns what the next stage would bring.
func (s *State) stageGain(seat int) *Gain {
	after := *s
	c := &after.city[seat]
	coins := int(stageEffect[c.board][c.side][c.stages].coins)
	c.stages++
	g := s.gainTo(seat, &after, coins)
	return &g
}

func (s *State) gainTo(seat int, after *State, coins int) Gain {
	g := Gain{Coins: coins, Shields: after.city[seat].strength() - s.city[seat].strength()}
	now, then := s.parts(seat), after.parts(seat)
	for i := range now {
		if i != partCoins {
			g.Points += then[i] - now[i]
		}
	}
	return g
}

func (s *State) viewChoice(m game.Move) *Choice {
	p := paid(m)
	ch := &Choice{Left: int(p.left), Right: int(p.right), Move: s.Text(m)}
	switch kindOf(m) {
	case build:
		ch.Kind = "build"
	case stage:
		ch.Kind = "stage"
	case sell:
		ch.Kind = "sell"
	case pickSide:
		ch.Kind = "side"
		ch.Side = sides[cardOf(m)]
		return ch
	}
	ch.Card = cardOf(m).String()
	return ch
}

// viewRecall returns what a viewer remembers of the hand of another seat.
func (s *State) viewRecall(seat int, viewer game.Seat) *Recall {
	if viewer >= game.Seat(s.seats) || int(viewer) == seat || len(s.hand(seat)) == 0 {
		return nil
	}
	p := s.packetOf(seat, int(s.age), int(s.turn))
	held := s.lastHeld(viewer, p)
	if held < 0 {
		return nil
	}
	var seen []Card
	r := &Recall{Cards: []string{}}
	for i := held; i < handSize; i++ {
		f := s.fateOf(int(s.age), p, i)
		if s.packet[s.age][p][i] == noCard {
			continue
		}
		if i == held && f != inHand || f == built {
			continue
		}
		if f != inHand {
			r.Gone++
		}
		seen = append(seen, s.packet[s.age][p][i])
	}
	slices.Sort(seen)
	for _, c := range seen {
		r.Cards = append(r.Cards, c.String())
	}
	return r
}
