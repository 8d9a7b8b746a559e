// Package gctest lets the tests of a package that imports it collect garbage rarely. They keep a few megabytes and make gigabytes of garbage, so
// that a collector that waits for as much garbage as there is data runs all the time, and takes a fifth of their time. Beyond a gigabyte it hurries.
package gctest

import "runtime/debug"

func init() {
	debug.SetGCPercent(800)
	debug.SetMemoryLimit(1 << 30)
}
