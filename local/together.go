package local

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/table"
)

// Several people play on one device. The device's owner has no seat at such a table and sees what a spectator sees, so the
// page can follow the game without holding anybody's hand; whoever is in front of the device asks and follows as themselves.

// personPrefix begins the ids of people at such a table. The rest is the name, so that nothing else has to be kept of them.
const personPrefix = "p:"

// maxName is the longest name, in characters, as on the server.
const maxName = 24

// PersonName returns the name of a person on this device.
func PersonName(id string) string { return strings.TrimPrefix(id, personPrefix) }

func (d *Device) together(ctx context.Context, r *Request, _ string, _ map[string]string) (any, error) {
	var req api.CreateHere
	if err := read(r, &req); err != nil {
		return nil, err
	}
	if err := onDevice(&req.Settings); err != nil {
		return nil, err
	}
	people := map[int]table.Person{}
	for seat, name := range req.People {
		if name == "" {
			continue
		}
		p := table.Person{ID: personPrefix + name, Name: name}
		switch {
		case seat >= req.Seats:
			return nil, game.Refuse(game.Invalid, "bad_seats", "%s would sit at seat %d of %d", name, seat+1, req.Seats)
		case strings.TrimSpace(name) != name || utf8.RuneCountInString(name) > maxName:
			return nil, game.Refuse(game.Invalid, "bad_name", "a name has at most %d characters, and no space at its ends", maxName)
		case slices.Contains(req.People[:seat], name):
			return nil, game.Refuse(game.Invalid, "same_name", "two people are called %s; give them different names", name)
		}
		people[seat] = p
	}
	if len(people) == 0 {
		return nil, game.Refuse(game.Invalid, "nobody", "at least one person plays")
	}
	for seat := range req.Seats {
		bot := seat < len(req.Bots) && req.Bots[seat] != ""
		if _, person := people[seat]; person == bot {
			return nil, game.Refuse(game.Invalid, "bad_seats", "seat %d needs a person or a bot, and not both", seat+1)
		}
	}
	made, err := d.hub.Create(ctx, r.Person, &api.CreateTable{Settings: req.Settings, Seat: game.NoSeat, Bots: req.Bots})
	if err != nil {
		return nil, err
	}
	id := made.Table.ID
	token, err := d.hub.Invite(ctx, id, r.Person)
	if err != nil {
		return nil, err
	}
	for seat, p := range people {
		if _, err := d.hub.Accept(ctx, token, p); err != nil {
			return nil, err
		}
		c := api.Command{ID: "join" + strconv.Itoa(seat), Type: api.CommandJoin, Data: api.CommandData{Seat: &seat}}
		if _, err := d.hub.Command(ctx, id, p, &c); err != nil {
			return nil, err
		}
	}
	if _, err := d.hub.Command(ctx, id, r.Person, &api.Command{ID: "start", Type: api.CommandStart}); err != nil {
		return nil, err
	}
	return d.hub.Snapshot(ctx, id, r.Person)
}
