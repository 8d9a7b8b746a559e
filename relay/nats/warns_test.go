package nats

import "testing"

// TestWarningsGoOn: as long as others speak, it is logged again and again, however often they do.
func TestWarningsGoOn(t *testing.T) {
	r, warned := &Relay{}, 0
	const began = 1_000_000
	for now := int64(began); now < began+10*warnEvery; now++ {
		if r.warns(now) {
			warned++
		}
	}
	if warned != 10 {
		t.Errorf("logged %d times in ten times %d s", warned, warnEvery)
	}
}
