package table

import (
	"testing"

	"mirabilia/api"
)

// A step in the middle of a secret turn does not show in the clock of the first move.
func TestSecretFirstStep(t *testing.T) {
	s := &state{status: api.StatusPlaying, settings: api.Settings{FirstMove: 60, Clock: api.Clock{Kind: api.ClockLive, Base: 900}},
		places: []place{{holder: holderPerson}, {holder: holderBot}}, decisions: []decision{{seat: 0, secret: true}, {seat: 1}}}
	if back := s.keptBack(0); back != 840*second || !s.abortable() || s.keptBack(1) != 0 {
		t.Errorf("%d ms are kept back", back)
	}
	s.decisions[0].secret = false
	if back := s.keptBack(0); back != 0 || s.abortable() {
		t.Errorf("after the turn %d ms are kept back", back)
	}
}
