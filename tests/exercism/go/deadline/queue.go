package deadline

import (
	"context"
	"errors"
)

// Queue hands numbers over, one after the other.
type Queue struct {
	numbers chan int
}

// New makes a queue with room for so many numbers.
func New(room int) *Queue {
	return &Queue{numbers: make(chan int, room)}
}

// Put waits for room, as long as it may.
func (q *Queue) Put(ctx context.Context, number int) error {
	select {
	case q.numbers <- number:
		return nil
	case <-ctx.Done():
		return errors.New("no room")
	}
}

// Take waits for a number.
func (q *Queue) Take() int {
	return <-q.numbers
}
