package tournament

import (
	"testing"

	"mirabilia/api"
)

// TestRoundOver: a deal stays sealed as long as somebody may still play it, whatever a host has decided meanwhile.
func TestRoundOver(t *testing.T) {
	const until = 1000
	late := until + afterUntil.Milliseconds() + 1
	result := func(by string) *entry { return &entry{Kind: kindResult, By: by, Table: "t1", Finished: 500} }
	for name, c := range map[string]struct {
		entries   []*entry
		now, late bool // whether the round is over soon after, and long after its games must be over
	}{
		"it is played":                     {nil, false, false},
		"it has ended":                     {[]*entry{result("")}, true, true},
		"a host has set the result":        {[]*entry{result("host")}, false, true},
		"a host has changed the result":    {[]*entry{result(""), result("host")}, true, true},
		"the tournament was called off":    {[]*entry{{Kind: kindCancelled}}, false, true},
		"it was lost without any result":   {[]*entry{{Kind: kindVoid, Table: "t1"}}, true, true},
		"set by a host, and once more":     {[]*entry{result("host"), result("host")}, false, true},
		"set by a host, then really ended": {[]*entry{result("host"), result("")}, false, true},
	} {
		cup := newTournament("cup")
		g := &Game{Table: "t1", Round: 1, Until: until}
		cup.Status, cup.Round, cup.Games, cup.byTable[g.Table] = api.TournamentRunning, 1, []*Game{g}, g
		for _, e := range c.entries {
			if err := cup.apply(e); err != nil {
				t.Fatal(err)
			}
		}
		if now, later := cup.RoundOver(1, 600), cup.RoundOver(1, late); now != c.now || later != c.late {
			t.Errorf("%s: over %v and later %v, not %v and %v", name, now, later, c.now, c.late)
		}
	}
}
