// Command gobot is a program that plays at a Mirabilia server, with nothing but the standard library: a start for
// a bot of your own. It sits down at a table, waits for its turn and plays any legal move.
//
//	gobot --server http://localhost:8080 --token mira_... --invite <token of an invitation>
//
// A token for it is made by POST /api/tokens; docs/api.md tells how. Replace choose by something better.
package main

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// frame is the game as the bot's seat sees it.
type frame struct {
	// View is the board, in the game's own form.
	View   json.RawMessage `json:"view"`
	Moves  []string        `json:"moves"`
	Result *struct {
		WonBy   string `json:"won_by"`
		Winners []int  `json:"winners"`
		Scores  []int  `json:"scores"`
	} `json:"result"`
}

// message is what the server tells: a snapshot or an update, of which the bot needs the game alone.
type message struct {
	Seq  int64 `json:"seq"`
	Data struct {
		Game  *frame `json:"game"`
		Table *struct {
			Deal struct {
				// RevealBy is set while nonces are awaited.
				RevealBy int64 `json:"reveal_by"`
			} `json:"deal"`
		} `json:"table"`
	} `json:"data"`
}

// choose picks a move: this is where your bot thinks.
func choose(f *frame) string { return f.Moves[mathrand.IntN(len(f.Moves))] }

func main() {
	server := flag.String("server", "http://localhost:8080", "address of the server")
	token := flag.String("token", "", "bot token")
	table := flag.String("table", "", "id of a public table")
	invite := flag.String("invite", "", "token of an invitation, instead of a table")
	flag.Parse()
	b := &bot{server: *server, token: *token, table: *table}
	if err := b.play(*invite); err != nil {
		log.Fatal(err)
	}
}

type bot struct {
	server, token, table string
	commands             int
}

func (b *bot) play(invite string) error {
	if invite != "" {
		var to struct{ Table string }
		if err := b.ask("POST", "/api/invites", map[string]string{"token": invite}, &to); err != nil {
			return err
		}
		b.table = to.Table
	}
	// The bot's share in the deal: with it, nobody can have chosen the cards. The bot commits to it now and reveals it when
	// everybody's commitment is final.
	var random [16]byte
	rand.Read(random[:])
	nonce := hex.EncodeToString(random[:])
	sum := sha256.Sum256([]byte(nonce))
	if err := b.command("join", map[string]string{"commitment": hex.EncodeToString(sum[:])}); err != nil {
		return err
	}
	revealed := false
	seq := int64(-1)
	for {
		path := "/api/tables/" + url.PathEscape(b.table) + "/events?wait=25"
		if seq >= 0 {
			path += fmt.Sprintf("&since=%d", seq)
		}
		var news struct{ Messages []message }
		if err := b.ask("GET", path, nil, &news); err != nil {
			return err
		}
		var f *frame
		for _, m := range news.Messages {
			seq = m.Seq
			if m.Data.Game != nil { // a chat message, for one, leaves the game as it was
				f = m.Data.Game
			}
			if t := m.Data.Table; t != nil && t.Deal.RevealBy > 0 && !revealed {
				revealed = true
				if err := b.command("nonce", map[string]string{"nonce": nonce}); err != nil {
					return err
				}
			}
		}
		if f != nil && f.Result != nil {
			fmt.Printf("over: seats %v won by %s, scores %v\n", f.Result.Winners, f.Result.WonBy, f.Result.Scores)
			return nil
		}
		if f != nil && len(f.Moves) > 0 {
			if err := b.command("move", map[string]string{"move": choose(f)}); err != nil {
				return err
			}
		}
	}
}

// command does something at the table. It is safe to repeat: the server does it once.
func (b *bot) command(kind string, data any) error {
	b.commands++
	c := map[string]any{"id": fmt.Sprintf("%d-%d", time.Now().UnixNano(), b.commands), "type": kind, "data": data}
	return b.ask("POST", "/api/tables/"+url.PathEscape(b.table)+"/commands", c, nil)
}

// ask makes a request, again if the server is away for a moment.
func (b *bot) ask(method, path string, in, out any) error {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return err
		}
	}
	for wait := 100 * time.Millisecond; ; wait *= 2 {
		status, answer, err := b.once(method, path, body)
		switch {
		case err == nil && status < 300:
			if out == nil {
				return nil
			}
			return json.Unmarshal(answer, out)
		case err == nil && status != http.StatusServiceUnavailable && status != http.StatusTooManyRequests:
			return fmt.Errorf("%s %s: %s", method, path, answer)
		case wait > 10*time.Second:
			return fmt.Errorf("%s %s: the server does not answer: %v %s", method, path, err, answer)
		}
		time.Sleep(wait)
	}
}

func (b *bot) once(method, path string, body []byte) (int, []byte, error) {
	r, err := http.NewRequest(method, b.server+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Authorization", "Bearer "+b.token)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	return answer.StatusCode, data, err
}
