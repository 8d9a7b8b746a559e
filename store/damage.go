package store

import (
	"errors"
	"fmt"
)

// ErrDamaged is wrapped by errors that say that what is kept is damaged: it must be restored from a backup.
var ErrDamaged = errors.New("the data is damaged")

// ErrDamagedSpot says that something which was read is damaged, and that data can be written all the same.
var ErrDamagedSpot = fmt.Errorf("%w in one place", ErrDamaged)
