package local_test

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"mirabilia/api"
	"mirabilia/games"
	"mirabilia/local"
)

// A rehearsal gets beyond the opening in every game, and ends when a bot is asked.
func TestRehearse(t *testing.T) {
	cases := []api.Settings{{Game: "duel", Seats: 2, Options: map[string]string{"pantheon": "true"}}}
	for _, g := range games.All {
		cases = append(cases, api.Settings{Game: g.Info().ID, Seats: g.Info().MinSeats}, api.Settings{Game: g.Info().ID, Seats: g.Info().MaxSeats})
	}
	for _, s := range cases {
		s.Clock.Kind = api.ClockNone
		// As the page has it: a summary of the table, which holds more than the settings.
		settings, err := json.Marshal(api.TableSummary{ID: "here-a", Settings: s, Status: api.StatusPlaying})
		if err != nil {
			t.Fatal(err)
		}
		synctest.Test(t, func(t *testing.T) {
			// Nothing takes time here but the bots' breath.
			ctx, cancel := context.WithTimeout(t.Context(), 40*time.Millisecond)
			n, err := local.Rehearse(ctx, settings)
			if err != nil || n < 10 {
				t.Errorf("%s with %d seats: %d messages, %v", s.Game, s.Seats, n, err)
			}
			cancel()
			if n, _ := local.Rehearse(ctx, settings); n > 0 {
				t.Errorf("%s with %d seats: %d messages of a rehearsal that was over before it began", s.Game, s.Seats, n)
			}
		})
	}
}
