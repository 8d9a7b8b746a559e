package sqlite

import "syscall"

// diskSpace returns how many bytes of the disk of a file are left to us, and of how many, and whether that is known.
func diskSpace(path string) (free, whole int64, known bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(path, &s); err != nil {
		return 0, 0, false
	}
	return int64(s.Bavail) * s.Bsize, int64(s.Blocks) * s.Bsize, true
}
