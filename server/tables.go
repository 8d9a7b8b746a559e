package server

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"mirabilia/api"
	"mirabilia/docs"
	"mirabilia/game"
	"mirabilia/game/record"
	"mirabilia/game/record/pair"
	"mirabilia/store"
	"mirabilia/table"
)

const (
	pageOfTables = 50
	mostOfMine   = 100
	// Open tables that nobody has touched for so long are not offered any more.
	openFor = 48 * time.Hour
)

func (s *Server) listGames(w http.ResponseWriter, r *http.Request) error {
	c := api.Catalogue{Games: []*game.Info{}, Bots: s.cfg.Offered, DefaultBot: s.cfg.DefaultBot}
	_, c.NoPasskeys = s.site(r)
	var err error
	if c.Meet, err = s.meet(r.Context()); err != nil {
		return err
	}
	for _, g := range s.cfg.Matches {
		c.Matches = append(c.Matches, g.Info())
	}
	for _, g := range s.cfg.Games {
		c.Games = append(c.Games, g.Info())
		other := func(name string) bool { return s.cfg.BotPlays != nil && !s.cfg.BotPlays(g, name) }
		if slices.ContainsFunc(s.cfg.Offered, other) {
			if c.BotsOf == nil {
				c.BotsOf = map[string][]string{}
			}
			c.BotsOf[g.Info().ID] = slices.DeleteFunc(slices.Clone(s.cfg.Bots), other)
		}
	}
	send(w, http.StatusOK, c)
	return nil
}

func (s *Server) describe(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/yaml")
	w.Header().Set("Cache-Control", "no-cache")
	_, err := w.Write(docs.OpenAPI)
	return err
}

// statusWord reads the parameter status.
func statusWord(r *http.Request, otherwise string) (string, error) {
	switch word := r.URL.Query().Get("status"); word {
	case "":
		return otherwise, nil
	case "open":
		return api.StatusLobby, nil
	case api.StatusPlaying, api.StatusFinished:
		return word, nil
	default:
		return "", game.Refuse(game.Invalid, "bad_status", "status must be open, playing or finished, not %q", word)
	}
}

func (s *Server) listTables(w http.ResponseWriter, r *http.Request) error {
	p, err := s.who(r)
	if err != nil {
		return err
	}
	q := store.Query{Game: r.URL.Query().Get("game"), Limit: pageOfTables}
	if q.Status, err = statusWord(r, api.StatusLobby); err != nil {
		return err
	}
	if q.Status == api.StatusLobby {
		q.Open, q.Since = true, s.hub.Now()-openFor.Milliseconds()
	}
	if before := r.URL.Query().Get("before"); before != "" {
		at, id, ok := strings.Cut(before, ".")
		if q.Before, err = strconv.ParseInt(at, 10, 64); !ok || err != nil {
			return game.Refuse(game.Invalid, "bad_page", "before takes the value of more from the previous page")
		}
		q.BeforeID = id
	}
	rows, err := s.cfg.Store.List(r.Context(), q)
	if err != nil {
		return unavailable(err)
	}
	list, err := s.summaries(r.Context(), rows, p.ID)
	if err != nil {
		return err
	}
	slices.SortStableFunc(list.Tables, latestFirst)
	if len(rows) == q.Limit {
		last := rows[len(rows)-1]
		list.More = strconv.FormatInt(last.Updated, 10) + "." + last.ID
	}
	send(w, http.StatusOK, list)
	return nil
}

func (s *Server) myTables(w http.ResponseWriter, r *http.Request) error {
	p, err := s.person(r)
	if err != nil {
		return err
	}
	status, err := statusWord(r, "")
	if err != nil {
		return err
	}
	rows, err := s.cfg.Store.OfPerson(r.Context(), p.ID, status, mostOfMine)
	if err != nil {
		return unavailable(err)
	}
	// Games that were sent from a device have a link, but are in no list: the device has them in its own.
	rows = slices.DeleteFunc(rows, func(row store.Row) bool { return strings.HasPrefix(row.ID, api.DevicePrefix) })
	list, err := s.summaries(r.Context(), rows, p.ID)
	if err != nil {
		return err
	}
	slices.SortStableFunc(list.Tables, func(a, b api.TableSummary) int {
		switch {
		case a.YourTurn == b.YourTurn:
			return latestFirst(a, b)
		case a.YourTurn:
			return -1
		}
		return 1
	})
	send(w, http.StatusOK, list)
	return nil
}

// reportDamaged logs and counts a table of which something is damaged, once until it can be read and written again: lists are asked for all the time.
func (s *Server) reportDamaged(id string, err error) {
	if _, known := s.damaged.LoadOrStore(id, true); known {
		return
	}
	s.metrics.damaged.Inc()
	s.cfg.Log.Error("what is stored of a table is damaged; it refuses, and lists leave it out if they cannot read it", "table", id, "error", err)
}

// latestFirst orders tables by the exact time, of which the store knows only the minute while a game is played.
func latestFirst(a, b api.TableSummary) int { return cmp.Compare(b.Updated, a.Updated) }

// summaries are the rows as a person sees them. A row that cannot be read is left out, so that the others are still
// listed.
func (s *Server) summaries(ctx context.Context, rows []store.Row, person string) (*api.TableList, error) {
	list := &api.TableList{Tables: make([]api.TableSummary, 0, len(rows))}
	var people []string
	for _, row := range rows {
		t, err := table.ReadSummary(row.Data)
		if err != nil {
			s.reportDamaged(row.ID, err)
			continue
		}
		for _, p := range t.Places {
			if p.Person == "" {
				continue
			}
			if people = append(people, p.Person); p.Person == person {
				t.Seat = game.Seat(p.Seat)
				t.YourTurn = p.Away == "" && slices.Contains(t.Owing, p.Seat)
			}
		}
		list.Tables = append(list.Tables, *t)
	}
	slices.Sort(people)
	people = slices.Compact(people)
	names, err := s.cfg.Store.Names(ctx, people)
	if err != nil {
		return nil, unavailable(err)
	}
	kept, err := s.cfg.Store.Kept(ctx, people)
	if err != nil {
		return nil, unavailable(err)
	}
	slices.Sort(kept)
	for i := range list.Tables {
		for k := range list.Tables[i].Places {
			if p := &list.Tables[i].Places[k]; p.Person != "" {
				p.Name = names[p.Person]
				_, p.Kept = slices.BinarySearch(kept, p.Person)
			}
		}
	}
	return list, nil
}

// keyHeader carries a key that makes opening a table safe to repeat.
const (
	keyHeader = "Idempotency-Key"
	maxKey    = 64
)

func (s *Server) createTable(w http.ResponseWriter, r *http.Request) error {
	p, err := s.person(r)
	if err != nil {
		return err
	}
	if err := s.limits.take(quotaTables, s.visitor(r)); err != nil {
		return err
	}
	var req api.CreateTable
	if err := read(w, r, &req); err != nil {
		return err
	}
	key := r.Header.Get(keyHeader)
	if len(key) > maxKey {
		return game.Refuse(game.Invalid, "bad_key", "an %s may have at most %d characters", keyHeader, maxKey)
	}
	at := s.atTable(r, p)
	if err := s.limits.mayOpen(p.ID, at.Address); err != nil {
		return err
	}
	if req.Settings.Rated {
		if err := s.ratedPlay(r.Context(), &at); err != nil {
			return err
		}
	}
	snap, err := s.hub.CreateOnce(r.Context(), at, &req, key)
	if err != nil {
		return err
	}
	s.limits.kept(p.ID, at.Address, 1+req.Settings.Seats)
	w.Header().Set("Location", "/api/tables/"+snap.Table.ID)
	send(w, http.StatusCreated, snap)
	return nil
}

func (s *Server) getTable(w http.ResponseWriter, r *http.Request) error {
	return s.look(r, func(snap *api.Snapshot) (int, error) { return send(w, http.StatusOK, snap), nil })
}

// look lets f answer with a table as the client sees it, and charges the address for it. f returns the size of its answer.
func (s *Server) look(r *http.Request, f func(*api.Snapshot) (int, error)) error {
	p, err := s.who(r)
	if err != nil {
		return err
	}
	at, err := s.reader(r, p)
	if err != nil {
		return err
	}
	return s.limits.work(at.Address, func() (int, error) {
		snap, err := s.hub.Snapshot(r.Context(), r.PathValue("id"), at)
		if err != nil {
			return 0, err
		}
		return f(snap)
	})
}

// tableLog answers with an older page of a table's log.
func (s *Server) tableLog(w http.ResponseWriter, r *http.Request) error {
	p, err := s.who(r)
	if err != nil {
		return err
	}
	before, err := strconv.ParseInt(r.URL.Query().Get("before"), 10, 64)
	if err != nil {
		return game.Refuse(game.Invalid, "bad_before", "before is the seq of the oldest line you have, not %q", r.URL.Query().Get("before"))
	}
	page, err := s.hub.Log(r.Context(), r.PathValue("id"), s.atTable(r, p), before)
	if err != nil {
		return err
	}
	send(w, http.StatusOK, page)
	return nil
}

func (s *Server) command(w http.ResponseWriter, r *http.Request) error {
	p, err := s.person(r)
	if err != nil {
		return err
	}
	var c api.Command
	if err := read(w, r, &c); err != nil {
		return err
	}
	start, at := time.Now(), s.atTable(r, p)
	if err := s.admit(r.Context(), &at, &c); err != nil {
		return err
	}
	ack, err := s.hub.Command(r.Context(), r.PathValue("id"), at, &c)
	s.done(start, at, &c, err)
	s.afterCommand(r.PathValue("id"), at.ID, &c, err)
	if err != nil {
		return err
	}
	send(w, http.StatusOK, ack)
	return nil
}

// admit makes a command ready for its table, or refuses it as too much.
func (s *Server) admit(ctx context.Context, p *table.Person, c *api.Command) error {
	if err := s.limits.take(quotaCommands, p.ID); err != nil {
		return err
	}
	switch c.Type {
	case api.CommandChat:
		c.Data.Text = cleanChat(c.Data.Text)
		if err := s.limits.take(quotaChat, p.ID); err != nil {
			return err
		}
		return s.mayPublish(ctx, p.Self())
	case api.CommandConfigure:
		return s.ratedPlay(ctx, p)
	case api.CommandJoin, api.CommandRematch:
		if err := s.limits.mayOpen(p.ID, p.Address); err != nil {
			return err
		}
		if err := s.ratedPlay(ctx, p); err != nil {
			return err
		}
		return s.keptApart(ctx, p)
	}
	return nil
}

// done counts a command that a table has answered.
func (s *Server) done(start time.Time, p table.Person, c *api.Command, err error) {
	if err == nil {
		s.limits.kept(p.ID, p.Address, 1)
	}
	s.metrics.commands.WithLabelValues(commandLabel(c.Type)).Observe(time.Since(start).Seconds())
}

// commandLabel bounds what a client can make up.
func commandLabel(kind string) string {
	switch kind {
	case api.CommandMove, api.CommandWithdraw, api.CommandUndo, api.CommandChat, api.CommandJoin, api.CommandStart:
		return kind
	}
	return "other"
}

func (s *Server) invite(w http.ResponseWriter, r *http.Request) error {
	p, err := s.person(r)
	if err != nil {
		return err
	}
	if err := s.limits.take(quotaTables, s.visitor(r)); err != nil {
		return err
	}
	id := r.PathValue("id")
	token, err := s.hub.Invite(r.Context(), id, s.atTable(r, p))
	if err != nil {
		return err
	}
	send(w, http.StatusCreated, api.Invite{Token: token, Path: "/t/" + id + "#invite=" + token})
	return nil
}

func (s *Server) acceptInvite(w http.ResponseWriter, r *http.Request) error {
	p, err := s.person(r)
	if err != nil {
		return err
	}
	if err := s.limits.take(quotaInvites, s.visitor(r)); err != nil {
		return err
	}
	var req api.InviteRequest
	if err := read(w, r, &req); err != nil {
		return err
	}
	at := s.atTable(r, p)
	if err := s.keptApart(r.Context(), &at); err != nil {
		return err
	}
	id, err := s.hub.Accept(r.Context(), req.Token, at)
	if err != nil {
		return err
	}
	send(w, http.StatusOK, api.Invitation{Table: id})
	return nil
}

func (s *Server) record(w http.ResponseWriter, r *http.Request) error {
	format := r.URL.Query().Get("format")
	if format != "" && format != "mgr" && format != "json" {
		return game.Refuse(game.Invalid, "bad_format", "format must be mgr or json, not %q", format)
	}
	id, board := r.PathValue("id"), r.URL.Query().Get("board")
	if board != "" && board != "1" && board != "2" {
		return game.Refuse(game.Invalid, "no_board", "board must be 1 or 2, not %q", board)
	}
	var rec *record.Record
	err := s.limits.work(s.visitor(r), func() (built int, err error) {
		if rec, err = s.hub.Record(r.Context(), id); err != nil {
			return 0, err
		}
		if board != "" {
			if rec, err = pair.Board(rec, int(board[0]-'0')); err != nil {
				return 0, err
			}
			id += "-board-" + board
		}
		return len(rec.Steps) * bytesPerStep, nil
	})
	if err != nil {
		return err
	}
	if format == "json" {
		send(w, http.StatusOK, rec)
		return nil
	}
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="`+rec.Game+"-"+id+`.mgr"`)
	h.Set("Cache-Control", "no-store")
	return rec.Write(w)
}

func (s *Server) replay(w http.ResponseWriter, r *http.Request) error {
	viewer, err := table.ReadEye(r.URL.Query().Get("eye"))
	if err != nil {
		return err
	}
	return s.limits.work(s.visitor(r), func() (built int, err error) {
		replay, built, err := s.replays.get(r.Context(), replayKey{r.PathValue("id"), viewer})
		if err != nil {
			return built, err
		}
		return built, replay.send(w, r)
	})
}

// buildReplay returns what replays are built by.
func (s *Server) buildReplay(ctx context.Context, key replayKey) (any, error) {
	replay, err := s.hub.Replay(ctx, key.table, key.viewer)
	if err != nil {
		return nil, err
	}
	replay.Eye = table.EyeWord(key.viewer)
	// What people agree on after the game is not part of it, and would be out of date soon.
	replay.Table.Rematch, replay.Table.Next = nil, ""
	return replay, nil
}
