package server_test

import (
	"encoding/json"
	"slices"
	"testing"

	"mirabilia/api"
	"mirabilia/bot"
	"mirabilia/game"
	"mirabilia/game/gametest/steps"
	"mirabilia/games"
	"mirabilia/server"
)

// TestGameOutsideTheCatalogue: a server serves whatever game it is given: it lists it, people and bots play it to its end, its
// secrets are kept, and its record replays.
func TestGameOutsideTheCatalogue(t *testing.T) {
	s := start(t, func(c *server.Config) {
		c.Games = append([]game.Game{steps.Game}, games.All...)
		c.Bots, c.Offered, c.DefaultBot, c.BotPlays, c.NewBot = bot.Names, bot.Levels, bot.DefaultLevel, bot.Plays, bot.New
	})
	anna, ben := s.guest("Anna"), s.guest("Ben")
	var list api.Catalogue
	anna.must("GET", "/api/games", nil, &list)
	if len(list.Games) != len(games.All)+1 || list.Games[0].ID != "steps" {
		t.Errorf("the catalogue has %d games, the first is %s", len(list.Games), list.Games[0].ID)
	}

	if want := []string{"random", "greedy"}; len(list.BotsOf) != 1 || !slices.Equal(list.BotsOf["steps"], want) {
		t.Errorf("the bots of games without levels: %v", list.BotsOf)
	}
	anna.refused("POST", "/api/tables", api.CreateTable{Settings: api.Settings{Game: "steps", Seats: 2}, Bots: []string{"", "level3"}}, 400, "bad_bot")

	id := table(t, "steps", anna, ben)
	view := func(snap *api.Snapshot) (v steps.View) {
		data, err := json.Marshal(snap.Game.View)
		if err == nil {
			err = json.Unmarshal(data, &v)
		}
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for seat, g := range []*guest{anna, ben} {
		v := view(g.look(id))
		if own, other := v.Seats[seat], v.Seats[1-seat]; len(own.Hand) != 3 || other.Hand != nil || other.HandCount != 3 {
			t.Errorf("seat %d sees %+v", seat, v)
		}
	}
	end := playOn(t, id, 100, anna, ben)
	if end.Table.Status != api.StatusFinished || end.Game.Result == nil || len(end.Game.Result.Winners) == 0 {
		t.Fatalf("%+v", end.Game)
	}
	var replay api.Replay
	anna.must("GET", "/api/tables/"+id+"/replay", nil, &replay)
	if len(replay.Frames) < 24 {
		t.Errorf("the replay has %d frames", len(replay.Frames))
	}

	// Against the bot that plays by the score.
	snap, err := anna.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: "steps", Seats: 2}, Bots: []string{"", "greedy"}})
	if err != nil {
		t.Fatal(err)
	}
	if snap.Table.Takeover != "greedy" {
		t.Errorf("%s plays for people who leave", snap.Table.Takeover)
	}
	anna.do(snap.Table.ID, api.CommandStart, api.CommandData{Nonce: "0a"})
	end = playOn(t, snap.Table.ID, 100, anna)
	if end.Table.Status != api.StatusFinished || end.Game.Result == nil {
		t.Errorf("against a bot: %+v", end.Game)
	}
}
