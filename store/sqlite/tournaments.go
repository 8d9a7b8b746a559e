package sqlite

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"mirabilia/store"
)

// AppendTournament makes a batch durable.
func (db *DB) AppendTournament(ctx context.Context, b *store.TournamentBatch) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		r := &b.Row
		var err error
		if b.Last == 0 {
			err = s.must(store.ErrTaken, "INSERT INTO tournament (id, seq, public, asked, over, begins, wake, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
				r.ID, b.End(), r.Public, r.Asked, r.Over, r.Begins, r.Wake, string(r.Data))
		} else {
			err = s.must(store.ErrTaken, "UPDATE tournament SET seq = ?, public = ?, asked = ?, over = ?, begins = ?, wake = ?, data = ? WHERE id = ? AND seq = ?",
				b.End(), r.Public, r.Asked, r.Over, r.Begins, r.Wake, string(r.Data), r.ID, b.Last)
		}
		if err != nil {
			return err
		}
		for i, e := range b.Entries {
			s.bytes += len(e)
			if _, err := s.exec("INSERT INTO tournament_entry (tournament, seq, data) VALUES (?, ?, ?)", r.ID, b.Last+int64(i)+1, string(e)); err != nil {
				return err
			}
		}
		for _, p := range b.Add {
			if _, err := s.exec("INSERT INTO tournament_person (person, tournament) VALUES (?, ?) ON CONFLICT DO NOTHING", p, r.ID); err != nil {
				return err
			}
		}
		for _, p := range b.Remove {
			if _, err := s.exec("DELETE FROM tournament_person WHERE person = ? AND tournament = ?", p, r.ID); err != nil {
				return err
			}
		}
		return nil
	})
}

// TournamentEntries reads a journal.
func (db *DB) TournamentEntries(ctx context.Context, id string, after int64) ([][]byte, error) {
	list, err := collect(db.read, ctx, scanData, "SELECT data FROM tournament_entry WHERE tournament = ? AND seq > ? ORDER BY seq", id, after)
	if err == nil && len(list) == 0 && after == 0 {
		err = store.ErrNotFound
	}
	return list, err
}

const tournamentColumns = "SELECT id, public, asked, over, begins, wake, data FROM tournament "

func scanTournament(rows *sql.Rows) (t store.Tournament, err error) {
	err = rows.Scan(&t.ID, &t.Public, &t.Asked, &t.Over, &t.Begins, &t.Wake, &t.Data)
	return t, err
}

// Tournaments lists tournaments.
func (db *DB) Tournaments(ctx context.Context, q store.TournamentQuery) ([]store.Tournament, error) {
	direction := ""
	if q.Over {
		direction = " DESC"
	}
	return collect(db.read, ctx, scanTournament, tournamentColumns+`WHERE over = ? AND (public OR NOT ?) AND (asked OR NOT ?) AND (? = '' OR id IN (SELECT tournament FROM tournament_person WHERE person = ?))
		ORDER BY begins`+direction+", id LIMIT ?", q.Over, q.Public, q.Asked, q.Person, q.Person, q.Limit)
}

// DueTournaments finds tournaments that have something to do.
func (db *DB) DueTournaments(ctx context.Context, now int64, limit int) ([]string, error) {
	return collect(db.read, ctx, scanText, "SELECT id FROM tournament WHERE wake > 0 AND wake <= ? ORDER BY wake, id LIMIT ?", now, limit)
}

// TournamentPeople returns whom a tournament concerns.
func (db *DB) TournamentPeople(ctx context.Context, id string) ([]string, error) {
	return collect(db.read, ctx, scanText, "SELECT person FROM tournament_person WHERE tournament = ? ORDER BY person", id)
}

// Statuses looks up the statuses of tables.
func (db *DB) Statuses(ctx context.Context, tables []string) (map[string]string, error) {
	statuses := make(map[string]string, len(tables))
	for part := range slices.Chunk(tables, mostInList) {
		args := make([]any, len(part))
		for i, id := range part {
			args[i] = id
		}
		type pair struct{ id, status string }
		list, err := collect(db.read, ctx, func(rows *sql.Rows) (p pair, err error) {
			err = rows.Scan(&p.id, &p.status)
			return p, err
		}, "SELECT id, status FROM game_table WHERE id IN (?"+strings.Repeat(", ?", len(part)-1)+")", args...)
		if err != nil {
			return nil, err
		}
		for _, p := range list {
			statuses[p.id] = p.status
		}
	}
	return statuses, nil
}
