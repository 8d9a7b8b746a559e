// Package pgtest starts real PostgreSQL servers for tests, on loopback and in folders of their own.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"mirabilia/childtest"
)

// Server is a PostgreSQL server that runs.
type Server struct {
	// Port is where it listens on 127.0.0.1.
	Port   int
	folder string
	bin    string
	as     *syscall.Credential
	cmd    *exec.Cmd
	ended  <-chan struct{}
	stop   sync.Once
	n      atomic.Int64
}

// startTime is how long a server may take to start.
const startTime = 60 * time.Second

// Start makes a server and starts it. Settings are lines of its configuration.
func Start(settings ...string) (*Server, error) {
	s, err := prepare()
	if err != nil {
		return nil, err
	}
	if err := s.run("initdb", "-D", s.data(), "-U", "postgres", "-A", "trust", "--no-sync", "--encoding=UTF8", "--locale=C"); err != nil {
		return nil, errors.Join(err, os.RemoveAll(s.folder))
	}
	return s, s.configure(settings)
}

// Standby starts a server that follows this one and takes its place when it is promoted. This one must have been started with settings for replication.
func (s *Server) Standby(settings ...string) (*Server, error) {
	f, err := prepare()
	if err != nil {
		return nil, err
	}
	if err := f.run("pg_basebackup", "-D", f.data(), "-h", "127.0.0.1", "-p", strconv.Itoa(s.Port), "-U", "postgres", "-R", "--no-sync", "-c", "fast"); err != nil {
		return nil, errors.Join(err, os.RemoveAll(f.folder))
	}
	return f, f.configure(settings)
}

// Recover starts a server on a copy of a base backup, which goes on to the archived log that the settings name.
func Recover(base string, settings ...string) (*Server, error) {
	f, err := prepare()
	if err != nil {
		return nil, err
	}
	err = os.CopyFS(f.data(), os.DirFS(base))
	if err == nil {
		err = os.WriteFile(filepath.Join(f.data(), "recovery.signal"), nil, 0o600)
	}
	// Empty folders are copied, too; what is copied belongs to the server's user, who alone may read it.
	if err == nil && f.as != nil {
		err = exec.Command("chown", "-R", fmt.Sprintf("%d:%d", f.as.Uid, f.as.Gid), f.data()).Run()
	}
	if err == nil {
		err = os.Chmod(f.data(), 0o700)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(f.folder))
	}
	return f, f.configure(settings)
}

// prepare finds the programs, an ordinary user to run them as, a folder and a port.
func prepare() (*Server, error) {
	s := &Server{}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return nil, fmt.Errorf("PostgreSQL is not installed: there is no /usr/lib/postgresql/*/bin/initdb; \"make postgres\" installs it")
	}
	s.bin = filepath.Dir(found[len(found)-1])
	if s.folder, err = os.MkdirTemp("", "mirabilia-pg-"); err != nil {
		return nil, err
	}
	if os.Geteuid() == 0 {
		if err := s.leaveRoot(); err != nil {
			return nil, errors.Join(err, os.RemoveAll(s.folder))
		}
	}
	if s.Port, err = childtest.Port(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(s.folder))
	}
	return s, nil
}

// leaveRoot lets another user run the server, which refuses root.
func (s *Server) leaveRoot() error {
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
		s.as = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		return os.Chown(s.folder, uid, gid)
	}
	return errors.New("PostgreSQL refuses to run as root, and there is no user postgres or nobody to run it as")
}

func (s *Server) data() string { return filepath.Join(s.folder, "data") }

func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.SysProcAttr, cmd.Dir = &syscall.SysProcAttr{Credential: s.as}, s.folder
	cmd.Env = append(os.Environ(), "LC_ALL=C", "HOME="+s.folder)
	return cmd
}

func (s *Server) run(name string, args ...string) error {
	out, err := s.command(name, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

// configure writes the settings and starts the server. Syncing is off: the machine will not fail in a test.
func (s *Server) configure(settings []string) error {
	lines := append([]string{"listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", "fsync = off", "max_connections = 200",
		"shared_buffers = 32MB", "max_wal_size = 256MB", "port = " + strconv.Itoa(s.Port)}, settings...)
	f, err := os.OpenFile(filepath.Join(s.data(), "postgresql.auto.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString(strings.Join(lines, "\n") + "\n")
		err = errors.Join(err, f.Close())
	}
	if err == nil {
		err = s.Launch()
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(s.folder))
	}
	return nil
}

// Launch starts the server, which was made or killed, and waits until it answers.
func (s *Server) Launch() error {
	log, err := os.OpenFile(filepath.Join(s.folder, "log"), os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	s.cmd = s.command("postgres", "-D", s.data())
	s.cmd.Stdout, s.cmd.Stderr = log, log
	if s.ended, err = childtest.Start(s.cmd, syscall.SIGQUIT); err != nil {
		return err
	}
	for end := time.Now().Add(startTime); ; time.Sleep(20 * time.Millisecond) {
		if s.answers() {
			return nil
		}
		select {
		case <-s.ended:
			return fmt.Errorf("PostgreSQL did not start:\n%s", s.Log())
		default:
		}
		if time.Now().After(end) {
			return errors.Join(fmt.Errorf("PostgreSQL does not answer:\n%s", s.Log()), s.Stop())
		}
	}
}

// answers reports whether the server answers, and not another one.
func (s *Server) answers() bool {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return false
	}
	var folder string
	err = conn.QueryRow(ctx, "SHOW data_directory").Scan(&folder)
	return errors.Join(err, conn.Close(ctx)) == nil && folder == s.data()
}

// Log returns what the server wrote.
func (s *Server) Log() string {
	text, err := os.ReadFile(filepath.Join(s.folder, "log"))
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// Pid is the process of which all others of the server are children.
func (s *Server) Pid() int { return s.cmd.Process.Pid }

// URL is the address of a database.
func (s *Server) URL(database string) string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/%s?sslmode=disable", s.Port, database)
}

// Exec runs a statement in a database.
func (s *Server) Exec(ctx context.Context, database, statement string) error {
	conn, err := pgx.Connect(ctx, s.URL(database))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}

// SetClock lets the clock of a database be wrong by so much. The first time, only connections that are made afterwards go by it: a function of the same name comes before now().
func (s *Server) SetClock(ctx context.Context, database string, by time.Duration) error {
	var err error
	for _, statement := range []string{
		"CREATE TABLE IF NOT EXISTS public.wrong_clock (id int PRIMARY KEY, by interval NOT NULL)",
		fmt.Sprintf("INSERT INTO public.wrong_clock VALUES (1, '%d ms') ON CONFLICT (id) DO UPDATE SET by = excluded.by", by.Milliseconds()),
		`CREATE OR REPLACE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT pg_catalog.now() + (SELECT by FROM public.wrong_clock WHERE id = 1) $$`,
		"ALTER DATABASE " + database + " SET search_path = public, pg_catalog",
	} {
		if err == nil {
			err = s.Exec(ctx, database, statement)
		}
	}
	return err
}

// NewDatabase makes an empty database and returns its name.
func (s *Server) NewDatabase(ctx context.Context) (string, error) {
	name := fmt.Sprint("test", s.n.Add(1))
	return name, s.Exec(ctx, "postgres", "CREATE DATABASE "+name)
}

// Promote makes a standby the primary.
func (s *Server) Promote() error { return s.run("pg_ctl", "promote", "-D", s.data(), "-w") }

// Kill ends the server at once, as a crash would: every process of it, so that none answers any more.
func (s *Server) Kill() error {
	// The children have the same folder. They end when they notice that the first process is gone; a signal to each is quicker.
	out, _ := exec.Command("pgrep", "-P", strconv.Itoa(s.cmd.Process.Pid)).Output()
	err := s.cmd.Process.Kill()
	for _, pid := range strings.Fields(string(out)) {
		if n, bad := strconv.Atoi(pid); bad == nil {
			_ = syscall.Kill(n, syscall.SIGKILL)
		}
	}
	<-s.ended
	return err
}

// Stop ends the server and removes what it kept.
func (s *Server) Stop() (err error) {
	s.stop.Do(func() {
		if s.cmd != nil {
			_ = s.cmd.Process.Signal(syscall.SIGQUIT)
			select {
			case <-s.ended:
			case <-time.After(10 * time.Second):
				err = s.Kill()
			}
		}
		err = errors.Join(err, os.RemoveAll(s.folder))
	})
	return err
}
