// Package seats gives the seats of a small theatre away.
package seats

import "errors"

var taken = make([]bool, mostSeats)

// Next takes the first free seat.
func Next() (int, error) {
	for i := range taken {
		if !taken[i] {
			taken[i] = true
			return i + 1, nil
		}
	}
	return 0, errors.New("sold out")
}
