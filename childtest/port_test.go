package childtest_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"

	"mirabilia/childtest"
)

func TestMain(m *testing.M) {
	if os.Getenv("MIRABILIA_PORTS") != "" {
		ports, err := many()
		if err != nil {
			panic(err)
		}
		fmt.Println(ports)
		_, _ = os.Stdin.Read(make([]byte, 1)) // until the other has ended too
		return
	}
	os.Exit(m.Run())
}

// many takes a few hundred of the ports.
func many() (ports []string, err error) {
	for range 400 {
		port, err := childtest.Port()
		if err != nil {
			return nil, err
		}
		ports = append(ports, fmt.Sprint(port))
	}
	return ports, nil
}

// TestPorts: no port is given twice, neither here nor in another program that runs, and a server can listen on each.
func TestPorts(t *testing.T) {
	other := exec.Command(os.Args[0])
	other.Env = append(os.Environ(), "MIRABILIA_PORTS=1", "TMPDIR="+t.TempDir())
	hold, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	said, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer other.Wait()
	defer hold.Close()
	line := make([]byte, 1<<16)
	n, err := said.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	theirs := strings.Fields(strings.Trim(string(line[:n]), "[]\n"))
	ours, err := many()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, port := range append(theirs, ours...) {
		if seen[port] {
			t.Errorf("port %s was given twice", port)
		}
		seen[port] = true
		l, err := net.Listen("tcp", "127.0.0.1:"+port)
		if err != nil {
			t.Errorf("port %s: %v", port, err)
			continue
		}
		l.Close()
	}
	if len(theirs) != 400 || len(ours) != 400 {
		t.Errorf("%d and %d ports were looked at", len(theirs), len(ours))
	}
}
