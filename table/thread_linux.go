package table

import (
	"runtime"
	"syscall"
)

// botNiceness is how much less of the processor bots get than people when both want it.
const botNiceness = 10

// giveWay keeps the calling goroutine on a thread of its own, which gets the processor after those that serve people. The thread ends with the goroutine.
func giveWay() {
	runtime.LockOSThread()
	// 0 is the calling thread. A kernel that refuses it treats all threads alike.
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, botNiceness)
}
