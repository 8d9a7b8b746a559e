package bot

import (
	"testing"
	"time"
)

func TestSpec(t *testing.T) {
	for _, text := range []string{"random", "level8:50ms", "level3:1000", "level8:50ms:2000:2x"} {
		spec, err := ParseSpec(text)
		if err != nil || spec.String() != text {
			t.Errorf("%q is read as %+v, written %q, %v", text, spec, spec, err)
		}
	}
	for _, text := range []string{"level8:", "level8:50s", "level8:x", "level8:-5", "level8:0", "level8:50ms:", "level8:ms", "level8:5xms"} {
		if spec, err := ParseSpec(text); err == nil {
			t.Errorf("%q is accepted as %+v", text, spec)
		}
	}
	own, _ := ParseSpec("level8:200ms")
	if got := own.Within(Budget{Time: time.Second, Simulations: 5, Goroutines: 2}); got.String() != "level8:200ms:2x" {
		t.Errorf("a bot's own budget became %s", got)
	}
}
