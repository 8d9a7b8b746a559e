package dice

import (
	"fmt"
	"slices"

	"mirabilia/game"
)

// compile checks the document and fills the tables. Errors begin with the field that is wrong.
func (sh *Sheet) compile() error {
	d := &sh.document
	if d.FormatVersion != 1 {
		return fmt.Errorf("format_version: %d is unknown, this program reads 1", d.FormatVersion)
	}
	for _, step := range []func() error{sh.compileConstants, sh.compileQuarters, sh.compileDice, sh.nameThings, sh.compileCities} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

type namedConstant struct {
	name  string
	value *constant
	max   int
}

func (c *constants) each() []namedConstant {
	return []namedConstant{
		{"start_coins", &c.StartCoins, maxReserve},
		{"pass_coins", &c.PassCoins, maxReserve},
		{"bonuses_to_trigger_end", &c.BonusesToEnd, maxBonuses},
		{"rounds_after_trigger_round", &c.RoundsAfter, 100},
		{"agora_first_finisher_vp", &c.AgoraFirst, 100},
		{"gold_reserve_size", &c.GoldReserve, maxReserve},
		{"max_counted_defence", &c.MaxCountedShield, maxSpaces},
	}
}

func (sh *Sheet) compileConstants() error {
	d := &sh.document
	c := &d.Constants
	for _, field := range c.each() {
		place := "constants." + field.name
		if v := field.value.Value; v > field.max {
			return fmt.Errorf("%s.value: %d is too much, at most %d", place, v, field.max)
		}
		if err := sourced(place, field.value.Source); err != nil {
			return err
		}
	}
	if c.StartCoins.Value > c.GoldReserve.Value {
		return fmt.Errorf("constants.start_coins.value: %d coins do not fit into a reserve of %d", c.StartCoins.Value, c.GoldReserve.Value)
	}
	if n := c.BonusesToEnd.Value; n < 1 || n > len(d.Bonuses) {
		return fmt.Errorf("constants.bonuses_to_trigger_end.value: must be 1 to %d, the number of bonuses, not %d", len(d.Bonuses), n)
	}
	sh.startCoins, sh.passCoins, sh.reserve = uint8(c.StartCoins.Value), uint8(c.PassCoins.Value), uint8(c.GoldReserve.Value)
	sh.bonusesToEnd, sh.roundsAfter = c.BonusesToEnd.Value, uint32(c.RoundsAfter.Value)
	sh.agoraFirst, sh.maxDefence = uint8(c.AgoraFirst.Value), uint8(c.MaxCountedShield.Value)
	return nil
}

func (sh *Sheet) compileQuarters() error {
	q := &sh.document.Quarters
	if len(q.Costs) != numQuarters {
		return fmt.Errorf("quarters.costs: the forum has %d quarters, not %d", numQuarters, len(q.Costs))
	}
	for i, cost := range q.Costs {
		if cost > maxReserve {
			return fmt.Errorf("quarters.costs[%d]: %d is too much, at most %d", i, cost, maxReserve)
		}
		sh.quarters[i] = uint8(cost)
	}
	return sourced("quarters", q.Source)
}

// compileDice reads what does not depend on the cities: which dice there are and which faces are alike.
func (sh *Sheet) compileDice() error {
	dice := sh.document.Dice
	if len(dice) > maxDice {
		return fmt.Errorf("dice: %d are too many, at most %d", len(dice), maxDice)
	}
	starting, grey, special := 0, 0, 0
	for i, e := range dice {
		place := "dice." + e.ID
		if err := newID(place, e.ID, sh.diceIDs); err != nil {
			return err
		}
		sh.diceIDs = append(sh.diceIDs, e.ID)
		colour := indexOf(colourIDs[:], e.Color)
		if colour < 0 {
			return fmt.Errorf("%s.color: %q is none of %v", place, e.Color, colourIDs)
		}
		if len(e.Faces) != dieFaces {
			return fmt.Errorf("%s.faces: a die has %d faces, not %d", place, dieFaces, len(e.Faces))
		}
		if err := sourced(place, e.Source); err != nil {
			return err
		}
		sh.dice[i] = die{colour: Colour(colour), special: e.Special}
		for f := range e.Faces {
			first := slices.IndexFunc(e.Faces, func(o faceEntry) bool { return o.Symbol == e.Faces[f].Symbol })
			if !e.Faces[first].equal(e.Faces[f]) {
				return fmt.Errorf("%s.faces[%d]: shows %s like faces[%d] but points elsewhere", place, f, e.Faces[f].Symbol, first)
			}
			sh.dice[i].same[f] = uint8(first)
			sh.symbolIDs[i][f] = e.Faces[f].Symbol
		}
		switch {
		case e.Special:
			special++
		case starting < forumSize:
			sh.starting[starting] = uint8(i)
			fallthrough
		default:
			starting++
			if Colour(colour) == Grey {
				grey++
			}
		}
	}
	if starting != forumSize {
		return fmt.Errorf("dice: %d are not special, the forum starts with %d", starting, forumSize)
	}
	if special > grey {
		return fmt.Errorf("dice: %d special dice cannot each replace one of %d grey ones", special, grey)
	}
	return nil
}

func (f faceEntry) equal(o faceEntry) bool {
	return f.Symbol == o.Symbol && f.Building == o.Building && f.Track == o.Track &&
		slices.Equal(f.Choice, o.Choice) && slices.Equal(f.Mark, o.Mark) && slices.Equal(f.Compare, o.Compare)
}

// nameThings numbers spaces, bonuses and cities.
func (sh *Sheet) nameThings() error {
	d := &sh.document
	if len(d.Bonuses) > maxBonuses {
		return fmt.Errorf("bonuses: %d are too many, at most %d", len(d.Bonuses), maxBonuses)
	}
	for _, b := range d.Bonuses {
		if err := newID("bonuses."+b.ID, b.ID, sh.bonusIDs); err != nil {
			return err
		}
		if err := sourced("bonuses."+b.ID, b.Source); err != nil {
			return err
		}
		sh.bonusIDs = append(sh.bonusIDs, b.ID)
	}
	sh.allBonus = uint8(1<<len(sh.bonusIDs) - 1)
	if len(d.Cities) < game.MaxSeats {
		return fmt.Errorf("cities: %d are too few, %d players need one each", len(d.Cities), game.MaxSeats)
	}
	if len(d.Cities) > maxCities {
		return fmt.Errorf("cities: %d are too many, at most %d", len(d.Cities), maxCities)
	}
	name := func(b *buildingEntry) {
		for _, s := range b.Spaces {
			if !slices.Contains(sh.spaceIDs, s.ID) {
				sh.spaceIDs = append(sh.spaceIDs, s.ID)
			}
		}
	}
	for i := range d.Buildings {
		name(&d.Buildings[i])
	}
	for i := range d.Cities {
		c := &d.Cities[i]
		if err := newID("cities."+c.ID, c.ID, sh.cityIDs); err != nil {
			return err
		}
		if c.ID == randomCity {
			return fmt.Errorf("cities.%s.id: the word is taken for cities drawn at random", c.ID)
		}
		if err := sourced("cities."+c.ID, c.Source); err != nil {
			return err
		}
		sh.cityIDs = append(sh.cityIDs, c.ID)
		name(&c.Wonder)
		name(&c.University)
	}
	if n := len(sh.spaceIDs); n > maxSpaces {
		return fmt.Errorf("cities: the sheets have %d different space ids together, at most %d; give wonder and university spaces the same ids in every city", n, maxSpaces)
	}
	return nil
}

func (sh *Sheet) compileCities() error {
	d := &sh.document
	for i := range d.Cities {
		c := &d.Cities[i]
		b := cityCompiler{sheet: sh}
		for j := range d.Buildings {
			place := "buildings." + d.Buildings[j].ID
			if id := d.Buildings[j].ID; id == Wonder.String() || id == University.String() {
				return fmt.Errorf("%s.id: it belongs to the cities, each has its own", place)
			}
			if err := b.building(place, &d.Buildings[j]); err != nil {
				return err
			}
		}
		place := "cities." + c.ID
		for _, own := range []struct {
			name  Building
			entry *buildingEntry
		}{{Wonder, &c.Wonder}, {University, &c.University}} {
			if own.entry.ID != own.name.String() {
				return fmt.Errorf("%s.%s.id: must be %q, not %q", place, own.name, own.name, own.entry.ID)
			}
			if err := b.building(place+"."+own.name.String(), own.entry); err != nil {
				return err
			}
		}
		if err := b.finish(place); err != nil {
			return err
		}
		sh.plans = append(sh.plans, b.plan)
	}
	return nil
}

// newID checks an id: kept in records, so plain, and used once.
func newID(place, id string, taken []string) error {
	if id == "" {
		return fmt.Errorf("%s.id: must not be empty", place)
	}
	for _, r := range id {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' {
			return fmt.Errorf("%s.id: %q may hold only a-z, 0-9 and _", place, id)
		}
	}
	if slices.Contains(taken, id) {
		return fmt.Errorf("%s.id: %q is used twice", place, id)
	}
	return nil
}

func sourced(place, source string) error {
	if source == "" {
		return fmt.Errorf("%s.source: say where it is from; if nobody knows: designed", place)
	}
	return nil
}
