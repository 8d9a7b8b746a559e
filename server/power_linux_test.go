package server_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/server/client"
	"mirabilia/store"
	"mirabilia/store/sqlite"
)

// A power cut leaves of a file what was synced, and of what was written since then anything: some sectors of some writes, in any order. These tests record with
// strace what a server writes, syncs, truncates, renames and unlinks, and when it answers whom. From the record they build the disks that a power cut could leave at
// any moment, open each, and compare it with what was acknowledged before.
//
// The model is stricter than most disks: a sync makes durable what was written to that file before it began, and nothing else; a name is durable when its folder was
// synced. The file of shared memory is rebuilt at every start and left out.

// calls are those that change files, sync them, or answer.
const calls = "open,openat,creat,write,writev,pwrite64,pwritev,pwritev2,fsync,fdatasync,sync_file_range,ftruncate,truncate,fallocate,rename,renameat,renameat2,unlink,unlinkat,link,linkat,sendfile,copy_file_range,sendto,sendmsg"

// What happens in a record.
type powerKind int

const (
	powerWrite powerKind = iota
	powerTruncate
	powerSync
	powerCreate
	powerRename
	powerUnlink
	powerAnswer
)

// powerEvent is a call of the server. It begins and ends at lines of the record; what is between them goes on at the same time.
type powerEvent struct {
	kind       powerKind
	file, to   string
	off, size  int64
	data       []byte
	begin, end int
}

// powerRecord is all that a server did, over several lives, in its folder.
type powerRecord struct {
	events []*powerEvent
	lines  int
}

var (
	callLine    = regexp.MustCompile(`^(\d+) +(.*)$`)
	resumedCall = regexp.MustCompile(`^<\.\.\. (\w+) resumed>`)
	quotedHex   = regexp.MustCompile(`"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?`)
	fileOf      = regexp.MustCompile(`^\w+\(\d+<((?:\\x[0-9a-f]{2})*)>(\(deleted\))?`)
	numbers     = regexp.MustCompile(`, (-?\d+)\) += `)
	offsets     = regexp.MustCompile(`, (\d+), (\d+)\) += `)
)

func unhex(text string) []byte {
	data, err := hex.DecodeString(strings.ReplaceAll(text, `\x`, ""))
	if err != nil {
		panic(err)
	}
	return data
}

// read adds what strace wrote of one life. Files outside of the folder are left out.
func (r *powerRecord) read(folder, trace string) error {
	begun := map[string]struct {
		text string
		line int
	}{}
	for line := range strings.Lines(trace) {
		r.lines++
		m := callLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			return fmt.Errorf("a line of strace is not understood: %.200q", line)
		}
		pid, text, begin := m[1], m[2], r.lines
		if head, cut := strings.CutSuffix(text, " <unfinished ...>"); cut {
			begun[pid] = struct {
				text string
				line int
			}{head, r.lines}
			continue
		}
		if m := resumedCall.FindString(text); m != "" {
			text, begin = begun[pid].text+strings.TrimPrefix(text, m), begun[pid].line
		}
		if strings.HasPrefix(text, "+++") || strings.HasPrefix(text, "---") {
			continue
		}
		e, err := powerCall(text)
		if err != nil {
			return err
		}
		if e == nil {
			continue
		}
		e.begin, e.end = begin, r.lines
		if e.kind != powerAnswer {
			if filepath.Dir(e.file) != folder && e.file != folder || strings.HasSuffix(e.file, "-shm") {
				continue
			}
			e.file = strings.TrimPrefix(strings.TrimPrefix(e.file, folder), "/")
			e.to = filepath.Base(e.to)
		}
		r.events = append(r.events, e)
	}
	return nil
}

// powerCall reads a call; nil if it failed or concerns nothing here.
func powerCall(text string) (*powerEvent, error) {
	i := strings.LastIndex(text, ") ")
	if i < 0 || !strings.Contains(text[i:], "= ") {
		return nil, fmt.Errorf("a call is not understood: %.200q", text)
	}
	_, result, _ := strings.Cut(text[i:], "= ")
	result, _, _ = strings.Cut(result, " ")
	result, _, _ = strings.Cut(result, "<")
	n, err := strconv.ParseInt(result, 10, 64)
	if n < 0 || err != nil {
		return nil, nil // it has failed, or the process was killed in it
	}
	name, _, _ := strings.Cut(text, "(")
	var words [][]byte
	for _, m := range quotedHex.FindAllStringSubmatch(text, -1) {
		if m[2] != "" {
			return nil, fmt.Errorf("strace has cut a text short")
		}
		words = append(words, unhex(m[1]))
	}
	file, deleted := "", false
	if m := fileOf.FindStringSubmatch(text); m != nil {
		file, deleted = string(unhex(m[1])), m[2] != ""
	}
	e := &powerEvent{file: file}
	switch name {
	case "open", "openat", "creat":
		switch e.file = string(words[0]); {
		case strings.Contains(text, "O_TRUNC") || name == "creat":
			e.kind = powerTruncate
		case strings.Contains(text, "O_CREAT"):
			e.kind = powerCreate
		default:
			return nil, nil
		}
		return e, nil
	case "rename", "renameat", "renameat2":
		e.kind, e.file, e.to = powerRename, string(words[0]), string(words[1])
		return e, nil
	case "unlink", "unlinkat":
		e.kind, e.file = powerUnlink, string(words[0])
		return e, nil
	}
	if deleted || file == "" {
		return nil, nil
	}
	switch name {
	case "write", "writev", "sendto", "sendmsg":
		if !strings.HasPrefix(file, "socket:") && !strings.HasPrefix(file, "TCP:") {
			if strings.HasPrefix(file, "/") && !strings.HasPrefix(file, "/proc") && !strings.HasPrefix(file, "/dev") {
				// Where a plain write goes depends on those before it. The store has none.
				e.kind, e.off, e.data = powerWrite, -1, bytes.Join(words, nil)
				return e, nil
			}
			return nil, nil
		}
		e.kind, e.data = powerAnswer, bytes.Join(words, nil)
	case "pwrite64":
		m := offsets.FindStringSubmatch(text)
		if m == nil {
			return nil, fmt.Errorf("a write is not understood: %.200q", text)
		}
		e.kind, e.data = powerWrite, words[0][:n]
		e.off, _ = strconv.ParseInt(m[2], 10, 64)
	case "fsync", "fdatasync":
		e.kind = powerSync
	case "ftruncate":
		m := numbers.FindStringSubmatch(text)
		if m == nil {
			return nil, fmt.Errorf("a truncation is not understood: %.200q", text)
		}
		e.kind = powerTruncate
		e.size, _ = strconv.ParseInt(m[1], 10, 64)
	default:
		return nil, fmt.Errorf("the model knows nothing of %s: %.200q", name, text)
	}
	return e, nil
}

// sector is what a disk writes whole or not at all.
const sector = 512

// powerFile is what a file is for sure, and what may have come to it since.
type powerFile struct {
	sure []byte
	open []*powerEvent
}

// powerDisk is what a power cut would meet at a moment.
type powerDisk struct {
	// names are those for sure; now has those that the server sees.
	names, now map[string]*powerFile
	// open are changes of names that may be forgotten, with the file that each name then stands for.
	open []powerName
}

type powerName struct {
	e    *powerEvent
	file *powerFile
}

func newPowerDisk() *powerDisk {
	return &powerDisk{names: map[string]*powerFile{}, now: map[string]*powerFile{}}
}

func changeName(names map[string]*powerFile, c powerName) {
	switch c.e.kind {
	case powerCreate:
		names[c.e.file] = c.file
	case powerRename:
		delete(names, c.e.file)
		names[c.e.to] = c.file
	case powerUnlink:
		delete(names, c.e.file)
	}
}

// change brings bytes up to what a call does to them, of a write only what keep says of each sector.
func change(data []byte, e *powerEvent, keep func(sector int64) bool) []byte {
	grown := func(size int64) {
		if more := size - int64(len(data)); more > 0 {
			data = append(data, make([]byte, more)...)
		}
	}
	if e.kind == powerTruncate {
		grown(e.size)
		return data[:e.size]
	}
	for at := e.off; at < e.off+int64(len(e.data)); {
		end := min((at/sector+1)*sector, e.off+int64(len(e.data)))
		if keep == nil || keep(at/sector) {
			grown(end)
			copy(data[at:end], e.data[at-e.off:end-e.off])
		}
		at = end
	}
	return data
}

// begins notes a call. Until it is synced, it may leave any trace or none.
func (d *powerDisk) begins(e *powerEvent) {
	f := d.now[e.file]
	switch e.kind {
	case powerWrite, powerTruncate:
		if f == nil && e.kind == powerTruncate {
			d.begins(&powerEvent{kind: powerCreate, file: e.file, begin: e.begin, end: e.end})
			f = d.now[e.file]
		}
		f.open = append(f.open, e)
	case powerCreate, powerRename, powerUnlink:
		if e.kind == powerCreate {
			if f != nil {
				return // it is there already
			}
			f = &powerFile{}
		}
		c := powerName{e, f}
		changeName(d.now, c)
		d.open = append(d.open, c)
	}
}

// synced makes durable what had ended before a sync began.
func (d *powerDisk) synced(e *powerEvent) {
	if e.file == "" { // the folder
		d.open = slices.DeleteFunc(d.open, func(c powerName) bool {
			if c.e.end >= e.begin {
				return false
			}
			changeName(d.names, c)
			return true
		})
		return
	}
	if f := d.now[e.file]; f != nil {
		f.open = slices.DeleteFunc(f.open, func(w *powerEvent) bool {
			if w.end >= e.begin {
				return false
			}
			f.sure = change(f.sure, w, nil)
			return true
		})
	}
}

// Ways in which a power cut treats what was not synced.
const (
	cutAll    = iota // everything is forgotten
	cutNone          // nothing is
	cutSome          // some calls are
	cutLast          // the last write of each file is torn
	cutTorn          // any sector of any write is
	cutsKnown = iota
)

// image writes the disk that a power cut leaves into a folder.
func (d *powerDisk) image(folder string, how int, r *rand.Rand) error {
	coin := func() bool { return r.IntN(2) == 0 }
	names := map[string]*powerFile{}
	for name, f := range d.names {
		names[name] = f
	}
	for _, c := range d.open {
		if how == cutNone || how == cutLast || how != cutAll && coin() {
			changeName(names, c)
		}
	}
	for name, f := range names {
		data := bytes.Clone(f.sure)
		for i, e := range f.open {
			switch last := i == len(f.open)-1; {
			case how == cutNone || how == cutLast && !last:
				data = change(data, e, nil)
			case how == cutLast && e.kind == powerWrite:
				torn := e.off/sector + r.Int64N(int64(len(e.data)/sector+2))
				data = change(data, e, func(s int64) bool { return s < torn })
			case how == cutTorn && e.kind == powerWrite:
				data = change(data, e, func(int64) bool { return coin() })
			case how != cutAll && coin():
				data = change(data, e, nil)
			}
		}
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// powerPromises are what was answered, as the client that asked understands it.
type powerPromises struct {
	// commands are tables by the ids of commands.
	commands map[string]string
	// tokens are people by the hashes of their sessions' tokens.
	tokens map[string]string
	// journals are how the tables ended.
	journals map[string][][]byte
}

// powerKept is what was acknowledged before a cut.
type powerKept struct {
	commands, tables, tokens map[string]bool
}

var (
	ackedCommand = regexp.MustCompile(`\{"id":"(power-[0-9]+)","seq":`)
	shownTable   = regexp.MustCompile(`"table":\{"id":"([0-9a-z]+)"`)
	givenCookie  = regexp.MustCompile(`(?m)^Set-Cookie: [^=\r\n]+=([^;\r\n]+);[^\r\n]*HttpOnly`)
)

// answered notes what an answer promises.
func (k *powerKept) answered(data []byte) {
	if !bytes.HasPrefix(data, []byte("HTTP/1.1 2")) {
		return
	}
	for _, m := range ackedCommand.FindAllSubmatch(data, -1) {
		k.commands[string(m[1])] = true
	}
	for _, m := range shownTable.FindAllSubmatch(data, -1) {
		k.tables[string(m[1])] = true
	}
	for _, m := range givenCookie.FindAllSubmatch(data, -1) {
		hash := sha256.Sum256(m[1])
		k.tokens[string(hash[:])] = true
	}
}

// lost opens what a power cut left and returns what is wrong with it: what was acknowledged and is gone, and what is half.
func (p *powerPromises) lost(t *testing.T, folder string, kept *powerKept) error {
	t.Helper()
	db, err := sqlite.Open(t.Context(), folder, sqlite.Options{})
	if err != nil {
		return fmt.Errorf("it does not open: %w", err)
	}
	defer db.Close()
	if err := sqlite.Check(t.Context(), filepath.Join(folder, sqlite.File)); err != nil {
		return fmt.Errorf("it is damaged: %w", err)
	}
	has := map[string]bool{}
	for table, whole := range p.journals {
		l, err := db.Load(t.Context(), table)
		if errors.Is(err, store.ErrNotFound) {
			if kept.tables[table] {
				return fmt.Errorf("table %s was opened and is gone", table)
			}
			continue
		}
		if err != nil {
			return fmt.Errorf("table %s: %w", table, err)
		}
		for i, data := range l.Entries {
			if i >= len(whole) || !bytes.Equal(data, whole[i]) {
				return fmt.Errorf("entry %d of table %s is %s", i+1, table, data)
			}
			var e struct{ Command string }
			if err := json.Unmarshal(data, &e); err != nil {
				return err
			}
			has[e.Command] = true
		}
		if int64(len(l.Entries)) != l.Last {
			return fmt.Errorf("table %s has %d entries and ends with %d", table, len(l.Entries), l.Last)
		}
		said, err := db.Said(t.Context(), table, 1000)
		if err != nil {
			return err
		}
		for _, line := range said {
			has[line.Command] = true
		}
	}
	for id := range kept.commands {
		if !has[id] {
			return fmt.Errorf("command %s of table %s was acknowledged and is gone", id, p.commands[id])
		}
	}
	for hash := range kept.tokens {
		if who, _, err := db.PersonByToken(t.Context(), []byte(hash)); err != nil || who.ID != p.tokens[hash] {
			return fmt.Errorf("the session of %s is gone: %w", p.tokens[hash], err)
		}
	}
	return nil
}

// powerCut says when a record is cut, and how.
type powerCut struct {
	line, how int
	// without is a sync that is taken for one that was not made; everySync takes all of them so.
	without   *powerEvent
	everySync bool
}

// at replays a record up to a line and returns the disk and what was acknowledged.
func (r *powerRecord) at(c powerCut) (*powerDisk, *powerKept) {
	d, kept := newPowerDisk(), &powerKept{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	type moment struct {
		line int
		ends bool
		e    *powerEvent
	}
	var moments []moment
	for _, e := range r.events {
		if e.begin <= c.line && e.kind != powerSync {
			moments = append(moments, moment{e.begin, false, e})
		}
		if e.end <= c.line && e.kind == powerSync && e != c.without && !c.everySync {
			moments = append(moments, moment{e.end, true, e})
		}
	}
	slices.SortStableFunc(moments, func(a, b moment) int { return a.line - b.line })
	for _, m := range moments {
		switch {
		case m.ends:
			d.synced(m.e)
		case m.e.kind == powerAnswer:
			kept.answered(m.e.data)
		default:
			d.begins(m.e)
		}
	}
	return d, kept
}

// tried builds the disk of a cut and returns what is wrong with it.
func (r *powerRecord) tried(t *testing.T, p *powerPromises, c powerCut, random *rand.Rand) error {
	t.Helper()
	folder, err := os.MkdirTemp("", "power")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	d, kept := r.at(c)
	if err := d.image(folder, c.how, random); err != nil {
		t.Fatal(err)
	}
	return p.lost(t, folder, kept)
}

// traced starts a server under strace, which follows it as a child of its own.
func traced(t *testing.T, folder, to string) *process {
	t.Helper()
	p := &process{cmd: exec.Command("strace", "-D", "-f", "-y", "-xx", "-s", "16777216", "--seccomp-bpf", "-e", "signal=kill", "-e", "trace="+calls, "-o", to, os.Args[0]), said: &strings.Builder{}}
	p.cmd.Env = append(os.Environ(), envData+"="+folder)
	p.cmd.Stderr = p.said
	if err := p.start(); err != nil {
		t.Fatal(err)
	}
	return p
}

// recorded has a server live three times in one folder, killed once and stopped in order twice, while so many tables have moves and chat.
func recorded(t *testing.T, tables, moves int) (*powerRecord, *powerPromises) {
	t.Helper()
	if _, err := exec.LookPath("strace"); err != nil {
		t.Fatal("strace is not installed; \"make strace\" installs it")
	}
	folder, r := t.TempDir(), &powerRecord{}
	p := &powerPromises{map[string]string{}, map[string]string{}, map[string][][]byte{}}
	h := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 32, DisableCompression: true}, Timeout: waitAtMost}
	type seat struct {
		id string
		gs []*client.Client
	}
	var list []*seat
	var mu sync.Mutex
	n := 0
	do := func(s *seat, c *client.Client, kind string, data api.CommandData) {
		mu.Lock()
		n++
		id := fmt.Sprint("power-", n)
		p.commands[id] = s.id
		mu.Unlock()
		if _, err := c.Command(t.Context(), s.id, api.Command{ID: id, Type: kind, Data: data}); err != nil {
			t.Error(err)
		}
	}
	for life := range 3 {
		to := filepath.Join(t.TempDir(), "trace")
		run := traced(t, folder, to)
		for len(list) < tables {
			s := &seat{}
			for range 2 {
				c, err := client.Enter(t.Context(), run.base, h, "Guest")
				if err != nil {
					t.Fatal(err)
				}
				_, token, _ := strings.Cut(c.Cookie, "=")
				hash := sha256.Sum256([]byte(token))
				p.tokens[string(hash[:])] = c.Session.Person
				s.gs = append(s.gs, c)
			}
			snap, err := s.gs[0].Create(t.Context(), api.CreateTable{Settings: api.Settings{Game: []string{"duel", "dice"}[len(list)%2], Seats: 2, Public: true}})
			if err != nil {
				t.Fatal(err)
			}
			s.id = snap.Table.ID
			list = append(list, s)
			do(s, s.gs[1], api.CommandJoin, api.CommandData{Nonce: "0b"})
			do(s, s.gs[0], api.CommandStart, api.CommandData{Nonce: "0a"})
		}
		var wg sync.WaitGroup
		for _, s := range list {
			wg.Go(func() {
				for k := 0; k < moves; {
					for _, c := range s.gs {
						c.Base = run.base
						snap, err := c.Look(t.Context(), s.id)
						if err != nil {
							t.Error(err)
							return
						}
						if snap.Game.Result != nil {
							k = moves
						} else if len(snap.Game.Moves) > 0 {
							do(s, c, api.CommandMove, api.CommandData{Move: snap.Game.Moves[len(snap.Game.Moves)/2]})
							k++
						}
					}
				}
				do(s, s.gs[0], api.CommandChat, api.CommandData{Text: "said"})
			})
		}
		wg.Wait()
		if life == 0 {
			run.kill()
		} else {
			run.stop(t)
		}
		h.CloseIdleConnections()
		// strace writes its last line when the server is gone.
		var trace []byte
		last := fmt.Appendf(nil, "\n%d +++ ", run.cmd.Process.Pid)
		await(t, "the end of the record", func() (ended bool) {
			var err error
			if trace, err = os.ReadFile(to); err != nil {
				t.Fatal(err)
			}
			time.Sleep(10 * time.Millisecond)
			i := bytes.LastIndex(bytes.ReplaceAll(trace, []byte("  "), []byte(" ")), last)
			return i >= 0 && bytes.HasSuffix(trace, []byte("+++\n"))
		})
		if err := r.read(folder, string(trace)); err != nil {
			t.Fatal(err)
		}
	}
	db := openStore(t, folder)
	defer db.Close()
	for _, s := range list {
		l, err := db.Load(t.Context(), s.id)
		if err != nil || int64(len(l.Entries)) != l.Last {
			t.Fatalf("table %s has %d entries, of %d: %v", s.id, len(l.Entries), l.Last, err)
		}
		p.journals[s.id] = l.Entries
	}
	return r, p
}

// TestPowerLoss: whenever the power is cut, and whatever the disk makes of what was not synced, everything that was acknowledged is there, and nothing is half.
// MIRABILIA_POWER sets how many disks are built, for a longer run (CONTRIBUTING.md).
func TestPowerLoss(t *testing.T) {
	t.Parallel()
	images, tables, moves := 100, 3, 3
	if text := os.Getenv("MIRABILIA_POWER"); text != "" {
		var err error
		if images, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
		tables, moves = 6, 4
	}
	r, p := recorded(t, tables, moves)
	const seed = 35
	random := rand.New(rand.NewPCG(seed, 1))
	count := map[powerKind]int{}
	for _, e := range r.events {
		count[e.kind]++
	}
	_, all := r.at(powerCut{line: r.lines})
	t.Logf("seed %d; %d writes, %d truncations, %d syncs, %d names made, %d removed; %d commands, %d tables and %d sessions acknowledged", seed,
		count[powerWrite], count[powerTruncate], count[powerSync], count[powerCreate], count[powerUnlink], len(all.commands), len(all.tables), len(all.tokens))
	if len(all.commands) < 3*tables*moves || len(all.tables) != tables || len(all.tokens) != 2*tables || count[powerSync] < 3*moves || count[powerUnlink] == 0 {
		t.Fatal("the record is not of that")
	}
	// Every call is a moment for a cut; if these are more than the disks, some of them by chance.
	lines := make([]int, len(r.events))
	for i, e := range r.events {
		lines[i] = []int{e.begin, e.end}[random.IntN(2)]
	}
	random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	lines = append(lines, r.lines)
	bad := 0
	for i := range images {
		c := powerCut{line: lines[i%len(lines)], how: i % cutsKnown}
		if err := r.tried(t, p, c, random); err != nil {
			bad++
			t.Errorf("disk %d, cut after line %d of %d in way %d: %v", i, c.line, r.lines, c.how, err)
		}
	}
	t.Logf("%d disks at %d moments, %d of them bad", images, min(images, len(lines)), bad)
	if bad > 0 {
		return
	}
	// Planted: a sync that was left out is missed by the cut right after an answer that it stood for; without any, nothing at all is left.
	caught, planted := 0, 0
	for i, e := range r.events {
		if e.kind != powerAnswer || !ackedCommand.Match(e.data) {
			continue
		}
		var last *powerEvent
		for _, s := range r.events[:i] {
			if s.kind == powerSync && s.end < e.begin && s.file != "" {
				last = s
			}
		}
		if planted++; r.tried(t, p, powerCut{line: e.begin, how: cutAll, without: last}, random) != nil {
			caught++
		}
	}
	t.Logf("planted: of %d syncs left out before an answer, %d were missed", planted, caught)
	if caught < planted/2 {
		t.Error("most syncs are missed by nobody")
	}
	if r.tried(t, p, powerCut{line: r.lines, how: cutAll, everySync: true}, random) == nil {
		t.Error("a server that syncs nothing loses nothing")
	}
}
