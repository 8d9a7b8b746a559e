package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"mirabilia/rating"
	"mirabilia/store"
)

// AddResult keeps a result once. Whoever adds one waits for the others at the row of the last number.
func (db *DB) AddResult(ctx context.Context, r rating.Result) (rated store.Rated, err error) {
	r.Seq = 1 // some number, until it has its own
	if err := r.Check(); err != nil {
		return rated, err
	}
	err = attempt(ctx, func(ctx context.Context) error {
		return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
			if err := tx.QueryRow(ctx, "UPDATE last_result SET seq = seq + 1 WHERE id = 1 RETURNING seq").Scan(&r.Seq); err != nil {
				return err
			}
			var known bool
			if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM result WHERE table_id = $1)", r.Table).Scan(&known); err != nil {
				return err
			}
			if known {
				return store.ErrTaken
			}
			before := make([]rating.Rating, len(r.Finishes))
			for i, f := range r.Finishes {
				b := &before[i]
				err := tx.QueryRow(ctx, "SELECT points, deviation, volatility, games, at FROM rating WHERE person = $1 AND game = $2", f.Person, r.Game).
					Scan(&b.Points, &b.Deviation, &b.Volatility, &b.Games, &b.At)
				if errors.Is(err, pgx.ErrNoRows) {
					*b, err = rating.Models[r.Game].New(), nil
				}
				if err != nil {
					return err
				}
			}
			rated = store.Rated{Result: r, Changes: r.Rate(before)}
			statements := &pgx.Batch{}
			putResult(statements, &rated)
			return execAll(ctx, tx, statements)
		})
	})
	if errors.Is(err, store.ErrTaken) {
		return db.Result(ctx, r.Table)
	}
	return rated, err
}

// putResult writes a result, and the ratings that follow from it for people who have accounts.
func putResult(statements *pgx.Batch, r *store.Rated) {
	statements.Queue("INSERT INTO result (seq, table_id, game, at, void) VALUES ($1, $2, $3, $4, $5)", r.Seq, r.Table, r.Game, r.At, r.Void)
	for n, f := range r.Finishes {
		statements.Queue("INSERT INTO finish (seq, n, person, place) VALUES ($1, $2, $3, $4)", r.Seq, n, f.Person, f.Place)
	}
	for _, c := range r.Changes {
		b, a := c.Before, c.After
		statements.Queue(`UPDATE finish SET before_points = $3, before_deviation = $4, before_volatility = $5, before_games = $6, before_at = $7,
			points = $8, deviation = $9, volatility = $10, games = $11, at = $12 WHERE seq = $1 AND person = $2 AND EXISTS (SELECT 1 FROM account a WHERE a.person = $2)`,
			r.Seq, c.Person, b.Points, b.Deviation, b.Volatility, b.Games, b.At, a.Points, a.Deviation, a.Volatility, a.Games, a.At)
		// What a node of the version before has not counted is counted now.
		statements.Queue(`INSERT INTO rating (person, game, points, deviation, volatility, games, at, won, counted) SELECT person, $2, $3, $4, $5, $6, $7, $8, 1 FROM account WHERE person = $1
			ON CONFLICT (person, game) DO UPDATE SET points = excluded.points, deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, at = excluded.at,
			counted = excluded.games, won = CASE WHEN rating.counted = excluded.games - 1 THEN rating.won + excluded.won ELSE
				(SELECT count(*) FROM finish f JOIN result r ON r.seq = f.seq WHERE f.person = $1 AND r.game = $2 AND f.place = 1 AND NOT r.void) END`,
			c.Person, c.Game, a.Points, a.Deviation, a.Volatility, a.Games, a.At, r.Won(c.Person))
	}
}

// refoldAtOnce is how many rows one message to the database changes.
const refoldAtOnce = 1000

// Refold writes ratings that were computed anew. It may be much, so it has as long as its caller waits.
func (db *DB) Refold(ctx context.Context, r store.Refold) error {
	return explained(pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		var last int64
		var voids int
		// Whoever adds a result waits at this row.
		if err := tx.QueryRow(ctx, "SELECT seq FROM last_result WHERE id = 1 FOR UPDATE").Scan(&last); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM result WHERE void").Scan(&voids); err != nil {
			return err
		}
		if last != r.Last || voids != r.Voids {
			return store.ErrTaken
		}
		statements := &pgx.Batch{}
		flush := func(most int) error {
			if statements.Len() < most {
				return nil
			}
			err := execAll(ctx, tx, statements)
			statements = &pgx.Batch{}
			return err
		}
		if r.Void != "" {
			statements.Queue("UPDATE result SET void = true WHERE table_id = $1", r.Void)
			statements.Queue(`UPDATE finish SET before_points = NULL, before_deviation = NULL, before_volatility = NULL, before_games = NULL, before_at = NULL,
				points = NULL, deviation = NULL, volatility = NULL, games = NULL, at = NULL WHERE seq = (SELECT seq FROM result WHERE table_id = $1)`, r.Void)
		}
		for _, c := range r.Changes {
			// Somebody who was forgotten meanwhile has no ratings any more.
			b, a := c.Before, c.After
			statements.Queue(`UPDATE finish SET before_points = $3, before_deviation = $4, before_volatility = $5, before_games = $6, before_at = $7,
				points = $8, deviation = $9, volatility = $10, games = $11, at = $12 WHERE seq = $1 AND person = $2 AND points IS NOT NULL`,
				c.Seq, c.Person, b.Points, b.Deviation, b.Volatility, b.Games, b.At, a.Points, a.Deviation, a.Volatility, a.Games, a.At)
			if err := flush(refoldAtOnce); err != nil {
				return err
			}
		}
		for _, s := range r.Scores {
			statements.Queue("UPDATE rating SET points = $3, deviation = $4, volatility = $5, games = $6, at = $7, won = $8, counted = $6 WHERE person = $1 AND game = $2",
				s.Person, s.Game, s.Points, s.Deviation, s.Volatility, s.Games, s.At, s.Won)
			if err := flush(refoldAtOnce); err != nil {
				return err
			}
		}
		for _, s := range r.Gone {
			statements.Queue("DELETE FROM rating WHERE person = $1 AND game = $2", s.Person, s.Game)
		}
		return flush(1)
	}))
}

const finishes = `SELECT r.seq, r.table_id, r.game, r.at, r.void, f.person, f.place, f.points IS NOT NULL,
	coalesce(f.before_points, 0), coalesce(f.before_deviation, 0), coalesce(f.before_volatility, 0), coalesce(f.before_games, 0), coalesce(f.before_at, 0),
	coalesce(f.points, 0), coalesce(f.deviation, 0), coalesce(f.volatility, 0), coalesce(f.games, 0), coalesce(f.at, 0)
	FROM finish f JOIN result r ON r.seq = f.seq `

func scanFinish(row pgx.CollectableRow) (f store.Finished, err error) {
	err = row.Scan(f.Into()...)
	return f, err
}

// Result returns the result of a table.
func (db *DB) Result(ctx context.Context, table string) (store.Rated, error) {
	list, err := collect(ctx, db, scanFinish, finishes+"WHERE r.table_id = $1 ORDER BY f.n", table)
	if err == nil && len(list) == 0 {
		err = store.ErrNotFound
	}
	if err != nil {
		return store.Rated{}, err
	}
	return store.Results(list)[0], nil
}

// ResultsAfter returns results in order.
func (db *DB) ResultsAfter(ctx context.Context, seq int64, limit int) ([]store.Rated, error) {
	// Numbers have no gaps.
	list, err := collect(ctx, db, scanFinish, finishes+"WHERE r.seq > $1 AND r.seq <= $2 ORDER BY r.seq, f.n", seq, seq+int64(limit))
	return store.Results(list), err
}

// RatingsOf returns the ratings of a person.
func (db *DB) RatingsOf(ctx context.Context, person string) (map[string]rating.Rating, error) {
	ratings := map[string]rating.Rating{}
	_, err := collect(ctx, db, func(row pgx.CollectableRow) (r rating.Rating, err error) {
		var game string
		err = row.Scan(&game, &r.Points, &r.Deviation, &r.Volatility, &r.Games, &r.At)
		ratings[game] = r
		return r, err
	}, "SELECT game, points, deviation, volatility, games, at FROM rating WHERE person = $1", person)
	return ratings, err
}

// Changes returns the history of a person's ratings.
func (db *DB) Changes(ctx context.Context, person, game string, limit int) ([]rating.Change, error) {
	list, err := collect(ctx, db, scanFinish, finishes+"WHERE f.person = $1 AND f.points IS NOT NULL AND ($2 = '' OR r.game = $2) ORDER BY f.seq DESC LIMIT $3", person, game, limit)
	return store.ChangesOf(list), err
}

const scores = "SELECT r.person, r.game, r.points, r.deviation, r.volatility, r.games, r.at, r.won FROM rating r "

func scanScore(row pgx.CollectableRow) (s store.Score, err error) {
	err = row.Scan(s.Into()...)
	return s, err
}

// Scores returns the ratings of a person, and what was won.
func (db *DB) Scores(ctx context.Context, person string) ([]store.Score, error) {
	return collect(ctx, db, scanScore, scores+"WHERE r.person = $1 ORDER BY r.game", person)
}

// Standing returns the ratings of a game.
func (db *DB) Standing(ctx context.Context, game string, since int64) ([]store.Score, error) {
	return collect(ctx, db, scanScore, scores+`JOIN account a ON a.person = r.person
		WHERE r.game = $1 AND r.at >= $2 AND a.profile = '' ORDER BY r.points DESC, r.person`, game, since)
}

// PointsAt returns the points of people at a time. The games since then are few; those before are many.
func (db *DB) PointsAt(ctx context.Context, game string, people []string, at int64) (map[string]float64, error) {
	points := map[string]float64{}
	type one struct {
		Person string
		Points float64
	}
	list, err := collect(ctx, db, pgx.RowToStructByPos[one], `SELECT p.person, s.points FROM unnest($1::text[]) AS p (person), LATERAL (SELECT f.points FROM finish f JOIN result r ON r.seq = f.seq
		WHERE f.person = p.person AND r.game = $2 AND f.at <= $3 ORDER BY f.seq DESC LIMIT 1) s`, people, game, at)
	for _, o := range list {
		points[o.Person] = o.Points
	}
	return points, err
}

// Met counts the games that two people had with each other.
func (db *DB) Met(ctx context.Context, game string, people []string, since int64) (n int, err error) {
	err = db.row(ctx, `SELECT coalesce(max(m.n), 0) FROM (SELECT count(*) AS n FROM finish a JOIN finish b ON b.seq = a.seq AND b.person > a.person JOIN result r ON r.seq = a.seq
		WHERE a.person = ANY($1::text[]) AND b.person = ANY($1::text[]) AND r.game = $2 AND r.at >= $3 GROUP BY a.person, b.person) m`, []any{people, game, since}, &n)
	return n, err
}

// MetAll counts the games that all of the people had with each other.
func (db *DB) MetAll(ctx context.Context, game string, people []string, since int64) (n int, err error) {
	err = db.row(ctx, `SELECT count(*) FROM (SELECT f.seq FROM finish f JOIN result r ON r.seq = f.seq
		WHERE f.person = ANY($1::text[]) AND r.game = $2 AND r.at >= $3 GROUP BY f.seq HAVING count(*) = cardinality($1::text[])) m`, []any{people, game, since}, &n)
	return n, err
}
