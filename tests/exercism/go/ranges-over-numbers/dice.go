package dice

import "math/rand"

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
