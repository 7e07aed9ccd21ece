package racing

import "sync"

// Count counts without care.
func Count(n int) int {
	var done sync.WaitGroup
	count := 0
	for i := 0; i < n; i++ {
		done.Add(1)
		go func() {
			defer done.Done()
			count++
		}()
	}
	done.Wait()
	return count
}

// Nothing is nothing.
func Nothing() int { return 0 }
