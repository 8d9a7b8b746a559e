package arena

import (
	"context"
	"runtime"
	"sync"
)

// Parallel does the jobs 0 to n-1 on so many goroutines at once; 0 means one per core. newWorker is called once for
// each goroutine and returns the function that does a job there, so that a worker can have scratch memory of its
// own. finished is called after each job with its number and the count of finished jobs, never twice at once. Its
// first error, or the end of the context, stops Parallel after the jobs that are running.
func Parallel(ctx context.Context, workers, n int, newWorker func() func(job int), finished func(job, done int) error) error {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var (
		mu         sync.Mutex
		next, done int
		fault      error
		wg         sync.WaitGroup
	)
	for range min(workers, n) {
		work := newWorker()
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for next < n && fault == nil && ctx.Err() == nil {
				job := next
				next++
				mu.Unlock()
				work(job)
				mu.Lock()
				done++
				if err := finished(job, done); fault == nil {
					fault = err
				}
			}
		})
	}
	wg.Wait()
	if fault == nil {
		fault = ctx.Err()
	}
	return fault
}
