//go:build !unix

package main

// descriptors returns how many files and connections this process may have open: here nothing tells.
func descriptors() int { return 1 << 16 }
