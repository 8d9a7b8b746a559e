package dice

import (
	"fmt"
	"slices"
)

// cityCompiler makes the plan of one city, building by building.
type cityCompiler struct {
	sheet *Sheet
	plan  plan
	// known are the spaces of this city by id, tracks their number by building and symbol.
	known   []string
	tracks  map[trackEntry]uint8
	entries [numBuildings]*buildingEntry
}

func (c *cityCompiler) building(place string, e *buildingEntry) error {
	b := indexOf(buildingIDs[:], e.ID)
	if b < 0 {
		return fmt.Errorf("%s.id: %q is none of %v", place, e.ID, buildingIDs)
	}
	if c.entries[b] != nil {
		return fmt.Errorf("%s.id: the building is there twice", place)
	}
	c.entries[b] = e
	if !slices.Contains(buildingColours, e.Color) {
		return fmt.Errorf("%s.color: %q is none of %v", place, e.Color, buildingColours)
	}
	if e.CompletionBonus {
		c.plan.bonus |= 1 << b
	}
	if len(e.Spaces) == 0 {
		return fmt.Errorf("%s.spaces: a building has at least one", place)
	}
	for i := range e.Spaces {
		if err := c.space(place+"."+e.Spaces[i].ID, Building(b), &e.Spaces[i]); err != nil {
			return err
		}
	}
	for i := range e.Tracks {
		if err := c.track(fmt.Sprintf("%s.tracks[%d]", place, i), Building(b), &e.Tracks[i]); err != nil {
			return err
		}
	}
	for _, s := range e.Spaces {
		if i := c.index(s.ID); len(c.plan.onTracks[i]) == 0 {
			return fmt.Errorf("%s.%s: lies on no track", place, s.ID)
		}
	}
	return nil
}

func (c *cityCompiler) space(place string, b Building, e *spaceEntry) error {
	if err := newID(place, e.ID, c.known); err != nil {
		return err
	}
	c.known = append(c.known, e.ID)
	if e.Cost > maxCost {
		return fmt.Errorf("%s.cost: %d, but costs are 0 to %d resources", place, e.Cost, maxCost)
	}
	if err := sourced(place, e.Source); err != nil {
		return err
	}
	i := c.index(e.ID)
	c.plan.building[i] = uint8(b)
	c.plan.cost[i] = uint8(e.Cost)
	c.plan.spaces[b] |= 1 << i
	for k := e.Cost; k <= maxCost; k++ {
		c.plan.atMost[k] |= 1 << i
	}
	return nil
}

func (c *cityCompiler) index(space string) int { return indexOf(c.sheet.spaceIDs, space) }

func (c *cityCompiler) track(place string, b Building, e *arrowEntry) error {
	if e.Mode != "ordered" && e.Mode != "any" {
		return fmt.Errorf("%s.mode: must be ordered or any, not %q", place, e.Mode)
	}
	if err := sourced(place, e.Source); err != nil {
		return err
	}
	if (e.Symbol == "") != (b == Wonder) {
		return fmt.Errorf("%s.symbol: every track has one, except in the wonder, which needs no die", place)
	}
	if c.tracks == nil {
		c.tracks = map[trackEntry]uint8{}
	}
	number := uint8(len(c.plan.tracks))
	if b != Wonder {
		key := trackEntry{b.String(), e.Symbol}
		if _, twice := c.tracks[key]; twice {
			return fmt.Errorf("%s.symbol: %s heads two tracks of the building", place, e.Symbol)
		}
		c.tracks[key] = number
	}
	if len(e.Spaces) == 0 {
		return fmt.Errorf("%s.spaces: a track has at least one", place)
	}
	t := track{any: e.Mode == "any"}
	for _, id := range e.Spaces {
		i := c.index(id)
		if i < 0 || c.plan.spaces[b]>>i&1 == 0 {
			return fmt.Errorf("%s.spaces: %q is no space of the building", place, id)
		}
		if t.mask>>i&1 != 0 {
			return fmt.Errorf("%s.spaces: %q is there twice", place, id)
		}
		t.spaces = append(t.spaces, uint8(i))
		t.mask |= 1 << i
		c.plan.onTracks[i] = append(c.plan.onTracks[i], number)
		if len(c.plan.onTracks[i]) > maxTracks {
			return fmt.Errorf("%s.spaces: %q lies on more than %d tracks", place, id, maxTracks)
		}
	}
	c.plan.fresh |= t.next(0)
	c.plan.tracks = append(c.plan.tracks, t)
	return nil
}

// finish compiles what needs all buildings: effects and faces.
func (c *cityCompiler) finish(place string) error {
	for b, e := range c.entries {
		if e == nil {
			return fmt.Errorf("buildings: %s is missing", Building(b))
		}
		at := "buildings." + e.ID
		if Building(b) == Wonder || Building(b) == University {
			at = place + "." + e.ID
		}
		for i := range e.Spaces {
			s := &e.Spaces[i]
			if err := c.effects(at+"."+s.ID, c.index(s.ID), s.Effects); err != nil {
				return err
			}
		}
	}
	for i, b := range c.sheet.document.Bonuses {
		if err := c.effects("bonuses."+b.ID, maxSpaces+i, b.Effects); err != nil {
			return err
		}
	}
	for i, d := range c.sheet.document.Dice {
		for f := range d.Faces {
			face, err := c.face(fmt.Sprintf("dice.%s.faces[%d]", d.ID, f), &d.Faces[f])
			if err != nil {
				return err
			}
			c.plan.faces[i][f] = face
		}
	}
	return c.fits(place)
}

func (c *cityCompiler) face(place string, e *faceEntry) (face, error) {
	var f face
	var tracks []trackEntry
	forms := 0
	if e.Building != "" || e.Track != "" {
		forms++
		tracks = []trackEntry{{e.Building, e.Track}}
	}
	if len(e.Choice) > 0 {
		forms++
		tracks = e.Choice
	}
	if len(e.Mark) > 0 {
		forms++
		spaces, err := c.spacesOf(place+".mark", e.Mark)
		if err != nil {
			return f, err
		}
		f.spaces = spaces
	}
	if forms != 1 {
		return f, fmt.Errorf("%s: points to one building and track, or to a choice of them, or marks buildings; this has %d of the three", place, forms)
	}
	shared := false
	for _, t := range tracks {
		number, ok := c.tracks[t]
		if !ok {
			return f, fmt.Errorf("%s.track: %s has no track %q", place, t.Building, t.Track)
		}
		f.tracks = append(f.tracks, number)
		f.spaces |= c.plan.tracks[number].mask
		for _, s := range c.plan.tracks[number].spaces {
			shared = shared || len(c.plan.onTracks[s]) > 1
		}
	}
	if !shared {
		f.tracks = nil
	}
	if len(e.Compare) > 0 {
		spaces, err := c.spacesOf(place+".compare", e.Compare)
		if err != nil {
			return f, err
		}
		f.compare = spaces
	}
	return f, nil
}

func (c *cityCompiler) spacesOf(place string, buildings []string) (uint64, error) {
	var set uint64
	for _, id := range buildings {
		b := indexOf(buildingIDs[:], id)
		if b < 0 {
			return 0, fmt.Errorf("%s: %q is none of %v", place, id, buildingIDs)
		}
		set |= c.plan.spaces[b]
	}
	return set, nil
}

// fits checks the sheet against the room that states have for what is unfinished in a round, and that
// dice reach everything.
func (c *cityCompiler) fits(place string) error {
	depth, decisions := 1+len(c.sheet.bonusIDs), 1+len(c.sheet.bonusIDs)
	for _, effects := range c.plan.things[:maxSpaces] {
		if slices.ContainsFunc(effects, func(e effect) bool { return e.asks() }) {
			depth++
		}
	}
	var income [numColours]int
	for _, effects := range c.plan.things {
		for _, e := range effects {
			decisions += e.decisions()
			if e.kind == effIncome {
				income[e.arg] += int(e.n)
			}
		}
	}
	for colour, coins := range income {
		if coins > maxIncome {
			return fmt.Errorf("%s: choosing a %s die could bring %d coins, at most %d", place, Colour(colour), coins, maxIncome)
		}
	}
	if depth > maxDepth {
		return fmt.Errorf("%s: %d spaces and bonuses could wait for each other in one round, there is room for %d", place, depth, maxDepth)
	}
	if decisions > maxDecisions {
		return fmt.Errorf("%s: spaces and bonuses could bring %d decisions in one round, there is room for %d", place, decisions, maxDecisions)
	}
	if n := count(c.plan.attacks); n > maxAttacks {
		return fmt.Errorf("%s: %d attack spaces are too many, at most %d", place, n, maxAttacks)
	}
	reached := c.plan.spaces[Wonder]
	for i := range c.sheet.diceIDs {
		for _, f := range c.plan.faces[i] {
			reached |= f.spaces
		}
	}
	for _, id := range c.known {
		if i := c.index(id); reached>>i&1 == 0 {
			return fmt.Errorf("dice: no face points to space %s of %s", id, place)
		}
	}
	return nil
}
