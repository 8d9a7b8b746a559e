package dice

import (
	"math/bits"
	"slices"

	"mirabilia/game"
)

// shown are the parts of a view that are printed.
type shown struct {
	buildingViews []BuildingView
	cityViews     [][]BuildingView
	bonusViews    []BonusView
}

// show prepares them once.
func (sh *Sheet) show() {
	d := &sh.document
	for i := range d.Buildings {
		sh.buildingViews = append(sh.buildingViews, showBuilding(&d.Buildings[i]))
	}
	for i := range d.Cities {
		c := &d.Cities[i]
		sh.cityViews = append(sh.cityViews, []BuildingView{showBuilding(&c.Wonder), showBuilding(&c.University)})
	}
	for _, b := range d.Bonuses {
		sh.bonusViews = append(sh.bonusViews, BonusView{b.ID, showEffects(b.Effects)})
	}
}

func showBuilding(e *buildingEntry) BuildingView {
	v := BuildingView{Building: e.ID, Colour: e.Color, Bonus: e.CompletionBonus}
	for _, t := range e.Tracks {
		v.Tracks = append(v.Tracks, TrackView{t.Symbol, t.Mode == "any", t.Spaces})
	}
	for _, s := range e.Spaces {
		v.Spaces = append(v.Spaces, SpaceView{s.ID, s.Cost, showEffects(s.Effects), s.Row, s.Col, designed(s.Source)})
	}
	return v
}

func showEffects(list []effectEntry) []EffectView {
	views := make([]EffectView, len(list))
	for i, e := range list {
		v := EffectView{Type: e.Type, Resource: e.Resource, Colour: e.Color, Die: e.Die, Side: e.Side, Buildings: e.Buildings}
		if e.Building != "" {
			v.Buildings = []string{e.Building}
		}
		for _, f := range []struct {
			to   *int
			from *int
		}{{&v.Amount, e.Amount}, {&v.Coins, e.Coins}, {&v.Points, e.VP}, {&v.Max, e.Max}} {
			if f.from != nil {
				*f.to = *f.from
			}
		}
		views[i] = v
	}
	return views
}

// View shows the game to a viewer.
func (s *State) View(viewer game.Seat) any {
	sh := s.book()
	known := s.knownTo(viewer)
	v := View{
		Round: int(s.round), Over: s.over,
		Rules:     RulesView{int(sh.passCoins), int(sh.reserve), sh.bonusesToEnd},
		Waiting:   []string{},
		Agora:     AgoraView{int(sh.agoraFirst), s.agoraFirst == 0, seatList(s.agoraFirst)},
		Buildings: sh.buildingViews, Bonuses: sh.bonusViews,
	}
	if s.last != 0 {
		last := int(s.last)
		v.LastRound = &last
	}
	if viewer < game.Seat(s.seats) {
		mine := int(viewer)
		v.Seat = &mine
		m := s.viewMine(viewer)
		v.Mine = &m
	}
	for slot := range s.forum {
		v.Forum = append(v.Forum, s.viewDie(known, slot, viewer))
	}
	for d, id := range sh.diceIDs {
		if sh.dice[d].special && s.slotOf(d) < 0 {
			v.Waiting = append(v.Waiting, id)
		}
	}
	res := s.Result()
	for seat := range game.Seat(s.seats) {
		v.Seats = append(v.Seats, s.viewSeat(known, seat, viewer, &res))
	}
	return v
}

// knownTo returns the state with all that the viewer does not know of this round undone.
func (s *State) knownTo(viewer game.Seat) *State {
	known := *s
	if viewer == game.Open || s.over {
		return &known
	}
	for seat := range game.Seat(s.seats) {
		if seat != viewer {
			known.rewind(seat)
		}
	}
	return &known
}

func seatList(set game.Seats) []int {
	list := []int{}
	for ; set != 0; set = set.Without(set.First()) {
		list = append(list, int(set.First()))
	}
	return list
}

func (s *State) viewDie(known *State, slot int, viewer game.Seat) DieView {
	sh := s.book()
	d, f := s.forum[slot], s.face[slot]
	v := DieView{
		Die: sh.diceIDs[d], Colour: sh.dice[d].colour.String(), Symbol: sh.symbolIDs[d][f],
		Quarter: int(s.quarter[slot]), Cost: int(sh.quarters[s.quarter[slot]]), Special: sh.dice[d].special,
		Owners: []int{}, State: "not_now", Targets: []TargetView{},
	}
	for seat := range s.seats {
		if known.players[seat].owned>>d&1 != 0 {
			v.Owners = append(v.Owners, int(seat))
		}
	}
	if viewer >= game.Seat(s.seats) {
		return v
	}
	p, pl := &s.players[viewer], s.plan(viewer)
	if pl.faces[d][f].compare != 0 {
		g := s.viewGuild(viewer, d, f)
		v.Guild = &g
	}
	owes := p.owes(pl)
	if owes != owesAction && owes != owesFreeDie {
		return v
	}
	barred := ""
	switch {
	case s.locked(p, slot):
		barred = "locked_die"
	case !s.keepsUp(viewer, slot):
		barred = "guild_condition"
	}
	price := PriceView{Income: p.incomeOf(sh.dice[d].colour)}
	if owes == owesAction {
		price.Die = s.dieCost(p, slot)
	}
	v.State = "nothing"
	for set := s.pointsTo(p, pl, slot); set != 0; set &= set - 1 {
		space := firstSpace(set)
		t := s.viewTarget(viewer, space, price, s.purse(p, sh.dice[d].colour), barred)
		t.Move = s.Text(pack(kindDie, int(d), int(space)))
		v.Targets = append(v.Targets, t)
		if t.OK {
			v.State = "ok"
		} else if v.State == "nothing" {
			v.State = t.Reason
		}
	}
	switch barred {
	case "locked_die":
		v.State = "locked"
	case "guild_condition":
		if v.State != "nothing" {
			v.State = barred
		}
	}
	return v
}

// viewTarget prices a space for a seat that could spend so many coins.
func (s *State) viewTarget(seat game.Seat, space uint8, price PriceView, coins int, barred string) TargetView {
	sh, p, pl := s.book(), &s.players[seat], s.plan(seat)
	b := Building(pl.building[space])
	price.Needed, price.Owned, price.Missing = int(pl.cost[space]), int(p.resources), p.missing(pl, space)
	price.Total = price.Die + price.Missing
	price.After = coins - price.Total
	marked := p.marked | 1<<space
	v := TargetView{
		Space: sh.spaceIDs[space], Building: b.String(), Price: price,
		OK: barred == "" && price.After >= 0, Reason: barred,
		Fills: marked&pl.spaces[b] == pl.spaces[b],
	}
	if barred == "" && price.After < 0 {
		v.Reason = "too_dear"
	}
	v.Bonus = v.Fills && pl.bonus>>b&1 != 0 && p.bonuses != sh.allBonus
	for _, e := range pl.things[space] {
		switch e.kind {
		case effCoins:
			v.Coins += int(e.n)
		case effPerMarked:
			v.Coins += int(e.n) * count(marked&e.spaces)
		case effAttack:
			points := int(e.n) - s.defences(seat, e.arg)
			v.Points = &points
		}
	}
	return v
}

func (s *State) viewGuild(seat game.Seat, d, f uint8) GuildView {
	v := GuildView{
		Symbol: s.book().symbolIDs[d][f], Buildings: s.book().document.Dice[d].Faces[f].Compare,
		Mine: s.compared(seat, d, f), Left: s.compared(s.left(seat), d, f), Right: s.compared(s.right(seat), d, f),
		Strict: s.seats == 2,
	}
	v.Met = v.Mine >= v.Left && v.Mine >= v.Right && (!v.Strict || v.Mine > v.Left)
	return v
}

func (s *State) viewMine(seat game.Seat) MineView {
	sh, p, pl := s.book(), &s.players[seat], s.plan(seat)
	v := MineView{
		Owes: "nothing", Wonder: []TargetView{}, Marks: []TargetView{}, Bonuses: []string{}, Guild: []GuildView{},
		Withdrawable: !s.over && p.logged > 0,
	}
	var f frame
	if p.depth > 0 {
		f = p.stack[p.depth-1]
		if f.thing() >= maxSpaces && f != mainAction {
			v.From = sh.bonusIDs[f.thing()-maxSpaces]
		} else if f != mainAction {
			v.From = sh.spaceIDs[f.thing()]
		}
	}
	switch p.owes(pl) {
	case owesAction:
		v.Owes = "action"
		v.PassGain = min(int(sh.passCoins), int(sh.reserve)-int(p.coins))
		v.Wonder = s.viewTargets(seat, p.open&pl.spaces[Wonder], kindWonder)
	case owesFreeDie:
		v.Owes = "free_die"
	case owesMark:
		v.Owes, v.Left = "mark", f.left()
		v.Marks = s.viewTargets(seat, p.open&pl.things[f.thing()][f.effect()].spaces, kindMark)
	case owesBonus:
		v.Owes = "bonus"
		v.Bonuses = idList(sh.bonusIDs, uint64(sh.allBonus&^p.bonuses))
	}
	for d := range sh.diceIDs {
		for f := range pl.faces[d] {
			if pl.faces[d][f].compare != 0 && int(sh.dice[d].same[f]) == f {
				v.Guild = append(v.Guild, s.viewGuild(seat, uint8(d), uint8(f)))
			}
		}
	}
	return v
}

// viewTargets prices spaces that need no die.
func (s *State) viewTargets(seat game.Seat, set uint64, kind int) []TargetView {
	list := []TargetView{}
	for ; set != 0; set &= set - 1 {
		space := firstSpace(set)
		t := s.viewTarget(seat, space, PriceView{}, int(s.players[seat].coins), "")
		t.Move = s.Text(pack(kind, 0, int(space)))
		list = append(list, t)
	}
	return list
}

func idList(ids []string, set uint64) []string {
	list := []string{}
	for ; set != 0; set &= set - 1 {
		list = append(list, ids[firstSpace(set)])
	}
	return list
}

// viewSeat shows a seat as the viewer knows it.
func (s *State) viewSeat(known *State, seat, viewer game.Seat, res *game.Result) SeatView {
	sh, p, pl := s.book(), &known.players[seat], s.plan(seat)
	v := SeatView{
		Seat: int(seat), City: sh.cityIDs[s.city[seat]], Ready: !s.owing.Has(seat),
		Left: int(s.left(seat)), Right: int(s.right(seat)), Coins: int(p.coins), Resources: int(p.resources),
		Bonuses: idList(sh.bonusIDs, uint64(p.bonuses)), Dice: idList(sh.diceIDs, uint64(p.owned)), Discount: int(p.discount),
		Free: idList(colourIDs[:], uint64(p.free)), Incomes: []IncomeView{}, Marked: idList(sh.spaceIDs, p.marked),
		Written: []WrittenView{}, Sheet: sh.cityViews[s.city[seat]], Done: []string{},
	}
	if s.over {
		v.Place = int(res.Place[seat])
	}
	for c := range numColours {
		if coins := p.incomeOf(c); coins > 0 {
			v.Incomes = append(v.Incomes, IncomeView{c.String(), coins})
		}
	}
	by := known.points(seat, p.marked, p.written)
	for b, spaces := range pl.spaces {
		n := count(p.marked & spaces)
		v.Counts = append(v.Counts, CountView{buildingIDs[b], n, count(spaces), p.marked&spaces == spaces, by[b]})
		v.Score += by[b]
	}
	for set := p.marked & pl.attacks; set != 0; set &= set - 1 {
		if space := firstSpace(set); known.attacked(seat, space) {
			v.Written = append(v.Written, WrittenView{sh.spaceIDs[space], int(p.written >> (4 * pl.attack[space]) & 15)})
		}
	}
	for side := range uint8(numSides) {
		v.Barracks = append(v.Barracks, known.viewBarracks(seat, side))
	}
	if seat == viewer || viewer == game.Open || s.over {
		for _, m := range s.players[seat].log[:s.players[seat].logged] {
			v.Done = append(v.Done, s.Text(game.Move(m)))
		}
	}
	return v
}

// attacked reports whether the attack of a marked space is written: it may still wait on the stack for an effect
// printed before it.
func (s *State) attacked(seat game.Seat, space uint8) bool {
	p, pl := &s.players[seat], s.plan(seat)
	for _, f := range p.stack[:p.depth] {
		if f.thing() == int(space) {
			return slices.IndexFunc(pl.things[space], func(e effect) bool { return e.kind == effAttack }) < f.effect()
		}
	}
	return true
}

func (s *State) viewBarracks(seat game.Seat, side uint8) BarracksView {
	sh, p, pl := s.book(), &s.players[seat], s.plan(seat)
	v := BarracksView{Building: BarracksWest.String(), Faces: int(s.left(seat))}
	if side == east {
		v.Building, v.Faces = BarracksEast.String(), int(s.right(seat))
	}
	v.Defences, v.DefenceOf = count(p.marked&pl.defences[side]), count(pl.defences[side])
	for set := pl.attacks; set != 0; set &= set - 1 {
		space := uint8(bits.TrailingZeros64(set))
		for _, e := range pl.things[space] {
			if e.kind != effAttack || e.arg != side {
				continue
			}
			v.AttacksOf++
			if p.marked>>space&1 != 0 {
				v.Attacks++
			} else if p.open>>space&1 != 0 && v.Next == nil {
				d := s.defences(seat, side)
				v.Next = &AttackView{sh.spaceIDs[space], int(e.n), d, int(e.n) - d}
			}
		}
	}
	return v
}

// designed reports whether a source says that the value is our own design.
func designed(source string) bool { return len(source) >= 8 && source[:8] == "designed" }
