package table

import "sync"

// stacks are goroutines on which tables do their work. A goroutine's stack is small at first, grows as it is needed, which copies it several
// times over, and is shrunk by the garbage collector while it sleeps. With thousands of tables that each do something now and then, nearly
// every move would grow a stack anew. So a table's goroutine only waits, and its work is done on one of a few that hardly ever sleep.
type stacks struct {
	mu sync.Mutex
	// free are the goroutines that have nothing to do, the last one to have finished last.
	free []chan task
}

// task is something to do, and the turn that is over when it is done.
type task struct {
	do   func()
	turn <-chan struct{}
}

// freeStacks is how many goroutines wait for work at most.
const freeStacks = 64

// start runs f on one of the goroutines and then takes an element from turn.
func (s *stacks) start(f func(), turn <-chan struct{}) {
	t := task{f, turn}
	s.mu.Lock()
	if n := len(s.free); n > 0 {
		next := s.free[n-1]
		s.free = s.free[:n-1]
		s.mu.Unlock()
		next <- t
	} else {
		s.mu.Unlock()
		go s.work(t)
	}
}

// work does one task after the other, until enough others wait for the next.
func (s *stacks) work(t task) {
	next := make(chan task, 1)
	for {
		t.do()
		s.mu.Lock()
		enough := len(s.free) >= freeStacks
		if !enough {
			s.free = append(s.free, next)
		}
		s.mu.Unlock()
		<-t.turn
		if enough {
			return
		}
		t = task{} // while it waits, it keeps no table in memory
		var more bool
		if t, more = <-next; !more {
			return
		}
	}
}

// close ends the goroutines that wait. Nobody may run anything any more.
func (s *stacks) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, next := range s.free {
		close(next)
	}
	s.free = nil
}
