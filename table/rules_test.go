package table_test

import (
	"testing"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/games/duel"
	"mirabilia/table"
)

// newerRules is Duel in an edition to come.
type newerRules struct{ game.Game }

func (newerRules) Info() *game.Info {
	info := *duel.Game.Info()
	info.Rules = "to come"
	return &info
}

// A game that was dealt by other rules is not played on by these: it is refused and left as it is.
func TestRulesChanged(t *testing.T) {
	j := newMemory()
	ps := players(t, newHub(t, j), anna, bela)
	id := open(t, ps, api.Settings{Game: "duel"})
	waiting, err := ps[0].h.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2}, Bots: []string{"", "random"}})
	if err != nil {
		t.Fatal(err)
	}
	cfg := config(j)
	cfg.Games = []game.Game{newerRules{duel.Game}}
	h := table.New(cfg)
	defer h.Close()
	a := players(t, h, anna)[0]
	a.refused(id, api.CommandResign, api.CommandData{}, game.Conflict, "rules_changed")
	a.refused(waiting.Table.ID, api.CommandStart, api.CommandData{}, game.Conflict, "rules_changed")
	playOn(t, ps, id, nil) // the old program can
}
