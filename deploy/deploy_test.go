// Package deploy_test checks the files for hosts as far as that goes without a container engine: that they can be read, that the flags
// and the metrics they name exist, and that Prometheus accepts the alerts.
package deploy_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v2"
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// documents reads a file of YAML documents.
func documents(t *testing.T, name string) (list []map[string]any) {
	t.Helper()
	d := yaml.NewDecoder(bytes.NewReader([]byte(read(t, name))))
	for {
		var v map[string]any
		err := d.Decode(&v)
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		list = append(list, v)
	}
}

func TestFilesAreRead(t *testing.T) {
	for name, want := range map[string]int{"compose.yaml": 1, "kubernetes.yaml": 4, "alerts.yaml": 1, "prometheus.yaml": 1} {
		if got := documents(t, name); len(got) != want {
			t.Errorf("%s has %d documents", name, len(got))
		}
	}
	services := documents(t, "compose.yaml")[0]["services"].(map[any]any)
	for _, name := range []string{"node-1", "node-2", "node-3", "postgres", "nats", "caddy"} {
		if services[name] == nil {
			t.Errorf("compose.yaml has no service %s", name)
		}
	}
	for _, name := range []string{"node-1:8080", "node-2:8080", "node-3:8080"} {
		if !strings.Contains(read(t, "Caddyfile"), name) {
			t.Errorf("Caddyfile does not know %s", name)
		}
	}
}

// sources returns the text of Go files.
func sources(t *testing.T, pattern string) string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	var all strings.Builder
	for _, f := range files {
		if !strings.HasSuffix(f, "_test.go") {
			all.WriteString(read(t, f))
		}
	}
	return all.String()
}

// TestFlagsExist: every variable of the program that a file sets is one of its flags.
func TestFlagsExist(t *testing.T) {
	program := sources(t, "../cmd/mirabilia/*.go")
	set := 0
	for _, name := range []string{"Dockerfile", "compose.yaml", "kubernetes.yaml"} {
		for _, variable := range regexp.MustCompile(`\bMIRABILIA_[A-Z_]+`).FindAllString(read(t, name), -1) {
			if set++; variable != "MIRABILIA_HOST" && !strings.Contains(program, `env:"`+variable+`"`) {
				t.Errorf("%s sets %s, which is no flag", name, variable)
			}
		}
	}
	if set < 15 {
		t.Errorf("only %d variables", set)
	}
}

// TestMetricsExist: every metric that an alert or the dashboard names is one that the program has.
func TestMetricsExist(t *testing.T) {
	program := sources(t, "../server/*.go")
	metric := regexp.MustCompile(`\bmirabilia_[a-z_]+`)
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, "grafana.json")), &board); err != nil {
		t.Fatal(err)
	}
	named := metric.FindAllString(strings.ReplaceAll(read(t, "alerts.yaml"), "job_mirabilia", ""), -1)
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			found := metric.FindAllString(target.Expr, -1)
			if len(found) == 0 && !strings.HasPrefix(target.Expr, "process_") && !strings.Contains(target.Expr, "process_cpu") {
				t.Errorf("panel %q asks for nothing of the program: %s", p.Title, target.Expr)
			}
			named = append(named, found...)
		}
	}
	if len(named) < 30 {
		t.Errorf("only %d metrics are named", len(named))
	}
	for _, name := range named {
		base := strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_count")
		if !strings.Contains(program, `"`+base+`"`) {
			t.Errorf("there is no metric %s", base)
		}
	}
}

// TestAlertsAreAccepted: Prometheus's own tool accepts the alerts.
func TestAlertsAreAccepted(t *testing.T) {
	if _, err := exec.LookPath("promtool"); err != nil {
		t.Fatal(`promtool is not installed; "make promtool" installs Debian's prometheus`)
	}
	for _, args := range [][]string{{"check", "rules", "alerts.yaml"}, {"check", "config", "prometheus.yaml"}} {
		if out, err := exec.Command("promtool", args...).CombinedOutput(); err != nil {
			t.Errorf("promtool %v: %v\n%s", args, err, out)
		}
	}
	bad := filepath.Join(t.TempDir(), "bad.yaml")
	if err := os.WriteFile(bad, []byte(strings.Replace(read(t, "alerts.yaml"), "sum by", "sum buy", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if exec.Command("promtool", "check", "rules", bad).Run() == nil {
		t.Error("promtool accepts anything")
	}
}
