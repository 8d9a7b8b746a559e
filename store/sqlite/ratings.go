package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"mirabilia/rating"
	"mirabilia/store"
)

// AddResult keeps a result once.
func (db *DB) AddResult(ctx context.Context, r rating.Result) (rated store.Rated, err error) {
	r.Seq = 1 // some number, until it has its own
	if err := r.Check(); err != nil {
		return rated, err
	}
	err = db.writes.Submit(ctx, func(s *statements) error {
		var known bool
		if err := s.row("SELECT EXISTS (SELECT 1 FROM result WHERE table_id = ?), (SELECT coalesce(max(seq), 0) + 1 FROM result)", r.Table).Scan(&known, &r.Seq); err != nil {
			return err
		}
		if known {
			return store.ErrTaken
		}
		before := make([]rating.Rating, len(r.Finishes))
		for i, f := range r.Finishes {
			err := s.row("SELECT points, deviation, volatility, games, at FROM rating WHERE person = ? AND game = ?", f.Person, r.Game).
				Scan(&before[i].Points, &before[i].Deviation, &before[i].Volatility, &before[i].Games, &before[i].At)
			if errors.Is(err, sql.ErrNoRows) {
				before[i], err = rating.Models[r.Game].New(), nil
			}
			if err != nil {
				return err
			}
		}
		rated = store.Rated{Result: r, Changes: r.Rate(before)}
		return s.putResult(&rated)
	})
	if errors.Is(err, store.ErrTaken) {
		return db.Result(ctx, r.Table)
	}
	return rated, err
}

// putResult writes a result, and the ratings that follow from it for people who have accounts.
func (s *statements) putResult(r *store.Rated) error {
	if _, err := s.exec("INSERT INTO result (seq, table_id, game, at, void) VALUES (?, ?, ?, ?, ?)", r.Seq, r.Table, r.Game, r.At, r.Void); err != nil {
		return err
	}
	for n, f := range r.Finishes {
		if _, err := s.exec("INSERT INTO finish (seq, n, person, place) VALUES (?, ?, ?, ?)", r.Seq, n, f.Person, f.Place); err != nil {
			return err
		}
	}
	for _, c := range r.Changes {
		var there bool
		if err := s.row("SELECT EXISTS (SELECT 1 FROM account WHERE person = ?)", c.Person).Scan(&there); err != nil {
			return err
		}
		if !there {
			continue
		}
		a := c.After
		if _, err := s.exec(setFinish, finishArgs(c)...); err != nil {
			return err
		}
		if _, err := s.exec(`INSERT INTO rating (person, game, points, deviation, volatility, games, at, won) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (person, game) DO UPDATE SET points = excluded.points, deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, at = excluded.at,
			won = won + excluded.won`,
			c.Person, c.Game, a.Points, a.Deviation, a.Volatility, a.Games, a.At, r.Won(c.Person)); err != nil {
			return err
		}
	}
	return nil
}

// Refold writes ratings that were computed anew.
func (db *DB) Refold(ctx context.Context, r store.Refold) error {
	return db.writes.Submit(ctx, func(s *statements) error {
		var last int64
		var voids int
		if err := s.row("SELECT coalesce(max(seq), 0), coalesce(sum(void), 0) FROM result").Scan(&last, &voids); err != nil {
			return err
		}
		if last != r.Last || voids != r.Voids {
			return store.ErrTaken
		}
		if r.Void != "" {
			if _, err := s.exec("UPDATE result SET void = 1 WHERE table_id = ?", r.Void); err != nil {
				return err
			}
			if _, err := s.exec(`UPDATE finish SET before_points = NULL, before_deviation = NULL, before_volatility = NULL, before_games = NULL, before_at = NULL,
				points = NULL, deviation = NULL, volatility = NULL, games = NULL, at = NULL WHERE seq = (SELECT seq FROM result WHERE table_id = ?)`, r.Void); err != nil {
				return err
			}
		}
		for _, c := range r.Changes {
			// Somebody who was forgotten meanwhile has no ratings any more.
			if _, err := s.exec(setFinish+" AND points IS NOT NULL", finishArgs(c)...); err != nil {
				return err
			}
		}
		for _, one := range r.Scores {
			if _, err := s.exec("UPDATE rating SET points = ?, deviation = ?, volatility = ?, games = ?, at = ?, won = ? WHERE person = ? AND game = ?",
				one.Points, one.Deviation, one.Volatility, one.Games, one.At, one.Won, one.Person, one.Game); err != nil {
				return err
			}
		}
		for _, one := range r.Gone {
			if _, err := s.exec("DELETE FROM rating WHERE person = ? AND game = ?", one.Person, one.Game); err != nil {
				return err
			}
		}
		return nil
	})
}

const setFinish = `UPDATE finish SET before_points = ?, before_deviation = ?, before_volatility = ?, before_games = ?, before_at = ?,
	points = ?, deviation = ?, volatility = ?, games = ?, at = ? WHERE seq = ? AND person = ?`

func finishArgs(c rating.Change) []any {
	b, a := c.Before, c.After
	return []any{b.Points, b.Deviation, b.Volatility, b.Games, b.At, a.Points, a.Deviation, a.Volatility, a.Games, a.At, c.Seq, c.Person}
}

const finishes = `SELECT r.seq, r.table_id, r.game, r.at, r.void, f.person, f.place, f.points IS NOT NULL,
	coalesce(f.before_points, 0.0), coalesce(f.before_deviation, 0.0), coalesce(f.before_volatility, 0.0), coalesce(f.before_games, 0), coalesce(f.before_at, 0),
	coalesce(f.points, 0.0), coalesce(f.deviation, 0.0), coalesce(f.volatility, 0.0), coalesce(f.games, 0), coalesce(f.at, 0)
	FROM finish f JOIN result r ON r.seq = f.seq `

func scanFinish(rows *sql.Rows) (f store.Finished, err error) {
	err = rows.Scan(f.Into()...)
	return f, err
}

// Result returns the result of a table.
func (db *DB) Result(ctx context.Context, table string) (store.Rated, error) {
	list, err := collect(db.read, ctx, scanFinish, finishes+"WHERE r.table_id = ? ORDER BY f.n", table)
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
	list, err := collect(db.read, ctx, scanFinish, finishes+"WHERE r.seq > ? AND r.seq <= ? ORDER BY r.seq, f.n", seq, seq+int64(limit))
	return store.Results(list), err
}

// RatingsOf returns the ratings of a person.
func (db *DB) RatingsOf(ctx context.Context, person string) (map[string]rating.Rating, error) {
	type one struct {
		game string
		r    rating.Rating
	}
	list, err := collect(db.read, ctx, func(rows *sql.Rows) (o one, err error) {
		err = rows.Scan(&o.game, &o.r.Points, &o.r.Deviation, &o.r.Volatility, &o.r.Games, &o.r.At)
		return o, err
	}, "SELECT game, points, deviation, volatility, games, at FROM rating WHERE person = ?", person)
	ratings := make(map[string]rating.Rating, len(list))
	for _, o := range list {
		ratings[o.game] = o.r
	}
	return ratings, err
}

// Changes returns the history of a person's ratings.
func (db *DB) Changes(ctx context.Context, person, game string, limit int) ([]rating.Change, error) {
	list, err := collect(db.read, ctx, scanFinish, finishes+"WHERE f.person = ? AND f.points IS NOT NULL AND (? = '' OR r.game = ?) ORDER BY f.seq DESC LIMIT ?", person, game, game, limit)
	return store.ChangesOf(list), err
}

const scores = "SELECT r.person, r.game, r.points, r.deviation, r.volatility, r.games, r.at, r.won FROM rating r "

func scanScore(rows *sql.Rows) (s store.Score, err error) {
	err = rows.Scan(s.Into()...)
	return s, err
}

// Scores returns the ratings of a person, and what was won.
func (db *DB) Scores(ctx context.Context, person string) ([]store.Score, error) {
	return collect(db.read, ctx, scanScore, scores+"WHERE r.person = ? ORDER BY r.game", person)
}

// Standing returns the ratings of a game.
func (db *DB) Standing(ctx context.Context, game string, since int64) ([]store.Score, error) {
	return collect(db.read, ctx, scanScore, scores+`JOIN account a ON a.person = r.person
		WHERE r.game = ? AND r.at >= ? AND a.profile = '' ORDER BY r.points DESC, r.person`, game, since)
}

// PointsAt returns the points of people at a time.
func (db *DB) PointsAt(ctx context.Context, game string, people []string, at int64) (map[string]float64, error) {
	points := map[string]float64{}
	for _, p := range people {
		// The games since then are few; those before are many.
		var v float64
		err := db.read.QueryRowContext(ctx, `SELECT f.points FROM finish f JOIN result r ON r.seq = f.seq
			WHERE f.person = ? AND r.game = ? AND f.at <= ? ORDER BY f.seq DESC LIMIT 1`, p, game, at).Scan(&v)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, explained(err)
		}
		points[p] = v
	}
	return points, nil
}

// Met counts the games that two people had with each other.
func (db *DB) Met(ctx context.Context, game string, people []string, since int64) (n int, err error) {
	in, args := placeholders(people)
	err = db.read.QueryRowContext(ctx, `SELECT coalesce(max(n), 0) FROM (SELECT count(*) AS n FROM finish a JOIN finish b ON b.seq = a.seq AND b.person > a.person JOIN result r ON r.seq = a.seq
		WHERE a.person IN `+in+` AND b.person IN `+in+` AND r.game = ? AND r.at >= ? GROUP BY a.person, b.person)`, append(slices.Concat(args, args), game, since)...).Scan(&n)
	return n, explained(err)
}

// MetAll counts the games that all of the people had with each other.
func (db *DB) MetAll(ctx context.Context, game string, people []string, since int64) (n int, err error) {
	in, args := placeholders(people)
	err = db.read.QueryRowContext(ctx, `SELECT count(*) FROM (SELECT f.seq FROM finish f JOIN result r ON r.seq = f.seq
		WHERE f.person IN `+in+` AND r.game = ? AND r.at >= ? GROUP BY f.seq HAVING count(*) = ?)`, append(args, game, since, len(people))...).Scan(&n)
	return n, explained(err)
}

// placeholders returns a list of placeholders for texts, and the texts as arguments.
func placeholders(texts []string) (in string, args []any) {
	for _, text := range texts {
		args = append(args, text)
	}
	return "(?" + strings.Repeat(", ?", len(texts)-1) + ")", args
}
