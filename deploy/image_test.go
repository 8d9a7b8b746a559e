package deploy_test

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// instruction is a line of a recipe for images.
type instruction struct{ op, args string }

// stage is a part of a recipe: an image, and what is done in it. root is where it is laid out here.
type stage struct {
	image, name string
	lines       []instruction
	root        string
}

// recipe reads a Dockerfile. It refuses what this test cannot follow.
func recipe(text string) (stages []*stage, err error) {
	text = strings.ReplaceAll(text, "\\\n", " ")
	for n, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		op, args, _ := strings.Cut(line, " ")
		switch op {
		case "FROM":
			image, name, _ := strings.Cut(args, " AS ")
			stages = append(stages, &stage{image: image, name: name})
			continue
		case "ARG", "WORKDIR", "COPY", "RUN", "ENV", "USER", "EXPOSE", "VOLUME", "ENTRYPOINT", "CMD":
		default:
			return nil, fmt.Errorf("line %d: %s is an instruction that this test does not know", n+1, op)
		}
		if len(stages) == 0 {
			return nil, fmt.Errorf("line %d: there is no stage yet", n+1)
		}
		if op == "RUN" && regexp.MustCompile(`(^|[\s=])/`).MatchString(args) {
			return nil, fmt.Errorf("line %d: %q names a path outside its folder, where this test cannot follow", n+1, args)
		}
		last := stages[len(stages)-1]
		last.lines = append(last.lines, instruction{op, args})
	}
	return stages, nil
}

// ignores reads .dockerignore, of which only plain paths are understood, and reports which files stay outside.
func ignores(t *testing.T, text string) func(name string) bool {
	t.Helper()
	lines := strings.Fields(text)
	for _, l := range lines {
		if strings.ContainsAny(l, "*?![]#") {
			t.Fatalf(".dockerignore: this test does not know how to read %q", l)
		}
	}
	return func(name string) bool {
		return slices.ContainsFunc(lines, func(l string) bool { return name == l || strings.HasPrefix(name, l+"/") })
	}
}

// committed lays out the committed files of the repository that .dockerignore lets in.
func committed(t *testing.T, folder string) {
	t.Helper()
	ignored := ignores(t, read(t, "../.dockerignore"))
	archive := exec.Command("git", "archive", "HEAD")
	archive.Dir = ".."
	data, err := archive.Output()
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(bytes.NewReader(data)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(folder, h.Name)
		if h.Typeflag != tar.TypeReg || ignored(h.Name) {
			continue
		}
		content, err := io.ReadAll(r)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(to), 0o755)
		}
		if err == nil {
			err = os.WriteFile(to, content, h.FileInfo().Mode().Perm())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// commands are what a target of the Makefile would do. Lines that call make again are done even so, with an npm that does nothing.
func commands(t *testing.T, folder, tools string, args ...string) []string {
	t.Helper()
	cmd := exec.Command("make", append([]string{"-n", "--no-print-directory"}, args...)...)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), "PATH="+tools)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("make %v: %v\n%s", args, err, out)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// TestRecipeBuildsWhatMakeBuilds: the image's recipe can be followed, its folder holds nothing that was built elsewhere, and in it the Makefile
// makes the same engines, puzzles and page as make build. TestImage follows the recipe to its end.
func TestRecipeBuildsWhatMakeBuilds(t *testing.T) {
	stages, err := recipe(read(t, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, "../go.mod"))[1]
	if !slices.ContainsFunc(stages, func(s *stage) bool { return s.image == "golang:"+version+"-bookworm" }) {
		t.Errorf("no stage is of the Go that go.mod names, %s", version)
	}
	if last := stages[len(stages)-1]; last.image != "scratch" {
		t.Errorf("the last stage is %s", last.image)
	}
	for text, want := range map[string]string{
		"FROM scratch\nHEALTHCHECK NONE": "HEALTHCHECK is an instruction that this test does not know", "FROM scratch\nRUN make OUT=/out": "names a path outside", "RUN x": "no stage",
	} {
		if _, err := recipe(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	ignored := ignores(t, read(t, "../.dockerignore"))
	for _, built := range []string{"web/engine/engine.wasm", "web/dist/index.html", "web/node_modules/.installed", "bin/mirabilia", "release/x", ".git/HEAD"} {
		if !ignored(built) {
			t.Errorf(".dockerignore lets %s in, of whatever state it is", built)
		}
	}
	target := ""
	for _, s := range stages {
		for _, l := range s.lines {
			if _, after, ok := strings.Cut(l.args, "make release-program "); ok && l.op == "RUN" {
				target = after
			}
		}
	}
	if target == "" {
		t.Fatal("no line makes release-program")
	}
	folder := t.TempDir()
	committed(t, folder)
	tools := t.TempDir()
	for _, name := range []string{"make", "git", "find", "go", "sh", "bash"} {
		if file, err := exec.LookPath(name); err == nil {
			if err := os.Symlink(file, filepath.Join(tools, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	npm := filepath.Join(tools, "npm")
	if err := os.WriteFile(npm, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	build := commands(t, folder, tools, "build")
	page, program := build[:len(build)-1], commands(t, folder, tools, "release-program", "OUT=out", "VERSION=1.2.3")
	all := strings.Join(program, "\n")
	for _, c := range page {
		if !slices.Contains(program, c) {
			t.Errorf("make build does this, and the recipe does not: %s", c)
		}
	}
	for _, want := range []string{"./local/engine", "./local/study", "./web/puzzlefiles", "npm run --silent build", "go build -trimpath -buildvcs=false", "-X main.version=1.2.3", "-o out/mirabilia ./cmd/mirabilia"} {
		if !strings.Contains(all, want) {
			t.Errorf("the recipe does not %q:\n%s", want, all)
		}
	}
	// Without Node there is no page, and so no program to give away.
	if err := os.Remove(npm); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("make", "release-program", "OUT=out")
	cmd.Dir, cmd.Env = folder, append(os.Environ(), "PATH="+tools)
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "needs Node.js") {
		t.Errorf("without Node: %v\n%s", err, out)
	}
}

// TestPageWithoutEnginesIsRefused: the last step of the page's build fails when Vite found no engines.
func TestPageWithoutEnginesIsRefused(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"scripts", "dist/assets"} {
		if err := os.MkdirAll(filepath.Join(folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"scripts/finish.mjs": read(t, "../web/scripts/finish.mjs"), "dist/assets/page-x.js": "", "dist/assets/engine-x.wasm": "", "dist/assets/puzzles-duel-x.json": ""} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	finish := func() (string, error) {
		cmd := exec.Command("node", "scripts/finish.mjs")
		cmd.Dir = folder
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := finish(); err == nil || !strings.Contains(out, "without study.wasm") {
		t.Errorf("%v\n%s", err, out)
	}
	if err := os.WriteFile(filepath.Join(folder, "dist/assets/study-x.wasm"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := finish(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestImage follows the recipe in empty folders, with this machine's Go and Node in the place of the images', and uses the program that it makes. It takes minutes: "make prove
// STEPS=image" runs it.
func TestImage(t *testing.T) {
	if os.Getenv("MIRABILIA_IMAGE") == "" {
		t.Skip("MIRABILIA_IMAGE=1 follows the recipe")
	}
	stages, err := recipe(read(t, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	context := t.TempDir()
	committed(t, context)
	env := map[string]string{}
	for _, s := range stages {
		s.root = t.TempDir()
		work, arguments := "/", []string(nil)
		for _, l := range s.lines {
			switch l.op {
			case "WORKDIR":
				work = path.Join(work, l.args)
				if err := os.MkdirAll(filepath.Join(s.root, work), 0o755); err != nil {
					t.Fatal(err)
				}
			case "ARG":
				arguments = append(arguments, l.args)
			case "COPY":
				s.lay(t, stages, context, work, strings.Fields(l.args))
			case "RUN":
				cmd := exec.Command("sh", "-ec", l.args)
				cmd.Dir = filepath.Join(s.root, work)
				// Modules of both may be on this machine; they are what the lock files say.
				cmd.Env = append(append(os.Environ(), arguments...), "npm_config_prefer_offline=true")
				begun := time.Now()
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("RUN %s: %v\n%s", l.args, err, out)
				}
				t.Logf("RUN %s: %s", l.args, time.Since(begun).Round(time.Second))
			case "ENV":
				for _, pair := range strings.Fields(l.args) {
					name, value, _ := strings.Cut(pair, "=")
					env[name] = value
				}
			}
		}
	}
	last := stages[len(stages)-1]
	if env["MIRABILIA_DATA"] != "/data" || env["MIRABILIA_ADDR"] != "0.0.0.0:8080" {
		t.Errorf("the image sets %v", env)
	}
	info, err := os.Stat(filepath.Join(last.root, "mirabilia"))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	cmd := exec.Command(filepath.Join(last.root, "mirabilia"), "serve")
	cmd.Env = []string{"MIRABILIA_ADDR=" + address, "MIRABILIA_DATA=" + filepath.Join(last.root, "data")}
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}()
	get := func(path string) string {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
			resp, err := http.Get("http://" + address + path)
			if err != nil && time.Now().Before(end) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			if err != nil || resp.StatusCode != http.StatusOK {
				t.Fatalf("%s: %s, %v", path, resp.Status, err)
			}
			return string(body)
		}
	}
	if page := get("/"); !strings.Contains(page, "/assets/") {
		t.Errorf("the page: %s", page)
	}
	files := get("/precache.json")
	for what, begins := range map[string]string{`engine-[\w-]+\.wasm`: "\x00asm", `study-[\w-]+\.wasm`: "\x00asm", `puzzles-duel-[\w-]+\.json`: "{"} {
		name := regexp.MustCompile(`/assets/` + what).FindString(files)
		if name == "" {
			t.Errorf("the page has no file %s", what)
			continue
		}
		content := get(name)
		if !strings.HasPrefix(content, begins) {
			t.Errorf("%s begins with %q", name, content[:min(9, len(content))])
		}
		t.Logf("%s: %d bytes", name, len(content))
	}
	t.Logf("the program has %d bytes", info.Size())
}

// lay copies files as COPY says: from the folder of the build, or from another stage. What an image brings along is this machine's, so it is passed over.
func (s *stage) lay(t *testing.T, stages []*stage, context, work string, args []string) {
	t.Helper()
	from := context
	for len(args) > 0 && strings.HasPrefix(args[0], "--") {
		name, value, _ := strings.Cut(args[0], "=")
		switch name {
		case "--from":
			i := slices.IndexFunc(stages, func(o *stage) bool { return o.name == value })
			if i < 0 {
				t.Fatalf("there is no stage %s", value)
			}
			from = stages[i].root
		case "--chown": // the program is run by this test's own user
		default:
			t.Fatalf("COPY %s is not known", args[0])
		}
		args = args[1:]
	}
	to := args[len(args)-1]
	if !path.IsAbs(to) {
		to = path.Join(work, to) + strings.Repeat("/", len(to)-len(strings.TrimRight(to, "/")))
	}
	for _, source := range args[:len(args)-1] {
		file := filepath.Join(from, source)
		info, err := os.Stat(file)
		if errors.Is(err, os.ErrNotExist) && from != context && !strings.HasPrefix(source, "/src/") {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		target := filepath.Join(s.root, to)
		if !info.IsDir() && (strings.HasSuffix(to, "/") || len(args) > 2 || isFolder(target)) {
			target = filepath.Join(target, filepath.Base(source))
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			t.Fatal(err)
		}
		if info.IsDir() {
			if err = os.MkdirAll(target, 0o755); err == nil {
				err = exec.Command("cp", "-a", file+"/.", target).Run()
			}
		} else {
			err = exec.Command("cp", "-a", file, target).Run()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
