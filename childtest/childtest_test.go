package childtest_test

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"mirabilia/childtest"
)

// TestThreadsThatEnd: processes live on when the threads that asked for them have ended.
func TestThreadsThatEnd(t *testing.T) {
	// One of the threads may be the program's first, which does not end before the program does; so there are several, all at once.
	const processes = 4
	var cmds [processes]*exec.Cmd
	var ended [processes]<-chan struct{}
	var together, done sync.WaitGroup
	together.Add(processes)
	for i := range processes {
		done.Go(func() {
			// A goroutine that ends while it is locked to its thread ends the thread.
			runtime.LockOSThread()
			together.Done()
			together.Wait()
			cmds[i] = exec.Command("sleep", "600")
			var err error
			if ended[i], err = childtest.Start(cmds[i], syscall.SIGKILL); err != nil {
				t.Error(err)
			}
		})
	}
	done.Wait()
	if t.Failed() {
		return
	}
	time.Sleep(100 * time.Millisecond)
	for i := range processes {
		select {
		case <-ended[i]:
			t.Errorf("process %d ended with a thread", i)
		default:
			if err := cmds[i].Process.Kill(); err != nil {
				t.Error(err)
			}
			<-ended[i]
		}
	}
}

func TestNoSuchProgram(t *testing.T) {
	if _, err := childtest.Start(exec.Command("./no-such-program"), syscall.SIGKILL); err == nil {
		t.Fatal("a program was started that is not there")
	}
}
