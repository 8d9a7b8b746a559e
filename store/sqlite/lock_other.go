//go:build !unix

package sqlite

import (
	"os"
	"path/filepath"
)

// lockFolder opens the lock file. Without flock, the host must not start two servers on one folder.
func lockFolder(folder string) (*os.File, error) {
	return os.OpenFile(filepath.Join(folder, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
}

func isReadOnlyFS(error) bool { return false }
