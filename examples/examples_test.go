// Package examples_test plays the example bots against each other on a running server.
package examples_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/server"
	"mirabilia/server/client"
	"mirabilia/server/servertest"
)

// The two example bots, invited by a person, play whole games against each other: one in turns, one where both choose at
// once. The server keeps its usual limits.
func TestBotsPlayEachOther(t *testing.T) {
	gobot := filepath.Join(t.TempDir(), "gobot")
	if out, err := exec.Command("go", "build", "-o", gobot, "./gobot").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("the example in Python needs python3 to be tested: ", err)
	}
	for _, id := range []string{"duel", "dice"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			base := servertest.Start(t, server.DefaultLimits)
			owner, err := client.Enter(t.Context(), base, nil, "Anna")
			if err != nil {
				t.Fatal(err)
			}
			snap, err := owner.Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: id, Seats: 2}, Seat: game.NoSeat})
			if err != nil {
				t.Fatal(err)
			}
			table := snap.Table.ID
			var inv api.Invite
			if err := owner.Do(t.Context(), "POST", "/api/tables/"+table+"/invites", nil, &inv); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			var wg sync.WaitGroup
			for name, command := range map[string][]string{"gobot": {gobot}, "pybot": {python, "pybot/bot.py"}} {
				var tok api.Token
				if err := owner.Do(t.Context(), "POST", "/api/tokens", api.NameRequest{Name: name}, &tok); err != nil {
					t.Fatal(err)
				}
				wg.Go(func() {
					args := append(command[1:], "--server", base, "--token", tok.Token, "--invite", inv.Token)
					out, err := exec.CommandContext(ctx, command[0], args...).CombinedOutput()
					if err != nil || !strings.Contains(string(out), "over: seats") {
						t.Errorf("%s: %v: %s", name, err, out)
					}
				})
			}
			for ctx.Err() == nil { // until both have sat down
				if _, err := owner.Command(ctx, table, api.Command{ID: time.Now().String(), Type: api.CommandStart}); err == nil {
					break
				}
				time.Sleep(50 * time.Millisecond)
			}
			wg.Wait()
			end, err := owner.Look(t.Context(), table)
			if err != nil {
				t.Fatal(err)
			}
			if end.Table.Status != api.StatusFinished {
				t.Errorf("the game is %s", end.Table.Status)
			}
			for _, p := range end.Table.Places {
				if p.Kind != api.KindProgram || !p.Revealed {
					t.Errorf("%s is marked as %s, nonce %v, revealed %v", p.Name, p.Kind, p.Nonce, p.Revealed)
				}
			}
		})
	}
}
