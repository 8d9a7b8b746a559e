// Package mirabilia_test checks the architecture: which packages there are, who may import whom, which files a game has.
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

// level of each package, lowest first. A package may import packages of lower levels only; one below another (by its
// path) counts as that one unless it is named itself.
var level = map[string]int{
	"names": 2, "strict": 0, "jsondiff": 0, "childtest": 0, "gctest": 0, "cluster/proxy": 0, "relay": 0, "relay/local": 1, "relay/nats": 1, "relay/relaytest": 1,
	"rating": 1, "conduct": 1, "pairing": 2, "tournament/rules": 1, "game": 1, "locales": 1, "web": 1, "docs": 1,
	"game/record": 2, "game/record/pair": 4, "game/gametest": 4, "games/*": 2, "games/duplicate": 3, "api": 2,
	"bot/net": 2, "bot/search": 2, "games": 4, "bot/eval": 4, "bot": 5, "bot/eval/evaltest": 6,
	"analysis": 6, "arena": 6, "table": 6, "store": 6,
	"train": 7, "engine": 7, "analysis/puzzle": 7, "store/storetest": 7, "store/sqlite": 7, "store/postgres": 7, "store/move": 7, "people": 7, "seek": 7, "push": 7, "tournament": 7, "local": 7, "server": 8,
	"local/engine": 8, "local/study": 8, "local/samemoves": 8, "local/speed": 8, "load": 9, "server/servertest": 9,
	"cmd/mirabilia": 10, "cluster": 10, "deploy": 10, "web/typegen": 10, "web/padcases": 10, "web/studycases": 10, "web/puzzlefiles": 10, "web/joindata": 10, "examples": 10, "docs/reference": 10,
}

// forbidden to the rules of the games: they know nothing of time, files, networks or logs.
var forbidden = []string{"time", "os", "net", "log", "context", "math/rand"}

// drivers are imported only by the packages that wrap them, and those below them. Besides the server, the load test opens sockets: those of its
// bare echo, which the server is compared with.
var drivers = map[string][]string{"modernc.org/sqlite": {"store/sqlite"}, "github.com/jackc/pgx/v5": {"store/postgres"}, "github.com/nats-io/nats.go": {"relay/nats"},
	"github.com/coder/websocket": {"server", "load"}, "github.com/go-webauthn/webauthn/webauthn": {"people"}, "golang.org/x/crypto/argon2": {"people"}, "github.com/SherClockHolmes/webpush-go": {"push"}}

type listed struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
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

// place returns the entry of level that a package counts as, and its level; the longest matching name wins.
func place(path string) (string, int, bool) {
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

func TestPackagesImportDownwardsOnly(t *testing.T) {
	for _, p := range packages(t) {
		path, ok := strings.CutPrefix(p.ImportPath, "mirabilia/")
		if !ok {
			continue // the top folder holds this test only
		}
		from, own, ok := place(path)
		if !ok {
			t.Errorf("%s has no level; add it to the list", path)
			continue
		}
		for _, imp := range p.Imports {
			to, ok := strings.CutPrefix(imp, "mirabilia/")
			if !ok {
				continue
			}
			if other, theirs, _ := place(to); other != from && theirs >= own {
				t.Errorf("%s (level %d) may not import %s (level %d)", path, own, to, theirs)
			}
		}
	}
}

func TestGamesKnowOnlyTheRules(t *testing.T) {
	for _, p := range packages(t) {
		path := strings.TrimPrefix(p.ImportPath, "mirabilia/")
		if path != "game" && !strings.HasPrefix(path, "games/") {
			continue
		}
		for _, imp := range p.Imports {
			first, _, _ := strings.Cut(imp, "/")
			if slices.Contains(forbidden, imp) || slices.Contains(forbidden, first) {
				t.Errorf("%s may not import %s", path, imp)
			}
			inner := path == "games/duplicate" && imp == "mirabilia/games/duel" // a match is made of another game
			if path != "game" && strings.Contains(first, ".") || strings.HasPrefix(imp, "mirabilia/") && imp != "mirabilia/game" && imp != "mirabilia/strict" && !inner {
				t.Errorf("%s may not import %s: a game knows the contract and the standard library", path, imp)
			}
		}
	}
}

func TestDriversAreWrapped(t *testing.T) {
	within := func(path, parent string) bool { return path == parent || strings.HasPrefix(path, parent+"/") }
	used := map[string]bool{}
	for _, p := range packages(t) {
		path := strings.TrimPrefix(p.ImportPath, "mirabilia/")
		for driver, homes := range drivers {
			if !slices.ContainsFunc(p.Imports, func(imp string) bool { return within(imp, driver) }) {
				continue
			}
			used[driver] = true
			if !slices.ContainsFunc(homes, func(home string) bool { return within(path, home) }) {
				t.Errorf("%s imports the driver %s, which is for %s", path, driver, strings.Join(homes, " and "))
			}
		}
	}
	if len(used) != len(drivers) {
		t.Errorf("only the drivers %v are imported at all", used)
	}
}

// leftOut are the files that a match, made of another game, has no use for: it has no prices and no tables of its own.
var leftOut = map[string][]string{"games/duplicate": {"price.go", "scene_test.go", "tables_test.go"}}

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
	dirs, err := filepath.Glob("games/*/game.go")
	if err != nil || len(dirs) < 4 || len(files) < 20 {
		t.Fatalf("%d games and %d files are listed: %v", len(dirs), len(files), err)
	}
	for _, entry := range dirs {
		for _, file := range files {
			_, err := os.Stat(filepath.Join(filepath.Dir(entry), file))
			if missing := slices.Contains(leftOut[filepath.Dir(entry)], file); (err != nil) != missing {
				t.Errorf("%s in %s: left out %v, and %v", file, entry, missing, err)
			}
		}
	}
}
