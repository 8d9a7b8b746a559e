package conduct

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

const now = int64(1_800_000_000_000)

// ago is a time before now.
func ago(d time.Duration) int64 { return now - d.Milliseconds() }

// games returns games from letters, the last first and an hour apart: f is finished, r resigned, l left, t lost on time, s stalled, and capital letters are games at days per move.
func games(letters string) (list []Game) {
	for i, c := range letters {
		g := Game{Table: fmt.Sprint("t", i), At: ago(time.Duration(i) * time.Hour), Rated: true, Moves: 30, Days: c < 'a'}
		switch c | ' ' {
		case 'r':
			g.Resigned = true
		case 'l':
			g.Left = true
		case 't':
			g.Time = true
		case 's':
			g.Time, g.Stalled = true, true
		}
		list = append(list, g)
	}
	return list
}

func TestFinishes(t *testing.T) {
	fifty := ""
	for range 50 {
		fifty += "f"
	}
	for _, c := range []struct {
		letters      string
		finished, of int
	}{
		{"", 0, 0},
		{"ffrf", 4, 4},
		{"fltf", 2, 4},
		{"fsf", 2, 4},
		{fifty + "llll", 50, 50},
		{"l" + fifty, 49, 50},
	} {
		list := games(c.letters)
		slices.Reverse(list) // the order in which they come does not matter
		if finished, of := Finishes(list); finished != c.finished || of != c.of {
			t.Errorf("%s: %d of %d, want %d of %d", c.letters, finished, of, c.finished, c.of)
		}
	}
}

func TestRest(t *testing.T) {
	const m = time.Minute
	for _, c := range []struct {
		name   string
		aborts []time.Duration
		want   time.Duration
	}{
		{"none", nil, 0},
		{"three are free", []time.Duration{0, m, 2 * m}, 0},
		{"the fourth", []time.Duration{0, m, 2 * m, 3 * m}, 5 * m},
		{"the fourth, a while ago", []time.Duration{2 * m, 3 * m, 4 * m, 5 * m}, 3 * m},
		{"it is over", []time.Duration{5 * m, 6 * m, 7 * m, 8 * m}, 0},
		{"the fifth", []time.Duration{0, m, 2 * m, 3 * m, 4 * m}, 15 * m},
		{"the sixth", []time.Duration{0, m, 2 * m, 3 * m, 4 * m, 5 * m}, 60 * m},
		{"the ninth", []time.Duration{0, m, 2 * m, 3 * m, 4 * m, 5 * m, 6 * m, 7 * m, 8 * m}, 60 * m},
		{"yesterday's do not count", []time.Duration{0, m, 2 * m, 24 * time.Hour, 25 * time.Hour}, 0},
	} {
		var aborts []int64
		for _, d := range c.aborts {
			aborts = append(aborts, ago(d))
		}
		want := int64(0)
		if c.want > 0 {
			want = now + c.want.Milliseconds()
		}
		if got := Rest(aborts, now); got != want {
			t.Errorf("%s: until %d, want %d", c.name, got, want)
		}
	}
}

func TestFriendly(t *testing.T) {
	few := func(list []Game) []Game {
		for i := range list {
			list[i].Moves = 10
		}
		return list
	}
	eleven := few(games("rrr"))
	eleven[1].Moves = 11
	friendly := few(games("rrr"))
	friendly[0].Rated = false
	old := few(games("rrf"))
	old = append(old, Game{At: ago(24 * time.Hour), Rated: true, Resigned: true})
	for _, c := range []struct {
		name  string
		games []Game
		want  string
	}{
		{"nobody", nil, "[]"},
		{"two in ten", games("lffffffftf"), "[]"},
		{"three in ten", games("lffflffftf"), "[{leaving [t0 t4 t8]}]"},
		{"one of them is the eleventh", games("lffflfffffl"), "[]"},
		{"resigning is finishing", games("rrrrrrrrrr"), "[]"},
		{"given up at once", few(games("rfrfr")), "[{sandbagging [t0 t2 t4]}]"},
		{"twice only", few(games("rfrff")), "[]"},
		{"the eleventh move", eleven, "[]"},
		{"a friendly game", friendly, "[]"},
		{"the day before", old, "[]"},
		{"out of time at once, too", few(games("trt")), "[{sandbagging [t0 t1 t2]}]"},
		{"both", few(games("ttt")), "[{leaving [t0 t1 t2]} {sandbagging [t0 t1 t2]}]"},
	} {
		if got := fmt.Sprint(Friendly(c.games, now)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestRunning(t *testing.T) {
	late := games("FTT")
	late[2].At = ago(30 * day)
	for _, c := range []struct {
		name  string
		games []Game
		guest bool
		most  int
	}{
		{"anybody", nil, false, 20},
		{"a guest", nil, true, 3},
		{"once", games("FTF"), false, 20},
		{"twice", games("TFT"), false, 3},
		{"live games are none", games("tft"), false, 20},
		{"four finished since", games("FFFFTT"), false, 3},
		{"five finished since", games("FFfFFFTT"), false, 20},
		{"five, but one was left", games("FFLFFTT"), false, 3},
		{"a month ago", late, false, 20},
	} {
		if most, lost := Running(c.games, c.guest, now); most != c.most || lost != (c.most == 3 && !c.guest) {
			t.Errorf("%s: %d, %v; want %d", c.name, most, lost, c.most)
		}
	}
}

func TestDodged(t *testing.T) {
	const h = time.Hour
	for _, c := range []struct {
		what   string
		starts []Start
		want   bool
	}{
		{"nothing", nil, false},
		{"the last", []Start{{ago(2 * h), true, false}, {ago(h), true, true}}, true},
		{"in any order", []Start{{ago(h), true, true}, {ago(2 * h), true, false}}, true},
		{"one before the last", []Start{{ago(2 * h), true, true}, {ago(h), true, false}}, false},
		{"yesterday", []Start{{ago(24 * h), true, true}}, false},
		{"a friendly one between", []Start{{ago(2 * h), true, true}, {ago(h), false, false}}, true},
		{"a friendly one", []Start{{ago(h), false, true}}, false},
	} {
		if got := Dodged(c.starts, now); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}
