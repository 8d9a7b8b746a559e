package server_test

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v2"

	"mirabilia/api"
	"mirabilia/docs"
	"mirabilia/game"
	"mirabilia/store/storetest"
)

type description struct {
	Paths      map[string]map[string]operation `yaml:"paths"`
	Components struct {
		Schemas map[string]schema `yaml:"schemas"`
	} `yaml:"components"`
}

type operation struct {
	OperationID string                 `yaml:"operationId"`
	Responses   map[string]interface{} `yaml:"responses"`
}

type schema struct {
	Type       any               `yaml:"type"` // a name, or a list of names
	Ref        string            `yaml:"$ref"`
	Items      *schema           `yaml:"items"`
	Required   []string          `yaml:"required"`
	Properties map[string]schema `yaml:"properties"`
	Enum       []string          `yaml:"enum"`
}

func described(t testing.TB) *description {
	t.Helper()
	var d description
	if err := yaml.Unmarshal(docs.OpenAPI, &d); err != nil {
		t.Fatal(err)
	}
	return &d
}

// The description has exactly the routes that the server has.
func TestDescriptionHasEveryRoute(t *testing.T) {
	served := start(t).srv.Patterns()
	served = append(served, "GET /healthz", "GET /readyz", "GET /metrics")
	var written []string
	ids := map[string]bool{}
	for path, methods := range described(t).Paths {
		for method, op := range methods {
			written = append(written, strings.ToUpper(method)+" "+path)
			if op.OperationID == "" || ids[op.OperationID] {
				t.Errorf("%s %s has no operationId of its own", method, path)
			}
			ids[op.OperationID] = true
		}
	}
	slices.Sort(served)
	slices.Sort(written)
	if !slices.Equal(served, written) {
		t.Errorf("served:\n%s\nwritten:\n%s", strings.Join(served, "\n"), strings.Join(written, "\n"))
	}
}

// Every schema has exactly the fields of the Go struct of its name.
func TestDescriptionHasEveryField(t *testing.T) {
	types := map[string]reflect.Type{"GameInfo": reflect.TypeFor[game.Info](), "GameOption": reflect.TypeFor[game.Option](), "GameEvent": reflect.TypeFor[game.Event]()}
	for _, v := range []any{
		api.Catalogue{}, api.Error{}, api.ErrorAnswer{}, api.Session{}, api.NameRequest{}, api.Token{}, api.TokenList{}, api.Clock{}, api.Seat{}, api.Settings{},
		api.CreateTable{}, api.Table{}, api.Deal{}, api.UndoRequest{}, api.WinClaim{}, api.Gone{}, api.SeatClock{}, api.Frame{}, api.Result{}, api.LogEntry{}, api.Snapshot{}, api.Envelope{}, api.LiveWatch{}, api.LiveTournament{},
		api.Update{}, api.Presence{}, api.Watcher{}, api.Ack{}, api.Refusal{}, api.Command{}, api.CommandData{}, api.Updates{}, api.TableSummary{}, api.TableList{}, api.Invite{},
		api.InviteRequest{}, api.Invitation{}, api.Replay{}, api.ReplayFrame{}, api.LogPage{}, api.StoredAnalysis{}, api.AnalysedBy{}, api.AnalysisKept{}, api.ChatLine{}, api.Chat{}, api.Hello{}, api.Saving{},
		api.Me{}, api.Passkey{}, api.Device{}, api.NameCheck{}, api.RegisterRequest{}, api.Ceremony{}, api.CeremonyAnswer{}, api.CodeList{}, api.RecoverRequest{}, api.Work{}, api.WorkDone{}, api.Link{},
		api.Privacy{}, api.FriendList{}, api.Friend{}, api.AskRequest{}, api.Ask{}, api.Profile{}, api.Score{}, api.RecentGame{}, api.ProfileGame{}, api.RatingPoint{}, api.BotRating{}, api.WayCount{}, api.PartOfMean{}, api.WonderCount{}, api.HostState{}, api.PoolWait{}, api.Both{}, api.Ranks{}, api.Ranked{},
		api.InTournament{}, api.TournamentPlan{}, api.TournamentSummary{}, api.TournamentPoints{}, api.TournamentList{}, api.Tournament{}, api.TournamentRow{}, api.TournamentCell{}, api.TournamentTable{}, api.TournamentDeal{}, api.TournamentYou{}, api.TournamentWish{}, api.TournamentDeed{},
		api.SeekRequest{}, api.Seek{}, api.Called{}, api.Call{}, api.PoolCount{}, api.Seeking{}, api.Turns{}, api.Push{}, api.PushDevice{}, api.PushSubscription{}, api.Notices{}, api.Away{}, api.AwayRequest{}, api.CallAnswer{}, api.Shunned{}, api.ShunnedList{}, api.ShunRequest{}, api.ReportRequest{}, api.Measure{}, api.ReportedLine{}, api.HostReport{}, api.HostReports{}, api.Deed{}, api.DeedList{}, api.DeedRequest{}, api.HostPerson{}, api.HostPeople{}, api.Rating{}, api.TableRating{}, api.SeatRating{}, api.LinkState{}, api.LinkAnswer{}, api.ClaimRequest{}, api.Claim{}, api.LabelRequest{}, api.SendGame{}, api.SentGame{},
	} {
		types[reflect.TypeOf(v).Name()] = reflect.TypeOf(v)
	}
	schemas := described(t).Components.Schemas
	for name := range schemas {
		if types[name] == nil {
			t.Errorf("schema %s is of nothing", name)
		}
	}
	for name, typ := range types {
		s, ok := schemas[name]
		if !ok {
			t.Errorf("%s has no schema", name)
			continue
		}
		fields := map[string]bool{}
		checkFields(t, name, typ, s, fields)
		for p := range s.Properties {
			if !fields[p] {
				t.Errorf("%s.%s is not sent", name, p)
			}
		}
		for _, r := range s.Required {
			if !fields[r] {
				t.Errorf("%s requires %s, which it does not have", name, r)
			}
		}
	}
}

func checkFields(t *testing.T, name string, typ reflect.Type, s schema, fields map[string]bool) {
	for f := range typ.Fields() {
		if f.Anonymous {
			checkFields(t, name, f.Type, s, fields)
			continue
		}
		key, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		if key == "-" {
			continue
		}
		fields[key] = true
		p, ok := s.Properties[key]
		if !ok {
			t.Errorf("%s.%s is not described", name, key)
			continue
		}
		if got, want := kindOf(p), kindOfGo(f.Type); got != want {
			t.Errorf("%s.%s is described as %s and sent as %s", name, key, got, want)
		}
		if strings.Contains(opts, "omitempty") && slices.Contains(s.Required, key) {
			t.Errorf("%s.%s is required but left out when empty", name, key)
		}
	}
}

func kindOf(s schema) string {
	if s.Ref != "" {
		return s.Ref[strings.LastIndex(s.Ref, "/")+1:]
	}
	if s.Type == "array" && s.Items != nil {
		return "array of " + kindOf(*s.Items)
	}
	if list, ok := s.Type.([]any); ok {
		return strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", " or ")
	}
	return fmt.Sprint(s.Type)
}

func kindOfGo(t reflect.Type) string {
	if t == reflect.TypeFor[game.Seat]() {
		return "integer or null"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return kindOfGo(t.Elem())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "object" // a raw message
		}
		return "array of " + kindOfGo(t.Elem())
	case reflect.Map:
		return "object"
	case reflect.Struct:
		switch t {
		case reflect.TypeFor[game.Info]():
			return "GameInfo"
		case reflect.TypeFor[game.Option]():
			return "GameOption"
		case reflect.TypeFor[game.Event]():
			return "GameEvent"
		}
		return t.Name()
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	}
	return "integer"
}

// TestMain compares, after all tests, every answer they saw with the description.
func TestMain(m *testing.M) {
	if runAsServer() {
		return
	}
	http.DefaultClient.Timeout = waitAtMost
	// Those tests that may run at once wait most of the time.
	if err := flag.Set("test.parallel", "4"); err != nil {
		panic(err)
	}
	storetest.MemoryDisk()
	code := m.Run()
	var d description
	if err := yaml.Unmarshal(docs.OpenAPI, &d); err != nil {
		fmt.Println(err)
		code = 1
	}
	answers.Range(func(k, _ any) bool {
		a := k.(answered)
		method, path, _ := strings.Cut(a.pattern, " ")
		if _, ok := d.Paths[path][strings.ToLower(method)].Responses[fmt.Sprint(a.status)]; !ok {
			fmt.Printf("FAIL: %s answered %d, which docs/openapi.yaml does not describe\n", a.pattern, a.status)
			code = 1
		}
		return true
	})
	os.Exit(code)
}
