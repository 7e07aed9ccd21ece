package dice

import (
	"math/rand"

	"dice/sides"
)

// Roll is the sum of some dice.
func Roll(count int) (sum int) {
	for range count {
		sum += rand.Intn(6) + 1
	}
	return sum
}

// Faces are the faces of a die.
func Faces() []int {
	faces := make([]int, 6)
	for i := range len(faces) {
		faces[i] = i + 1
	}
	return faces
}

// Names are what the sides are called.
func Names(n int) (names string) {
	for letter := range 'Z' - 'A' + 1 {
		if int(letter) < n {
			names += string('A' + letter)
		}
	}
	return names
}

// Count counts the sides, one by one.
func Count(n int) (count int) {
	for range sides.Number(n) {
		count++
	}
	return count
}

type row int

// Last is the last of some rows.
func Last(n int) int {
	row, last := row(n), -1
	for i := range row {
		last = int(i)
	}
	return last
}
