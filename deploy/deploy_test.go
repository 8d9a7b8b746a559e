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
	for _, name := range []string{"Dockerfile", "compose.yaml", "kubernetes.yaml", "mirabilia.service", "mirabilia-node.service"} {
		for _, variable := range regexp.MustCompile(`\bMIRABILIA_[A-Z_]+`).FindAllString(read(t, name), -1) {
			if set++; variable != "MIRABILIA_HOST" && !strings.Contains(program, `env:"`+variable+`"`) {
				t.Errorf("%s sets %s, which is no flag", name, variable)
			}
		}
	}
	if set < 30 {
		t.Errorf("only %d variables", set)
	}
}

// TestSitesAreNamed: wherever visitors come over TLS, the page has an address: without it nobody can keep a name. Documents count, too.
func TestSitesAreNamed(t *testing.T) {
	for _, name := range []string{"compose.yaml", "kubernetes.yaml", "mirabilia.service", "mirabilia-node.service"} {
		text := read(t, name)
		if !strings.Contains(text, "MIRABILIA_SECURE") || !regexp.MustCompile(`(?m)^[^#\n]*MIRABILIA_SITE["a-z, {:=]+\S*https://`).MatchString(text) {
			t.Errorf("%s does not name the site", name)
		}
	}
	lines := 0
	for _, name := range []string{"hosting.md", "scale.md", "../README.md"} {
		for _, line := range strings.Split(read(t, "../docs/"+name), "\n") {
			if strings.Contains(line, "serve ") && strings.Contains(line, " --secure") {
				if lines++; !strings.Contains(line, " --site https://") {
					t.Errorf("%s: no site: %s", name, line)
				}
			}
		}
	}
	if lines == 0 {
		t.Error("no document shows how to serve over TLS")
	}
	if strings.Contains(read(t, "kubernetes.yaml"), "10.0.0.0/8") {
		t.Error("kubernetes.yaml trusts every pod as a proxy")
	}
	// Compose names no site for localhost, of which no passkeys are kept.
	if !strings.Contains(read(t, "compose.yaml"), "MIRABILIA_SITE: ${MIRABILIA_HOST:+https://${MIRABILIA_HOST}}") {
		t.Error("compose.yaml does not make the site from the host's name")
	}
	// No password stands in an address, where some signs would end it.
	for _, name := range []string{"compose.yaml", "kubernetes.yaml", "mirabilia-node.service"} {
		if bad := regexp.MustCompile(`://[^/\s@:]+:[^/\s]*@`).FindString(read(t, name)); bad != "" {
			t.Errorf("%s has a password in an address: %s", name, bad)
		}
	}
}

// TestUnits: systemd accepts the units, each runs as a user with a fixed name, and what it starts is a command of the program.
func TestUnits(t *testing.T) {
	for _, name := range []string{"mirabilia.service", "mirabilia-node.service"} {
		text := read(t, name)
		for _, want := range []string{"\nUser=mirabilia\n", "\nExecStart=/usr/local/bin/mirabilia serve\n", "\nNoNewPrivileges=yes\n", "\nProtectSystem=strict\n", "\nRestart=on-failure\n"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", name, strings.TrimSpace(want))
			}
		}
		if strings.Contains(text, "DynamicUser") {
			t.Errorf("%s leaves root no owner to keep", name)
		}
		if _, err := exec.LookPath("systemd-analyze"); err != nil {
			t.Logf("%s: systemd-analyze is not there to verify it", name)
			continue
		}
		// The program is not installed here; everything else must be right.
		file := filepath.Join(t.TempDir(), name)
		for _, c := range []struct {
			text string
			good bool
		}{{text, true}, {strings.Replace(text, "User=mirabilia\n", "User=mirabilia\nRestrt=on-failure\n", 1), false}} {
			if err := os.WriteFile(file, []byte(strings.Replace(c.text, "/usr/local/bin/mirabilia", "/bin/true", 1)), 0o600); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command("systemd-analyze", "verify", file).CombinedOutput()
			if said := strings.Contains(string(out), file+":"); err != nil && !said || said == c.good {
				t.Errorf("%s: %v\n%s", name, err, out)
			}
		}
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
