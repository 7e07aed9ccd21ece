// Package orders checks orders, with what the library has got lately for errors and for what is done once.
package orders

import (
	"errors"
	"fmt"
	"sync"
)

var (
	// ErrOrder is the kind of all errors here.
	ErrOrder = errors.New("order refused")
	// ErrCount is that of a number that can't be ordered.
	ErrCount = errors.New("impossible number")
)

// Loads is how often the prices were loaded.
var Loads int

var prices = sync.OnceValue(func() map[string]int {
	Loads++
	return map[string]int{"apple": 3, "pear": 4}
})

var limits = sync.OnceValues(func() (int, error) {
	return 0, errors.New("no limit is known")
})

// UnknownError is for what isn't sold.
type UnknownError struct{ Name string }

func (e UnknownError) Error() string { return fmt.Sprintf("%q isn't sold", e.Name) }

// Price is what so many of a thing cost.
func Price(name string, count int) (int, error) {
	price, known := prices()[name]
	if !known {
		return 0, fmt.Errorf("%w: %w", ErrOrder, UnknownError{name})
	}
	if count <= 0 {
		return 0, fmt.Errorf("%w: %w: %d", ErrOrder, ErrCount, count)
	}
	return price * count, nil
}

// Limit is the most that can be ordered.
func Limit() (int, error) {
	limit, err := limits()
	if err != nil {
		return 0, fmt.Errorf("the limit: %w", err)
	}
	return limit, nil
}
