package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"mirabilia/api"
	"mirabilia/games"
	"mirabilia/jsondiff"
	"mirabilia/server"
)

// earlierLine is one thing that an earlier client did or heard.
type earlierLine struct {
	Who string
	// HTTP is a method and a path, with its body and answer.
	HTTP         string
	Body, Answer json.RawMessage
	// Dial is the path of a socket, and Close ends it. Send and Got are its messages.
	Dial  string
	Close bool
	Send  json.RawMessage
	Got   json.RawMessage
}

// earlierClient is one that speaks as it did then.
type earlierClient struct {
	person, cookie string
	conn           *websocket.Conn
	// heard are messages that were read before their turn, by type.
	heard map[string][]*api.Envelope
	// was and is are the views told on this socket, then and now.
	was, is any
}

// ofThatTime are fields that differ each time.
var ofThatTime = map[string]bool{"at": true, "created": true, "started": true, "finished": true, "updated": true}

// TestEarlierClients: what clients of an earlier program sent makes the same game to its end, over a broken connection, and what they are told is what they were told
// then, with more beside it at most.
func TestEarlierClients(t *testing.T) {
	t.Parallel()
	var rec struct {
		People map[string]string
		Lines  []earlierLine
	}
	if err := json.Unmarshal(unzipped(t, "protocol.json.gz"), &rec); err != nil {
		t.Fatal(err)
	}
	s := start(t, func(c *server.Config) {
		c.Games = games.All
		c.Random = func(b []byte) {
			for i := range b {
				b[i] = byte(i*7 + 3)
			}
		}
	})
	skip := maps.Clone(ofThatTime)
	maps.Copy(skip, passing)
	ctx, clients := soon(t), map[string]*earlierClient{}
	// People have other ids now.
	then := func(text []byte) any {
		for who, c := range clients {
			if c.person != "" {
				text = bytes.ReplaceAll(text, []byte(c.person), []byte(rec.People[who]))
			}
		}
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatalf("%v: %.200s", err, text)
		}
		return v
	}
	told, ends := 0, ""
	for i, l := range rec.Lines {
		c := clients[l.Who]
		if c == nil {
			c = &earlierClient{}
			clients[l.Who] = c
		}
		header := http.Header{}
		if c.cookie != "" {
			header.Set("Cookie", c.cookie)
		}
		switch {
		case l.HTTP != "":
			method, path, _ := strings.Cut(l.HTTP, " ")
			r, err := http.NewRequestWithContext(ctx, method, s.URL+path, bytes.NewReader(l.Body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header = header
			if l.Body != nil {
				r.Header.Set("Content-Type", "application/json")
			}
			answer, err := s.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(answer.Body)
			answer.Body.Close()
			if err != nil || answer.StatusCode >= 300 {
				t.Fatalf("line %d, %s: %d %s, %v", i, l.HTTP, answer.StatusCode, text, err)
			}
			for _, cookie := range answer.Cookies() {
				if cookie.HttpOnly {
					c.cookie = cookie.Name + "=" + cookie.Value
				}
			}
			if c.person == "" {
				var who api.Session
				if err := json.Unmarshal(text, &who); err != nil {
					t.Fatal(err)
				}
				c.person = who.Person
			}
			if path == "/api/games" { // the catalogue may grow
				continue
			}
			if place := lacks(then(l.Answer), then(text), "", skip); place != "" {
				t.Errorf("line %d, %s: %s", i, l.HTTP, place)
			}
		case l.Dial != "":
			conn, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(s.URL, "http")+l.Dial, &websocket.DialOptions{HTTPClient: s.Client(), HTTPHeader: header})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { conn.CloseNow() })
			conn.SetReadLimit(4 << 20)
			c.conn, c.heard, c.was, c.is = conn, map[string][]*api.Envelope{}, nil, nil
		case l.Close:
			c.conn.CloseNow()
		case l.Send != nil:
			if err := c.conn.Write(ctx, websocket.MessageText, l.Send); err != nil {
				t.Fatal(err)
			}
		case l.Got != nil:
			var was api.Envelope
			if err := json.Unmarshal(l.Got, &was); err != nil {
				t.Fatal(err)
			}
			is := c.next(ctx, t, was.Type)
			told++
			if was.Type == api.MessageHello {
				// Pages of that time reload themselves: they let devices in and recover accounts in ways that are refused now.
				var before, now api.Hello
				if err := errors.Join(json.Unmarshal(was.Data, &before), json.Unmarshal(is.Data, &now)); err != nil || now.API <= before.API {
					t.Errorf("the version is %d, was %d: %v", now.API, before.API, err)
				}
				continue
			}
			if was.Seq != is.Seq {
				t.Fatalf("line %d, %s to %s: number %d, was %d", i, was.Type, l.Who, is.Seq, was.Seq)
			}
			wasData, isData := then(was.Data).(map[string]any), then(is.Data).(map[string]any)
			wasView, isView := takeView(t, &c.was, wasData), takeView(t, &c.is, isData)
			if wasView && !isView {
				delete(wasData, "game") // told with the next one
			} else if wasView {
				if place := lacks(c.was, c.is, "view", skip); place != "" {
					t.Errorf("line %d, %s to %s: %s", i, was.Type, l.Who, place)
				}
			}
			if place := lacks(wasData, isData, "", skip); place != "" {
				t.Errorf("line %d, %s to %s: %s", i, was.Type, l.Who, place)
			}
			if was.Type == api.MessageUpdate && strings.Contains(string(is.Data), `"result":{`) {
				ends = l.Who
			}
		}
		if t.Failed() {
			return
		}
	}
	if told < 200 || ends == "" {
		t.Errorf("%d messages, the end was told to %q", told, ends)
	}
}

// next returns the next message of a type; others wait for their turn, and those of types that nobody knew are passed over.
func (c *earlierClient) next(ctx context.Context, t *testing.T, kind string) *api.Envelope {
	t.Helper()
	for {
		if list := c.heard[kind]; len(list) > 0 {
			c.heard[kind] = list[1:]
			return list[0]
		}
		_, data, err := c.conn.Read(ctx)
		if err != nil {
			t.Fatalf("waiting for %s: %v", kind, err)
		}
		var e api.Envelope
		if err := json.Unmarshal(data, &e); err != nil {
			t.Fatal(err)
		}
		c.heard[e.Type] = append(c.heard[e.Type], &e)
	}
}

// takeView takes the view, or the difference to the one before, out of what was told, and reports whether there was one.
func takeView(t *testing.T, view *any, data map[string]any) bool {
	t.Helper()
	frame, ok := data["game"].(map[string]any)
	if !ok {
		return false
	}
	if whole, ok := frame["view"]; ok {
		*view = whole
	} else if patch, err := json.Marshal(frame["patch"]); err != nil {
		t.Fatal(err)
	} else if *view, err = jsondiff.ApplyTo(*view, patch); err != nil {
		t.Fatal(err)
	}
	delete(frame, "view")
	delete(frame, "patch")
	return true
}
