package people

import (
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/work.json anew")

// worked is work with its first answers, which the page's own test finds, too.
type worked struct {
	Task    string   `json:"task"`
	Bits    int      `json:"bits"`
	Parts   int      `json:"parts"`
	Answers []uint32 `json:"answers"`
}

const workFile = "testdata/work.json"

// TestWork: the answers that the page finds are those of the server, and nothing else is taken for an answer.
func TestWork(t *testing.T) {
	if *update {
		var list []worked
		for i, task := range []string{"29876543.11.0123456789abcdef.00112233445566778899aabbccddeeff", "", "árvíztűrő"} {
			w := Work{task, 9 + i, 8 + i}
			list = append(list, worked{w.Task, w.Bits, w.Parts, w.Do()})
		}
		data, err := json.MarshalIndent(list, "", "  ")
		if err == nil {
			err = os.WriteFile(workFile, append(data, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(workFile)
	if err != nil {
		t.Fatal(err)
	}
	var list []worked
	if err := json.Unmarshal(data, &list); err != nil || len(list) != 3 {
		t.Fatal(list, err)
	}
	for _, c := range list {
		w := Work{c.Task, c.Bits, c.Parts}
		if !w.Done(c.Answers) || !slices.Equal(w.Do(), c.Answers) {
			t.Errorf("%q: %v", c.Task, c.Answers)
		}
		wrong := slices.Clone(c.Answers)
		wrong[2]++
		for what, answers := range map[string][]uint32{"none": nil, "one too few": c.Answers[1:], "one too many": append(slices.Clone(c.Answers), c.Answers[0]), "a wrong one": wrong} {
			if w.Done(answers) {
				t.Errorf("%q: %s is enough", c.Task, what)
			}
		}
		w.Task += "x"
		if w.Done(c.Answers) {
			t.Errorf("%q: the answers are those of another task, too", c.Task)
		}
	}
}
