package store

import "context"

// Shunning keeps whom people do not want to meet or to read.
type Shunning interface {
	// Shun keeps that a person mutes or blocks another; it takes the place of what was kept of the two. It refuses with ErrNotFound if there is no such other, and with
	// ErrTooMany if the person shuns most people already.
	Shun(ctx context.Context, s Shunned, most int) error
	// Unshun ends it; ErrNotFound if there is nothing to end.
	Unshun(ctx context.Context, person, other string) error
	// Shunned returns whom a person shuns, the latest first.
	Shunned(ctx context.Context, person string) ([]Shunned, error)
	// Blocked returns whom each of the people blocks.
	Blocked(ctx context.Context, people []string) (map[string][]string, error)
	// Apart returns with whom a person sits at no table: those whom the person blocks, and those who block the person.
	Apart(ctx context.Context, person string) ([]string, error)
}

// Shunned is somebody whom a person does not want to read, or to have anything to do with.
type Shunned struct {
	Person, Other string
	// Blocked says that the two never meet; otherwise the person only reads nothing of the other.
	Blocked bool
	Since   int64
}
