// Package mirabilia_test guards the house: who may import whom.
package mirabilia_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// level of each room, lowest first. A room may import rooms of lower levels only; a room below another (by
// its path) counts as that one unless it is named itself.
var level = map[string]int{
	"strict": 0, "jsondiff": 0, "cluster/proxy": 0, "relay": 0, "relay/local": 1, "relay/nats": 1, "relay/relaytest": 1,
	"rating": 1, "pairing": 2, "game": 1, "locales": 1, "web": 1, "docs": 1,
	"game/record": 2, "game/gametest": 2, "games/*": 2, "api": 2,
	"bot/net": 2, "bot/search": 2, "games": 3, "bot/eval": 3, "bot": 4,
	"analysis": 5, "arena": 5, "table": 5, "store": 5,
	"train": 6, "engine": 6, "analysis/puzzle": 6, "store/storetest": 6, "store/sqlite": 6, "store/postgres": 6, "store/move": 6, "server": 6,
	"load": 7, "server/servertest": 7,
	"cmd/mirabilia": 8, "cluster": 8, "deploy": 8, "web/typegen": 8, "web/padcases": 8, "examples": 8, "docs/reference": 8,
}

// forbidden to the rules of the games: they know nothing of time, files, networks or logs.
var forbidden = []string{"time", "os", "net", "log", "context", "math/rand"}

// drivers are imported in their own rooms only.
var drivers = map[string]string{"modernc.org/sqlite": "store/sqlite", "github.com/jackc/pgx/v5": "store/postgres", "github.com/nats-io/nats.go": "relay/nats", "github.com/coder/websocket": "server"}

type listed struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

func packages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p listed
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// room of a package and its level; the longest matching name wins.
func room(path string) (string, int, bool) {
	for path != "" {
		if l, ok := level[path]; ok {
			return path, l, true
		}
		if game, ok := strings.CutPrefix(path, "games/"); ok && !strings.Contains(game, "/") {
			return path, level["games/*"], true
		}
		cut := strings.LastIndex(path, "/")
		if cut < 0 {
			break
		}
		path = path[:cut]
	}
	return "", 0, false
}

func TestRoomsImportDownwardsOnly(t *testing.T) {
	for _, p := range packages(t) {
		path, ok := strings.CutPrefix(p.ImportPath, "mirabilia/")
		if !ok {
			continue // the top folder holds this test only
		}
		from, own, ok := room(path)
		if !ok {
			t.Errorf("%s has no place in the house; give it a level", path)
			continue
		}
		for _, imp := range p.Imports {
			to, ok := strings.CutPrefix(imp, "mirabilia/")
			if !ok {
				continue
			}
			if other, theirs, _ := room(to); other != from && theirs >= own {
				t.Errorf("%s (level %d) may not import %s (level %d)", path, own, to, theirs)
			}
		}
	}
}

func TestGamesKnowOnlyTheRules(t *testing.T) {
	for _, p := range packages(t) {
		path := strings.TrimPrefix(p.ImportPath, "mirabilia/")
		if _, own, _ := room(path); path != "game" && (own != level["games/*"] || !strings.HasPrefix(path, "games/")) {
			continue
		}
		for _, imp := range p.Imports {
			first, _, _ := strings.Cut(imp, "/")
			if slices.Contains(forbidden, imp) || slices.Contains(forbidden, first) {
				t.Errorf("%s may not import %s", path, imp)
			}
			if path != "game" && strings.Contains(first, ".") || strings.HasPrefix(imp, "mirabilia/") && imp != "mirabilia/game" && imp != "mirabilia/strict" {
				t.Errorf("%s may not import %s: a game knows the contract and the standard library", path, imp)
			}
		}
	}
}

func TestDriversStayInTheirRooms(t *testing.T) {
	for _, p := range packages(t) {
		path := strings.TrimPrefix(p.ImportPath, "mirabilia/")
		for _, imp := range p.Imports {
			if home, ok := drivers[imp]; ok && path != home && !strings.HasPrefix(path, home+"/") && path != "load" && !strings.HasPrefix(path, "examples") {
				t.Errorf("%s imports the driver %s, which lives in %s", path, imp, home)
			}
		}
	}
}

// TestGamesHaveTheSameFiles: every game has each file of the list in ARCHITECTURE.md.
func TestGamesHaveTheSameFiles(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "### The files of a game")
	list, _, _ = strings.Cut(list, "\n## ")
	var files []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*`) \\|").FindAllStringSubmatch(list, -1) {
		for _, name := range strings.Split(row[1], ", ") {
			files = append(files, strings.Trim(name, "`"))
		}
	}
	rooms, err := filepath.Glob("games/*/game.go")
	if err != nil || len(rooms) < 4 || len(files) < 20 {
		t.Fatalf("%d games and %d files are listed: %v", len(rooms), len(files), err)
	}
	for _, room := range rooms {
		for _, file := range files {
			if _, err := os.Stat(filepath.Join(filepath.Dir(room), file)); err != nil {
				t.Error(err)
			}
		}
	}
}
