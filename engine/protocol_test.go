package engine_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"mirabilia/bot"
	"mirabilia/engine"
	"mirabilia/games"
)

// refused checks that a line is refused for a reason, with a message that holds some words and no type of Go.
func refused(t *testing.T, s *engine.Session, line, reason string, words ...string) {
	t.Helper()
	a := ask(t, s, "%s", line)
	if a.OK || a.Error == nil || a.Error.Reason != reason {
		t.Errorf("%s was answered %+v, want the reason %s", line, a, reason)
		return
	}
	for _, w := range words {
		if !strings.Contains(a.Error.Message, w) {
			t.Errorf("%s: %q does not say %q", line, a.Error.Message, w)
		}
	}
	for _, goish := range []string{"Go ", "struct", "json:", "uint", "int64", "engine.", "game.", "strconv"} {
		if strings.Contains(a.Error.Message, goish) {
			t.Errorf("%s: %q speaks of Go", line, a.Error.Message)
		}
	}
}

func TestOptionsOfAnyKind(t *testing.T) {
	for _, options := range []string{`{"pantheon":"true"}`, `{"pantheon":true}`} {
		var s engine.Session
		if a := ask(t, &s, `{"cmd":"new","game":"duel","seed":1,"options":%s}`, options); !a.OK {
			t.Fatalf("%s: %+v", options, a.Error)
		}
		if view, _ := json.Marshal(ask(t, &s, `{"cmd":"view"}`).Data); !strings.Contains(string(view), `"pantheon":{`) {
			t.Errorf("%s: no Pantheon", options)
		}
	}
	var s engine.Session
	if a := ask(t, &s, `{"cmd":"new","game":"architects","options":{"victories":28}}`); !a.OK {
		t.Errorf("a number as an option: %+v", a.Error)
	}
	refused(t, &s, `{"cmd":"new","game":"duel","options":{"pantheon":[true]}}`, "bad_line", "pantheon", "text, a number, true or false")
	refused(t, &s, `{"cmd":"new","game":"duel","options":{"pantheon":7}}`, "bad_option", "7")
	refused(t, &s, `{"cmd":"new","game":"duel","options":["pantheon"]}`, "bad_line", "object")
}

// Lines with fields that are unknown, of another command, of the wrong kind or given twice say what is wrong.
func TestFieldsAreChecked(t *testing.T) {
	var s engine.Session
	ask(t, &s, `{"cmd":"new","game":"duel","seed":5}`)
	refused(t, &s, `{"cmd":"play","move":"x","move":"y"}`, "bad_line", "move: the field is given twice")
	refused(t, &s, `{"cmd":"load","game":"duel","position":{"seats":1,"seats":2}}`, "bad_line", "position.seats: the field is given twice")
	refused(t, &s, `{"cmd":"moves","sead":1}`, "bad_line", "sead", "seat")
	refused(t, &s, `{"cmd":"moves","level":"level3"}`, "bad_field", "moves has no field level", "seat")
	refused(t, &s, `{"cmd":"new","game":"duel","seats":"two"}`, "bad_line", "seats: must be a whole number, not a text")
	refused(t, &s, `{"cmd":5}`, "bad_line", "cmd: must be a text, not 5")
	refused(t, &s, `{"cmd":"load","game":"duel","position":{"age":"two"}}`, "bad_position", "age: must be a whole number, not a text")
}

// Seats and seeds out of range are answered alike wherever they stand, with what is allowed.
func TestSeatsAndSeedsOutOfRange(t *testing.T) {
	var s engine.Session
	ask(t, &s, `{"cmd":"new","game":"duel","seed":5}`)
	for _, seat := range []string{"2", "7", "8", "255", "-1", "300", "0.5", "null", `"me"`, `"0"`, "[0]"} {
		for _, cmd := range []string{"moves", "withdraw", "view", "events", "redeal"} {
			refused(t, &s, `{"cmd":"`+cmd+`","seat":`+seat+`}`, "no_seat", "seats 0 to 1", seat)
		}
		refused(t, &s, `{"cmd":"play","move":"x","seat":`+seat+`}`, "no_seat", "seats 0 to 1")
	}
	for _, seed := range []string{"-1", "1.5", "true", `"12"`, `"xyz"`, "[1]", "99999999999999999999999", `{"a":1}`} {
		for _, line := range []string{`{"cmd":"new","game":"duel","seed":` + seed + `}`, `{"cmd":"redeal","seed":` + seed + `}`, `{"cmd":"go","level":"random","seed":` + seed + `}`} {
			refused(t, &s, line, "bad_seed", "whole number", "64 hex digits", seed)
		}
	}
}

// Nobody is null, events and forced choices are always there, and the way it was won is told when it is over.
func TestAnswersAreWhole(t *testing.T) {
	for _, g := range games.All {
		info := g.Info()
		nobody, forced := 0, 0
		for seed := range 4 {
			var s engine.Session
			a := ask(t, &s, `{"cmd":"new","game":%q,"seats":%d,"seed":%d}`, info.ID, info.MinSeats, seed)
			for steps := 0; ; steps++ {
				events, ok := a.Data["events"].([]any)
				list, okToo := a.Data["forced"].([]any)
				if !ok || !okToo {
					t.Fatalf("%s: events or forced choices are missing: %v", info.ID, a.Data)
				}
				forced += len(list)
				for _, e := range events {
					for _, key := range []string{"seat", "to"} {
						switch n := e.(map[string]any)[key].(type) {
						case nil:
							nobody++
						case float64:
							if int(n) >= info.MinSeats {
								t.Fatalf("%s: an event of seat %v: %v", info.ID, n, e)
							}
						}
					}
				}
				res := ask(t, &s, `{"cmd":"result"}`).Data
				if over := a.Data["over"] == true; over != (res["won_by"] != "") || over != (res["over"] == true) {
					t.Fatalf("%s: over %v, result %v", info.ID, over, res)
				}
				if a.Data["over"] == true {
					break
				}
				moves := ask(t, &s, `{"cmd":"moves"}`).Data
				texts := moves["moves"].([]any)
				a = ask(t, &s, `{"cmd":"play","seat":%v,"move":%q}`, moves["seat"], texts[(steps*7+seed)%len(texts)])
				if !a.OK {
					t.Fatal(a.Error)
				}
			}
			if last := ask(t, &s, `{"cmd":"events","seat":"open"}`); last.Data["forced"] == nil || len(last.Data["events"].([]any)) != len(a.Data["events"].([]any)) {
				t.Errorf("%s: the events of the last move are %v", info.ID, last.Data)
			}
		}
		if nobody == 0 {
			t.Errorf("%s: no event was without a seat", info.ID)
		}
		if forced == 0 && (info.ID == "duel" || info.ID == "architects") {
			t.Errorf("%s: no choice was forced", info.ID)
		}
	}
}

// go says why it stopped and refuses what it would have to ignore.
func TestGoSaysWhyItStopped(t *testing.T) {
	var s engine.Session
	ask(t, &s, `{"cmd":"new","game":"duel","seed":5}`)
	if a := ask(t, &s, `{"cmd":"go","level":"greedy","seed":1}`); !a.OK || a.Data["stopped"] != "no_search" {
		t.Errorf("greedy stopped because of %v, %+v", a.Data["stopped"], a.Error)
	}
	if a := ask(t, &s, `{"cmd":"go","level":"level8","ms":5,"seed":1}`); !a.OK || a.Data["stopped"] != "time" && a.Data["stopped"] != "decided" {
		t.Errorf("5 ms stopped because of %v, %+v", a.Data["stopped"], a.Error)
	}
	counts := map[any]int{}
	for n := range 30 { // over a whole game, some decisions are clear early and some are not
		for _, budget := range []int{8, 200} {
			level := fmt.Sprintf(`"level8","simulations":%d`, budget)
			if n%2 == 0 {
				level = fmt.Sprintf(`"level8:%d"`, budget)
			}
			a := ask(t, &s, `{"cmd":"go","level":%s,"seed":%d}`, level, n)
			if !a.OK {
				t.Fatal(a.Error)
			}
			want := map[bool]string{true: "simulations", false: "decided"}[int(a.Data["simulations"].(float64)) >= budget]
			if moves := ask(t, &s, `{"cmd":"moves"}`).Data["moves"].([]any); len(moves) == 1 {
				want = "only_move"
			}
			if a.Data["stopped"] != want {
				t.Errorf("%v simulations of %d stopped because of %v, want %s", a.Data["simulations"], budget, a.Data["stopped"], want)
			}
			counts[a.Data["stopped"]]++
		}
		moves := ask(t, &s, `{"cmd":"moves"}`).Data["moves"].([]any)
		ask(t, &s, `{"cmd":"play","move":%q}`, moves[n%len(moves)])
	}
	if counts["simulations"] < 10 || counts["decided"] < 5 {
		t.Errorf("too little was seen: %v", counts)
	}
	refused(t, &s, `{"cmd":"go","level":"greedy","ms":50}`, "bad_budget", "greedy does not search")
	refused(t, &s, `{"cmd":"go","level":"level8:40","ms":50}`, "bad_budget", "not both")
	for _, budget := range []string{`"ms":-1`, `"ms":0`, `"simulations":0`, `"ms":99999999999999999`, `"simulations":1000000001`} {
		refused(t, &s, `{"cmd":"go",`+budget+`}`, "bad_budget", "from 1 to 1000000000")
	}
	// Which levels search differs by game and variant; those that do not have nothing to spend a budget on.
	searching := 0
	for _, level := range bot.Levels {
		if a := ask(t, &s, `{"cmd":"go","level":%q,"seed":1}`, level+":9"); a.OK {
			searching++
			if a.Data["simulations"] == 0.0 && a.Data["stopped"] != "only_move" {
				t.Errorf("%s ignored its budget: %v", level, a.Data)
			}
			continue
		}
		refused(t, &s, `{"cmd":"go","level":"`+level+`:9"}`, "bad_budget", level+" does not search")
		refused(t, &s, `{"cmd":"go","level":"`+level+`","simulations":9}`, "bad_budget", level+" does not search")
	}
	if searching == 0 || searching == len(bot.Levels) {
		t.Errorf("%d levels search", searching)
	}
	refused(t, &s, `{"cmd":"go","level":"random:50ms"}`, "bad_budget", "random does not search")
	refused(t, &s, `{"cmd":"go","level":"genius:50ms"}`, "bad_bot", "genius", "level8")
}
