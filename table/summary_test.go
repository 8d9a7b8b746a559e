package table_test

import (
	"reflect"
	"testing"

	"mirabilia/api"
	"mirabilia/table"
)

// A finished game's row keeps its scores; rows that were stored before scores were kept are read without them.
func TestSummaryKeepsScores(t *testing.T) {
	j := newMemory()
	h := newHub(t, j)
	ps := players(t, h, anna, bela)
	snap, err := h.Create(t.Context(), anna, &api.CreateTable{Settings: api.Settings{Game: "duel", Seats: 2, Public: true}})
	if err != nil {
		t.Fatal(err)
	}
	id := snap.Table.ID
	ps[1].do(id, api.CommandJoin, api.CommandData{})
	ps[0].do(id, api.CommandStart, api.CommandData{})
	if sum := j.summary(id); sum.Standings != nil || sum.Scores != nil {
		t.Errorf("a running game lists %v %v", sum.Standings, sum.Scores)
	}
	end := playOn(t, ps, id, nil)
	got, err := table.ReadSummary(j.summary(id).Encode())
	if err != nil {
		t.Fatal(err)
	}
	if r := end.Game.Result; !reflect.DeepEqual(got.Standings, r.Places) || !reflect.DeepEqual(got.Scores, r.Scores) || len(r.Scores) != 2 {
		t.Errorf("the row keeps %v %v of %+v", got.Standings, got.Scores, r)
	}
	old, err := table.ReadSummary([]byte(`{"id":"x","game":"duel","seats":2,"clock":{},"status":"finished","owner":"a","places":[],"owing":[],"decision":80,"winners":[1],"won_by":"points","created":1,"updated":2}`))
	if err != nil || old.Scores != nil || old.Standings != nil || old.WonBy != "points" {
		t.Errorf("an old row is read as %+v, %v", old, err)
	}
}
