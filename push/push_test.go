package push_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/push"
	"mirabilia/push/pushtest"
	"mirabilia/store"
	"mirabilia/store/postgres"
	"mirabilia/store/postgres/pgtest"
	"mirabilia/store/sqlite"
	"mirabilia/table"
)

// scene is a store with people whose games wait, a push service, and a clock that the test sets.
type scene struct {
	t       *testing.T
	db      store.Store
	service *pushtest.Service
	push    *push.Push
	now     atomic.Int64
	looking sync.Map
	fared   sync.Map
}

const minute, hour = int64(60_000), int64(3_600_000)

// at returns a time of a summer day, which is 2 hours later in Budapest.
func at(clock string) int64 {
	t, err := time.Parse(time.DateTime, "2026-07-14 "+clock+":00")
	if err != nil {
		panic(err)
	}
	return t.UnixMilli()
}

// database is a real PostgreSQL.
var database *pgtest.Server

func TestMain(m *testing.M) { pgtest.Main(m, &database) }

func begin(t *testing.T) *scene {
	db, err := sqlite.Open(t.Context(), t.TempDir(), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return beginOn(t, db)
}

func beginOn(t *testing.T, db store.Store) *scene {
	t.Cleanup(func() { db.Close() })
	s := &scene{t: t, db: db, service: pushtest.New(t)}
	s.now.Store(at("10:00"))
	s.push = s.node(pushtest.Loopback)
	return s
}

// node returns another node on the same store.
func (s *scene) node(networks []netip.Prefix) *push.Push {
	return push.New(push.Config{Store: s.db, Now: s.now.Load, Networks: networks, TLS: s.service.TLS(), Site: "https://games.example",
		Looking: func(person string) bool { _, ok := s.looking.Load(person); return ok },
		Compose: func(_ context.Context, person string, n *push.Notice, lang string) (*push.Message, error) {
			return &push.Message{Title: n.Kind + " for " + person + " in " + lang, Body: n.Table, URL: "/t/" + n.Table, Count: 1}, nil
		},
		Sent: func(how string) { v, _ := s.fared.LoadOrStore(how, new(atomic.Int64)); v.(*atomic.Int64).Add(1) },
		Log:  slog.New(slog.NewTextHandler(io.Discard, nil))})
}

func (s *scene) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// enter lets a person in.
func (s *scene) enter(person string, token []byte) {
	s.t.Helper()
	_, err := s.db.Enter(s.t.Context(), store.Entrance{Person: person, Token: store.Token{Hash: token, Seen: 1}})
	s.must(err)
}

// device lets a person, who may be new, be told things on another device.
func (s *scene) device(person string) *pushtest.Device {
	s.t.Helper()
	ctx := s.t.Context()
	d := s.service.NewDevice()
	token := []byte("token for " + d.Endpoint())
	if _, err := s.db.Enter(ctx, store.Entrance{Person: person, Token: store.Token{Hash: token, Seen: 1}}); errors.Is(err, store.ErrNotFound) {
		s.must(s.db.AddPerson(ctx, store.Person{ID: person, Name: person, Created: 1}, token))
	} else {
		s.must(err)
	}
	s.must(s.push.Subscribe(ctx, person, token, push.Device{Endpoint: d.Endpoint(), Key: d.Key(), Auth: d.Auth()}))
	return d
}

// wants says what a person wants to be told.
func (s *scene) wants(person string, change func(n *push.Notices)) {
	s.t.Helper()
	n := push.Usual()
	n.Zone, n.Lang = "Europe/Budapest", "hu"
	change(&n)
	s.must(s.push.SetNotices(s.t.Context(), person, n, n.Silent != 0))
}

// waits lets a table wait for a person from now on.
func (s *scene) waits(id, person string, turn bool, decision int, c api.Clock, deadline int64) {
	s.t.Helper()
	now := s.now.Load()
	sum := &table.Summary{TableSummary: api.TableSummary{ID: id, Settings: api.Settings{Game: "duel", Seats: 2, Clock: c}, Status: api.StatusPlaying,
		Places: []api.Seat{{Seat: 0, Kind: api.KindPerson, Person: person}, {Seat: 1, Kind: api.KindPerson, Person: "another"}}, Owing: []int{0}, Decision: decision, Updated: now, Deadline: deadline}}
	b := &store.Batch{Row: store.Row{ID: id, Game: "duel", Status: api.StatusPlaying, Updated: now, Data: sum.Encode()}, Entries: [][]byte{[]byte("{}")}, People: []store.Involved{{Person: person, Turn: turn}}}
	if l, err := s.db.Load(s.t.Context(), id); err == nil {
		b.Last = l.Last
	}
	s.must(s.db.Append(s.t.Context(), b))
}

var twoDays = api.Clock{Kind: api.ClockDays, Days: 2}

// after lets time pass, and the server look and send.
func (s *scene) after(ms int64) {
	s.t.Helper()
	s.now.Add(ms)
	s.must(s.push.Look(s.t.Context()))
	s.must(s.push.Send(s.t.Context()))
}

// got checks what a device got since the last time: the titles and bodies.
func (s *scene) got(d *pushtest.Device, want ...string) []pushtest.Message {
	s.t.Helper()
	list := d.Take()
	var texts []string
	for _, m := range list {
		if m.Field("close") == true {
			texts = append(texts, "close "+m.Field("tag").(string))
			continue
		}
		body, _ := m.Field("body").(string)
		texts = append(texts, fmt.Sprint(m.Field("title"), ": ", body))
	}
	if fmt.Sprint(texts) != fmt.Sprint(want) {
		s.t.Errorf("got %q, want %q", texts, want)
	}
	return list
}

// TestTurn: a turn is told once, after two minutes, with reminders before time runs out; when it is taken, the message goes.
func TestTurn(t *testing.T) {
	s := begin(t)
	d := s.device("anna")
	s.wants("anna", func(n *push.Notices) { n.Quiet = false })
	end := s.now.Load() + 48*hour
	s.waits("t1", "anna", true, 7, twoDays, end)
	s.after(0)
	s.after(minute)
	s.got(d)
	s.after(minute)
	const told = "turn for anna in hu: t1"
	m := s.got(d, told)[0]
	if left := int((end - s.now.Load()) / 1000); m.TTL != left || m.Urgency != "normal" || len(m.Topic) != 32 || m.Subject != "https://games.example" || m.Field("tag") != "turns" || m.Field("url") != "/t/t1" {
		t.Errorf("%+v; %d seconds are left", m, left)
	}
	if key, err := s.push.Key(t.Context()); err != nil || key != m.Key {
		t.Errorf("signed with %s, not with %s, %v", m.Key, key, err)
	}
	for range 20 {
		s.after(100 * minute)
	}
	s.got(d) // 33 hours later
	s.now.Store(end - 12*hour)
	s.after(0)
	if again := s.got(d, told); again[0].Topic != m.Topic {
		t.Error("the message is not renewed, but another")
	}
	s.after(9 * hour)
	s.got(d)
	s.after(hour)
	if last := s.got(d, told); last[0].Urgency != "high" || last[0].TTL != 2*60*60 {
		t.Errorf("%+v", last[0])
	}
	s.after(minute)
	s.got(d)
	// Played elsewhere: the message goes. The next turn is told anew.
	s.waits("t1", "anna", false, 8, twoDays, 0)
	s.after(0)
	if gone := s.got(d, "close turns"); gone[0].Topic != m.Topic || gone[0].Urgency != "low" {
		t.Errorf("%+v", gone[0])
	}
	s.after(hour)
	s.got(d)
	s.waits("t1", "anna", true, 9, twoDays, s.now.Load()+48*hour)
	s.after(2 * minute)
	s.got(d, told)
}

// TestOneMessage: all games that wait are one message, which names that with the least time left; when it is played elsewhere, the message goes over to another in silence.
func TestOneMessage(t *testing.T) {
	s := begin(t)
	d := s.device("anna")
	s.wants("anna", func(n *push.Notices) { n.Quiet = false })
	now := s.now.Load()
	s.waits("t1", "anna", true, 1, twoDays, now+47*hour)
	s.waits("t2", "anna", true, 1, twoDays, now+20*hour)
	s.waits("t3", "anna", true, 1, api.Clock{Kind: api.ClockNone}, 0)
	s.after(2 * minute)
	s.got(d, "turn for anna in hu: t2")
	s.waits("t2", "anna", false, 2, twoDays, 0)
	s.after(minute)
	if m := s.got(d, "turn for anna in hu: t1"); m[0].Field("silent") != true {
		t.Errorf("%+v", m)
	}
	s.after(minute)
	s.got(d)
}

// TestQuietHours: at night nothing is sent, and what came is told once in the morning. A game about to be lost may wake those who want it.
func TestQuietHours(t *testing.T) {
	s := begin(t)
	anna, bela := s.device("anna"), s.device("bela")
	s.wants("anna", func(n *push.Notices) {})
	s.wants("bela", func(n *push.Notices) { n.Wake = true })
	s.now.Store(at("20:30")) // half past ten in Budapest
	for _, person := range []string{"anna", "bela"} {
		s.waits("t1 of "+person, person, true, 1, twoDays, at("20:30")+48*hour)
		s.waits("t2 of "+person, person, true, 5, twoDays, at("20:30")+5*hour)
	}
	s.after(3 * minute)
	s.got(anna)
	s.got(bela)
	s.after(3 * hour) // two hours before one of the games is lost
	s.got(anna)
	s.got(bela, "turn for bela in hu: t2 of bela")
	s.must(s.push.Tell(t.Context(), "anna", push.Notice{Kind: push.KindAsk, Topic: "ask", Until: s.now.Load() + hour}))
	s.after(minute)
	s.got(anna)
	s.now.Store(at("05:29") + 24*hour)
	s.waits("t2 of anna", "anna", false, 6, twoDays, 0) // it was lost meanwhile
	s.after(0)
	s.got(anna)
	s.after(minute)
	s.got(anna, "turn for anna in hu: t1 of anna") // and nothing of the invitation, which is over
	s.after(hour)
	s.got(anna)
}

// TestSilence: whoever wants silence for today has it until midnight where they are.
func TestSilence(t *testing.T) {
	s := begin(t)
	d := s.device("anna")
	s.wants("anna", func(n *push.Notices) { n.Quiet, n.Silent = false, 1 })
	s.waits("t1", "anna", true, 1, twoDays, s.now.Load()+48*hour)
	s.after(5 * minute)
	s.now.Store(at("21:59"))
	s.after(0)
	s.got(d)
	s.after(minute)
	s.got(d, "turn for anna in hu: t1")
}

// TestSwitches: what somebody does not want to be told is not told, and in a live game one is told sooner.
func TestSwitches(t *testing.T) {
	s := begin(t)
	d := s.device("anna")
	s.wants("anna", func(n *push.Notices) { n.Quiet, n.Turn, n.Ask = false, false, false })
	ctx, live := t.Context(), api.Clock{Kind: api.ClockLive, Base: 900, Increment: 5}
	s.waits("t1", "anna", true, 1, twoDays, s.now.Load()+48*hour)
	s.waits("t2", "anna", true, 1, live, s.now.Load()+15*minute)
	s.must(s.push.Tell(ctx, "anna", push.Notice{Kind: push.KindAsk, Topic: "ask"}))
	s.must(s.push.Tell(ctx, "anna", push.Notice{Kind: push.KindCall, Topic: "call"}))
	s.after(2 * minute)
	s.got(d, "call for anna in hu: ")
	s.after(12 * minute)
	s.got(d, "turn for anna in hu: t2") // the last minute
	s.wants("anna", func(n *push.Notices) { n.Quiet, n.Live = false, true })
	s.waits("t2", "anna", true, 2, live, s.now.Load()+15*minute)
	s.after(9_000)
	s.got(d, "turn for anna in hu: t1")
	s.after(1_000)
	s.got(d, "turn for anna in hu: t2")
	// A game alone against bots without a clock is nobody's wait, and neither is one that was only tried.
	for trial, id := range []string{"t3", "t4"} {
		sum := &table.Summary{TableSummary: api.TableSummary{ID: id, Settings: api.Settings{Game: "duel", Seats: 2, Clock: api.Clock{Kind: api.ClockNone}}, Status: api.StatusPlaying, Trial: trial == 1,
			Places: []api.Seat{{Kind: api.KindPerson, Person: "anna"}, {Seat: 1, Kind: []string{api.KindBot, api.KindPerson}[trial], Person: []string{"", "x"}[trial]}}, Owing: []int{0}}}
		s.must(s.db.Append(ctx, &store.Batch{Row: store.Row{ID: id, Status: api.StatusPlaying, Data: sum.Encode()}, Entries: [][]byte{[]byte("{}")}, People: []store.Involved{{Person: "anna", Turn: true}}}))
	}
	s.after(5 * minute)
	s.got(d)
}

// TestLooking: a person with the page in front sees the turn there. This person is not told of it afterwards either, but is reminded.
func TestLooking(t *testing.T) {
	s := begin(t)
	d := s.device("anna")
	s.wants("anna", func(n *push.Notices) { n.Quiet = false })
	s.looking.Store("anna", true)
	s.waits("t1", "anna", true, 1, twoDays, s.now.Load()+48*hour)
	s.must(s.push.Tell(t.Context(), "anna", push.Notice{Kind: push.KindCall, Topic: "call", Until: s.now.Load() + 20_000}))
	s.after(0)
	s.after(3 * minute)
	s.looking.Delete("anna")
	s.after(minute)
	s.got(d)
	s.after(36 * hour)
	s.got(d, "turn for anna in hu: t1")
}

// TestLater: whoever wants to be told in an hour is.
func TestLater(t *testing.T) {
	s := begin(t)
	d := s.device("anna")
	s.wants("anna", func(n *push.Notices) { n.Quiet = false })
	s.waits("t1", "anna", true, 1, twoDays, s.now.Load()+48*hour)
	s.after(2 * minute)
	s.got(d, "turn for anna in hu: t1")
	s.must(s.push.Later(t.Context(), "anna"))
	s.after(59 * minute)
	s.got(d)
	s.after(minute)
	s.got(d, "turn for anna in hu: t1")
	s.after(2 * hour)
	s.got(d)
}

// TestGone: a device that the push service knows no longer is forgotten, and the others are told.
func TestGone(t *testing.T) {
	for _, status := range []int{http.StatusNotFound, http.StatusGone} {
		s := begin(t)
		phone, desk := s.device("anna"), s.device("anna")
		s.service.Answer(func(d *pushtest.Device) int { return map[bool]int{true: status}[d == phone] })
		s.must(s.push.Tell(t.Context(), "anna", push.Notice{Kind: push.KindTest, Topic: "test"}))
		s.after(0)
		s.got(desk, "test for anna in en: ")
		list, err := s.db.Subscriptions(t.Context(), "anna")
		if err != nil || len(list) != 1 || list[0].Endpoint != desk.Endpoint() || list[0].Reached != s.now.Load() {
			t.Errorf("%d: %+v, %v", status, list, err)
		}
		s.after(hour)
		if phone.Asked() != 1 {
			t.Errorf("%d: asked %d times", status, phone.Asked())
		}
	}
}

// TestTriedAgain: a push service that does not answer well is tried again, for those who were not reached, until it is too late.
func TestTriedAgain(t *testing.T) {
	s := begin(t)
	phone, desk := s.device("anna"), s.device("anna")
	s.service.Answer(func(d *pushtest.Device) int {
		return map[bool]int{true: http.StatusServiceUnavailable}[d == phone]
	})
	s.must(s.push.Tell(t.Context(), "anna", push.Notice{Kind: push.KindTest, Topic: "test", Until: s.now.Load() + hour}))
	s.after(0)
	s.got(desk, "test for anna in en: ")
	s.after(minute / 2)
	if phone.Asked() != 1 {
		t.Errorf("asked %d times at once", phone.Asked())
	}
	s.after(minute / 2)
	if phone.Asked() != 2 {
		t.Errorf("asked %d times", phone.Asked())
	}
	s.service.Answer(nil)
	s.after(2 * minute)
	s.got(phone, "test for anna in en: ")
	s.got(desk)
	s.after(30 * minute)
	s.got(phone)
	// What is over is not sent any more.
	s.service.Answer(func(*pushtest.Device) int { return http.StatusBadGateway })
	s.must(s.push.Tell(t.Context(), "anna", push.Notice{Kind: push.KindTest, Topic: "test", Until: s.now.Load() + minute}))
	s.after(0)
	s.service.Answer(nil)
	s.after(2 * minute)
	s.got(desk)
	s.got(phone)
}

// TestWhereMessagesGo: messages go over TLS to public addresses only, wherever a name leads, and follow no redirects.
func TestWhereMessagesGo(t *testing.T) {
	s := begin(t)
	d := s.device("anna")
	ctx := t.Context()
	port := s.service.URL[strings.LastIndex(s.service.URL, ":"):]
	for _, endpoint := range []string{
		"http://push.example/x", "ftp://push.example/x", "https://", "//push.example/x", "https://user:word@push.example/x", "https://push.example/x#y", "https://push.example/" + strings.Repeat("x", 3000),
		"https://127.0.0.1/x", "https://10.1.2.3/x", "https://192.168.1.1/x", "https://169.254.169.254/latest", "https://[::1]/x", "https://[fd00::1]/x", "https://[::ffff:127.0.0.1]/x", "https://0.0.0.0/x",
		"https://100.64.1.1/x", "https://[64:ff9b::7f00:1]/x", "https://[2002:7f00:1::]/x", "https://224.0.0.1/x",
	} {
		err := s.node(nil).Subscribe(ctx, "anna", []byte("token"), push.Device{Endpoint: endpoint, Key: d.Key(), Auth: d.Auth()})
		if refused := (*game.Error)(nil); !errors.As(err, &refused) || refused.Reason != "bad_endpoint" {
			t.Errorf("%.60s: %v", endpoint, err)
		}
	}
	for _, keys := range [][2]string{{"", d.Auth()}, {d.Key()[:40], d.Auth()}, {d.Key(), ""}, {d.Key(), "AAAA"}, {strings.Repeat("B", 86) + "A", d.Auth()}} {
		err := s.push.Subscribe(ctx, "anna", []byte("token"), push.Device{Endpoint: d.Endpoint(), Key: keys[0], Auth: keys[1]})
		if refused := (*game.Error)(nil); !errors.As(err, &refused) || refused.Reason != "bad_push_key" {
			t.Errorf("%q: %v", keys, err)
		}
	}
	// A name that leads to this machine, at another port and at that of HTTPS: where it leads is found when the message is sent.
	for _, host := range []string{"localhost" + port, "localhost"} {
		token := []byte("token for " + host)
		s.enter("anna", token)
		s.must(s.push.Subscribe(ctx, "anna", token, push.Device{Endpoint: "https://" + host + "/device/1", Key: d.Key(), Auth: d.Auth()}))
	}
	strict := s.node(nil)
	s.must(strict.Tell(ctx, "anna", push.Notice{Kind: push.KindTest, Topic: "test"}))
	s.must(strict.Send(ctx))
	if d.Asked() != 0 {
		t.Error("a message went to this machine")
	}
	if list, err := s.db.Subscriptions(ctx, "anna"); err != nil || len(list) != 0 {
		t.Errorf("addresses that are never sent to are kept: %+v, %v", list, err)
	}
	// A redirect is not followed.
	other := s.device("anna")
	s.service.Answer(func(d *pushtest.Device) int {
		return map[bool]int{true: http.StatusTemporaryRedirect}[d == other]
	})
	s.must(s.push.Tell(ctx, "anna", push.Notice{Kind: push.KindTest, Topic: "test"}))
	s.after(0)
	s.after(hour)
	if other.Asked() != 1 || d.Asked() != 0 {
		t.Errorf("asked %d times, and where it leads %d times", other.Asked(), d.Asked())
	}
}

// TestSentOnce: however many nodes look and send at once, a message is sent once; and a node that dies while it sends is followed by another.
func TestSentOnce(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { sentOnce(t, begin(t)) })
	t.Run("postgres", func(t *testing.T) {
		name, err := database.NewDatabase(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		db, err := postgres.Open(t.Context(), database.URL(name), postgres.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sentOnce(t, beginOn(t, db))
	})
}

func sentOnce(t *testing.T, s *scene) {
	ctx := t.Context()
	const people, nodes = 12, 4
	var devices []*pushtest.Device
	for n := range people {
		person := fmt.Sprint("p", n)
		devices = append(devices, s.device(person))
		s.wants(person, func(n *push.Notices) { n.Quiet = false })
		s.waits(fmt.Sprint("t", n), person, true, 1, twoDays, s.now.Load()+48*hour)
	}
	s.now.Add(2 * minute)
	var wg sync.WaitGroup
	for range nodes {
		node := s.node(pushtest.Loopback)
		wg.Go(func() {
			for range 3 {
				if err := errors.Join(node.Look(ctx), node.Send(ctx)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for n, d := range devices {
		s.got(d, fmt.Sprintf("turn for p%d in hu: t%d", n, n))
	}
	// A node that stops in the middle: its request is cut off, and nothing is noted.
	s.must(s.push.Tell(ctx, "p0", push.Notice{Kind: push.KindTest, Topic: "test", Until: s.now.Load() + hour}))
	stopped, stop := context.WithCancel(ctx)
	s.service.Answer(func(*pushtest.Device) int { stop(); return http.StatusServiceUnavailable })
	_ = s.push.Send(stopped)
	s.service.Answer(nil)
	s.after(0)
	s.got(devices[0]) // the lease runs
	s.after(minute)
	s.got(devices[0], "test for p0 in hu: ")
}

// TestKeys: all nodes have the same keys, also after a restart.
func TestKeys(t *testing.T) {
	s := begin(t)
	var wg sync.WaitGroup
	var keys [6]string
	for n := range keys {
		node := s.node(nil)
		wg.Go(func() {
			var err error
			if keys[n], err = node.Key(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, k := range keys {
		if k != keys[0] || len(k) != 87 {
			t.Errorf("%q and %q", k, keys[0])
		}
	}
}

// TestDevices: a person has so many devices, and a page that says the same again changes nothing but when it was seen.
func TestDevices(t *testing.T) {
	s := begin(t)
	ctx := t.Context()
	first := s.device("anna")
	was, err := s.db.Subscriptions(ctx, "anna")
	s.must(err)
	s.now.Add(hour)
	s.must(s.push.Subscribe(ctx, "anna", was[0].Token, push.Device{Endpoint: first.Endpoint(), Key: first.Key(), Auth: first.Auth()}))
	is, err := s.db.Subscriptions(ctx, "anna")
	if err != nil || len(is) != 1 || is[0].ID != was[0].ID || is[0].Created != was[0].Created || is[0].Seen != was[0].Seen+hour {
		t.Errorf("%+v, %v; before %+v", is, err, was)
	}
	for range push.MaxDevices - 1 {
		s.device("anna")
	}
	d := s.service.NewDevice()
	s.enter("anna", []byte("one more"))
	err = s.push.Subscribe(ctx, "anna", []byte("one more"), push.Device{Endpoint: d.Endpoint(), Key: d.Key(), Auth: d.Auth()})
	if refused := (*game.Error)(nil); !errors.As(err, &refused) || refused.Reason != "too_many_devices" {
		t.Error(err)
	}
}

// TestNotices: what cannot be is refused.
func TestNotices(t *testing.T) {
	s := begin(t)
	s.device("anna")
	for reason, change := range map[string]func(n *push.Notices){
		"no_language": func(n *push.Notices) { n.Lang = "xx" },
		"no_zone":     func(n *push.Notices) { n.Zone = "../etc/passwd" },
		"bad_hours":   func(n *push.Notices) { n.To = 1440 },
	} {
		n := push.Usual()
		change(&n)
		err := s.push.SetNotices(t.Context(), "anna", n, false)
		if refused := (*game.Error)(nil); !errors.As(err, &refused) || refused.Reason != reason {
			t.Errorf("%s: %v", reason, err)
		}
	}
}

// TestOnce: what is told once is told once, by however many nodes and however often they ask for it, and waits for the end of quiet hours; when it is of no use any more,
// it is told to nobody.
func TestOnce(t *testing.T) {
	s := begin(t)
	d := s.device("anna")
	s.wants("anna", func(n *push.Notices) { n.Quiet = false })
	other := s.node(pushtest.Loopback)
	cup := func(what string, until int64) push.Notice {
		return push.Notice{Kind: push.KindCup, Topic: "cup-1", Tournament: "1", Table: what, Until: until, Once: "1-" + what}
	}
	until := s.now.Load() + 15*minute
	for range 3 {
		s.must(s.push.Tell(t.Context(), "anna", cup("begins", until)))
		s.must(other.Tell(t.Context(), "anna", cup("begins", until)))
		s.after(minute)
		s.must(other.Send(t.Context()))
	}
	m := s.got(d, "cup for anna in hu: begins")[0]
	if m.TTL > 15*60 || m.Field("tag") != "cup-1" {
		t.Errorf("%+v", m)
	}
	// Another thing of the same tournament takes its place.
	s.must(s.push.Tell(t.Context(), "anna", cup("paired", until)))
	s.after(0)
	if again := s.got(d, "cup for anna in hu: paired"); again[0].Topic != m.Topic {
		t.Error("not the same topic")
	}
	// Quiet hours in Budapest end at 7:30: what is of use until then is told then, once, and what is not is not.
	s.wants("anna", func(n *push.Notices) {})
	s.now.Store(at("04:00"))
	s.must(s.push.Tell(t.Context(), "anna", cup("short", s.now.Load()+hour)))
	s.after(2 * hour)
	s.got(d)
	s.now.Store(at("04:00"))
	s.must(s.push.Tell(t.Context(), "anna", cup("long", s.now.Load()+5*hour)))
	s.after(hour)
	s.got(d)
	s.after(hour)
	s.got(d, "cup for anna in hu: long")
	s.must(s.push.Tell(t.Context(), "anna", cup("long", s.now.Load()+3*hour)))
	s.after(minute)
	s.got(d)
	// Whoever does not want it is not told.
	s.wants("anna", func(n *push.Notices) { n.Quiet, n.Cup = false, false })
	s.must(s.push.Tell(t.Context(), "anna", cup("ends", s.now.Load()+hour)))
	s.after(minute)
	s.got(d)
}
