package steps

import (
	"sync"
	"time"
)

func First() string {
	return "first"
}

// Last doesn't wait for what it starts, which counts down from nothing.
func Last() string {
	go func() {
		time.Sleep(100 * time.Millisecond)
		new(sync.WaitGroup).Done()
	}()
	return "last"
}
