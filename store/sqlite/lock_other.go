//go:build !unix

package sqlite

import (
	"os"
	"path/filepath"
)

// lockFolder opens the lock file; where there is no flock, whoever hosts starts one server a folder.
func lockFolder(folder string) (*os.File, error) {
	return os.OpenFile(filepath.Join(folder, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
}

func isReadOnlyFS(error) bool { return false }
