// Package natstest starts real NATS servers for tests, on loopback. The server is built from its module, pinned in tools/go.mod, the first
// time it is needed.
package natstest

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"mirabilia/childtest"
)

// Server is a NATS server.
type Server struct {
	Port  int
	args  []string
	cmd   *exec.Cmd
	log   string
	ended <-chan struct{}
}

const startTime = 20 * time.Second

// Start starts a server, with further arguments.
func Start(args ...string) (*Server, error) {
	port, err := childtest.Port()
	if err != nil {
		return nil, err
	}
	s := &Server{Port: port, args: append([]string{"--addr", "127.0.0.1", "--port", strconv.Itoa(port)}, args...)}
	return s, s.Launch()
}

// Program builds the server if need be and returns its path.
func Program() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", err
	}
	root := filepath.Dir(string(out))
	path := filepath.Join(root, "bin", "nats-server")
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	part := fmt.Sprint(path, ".", os.Getpid())
	build := exec.Command("go", "build", "-modfile=tools/go.mod", "-o", part, "github.com/nats-io/nats-server/v2")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("nats-server cannot be built: %w\n%s", err, out)
	}
	return path, os.Rename(part, path)
}

// Launch starts the server, which was made or killed, and waits until it answers.
func (s *Server) Launch() error {
	program, err := Program()
	if err != nil {
		return err
	}
	log, err := os.CreateTemp("", "mirabilia-nats-")
	if err != nil {
		return err
	}
	defer log.Close()
	s.log = log.Name()
	s.cmd = exec.Command(program, s.args...)
	s.cmd.Stdout, s.cmd.Stderr = log, log
	if s.ended, err = childtest.Start(s.cmd, syscall.SIGKILL); err != nil {
		return err
	}
	for end := time.Now().Add(startTime); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if c, err := net.Dial("tcp", s.Addr()); err == nil {
			return c.Close()
		}
		select {
		case <-s.ended:
			return fmt.Errorf("nats-server did not start:\n%s", s.Log())
		default:
		}
	}
	return errors.Join(fmt.Errorf("nats-server does not answer:\n%s", s.Log()), s.Kill())
}

// Pid is the server's process.
func (s *Server) Pid() int { return s.cmd.Process.Pid }

// Addr is where the server listens.
func (s *Server) Addr() string { return fmt.Sprintf("127.0.0.1:%d", s.Port) }

// Log returns what the server wrote.
func (s *Server) Log() string {
	text, err := os.ReadFile(s.log)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// Kill ends the server at once.
func (s *Server) Kill() error {
	err := s.cmd.Process.Kill()
	<-s.ended
	return errors.Join(err, os.Remove(s.log))
}
