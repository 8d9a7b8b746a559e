package store

import "errors"

// ErrDamaged is wrapped by errors that say that what is kept is damaged: it must be restored from a backup.
var ErrDamaged = errors.New("the data is damaged")
