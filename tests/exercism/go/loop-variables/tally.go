// Package tally counts things side by side. Each iteration has variables of its own.
package tally

import "sync"

// Lengths adds up the texts' lengths, with a goroutine for each.
func Lengths(texts []string) int {
	results := make(chan int)
	for _, text := range texts {
		go func() { results <- len(text) }()
	}
	sum := 0
	for i := 0; i < len(texts); i++ {
		sum += <-results
	}
	return sum
}

// Squares fills each place by itself.
func Squares(count int) []int {
	squares := make([]int, count)
	var group sync.WaitGroup
	for i := 0; i < count; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			squares[i] = i * i
		}()
	}
	group.Wait()
	return squares
}

// Point is a place on a grid.
type Point struct{ X, Y int }

// Pointers keeps the address of each point's copy.
func Pointers(points []Point) []*Point {
	var kept []*Point
	for _, point := range points {
		kept = append(kept, &point)
	}
	return kept
}

// Steps goes on from where the body has left the number.
func Steps(limit int) []int {
	var steps []int
	for i := 0; i < limit; i++ {
		note := func() { steps = append(steps, i) }
		note()
		i++
	}
	return steps
}
