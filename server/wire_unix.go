//go:build unix

package server

import "syscall"

// writeNow writes as much as can be written without waiting. An error shows again when the rest is written.
func writeNow(raw syscall.RawConn, data []byte) (n int) {
	_ = raw.Write(func(fd uintptr) bool {
		for {
			k, err := syscall.Write(int(fd), data[n:])
			if k > 0 {
				n += k
			}
			if err != syscall.EINTR {
				return true
			}
		}
	})
	return n
}
