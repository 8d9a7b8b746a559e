package jsondiff_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"mirabilia/jsondiff"
)

// thing has all that views are made of, and some that they are not.
type thing struct {
	Bool  bool   `json:"bool"`
	N     int    `json:"n"`
	Small uint8  `json:"small,omitempty"`
	Text  string `json:"text"`
	Word  string `json:"word,omitempty"`
	inner
	Maybe  *int              `json:"maybe"`
	Deep   *thing            `json:"deep,omitempty"`
	List   []string          `json:"list"`
	Left   []int             `json:"left,omitempty"`
	Things []thing           `json:"things"`
	Pair   [2]int            `json:"pair"`
	Any    any               `json:"any"`
	Raw    json.RawMessage   `json:"raw"`
	Map    map[string]int    `json:"map,omitempty"`
	Float  float64           `json:"float"`
	Bytes  []byte            `json:"bytes"`
	Skip   func()            `json:"-"`
	Grid   [][]int           `json:"grid"`
	Quoted int64             `json:"quoted,omitempty"`
	Table  []map[string]int  `json:"table,omitempty"`
	Texts  map[string]string `json:"texts,omitempty"`
	Names  texts             `json:"names"`
	Seat   seat              `json:"seat"`
	To     seat              `json:"to,omitempty"`
}

type texts map[string]string

// seat is a number that is null at its end.
type seat uint8

func (s seat) MarshalJSON() ([]byte, error) { return s.AppendJSON(nil), nil }
func (s seat) AppendJSON(dst []byte) []byte {
	if s == 255 {
		return append(dst, "null"...)
	}
	return strconv.AppendUint(dst, uint64(s), 10)
}

type inner struct {
	Within string `json:"within"`
	Number int32
}

var words = []string{"", "a", "walls", `quo"te`, "árvíztűrő", "<b>&\u2028", "back\\slash", "line\nbreak", "\xff broken"}

func random(r *rand.Rand, depth int) thing {
	word := func() string { return words[r.IntN(len(words))] }
	t := thing{Bool: r.IntN(2) == 0, N: r.IntN(5) - 2, Small: uint8(r.IntN(2)), Text: word(), Word: word(),
		Pair: [2]int{r.IntN(2), r.IntN(2)}, Float: float64(r.IntN(3)) / 2, Quoted: int64(r.IntN(2))}
	t.Within, t.Number = word(), int32(r.IntN(3))
	if r.IntN(2) == 0 {
		n := r.IntN(3)
		t.Maybe = &n
	}
	if r.IntN(3) > 0 {
		t.List = []string{}
		for range r.IntN(4) {
			t.List = append(t.List, word())
		}
	}
	for range r.IntN(3) {
		t.Left = append(t.Left, r.IntN(3))
		t.Grid = append(t.Grid, []int{r.IntN(2)}, nil)
		t.Table = append(t.Table, map[string]int{"x": r.IntN(2)})
	}
	t.Any = []any{nil, 1, "x", []int{1}, map[string]any{"a": 1}, &thing{}}[r.IntN(6)]
	t.Raw = []json.RawMessage{nil, json.RawMessage(`{"a":1}`), json.RawMessage("0")}[r.IntN(3)]
	t.Map = []map[string]int{nil, {}, {"a": 1}, {"a": 2, "b": 3}}[r.IntN(4)]
	t.Seat, t.To = seat(255*r.IntN(2)), seat(r.IntN(2))
	t.Texts = []map[string]string{nil, {}, {word(): word(), word(): word(), "z": word()}}[r.IntN(3)]
	t.Names = []texts{nil, {}, {word(): word(), "b": "c"}}[r.IntN(3)]
	t.Bytes = [][]byte{nil, {}, {1, 2}}[r.IntN(3)]
	if depth > 0 {
		for range r.IntN(4) {
			t.Things = append(t.Things, random(r, depth-1))
		}
		if r.IntN(2) == 0 {
			d := random(r, depth-1)
			t.Deep = &d
		}
	}
	return t
}

// sorted writes JSON with its members in order, as Apply does.
func sorted(t *testing.T, data []byte) string {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// Append writes what encoding/json writes, and a patch turns the old into the new, whatever the values.
func TestAppendAndDiff(t *testing.T) {
	const seed = 1
	r := rand.New(rand.NewPCG(seed, seed))
	same, changed := 0, 0
	var old thing
	for i := range 1000 {
		now := random(r, 2)
		if r.IntN(3) == 0 { // change a little only
			now = old
			if r.IntN(2) == 0 {
				now.N, now.Text = r.IntN(3), words[r.IntN(len(words))]
			}
		}
		want, err := json.Marshal(now)
		if err != nil {
			t.Fatal(err)
		}
		if got := jsondiff.Append(nil, &now); string(got) != string(want) {
			t.Fatalf("seed %d, step %d: appended\n%s\nwant\n%s", seed, i, got, want)
		}
		before, _ := json.Marshal(old)
		patch := jsondiff.Diff(nil, &old, &now)
		after, err := jsondiff.Apply(before, patch)
		if err != nil || string(after) != sorted(t, want) {
			t.Fatalf("seed %d, step %d: patch\n%s\nmade\n%s\nwant\n%s\n%v", seed, i, patch, after, sorted(t, want), err)
		}
		if string(patch) == "{}" {
			same++
		} else {
			changed++
		}
		if (string(patch) == "{}") != (string(before) == string(want)) {
			t.Fatalf("seed %d, step %d: patch %s between\n%s\nand\n%s", seed, i, patch, before, want)
		}
		old = now
	}
	if same < 50 || changed < 500 {
		t.Errorf("only %d equal and %d changed values were looked at", same, changed)
	}
}

// The forms of a patch, as the page and other programs read them.
func TestForms(t *testing.T) {
	type seat struct {
		Name  string `json:"name"`
		Coins int    `json:"coins"`
		Hand  []int  `json:"hand"`
		Note  string `json:"note,omitempty"`
	}
	type view struct {
		Age   int    `json:"age"`
		Seats []seat `json:"seats"`
		Mine  *seat  `json:"mine"`
	}
	a := view{1, []seat{{"Anna", 7, []int{1, 2, 3, 4, 5, 6, 7, 8}, "x"}, {"Béla", 7, nil, ""}}, nil}
	for want, b := range map[string]view{
		`{}`:          a,
		`{"age":[2]}`: {2, a.Seats, nil},
		`{"mine":[{"name":"","coins":0,"hand":null}]}`:                   {1, a.Seats, &seat{}},
		`{"seats":{"0":{"coins":[6],"hand":{"length":[7]},"note":0}}}`:   {1, []seat{{"Anna", 6, []int{1, 2, 3, 4, 5, 6, 7}, ""}, {"Béla", 7, nil, ""}}, nil},
		`{"seats":{"1":{"hand":[[4]],"note":["y"]}}}`:                    {1, []seat{{"Anna", 7, []int{1, 2, 3, 4, 5, 6, 7, 8}, "x"}, {"Béla", 7, []int{4}, "y"}}, nil},
		`{"seats":{"length":[1]}}`:                                       {1, []seat{{"Anna", 7, []int{1, 2, 3, 4, 5, 6, 7, 8}, "x"}}, nil},
		`{"seats":{"0":{"hand":[[2,3,4,5,6,7,8]]}}}`:                     {1, []seat{{"Anna", 7, []int{2, 3, 4, 5, 6, 7, 8}, "x"}, {"Béla", 7, nil, ""}}, nil},
		`{"seats":{"2":[{"name":"","coins":0,"hand":[]}],"length":[3]}}`: {1, []seat{a.Seats[0], a.Seats[1], {Hand: []int{}}}, nil},
	} {
		if got := jsondiff.Diff(nil, a, b); string(got) != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// What is no patch is refused with a reason, never half applied in silence.
func TestApplyRefuses(t *testing.T) {
	for patch, word := range map[string]string{
		`[]`: "object", `1`: "object", `{"a":1}`: "0", `{"a":[]}`: "[v]", `{"a":[1,2]}`: "[v]", `{"n":{"x":[1]}}`: "object or an array",
		`{"l":{"5":[1]}}`: "no member", `{"l":{"x":[1]}}`: "no member", `{"l":{"length":2}}`: "[n]", `{"l":{"length":[-1]}}`: "length",
		`{"l":{"length":[1000000000]}}`: "length", `{"l":{"0":0}}`: "member 0", `{`: "EOF",
	} {
		if out, err := jsondiff.Apply([]byte(`{"n":1,"l":[1]}`), []byte(patch)); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: %s %v", patch, out, err)
		}
	}
}
