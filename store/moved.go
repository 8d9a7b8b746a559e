package store

import (
	"errors"
	"fmt"
	"time"
)

// ErrHalfMoved refuses a store that a move of data is still filling.
var ErrHalfMoved = errors.New("a move of data into it is not complete")

// Moved is the mark that a move of data leaves in its target. Times are in Unix milliseconds; 0: not yet.
type Moved struct {
	// Source names the store that the data comes from.
	Source string
	// Began and Complete are when the move began and ended, and Served when a server first used its result.
	Began, Complete, Served int64
}

// Usable refuses a store whose mark says that it holds a part of the data only.
func (m Moved) Usable() error {
	if m.Began == 0 || m.Complete > 0 {
		return nil
	}
	return fmt.Errorf("%w: the one from %s began on %s; run \"mirabilia migrate\" again, or begin with an empty target", ErrHalfMoved, m.Source, Moment(m.Began))
}

// Moment is a time as hosts read it.
func Moment(at int64) string { return time.UnixMilli(at).UTC().Format("2006-01-02 15:04:05 UTC") }
