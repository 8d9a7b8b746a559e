//go:build !unix

package sqlite

import (
	"os"
	"path/filepath"
)

// folderLock is the lock file of a folder. Without flock, the host must not start two servers on one folder.
type folderLock = *os.File

func lockFolder(folder string) (folderLock, error) {
	return os.OpenFile(filepath.Join(folder, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
}

func isReadOnlyFS(error) bool { return false }
