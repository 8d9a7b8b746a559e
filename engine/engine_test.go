package engine_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mirabilia/engine"
	"mirabilia/game"
	"mirabilia/game/gametest/steps"
	"mirabilia/games"
)

// answer is a reply as a client sees it.
type answer struct {
	ID    any
	OK    bool
	Error *struct{ Code, Reason, Message string }
	Data  map[string]any
}

func ask(t *testing.T, s *engine.Session, format string, args ...any) answer {
	t.Helper()
	var a answer
	line := s.Answer(fmt.Appendf(nil, format, args...))
	if err := json.Unmarshal(line, &a); err != nil {
		t.Fatalf("%v\n%s", err, line)
	}
	return a
}

// TestWholeGames plays every game to its end as a client would, and one that is not in the catalogue.
func TestWholeGames(t *testing.T) {
	list := append(slices.Clone(games.All), steps.Game)
	for _, g := range list {
		info := g.Info()
		t.Run(info.ID, func(t *testing.T) {
			s := engine.Session{Games: list}
			a := ask(t, &s, `{"id":1,"cmd":"new","game":%q,"seats":%d,"seed":5}`, info.ID, info.MaxSeats)
			if _, list := a.Data["owing"].([]any); !a.OK || a.ID != 1.0 || !list {
				t.Fatalf("%+v", a)
			}
			steps := 0
			for ; a.Data["over"] != true; steps++ {
				if steps > 3000 {
					t.Fatal("no end")
				}
				moves := ask(t, &s, `{"cmd":"moves"}`).Data
				list := moves["moves"].([]any)
				a = ask(t, &s, `{"cmd":"play","seat":%v,"move":%q}`, moves["seat"], list[steps%len(list)])
				if !a.OK {
					t.Fatalf("%+v", a.Error)
				}
			}
			if a := ask(t, &s, `{"cmd":"result"}`); a.Data["over"] != true || a.Data["won_by"] == "" {
				t.Errorf("%+v", a)
			}
		})
	}
}

func TestSaveLoadRedealView(t *testing.T) {
	var s engine.Session
	ask(t, &s, `{"cmd":"new","game":"duel","seed":5}`)
	view := ask(t, &s, `{"cmd":"view","seat":1}`).Data
	saved, _ := json.Marshal(ask(t, &s, `{"cmd":"save"}`).Data["position"])
	if a := ask(t, &s, `{"cmd":"redeal","seat":1,"seed":9}`); !a.OK {
		t.Fatalf("%+v", a.Error)
	}
	if again := ask(t, &s, `{"cmd":"view","seat":1}`).Data; fmt.Sprint(again) != fmt.Sprint(view) {
		t.Error("a redeal changed the view")
	}
	if other, _ := json.Marshal(ask(t, &s, `{"cmd":"save"}`).Data["position"]); bytes.Equal(other, saved) {
		t.Error("a redeal changed nothing")
	}
	if a := ask(t, &s, `{"cmd":"load","game":"duel","position":%s}`, saved); !a.OK {
		t.Fatalf("%+v", a.Error)
	}
	if again, _ := json.Marshal(ask(t, &s, `{"cmd":"save"}`).Data["position"]); !bytes.Equal(again, saved) {
		t.Error("a loaded position is another one")
	}
	if a := ask(t, &s, `{"cmd":"go","level":"greedy","seed":1}`); !a.OK || a.Data["move"] == "" {
		t.Errorf("%+v", a)
	}
}

// TestBadLines: each is answered with its reason, and the game goes on as if nothing had been said.
func TestBadLines(t *testing.T) {
	var s engine.Session
	if a := ask(t, &s, `{"cmd":"moves"}`); a.Error == nil || a.Error.Reason != "no_board" {
		t.Errorf("%+v", a)
	}
	ask(t, &s, `{"cmd":"new","game":"duel","seed":5}`)
	before := string(s.Answer([]byte(`{"cmd":"save"}`)))
	for line, want := range map[string]string{
		`nonsense`:                              "bad_line",
		`[]`:                                    "bad_line",
		`{"cmd":"dance"}`:                       "bad_command",
		`{"cmd":"new","game":"chess"}`:          "no_game",
		`{"cmd":"new","game":"duel","seats":3}`: "bad_seats",
		`{"cmd":"new","game":"duel","seed":"12"}`:         "bad_seed",
		`{"cmd":"new","game":"duel","options":{"x":"y"}}`: "bad_option",
		`{"cmd":"load","game":"duel"}`:                    "bad_position",
		`{"cmd":"load","game":"duel","position":{"a":1}}`: "bad_position",
		`{"cmd":"play","seat":1,"move":"b:walls"}`:        "not_your_turn",
		`{"cmd":"play","move":"x"}`:                       "bad_move",
		`{"cmd":"play","seat":5,"move":"x"}`:              "no_seat",
		`{"cmd":"moves","seat":"me"}`:                     "no_seat",
		`{"cmd":"go","level":"genius"}`:                   "bad_bot",
		`{"cmd":"withdraw","seat":0}`:                     "no_withdraw",
	} {
		a := ask(t, &s, "%s", line)
		if a.OK || a.Error.Reason != want || a.Error.Message == "" {
			t.Errorf("%s was answered %+v, want the reason %s", line, a.Error, want)
		}
	}
	if after := string(s.Answer([]byte(`{"cmd":"save"}`))); after != before {
		t.Error("a bad line changed the game")
	}
	if a := ask(t, &s, `{"id":"x7","cmd":5}`); a.ID != "x7" {
		t.Errorf("the id of a bad request is lost: %+v", a)
	}
}

func TestServeReadsLines(t *testing.T) {
	var s engine.Session
	var out bytes.Buffer
	in := `{"id":1,"cmd":"hello"}` + "\n\n" + strings.Repeat("x", 2<<20) + "\n" + `{"id":2,"cmd":"new","game":"duel"}`
	if err := s.Serve(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 || !strings.Contains(lines[1], "at most") || !strings.Contains(lines[2], `"id":2,"ok":true`) {
		t.Errorf("%d answers:\n%.600s", len(lines), out.String())
	}
}

func FuzzAnswer(f *testing.F) {
	for _, line := range []string{`{"cmd":"hello"}`, `{"cmd":"new","game":"duel","seed":1}`, `{"cmd":"play","move":"b:walls"}`, `{"cmd":"load","game":"duel","position":{}}`, `{"cmd":"view","seat":"open"}`, `{"cmd":"redeal","seat":0}`} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if strings.Contains(line, `"go"`) {
			return // bots take their time
		}
		var s engine.Session
		s.Answer([]byte(`{"cmd":"new","game":"duel","seed":1}`))
		if a := s.Answer([]byte(line)); !json.Valid(a) {
			t.Errorf("%q was answered %q", line, a)
		}
	})
}

// TestGameWithoutLevels: in a game that the levels do not know, go says so and names the bots that play it.
func TestGameWithoutLevels(t *testing.T) {
	s := engine.Session{Games: []game.Game{steps.Game}}
	if a := ask(t, &s, `{"cmd":"new","game":"duel"}`); a.OK || a.Error.Message != `there is no game "duel"; there are: steps` {
		t.Errorf("%+v", a.Error)
	}
	ask(t, &s, `{"cmd":"new","game":"steps","seed":3}`)
	if a := ask(t, &s, `{"cmd":"go"}`); a.OK || a.Error.Reason != "bad_bot" || !strings.Contains(a.Error.Message, "only random and greedy play it") {
		t.Errorf("%+v", a.Error)
	}
	if a := ask(t, &s, `{"cmd":"go","level":"greedy"}`); !a.OK || !strings.HasPrefix(a.Data["move"].(string), "step:") {
		t.Errorf("%+v", a)
	}
}
