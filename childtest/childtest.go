// Package childtest starts the servers that tests need, and sees that none of them outlives its test.
package childtest

import (
	"os/exec"
	"runtime"
	"syscall"
)

// Start starts a process and returns a channel that is closed when the process has ended. The process gets the signal when the program that
// started it ends, even where that is a crash.
func Start(cmd *exec.Cmd, signal syscall.Signal) (<-chan struct{}, error) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = signal
	started, ended := make(chan error), make(chan struct{})
	go func() {
		// The kernel sends the signal as soon as the thread that started the process ends, and a goroutine that gives way (package table)
		// ends its thread. This thread serves nobody else while the process lives.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait()
			close(ended)
		}
	}()
	return ended, <-started
}
