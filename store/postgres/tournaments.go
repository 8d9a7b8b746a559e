package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"mirabilia/store"
)

// AppendTournament makes a batch durable.
func (db *DB) AppendTournament(ctx context.Context, b *store.TournamentBatch) error {
	return taken(db.inTransaction(ctx, func(ctx context.Context, tx pgx.Tx) error {
		r := &b.Row
		query := "UPDATE tournament SET seq = $2, public = $3, asked = $4, over = $5, begins = $6, wake = $7, data = $8 WHERE id = $1 AND seq = $9"
		args := []any{r.ID, b.End(), r.Public, r.Asked, r.Over, r.Begins, r.Wake, r.Data}
		if b.Last == 0 {
			query = "INSERT INTO tournament (id, seq, public, asked, over, begins, wake, data) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
		} else {
			args = append(args, b.Last)
		}
		tag, err := tx.Exec(ctx, query, args...)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return store.ErrTaken
		}
		statements := &pgx.Batch{}
		for i, e := range b.Entries {
			statements.Queue("INSERT INTO tournament_entry (tournament, seq, data) VALUES ($1, $2, $3)", r.ID, b.Last+int64(i)+1, e)
		}
		for _, p := range b.Add {
			statements.Queue("INSERT INTO tournament_person (person, tournament) VALUES ($1, $2) ON CONFLICT DO NOTHING", p, r.ID)
		}
		for _, p := range b.Remove {
			statements.Queue("DELETE FROM tournament_person WHERE person = $1 AND tournament = $2", p, r.ID)
		}
		return execAll(ctx, tx, statements)
	}))
}

// TournamentEntries reads a journal.
func (db *DB) TournamentEntries(ctx context.Context, id string, after int64) ([][]byte, error) {
	list, err := collect(ctx, db, pgx.RowTo[[]byte], "SELECT data FROM tournament_entry WHERE tournament = $1 AND seq > $2 ORDER BY seq", id, after)
	if err == nil && len(list) == 0 && after == 0 {
		err = store.ErrNotFound
	}
	return list, err
}

const tournamentColumns = "SELECT id, public, asked, over, begins, wake, data FROM tournament "

// Tournaments lists tournaments.
func (db *DB) Tournaments(ctx context.Context, q store.TournamentQuery) ([]store.Tournament, error) {
	direction := ""
	if q.Over {
		direction = " DESC"
	}
	return collect(ctx, db, pgx.RowToStructByPos[store.Tournament], tournamentColumns+`WHERE over = $1 AND (public OR NOT $2) AND (asked OR NOT $3)
		AND ($4 = '' OR id IN (SELECT tournament FROM tournament_person WHERE person = $4)) ORDER BY begins`+direction+", id LIMIT $5", q.Over, q.Public, q.Asked, q.Person, q.Limit)
}

// DueTournaments finds tournaments that have something to do.
func (db *DB) DueTournaments(ctx context.Context, now int64, limit int) ([]string, error) {
	return collect(ctx, db, pgx.RowTo[string], "SELECT id FROM tournament WHERE wake > 0 AND wake <= $1 ORDER BY wake, id LIMIT $2", now, limit)
}

// TournamentPeople returns whom a tournament concerns.
func (db *DB) TournamentPeople(ctx context.Context, id string) ([]string, error) {
	return collect(ctx, db, pgx.RowTo[string], "SELECT person FROM tournament_person WHERE tournament = $1 ORDER BY person", id)
}

// Statuses looks up the statuses of tables.
func (db *DB) Statuses(ctx context.Context, tables []string) (map[string]string, error) {
	type pair struct{ ID, Status string }
	list, err := collect(ctx, db, pgx.RowToStructByPos[pair], "SELECT id, status FROM game_table WHERE id = ANY($1::text[])", tables)
	statuses := make(map[string]string, len(list))
	for _, p := range list {
		statuses[p.ID] = p.Status
	}
	return statuses, err
}
