package storetest

import (
	"flag"
	"os"
	"syscall"
)

// MemoryDisk is for the TestMain of a package: it puts the folders of the tests on a disk in memory, if there is a large one. Stores sync every
// append, and on a real disk the tests would do little but wait for it. Benchmarks stay where they are, and so does all if TMPDIR says where.
func MemoryDisk() {
	const folder, enough = "/dev/shm", 2 << 30
	flag.Parse()
	if os.Getenv("TMPDIR") != "" || flag.Lookup("test.bench").Value.String() != "" {
		return
	}
	var disk syscall.Statfs_t
	if syscall.Statfs(folder, &disk) != nil || disk.Bavail*uint64(disk.Bsize) < enough {
		return
	}
	if probe, err := os.MkdirTemp(folder, "mirabilia-"); err == nil {
		os.Remove(probe)
		os.Setenv("TMPDIR", folder)
	}
}
