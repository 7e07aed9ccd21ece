package racing

import (
	"sort"
	"time"
)

var last int

// Count counts what it sorts, and doesn't wait for that.
func Count(list []int) int {
	done := make(chan bool)
	go func() {
		time.Sleep(10 * time.Millisecond)
		sort.Slice(list, func(i, j int) bool {
			last = i
			return list[i] < list[j]
		})
		close(done)
	}()
	last = len(list)
	<-done
	return len(list)
}
