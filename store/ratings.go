package store

import (
	"context"

	"mirabilia/rating"
)

// Ratings keeps the results of rated games in one sequence, with what each of them changed.
type Ratings interface {
	// AddResult gives a result the next number of the sequence and keeps it with what it changes, all or nothing. A table's result is kept once: told
	// again, by whatever node, it changes nothing, and what is kept is returned.
	AddResult(ctx context.Context, r rating.Result) (Rated, error)
	// Result returns what the result of a table changed; ErrNotFound if there is none.
	Result(ctx context.Context, table string) (Rated, error)
	// Refold writes ratings that were computed anew from the results, all or nothing, see Refit. It refuses with ErrTaken if results were added or taken out that it does not know of.
	Refold(ctx context.Context, r Refold) error
	// ResultsAfter returns the results after the given number, in order.
	ResultsAfter(ctx context.Context, seq int64, limit int) ([]Rated, error)
	// RatingsOf returns the ratings of a person after the last game, by game.
	RatingsOf(ctx context.Context, person string) (map[string]rating.Rating, error)
	// Changes returns what results changed for a person, the latest first; of all games if none is given.
	Changes(ctx context.Context, person, game string, limit int) ([]rating.Change, error)
	// Scores returns the ratings of a person, with how many of the games were won, in the order of the games' names.
	Scores(ctx context.Context, person string) ([]Score, error)
	// Standing returns the ratings at a game of people whose profile everybody may see, the highest first: those that were last changed since the given
	// time.
	Standing(ctx context.Context, game string, since int64) ([]Score, error)
	// PointsAt returns the points that people had at a game at a time. Whoever had not played it yet is left out.
	PointsAt(ctx context.Context, game string, people []string, at int64) (map[string]float64, error)
	// Met returns how many rated games of a game that ended since the given time were played by the two of the people who met most often in them.
	Met(ctx context.Context, game string, people []string, since int64) (int, error)
	// MetAll returns how many rated games of a game that ended since the given time were played by all of the people.
	MetAll(ctx context.Context, game string, people []string, since int64) (int, error)
}

// Rated is a result with what it changed, in the order of the finishes. What it changed for people who were forgotten since is left out.
type Rated struct {
	rating.Result
	Changes []rating.Change
}

// Won returns 1 if the person has the first place, alone or with others, and 0 otherwise.
func (r *Rated) Won(person string) int {
	for _, f := range r.Finishes {
		if f.Person == person && f.Place == 1 {
			return 1
		}
	}
	return 0
}

// Score is a rating with how many of its games were won.
type Score struct {
	Person, Game string
	rating.Rating
	Won int
}

// Into returns where the columns of a row go: person, game, rating and the games won.
func (s *Score) Into() []any {
	return []any{&s.Person, &s.Game, &s.Points, &s.Deviation, &s.Volatility, &s.Games, &s.At, &s.Won}
}

// Finished is a row of a store: how one person finished.
type Finished struct {
	seq         int64
	table, game string
	at          int64
	void        bool
	person      string
	place       int
	// rated says that before and after are known.
	rated         bool
	before, after rating.Rating
}

// Into returns where the columns of the row go: number, table, game and end of the result, whether it was taken out, person, place, whether ratings are known, and those before and after.
func (f *Finished) Into() []any {
	b, a := &f.before, &f.after
	return []any{&f.seq, &f.table, &f.game, &f.at, &f.void, &f.person, &f.place, &f.rated, &b.Points, &b.Deviation, &b.Volatility, &b.Games, &b.At, &a.Points, &a.Deviation, &a.Volatility, &a.Games, &a.At}
}

func (f *Finished) change() rating.Change {
	return rating.Change{Seq: f.seq, Table: f.table, Game: f.game, Person: f.person, Before: f.before, After: f.after}
}

// Results puts rows together that are in the order of their results.
func Results(rows []Finished) (list []Rated) {
	for i := range rows {
		f := &rows[i]
		if len(list) == 0 || list[len(list)-1].Seq != f.seq {
			list = append(list, Rated{Result: rating.Result{Seq: f.seq, Table: f.table, Game: f.game, At: f.at, Void: f.void}})
		}
		r := &list[len(list)-1]
		r.Finishes = append(r.Finishes, rating.Finish{Person: f.person, Place: f.place})
		if f.rated {
			r.Changes = append(r.Changes, f.change())
		}
	}
	return list
}

// ChangesOf returns what the rows say of ratings.
func ChangesOf(rows []Finished) []rating.Change {
	list := make([]rating.Change, len(rows))
	for i := range rows {
		list[i] = rows[i].change()
	}
	return list
}
