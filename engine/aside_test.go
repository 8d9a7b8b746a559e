package engine_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"mirabilia/engine"
)

// TestRestAside: load puts the cards that a position does not name out of play. The examples of docs/position.md are read
// so whether the position or the command says it, and bots play them to their end.
func TestRestAside(t *testing.T) {
	text, err := os.ReadFile("../docs/position.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(text), "## Part of a game")
	list := regexp.MustCompile("(?s)```json (\\w+)\n(.*?)```").FindAllStringSubmatch(part, -1)
	if len(list) != 3 {
		t.Fatalf("%d examples", len(list))
	}
	for _, m := range list {
		id, position := m[1], strings.ReplaceAll(m[2], "\n", " ")
		bare := strings.Replace(position, `"rest": "aside",`, "", 1)
		var s engine.Session
		if a := ask(t, &s, `{"cmd":"load","game":%q,"position":%s}`, id, bare); a.OK {
			t.Errorf("%s: a position without most cards was read", id)
		}
		for _, command := range []string{`"rest":"aside","position":` + bare, `"rest":"aside","position":` + position, `"position":` + position} {
			if a := ask(t, &s, `{"cmd":"load","game":%q,%s}`, id, command); !a.OK {
				t.Fatalf("%s: %+v", id, a.Error)
			}
			if saved := ask(t, &s, `{"cmd":"save"}`).Data["position"].(map[string]any); saved["rest"] != "aside" {
				t.Errorf("%s: save says %v", id, saved["rest"])
			}
		}
		moves := 0
		for ask(t, &s, `{"cmd":"result"}`).Data["over"] != true {
			a := ask(t, &s, `{"cmd":"go","level":"level8","simulations":50,"seed":%d}`, moves)
			if !a.OK {
				t.Fatalf("%s: %+v", id, a.Error)
			}
			if moves++; moves == 1 && id == "duel" && a.Data["move"] != "b:study" {
				t.Errorf("the puzzle is solved by %v", a.Data["move"])
			}
			if a := ask(t, &s, `{"cmd":"play","seat":%v,"move":%q}`, a.Data["seat"], a.Data["move"]); !a.OK {
				t.Fatalf("%s: %+v", id, a.Error)
			}
		}
		if moves == 0 {
			t.Errorf("%s: nothing was played", id)
		}
	}
	var s engine.Session
	if a := ask(t, &s, `{"cmd":"load","game":"dice","rest":"box","position":{}}`); a.OK || !strings.Contains(a.Error.Message, `must be "aside"`) {
		t.Errorf("%+v", a.Error)
	}
	ask(t, &s, `{"cmd":"new","game":"dice","seats":2}`)
	saved, _ := json.Marshal(ask(t, &s, `{"cmd":"save"}`).Data["position"])
	if a := ask(t, &s, `{"cmd":"load","game":"dice","rest":"aside","position":%s}`, saved); !a.OK {
		t.Errorf("dice, which has no cards: %+v", a.Error)
	}
}
