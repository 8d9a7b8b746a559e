package sqlite

import "syscall"

// freeSpace returns how many bytes of the disk of a file are left to us, and whether that is known.
func freeSpace(path string) (bytes uint64, known bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(path, &s); err != nil {
		return 0, false
	}
	return s.Bavail * uint64(s.Bsize), true
}
