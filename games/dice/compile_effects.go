package dice

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// effectForms are the effects of docs/rules/dice.md 3.6: the fields each must have, and whether a bonus may bring it
// (bonuses act at once and score nothing), and whether it
// scores.
var effectForms = [numEffects]struct {
	id     string
	fields []string
	bonus  bool
	scores bool
}{
	effResource:    {"resource", []string{"resource"}, false, false},
	effVP:          {"vp", []string{"amount"}, false, true},
	effCoins:       {"coins", []string{"amount"}, true, false},
	effPerMarked:   {"per_marked", []string{"building", "coins", "vp"}, false, true},
	effDiscount:    {"die_discount", []string{"amount"}, false, false},
	effFree:        {"die_free", []string{"color"}, false, false},
	effIncome:      {"die_income", []string{"coins", "color"}, false, false},
	effUnlock:      {"unlock", []string{"die"}, false, false},
	effMark:        {"mark", []string{"buildings", "max"}, true, false},
	effFreeDie:     {"build_free_die", nil, true, false},
	effExtraAction: {"extra_action", nil, true, false},
	effAttack:      {"attack", []string{"side", "vp"}, false, true},
	effDefence:     {"defence", []string{"side"}, false, false},
	effStatueVP:    {"statue_vp", nil, false, true},
}

func (k effectKind) String() string { return effectForms[k].id }

func kindOf(id string) (effectKind, bool) {
	for k := range effectForms {
		if effectForms[k].id == id {
			return effectKind(k), true
		}
	}
	return 0, false
}

// given returns the names of the fields that an entry has, in order of the alphabet.
func (e *effectEntry) given() []string {
	var names []string
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"amount", e.Amount != nil},
		{"building", e.Building != ""},
		{"buildings", len(e.Buildings) > 0},
		{"coins", e.Coins != nil},
		{"color", e.Color != ""},
		{"die", e.Die != ""},
		{"max", e.Max != nil},
		{"resource", e.Resource != ""},
		{"side", e.Side != ""},
		{"vp", e.VP != nil},
	} {
		if f.has {
			names = append(names, f.name)
		}
	}
	return names
}

// effects compiles the effects of a thing: a space, or a bonus numbered after the spaces.
func (c *cityCompiler) effects(place string, thing int, list []effectEntry) error {
	if len(list) == 0 {
		return fmt.Errorf("%s.effects: everything printed has at least one", place)
	}
	for i := range list {
		if err := c.effect(fmt.Sprintf("%s.effects[%d]", place, i), thing, &list[i]); err != nil {
			return err
		}
	}
	if n := len(c.plan.things[thing]); n > maxPerThing {
		return fmt.Errorf("%s.effects: %d are too many, at most %d", place, n, maxPerThing)
	}
	return nil
}

func (c *cityCompiler) effect(place string, thing int, e *effectEntry) error {
	kind, ok := kindOf(e.Type)
	if !ok {
		return fmt.Errorf("%s.type: there is no effect %q", place, e.Type)
	}
	form := &effectForms[kind]
	if given := e.given(); !slices.Equal(given, form.fields) {
		return fmt.Errorf("%s: %s has the fields type %s, not type %s", place, e.Type, strings.Join(form.fields, " "), strings.Join(given, " "))
	}
	if thing >= maxSpaces && !form.bonus {
		return fmt.Errorf("%s.type: a bonus cannot bring %s, it acts at once and scores nothing", place, e.Type)
	}
	if form.scores && Building(c.plan.building[thing]) == Warehouse {
		return fmt.Errorf("%s.type: the warehouse lies outside the city and scores nothing", place)
	}
	now := effect{kind: kind}
	lasting, acts := false, true
	var err error
	switch kind {
	case effResource:
		if !slices.Contains(resourceIDs, e.Resource) {
			return fmt.Errorf("%s.resource: %q is none of %v", place, e.Resource, resourceIDs)
		}
		if Building(c.plan.building[thing]) != Warehouse {
			return fmt.Errorf("%s.type: only the warehouse holds resources", place)
		}
		acts = false // counted as marked spaces of the warehouse
	case effVP:
		points, err := small(place+".amount", *e.Amount, 100)
		if err != nil {
			return err
		}
		c.plan.vp[thing] += points
		acts = false
	case effCoins:
		if now.n, err = small(place+".amount", *e.Amount, maxReserve); err != nil {
			return err
		}
	case effPerMarked:
		return c.perMarked(place, thing, e)
	case effDiscount:
		if now.n, err = small(place+".amount", *e.Amount, 3); err != nil {
			return err
		}
		lasting = true
	case effFree, effIncome:
		colour := indexOf(colourIDs[:], e.Color)
		if colour < 0 {
			return fmt.Errorf("%s.color: %q is none of %v", place, e.Color, colourIDs)
		}
		now.arg = uint8(colour)
		if kind == effIncome {
			if now.n, err = small(place+".coins", *e.Coins, maxIncome); err != nil {
				return err
			}
		}
		lasting = true
	case effUnlock:
		d := indexOf(c.sheet.diceIDs, e.Die)
		if d < 0 || !c.sheet.dice[d].special {
			return fmt.Errorf("%s.die: %q is no special die", place, e.Die)
		}
		now.arg = uint8(d)
		lasting = true
	case effMark:
		if now.spaces, err = c.spacesOf(place+".buildings", e.Buildings); err != nil {
			return err
		}
		if now.n, err = small(place+".max", *e.Max, 7); err != nil || now.n == 0 {
			return fmt.Errorf("%s.max: must be 1 to 7, not %d", place, *e.Max)
		}
	case effAttack:
		return c.attack(place, thing, e)
	case effDefence:
		side := indexOf(sideIDs[:], e.Side)
		if side < 0 {
			return fmt.Errorf("%s.side: %q is none of %v", place, e.Side, sideIDs)
		}
		c.plan.defences[side] |= 1 << thing
		acts = false // counted as marked spaces
	case effStatueVP:
		c.plan.scoring = append(c.plan.scoring, countPoints{uint8(thing), 1, Building(c.plan.building[thing]), c.plan.spaces[StatuePark]})
		acts = false
	}
	if acts {
		c.plan.things[thing] = append(c.plan.things[thing], now)
	}
	if lasting {
		c.plan.lasting |= 1 << thing
	}
	return nil
}

func (c *cityCompiler) perMarked(place string, thing int, e *effectEntry) error {
	b := indexOf(buildingIDs[:], e.Building)
	if b < 0 {
		return fmt.Errorf("%s.building: %q is none of %v", place, e.Building, buildingIDs)
	}
	coins, err := small(place+".coins", *e.Coins, 20)
	if err != nil {
		return err
	}
	points, err := small(place+".vp", *e.VP, 20)
	if err != nil {
		return err
	}
	if coins > 0 {
		c.plan.things[thing] = append(c.plan.things[thing], effect{kind: effPerMarked, n: coins, spaces: c.plan.spaces[b]})
	}
	if points > 0 {
		c.plan.scoring = append(c.plan.scoring, countPoints{uint8(thing), points, Building(c.plan.building[thing]), c.plan.spaces[b]})
	}
	return nil
}

func (c *cityCompiler) attack(place string, thing int, e *effectEntry) error {
	side := indexOf(sideIDs[:], e.Side)
	if side < 0 {
		return fmt.Errorf("%s.side: %q is none of %v", place, e.Side, sideIDs)
	}
	points, err := small(place+".vp", *e.VP, 15)
	if err != nil {
		return err
	}
	if points < c.sheet.maxDefence {
		return fmt.Errorf("%s.vp: %d points could become negative, up to %d defences count", place, points, c.sheet.maxDefence)
	}
	if c.plan.attacks>>thing&1 != 0 {
		return fmt.Errorf("%s.type: a space has one attack at most", place)
	}
	c.plan.attacks |= 1 << thing
	c.plan.things[thing] = append(c.plan.things[thing], effect{kind: effAttack, n: points, arg: uint8(side)})
	// Attacks are numbered in the order of their bits, also those that come later in the file.
	n := uint8(0)
	for set := c.plan.attacks; set != 0; set &= set - 1 {
		c.plan.attack[bits.TrailingZeros64(set)] = n
		n++
	}
	return nil
}

func small(place string, n, most int) (uint8, error) {
	if n > most {
		return 0, fmt.Errorf("%s: %d is too much, at most %d", place, n, most)
	}
	return uint8(n), nil
}
