package store

import "context"

// Shunning keeps whom people do not want to meet or to read. A program counts as its owner: what is kept of the one holds for the owner and all programs of the owner, those of later days, too.
type Shunning interface {
	// Shun keeps that a person mutes or blocks another; it takes the place of what was kept of the two. It returns whose the other is. It refuses with ErrNotFound if there is no such
	// other, with ErrYourself if the other is the person's own, and with ErrTooMany if the person shuns most people already.
	Shun(ctx context.Context, s Shunned, most int) (whose string, err error)
	// Unshun ends it; ErrNotFound if there is nothing to end.
	Unshun(ctx context.Context, person, other string) error
	// Shunned returns whom a person shuns, the latest first.
	Shunned(ctx context.Context, person string) ([]Shunned, error)
	// Blocked returns whom each of the people blocks; a program that is blocked is returned as its owner.
	Blocked(ctx context.Context, people []string) (map[string][]string, error)
	// Unread returns everybody whose words a person, or a program of one, does not want to read.
	Unread(ctx context.Context, person string) ([]string, error)
	// Apart returns everybody with whom a person, or a program of one, sits at no table, and of each whether it is the person who blocks them.
	Apart(ctx context.Context, person string) (map[string]bool, error)
}

// Shunned is somebody whom a person does not want to read, or to have anything to do with.
type Shunned struct {
	Person, Other string
	// Blocked says that the two never meet; otherwise the person only reads nothing of the other.
	Blocked bool
	Since   int64
}
