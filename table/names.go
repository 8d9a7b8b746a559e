package table

import (
	"context"
	"slices"
)

// Names belong to people, not to tables: they are looked up when something is shown. A table in memory remembers those
// it has looked up and is told when one changes.

// names looks up the names of people.
func (h *Hub) names(ctx context.Context, people []string) (map[string]string, error) {
	slices.Sort(people)
	people = slices.Compact(people)
	if len(people) > 0 && people[0] == "" {
		people = people[1:]
	}
	if len(people) == 0 {
		return map[string]string{}, nil
	}
	names, err := h.cfg.Store.Names(ctx, people)
	return names, unavailable(err)
}

// people returns the ids of the owner and of everyone who holds a seat.
func (s *state) people() []string {
	list := []string{s.owner}
	for _, p := range s.places {
		list = append(list, p.person)
	}
	return list
}

// findNames looks up the names that are not known yet of the people at the table and in its log.
func (t *table) findNames(ctx context.Context) error {
	var missing []string
	note := func(person string) {
		if _, known := t.names[person]; !known {
			missing = append(missing, person)
		}
	}
	for _, person := range t.s.people() {
		note(person)
	}
	for _, person := range t.s.watchers(t.s.owner) {
		note(person)
	}
	for i := range t.lines {
		note(t.lines[i].e.Person)
		note(t.lines[i].e.By)
	}
	for _, l := range t.chat {
		note(l.Person)
	}
	if len(missing) == 0 {
		return nil
	}
	found, err := t.h.names(ctx, missing)
	if err != nil {
		return err
	}
	kept, err := t.h.cfg.Store.Kept(ctx, missing)
	if err != nil {
		return unavailable(err)
	}
	for _, person := range missing {
		t.names[person] = found[person] // a forgotten person has an empty name, so that the store is not asked again
		t.kept[person] = slices.Contains(kept, person)
	}
	return nil
}

// meet notes the name of a person who asks something of the table, and whether it is their own.
func (t *table) meet(p Person) {
	if p.ID == "" {
		return
	}
	_, known := t.names[p.ID]
	now := known && t.kept[p.ID] != p.Kept
	t.kept[p.ID] = p.Kept
	t.rename(p.ID, p.Name)
	if now && t.s != nil && slices.Contains(t.s.people(), p.ID) {
		t.tellFacts()
	}
}

// rename notes a name and tells everybody at the table if it is another. A person without a name was forgotten, with what they said.
func (t *table) rename(person, name string) {
	if name == "" {
		delete(t.kept, person)
		t.chat = slices.DeleteFunc(t.chat, func(l Line) bool { return l.Person == person })
	}
	was, known := t.names[person]
	t.names[person] = name
	if known && was != name && t.s != nil && slices.Contains(t.s.people(), person) {
		t.tellFacts()
	}
}

// Renamed tells the tables in memory that a person has another name.
func (h *Hub) Renamed(person, name string) {
	for _, t := range h.inMemory() {
		t.do(func() {
			if _, known := t.names[person]; known {
				t.rename(person, name)
			}
		})
	}
}
