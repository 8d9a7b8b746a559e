package duel

import (
	"strings"
)

// The domains of moves that only Pantheon has.
var (
	godIDs       = makeDomain(len(gods), func(i int) string { return gods[i] })
	mythIDs      = makeDomain(numMythologies, func(i int) string { return mythologyIDs[i] })
	spaceIDs     = makeDomain(numSpaces, func(i int) string { return "space-" + string(rune('1'+i)) })
	lootIDs      = makeDomain(len(loots), func(i int) string { return loots[i].id })
	trackIDs     = makeDomain(2*capital+1, trackID)
	structureIDs = makeDomain(len(places), func(i int) string { return places[i] })
	// A set of offering tokens is written "2+4"; none is not written at all.
	offeringSetIDs = makeDomain(1<<numOfferings, func(set int) string {
		var values []string
		for i := range numOfferings {
			if set>>i&1 != 0 {
				values = append(values, string(rune('0'+offeringBase+i)))
			}
		}
		return strings.Join(values, "+")
	})
)

// trackID names a space of the military track by its position, -9 to 9.
func trackID(i int) string {
	if at := i - capital; at < 0 {
		return "-" + string(rune('0'-at))
	} else {
		return string(rune('0' + at))
	}
}

// places are the ids of all slots of all layouts, each once, and where they are in each.
var places, placeOf, slotAt = func() (ids []string, of [numAges][numSlots]uint8, at [numAges][]int8) {
	index := map[string]int{}
	for age := range numAges {
		for slot := range numSlots {
			id := placeIDs[age][slot]
			if _, ok := index[id]; !ok {
				index[id] = len(ids)
				ids = append(ids, id)
			}
			of[age][slot] = uint8(index[id])
		}
	}
	for age := range numAges {
		at[age] = make([]int8, len(ids))
		for i := range at[age] {
			at[age][i] = -1
		}
		for slot := range numSlots {
			at[age][of[age][slot]] = int8(slot)
		}
	}
	return ids, of, at
}()

// slotNamed returns the slot of a place in the current layout, or -1.
func (s *State) slotNamed(place uint8) int {
	if s.age == 0 {
		return -1
	}
	return int(slotAt[s.age-1][place])
}
