//go:build !linux

package storetest

// MemoryDisk does nothing where no disk in memory is known.
func MemoryDisk() {}
