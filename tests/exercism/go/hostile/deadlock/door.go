package ownfailure

import "sync"

var door sync.Mutex

// Enter locks twice.
func Enter() int {
	door.Lock()
	door.Lock()
	return 1
}

// Leave is right.
func Leave() int { return 2 }

// Crowd waits together with many.
func Crowd() {
	gate := make(chan int)
	for i := 0; i < 100; i++ {
		go func() { <-gate }()
	}
	<-gate
}
