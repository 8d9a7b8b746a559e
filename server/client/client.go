// Package client is the other end of the API, for the load tool and the tests.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/coder/websocket"

	"mirabilia/api"
)

// Client asks a server in the name of one person.
type Client struct {
	// Base is the server's address, such as "http://localhost:8080".
	Base string
	// HTTP makes the requests; nil means http.DefaultClient.
	HTTP *http.Client
	// Cookie is the session's, Token a program's; either may be empty.
	Cookie, Token string
	Session       api.Session
}

// Refused is the error of a request that the server refused.
type Refused struct {
	Status int
	Why    api.Error
}

func (e *Refused) Error() string {
	return fmt.Sprintf("%d %s %s: %s", e.Status, e.Why.Code, e.Why.Reason, e.Why.Message)
}

// refused reads a refusal; what is none is told by its status alone.
func refused(status int, body []byte) *Refused {
	var a api.ErrorAnswer
	_ = json.Unmarshal(body, &a)
	return &Refused{status, a.Error}
}

// Enter becomes a guest.
func Enter(ctx context.Context, base string, h *http.Client, name string) (*Client, error) {
	c := &Client{Base: base, HTTP: h}
	return c, c.Do(ctx, "POST", "/api/session", api.NameRequest{Name: name}, &c.Session)
}

// Do makes a request and reads the answer. Either body may be nil.
func (c *Client) Do(ctx context.Context, method, path string, in, out any) error {
	return c.do(ctx, "", method, path, in, out)
}

// DoOnce posts something under a key, so that it is safe to repeat.
func (c *Client) DoOnce(ctx context.Context, key, path string, in, out any) error {
	return c.do(ctx, key, "POST", path, in, out)
}

func (c *Client) do(ctx context.Context, key, method, path string, in, out any) error {
	var body io.Reader
	if in != nil {
		data, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(data)
	}
	r, err := http.NewRequestWithContext(ctx, method, c.Base+path, body)
	if err != nil {
		return err
	}
	r.Header = c.header()
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	if in != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := c.http().Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	// Of the two cookies of a session, the one that no script can see is the session's; the other is for pages.
	for _, cookie := range answer.Cookies() {
		if cookie.HttpOnly {
			c.Cookie = cookie.Name + "=" + cookie.Value
		}
	}
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode >= 400 {
		return refused(answer.StatusCode, data)
	}
	switch out := out.(type) {
	case nil:
		return nil
	case *string:
		*out = string(data)
		return nil
	}
	return json.Unmarshal(data, out)
}

func (c *Client) http() *http.Client {
	if c.HTTP == nil {
		return http.DefaultClient
	}
	return c.HTTP
}

func (c *Client) header() http.Header {
	h := http.Header{}
	if c.Cookie != "" {
		h.Set("Cookie", c.Cookie)
	}
	if c.Token != "" {
		h.Set("Authorization", "Bearer "+c.Token)
	}
	return h
}

// Create opens a table.
func (c *Client) Create(ctx context.Context, req api.CreateTable) (*api.Snapshot, error) {
	var s api.Snapshot
	return &s, c.Do(ctx, "POST", "/api/tables", req, &s)
}

// Look asks for a table.
func (c *Client) Look(ctx context.Context, table string) (*api.Snapshot, error) {
	var s api.Snapshot
	return &s, c.Do(ctx, "GET", "/api/tables/"+table, nil, &s)
}

// Command does something at a table.
func (c *Client) Command(ctx context.Context, table string, cmd api.Command) (*api.Ack, error) {
	var a api.Ack
	return &a, c.Do(ctx, "POST", "/api/tables/"+table+"/commands", cmd, &a)
}

// Socket is a live channel to a table.
type Socket struct{ conn *websocket.Conn }

// maxMessage is the largest message that is read; snapshots at the end of long games are the largest.
const maxMessage = 4 << 20

// Dial opens a socket; since -1 begins with a snapshot.
func (c *Client) Dial(ctx context.Context, table string, since int64) (*Socket, error) {
	return c.dial(ctx, table, since, "whole")
}

// DialPatches is Dial for differences: updates may have a patch of the view told before instead of a view.
func (c *Client) DialPatches(ctx context.Context, table string, since int64) (*Socket, error) {
	return c.dial(ctx, table, since, "patch")
}

// DialAfter is Dial for somebody who also knows the time of the last line.
func (c *Client) DialAfter(ctx context.Context, table string, since, at int64) (*Socket, error) {
	return c.dial(ctx, table, since, fmt.Sprintf("whole&at=%d", at))
}

func (c *Client) dial(ctx context.Context, table string, since int64, views string) (*Socket, error) {
	path := "/api/tables/" + table + "/socket?views=" + views
	if since >= 0 {
		path += fmt.Sprintf("&since=%d", since)
	}
	return c.open(ctx, path)
}

// DialLive opens the socket of a page, and says which tournament it shows.
func (c *Client) DialLive(ctx context.Context, tournament string) (*Socket, error) {
	s, err := c.open(ctx, "/api/live")
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(api.LiveWatch{Tournament: tournament})
	if err != nil {
		return nil, err
	}
	return s, s.Write(ctx, data)
}

func (c *Client) open(ctx context.Context, path string) (*Socket, error) {
	conn, answer, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(c.Base, "http")+path, &websocket.DialOptions{HTTPClient: c.http(), HTTPHeader: c.header()})
	if err != nil {
		if answer != nil && answer.StatusCode >= 400 {
			body, _ := io.ReadAll(answer.Body)
			return nil, refused(answer.StatusCode, body)
		}
		return nil, err
	}
	conn.SetReadLimit(maxMessage)
	return &Socket{conn}, nil
}

// Read waits for the next message, as it came.
func (s *Socket) Read(ctx context.Context) ([]byte, error) {
	_, data, err := s.conn.Read(ctx)
	return data, err
}

// Next waits for the next message.
func (s *Socket) Next(ctx context.Context) (*api.Envelope, error) {
	data, err := s.Read(ctx)
	if err != nil {
		return nil, err
	}
	var e api.Envelope
	return &e, json.Unmarshal(data, &e)
}

// Send sends a command; its answer comes among the messages.
func (s *Socket) Send(ctx context.Context, cmd api.Command) error {
	data, err := json.Marshal(cmd)
	if err != nil {
		return err
	}
	return s.Write(ctx, data)
}

// Write sends bytes as a text message, whatever they are.
func (s *Socket) Write(ctx context.Context, data []byte) error {
	return s.conn.Write(ctx, websocket.MessageText, data)
}

// Close ends the channel.
func (s *Socket) Close() { s.conn.CloseNow() }

// CloseCode returns the code with which the other end closed the channel, from the error of Read; -1 if it did not.
func CloseCode(err error) int { return int(websocket.CloseStatus(err)) }
