package steps

var table = squares(100)

// squares counts the wrong variable.
func squares(most int) []int {
	made := make([]int, 0, most)
	for n := 0; n < most; most++ {
		if len(made) < cap(made) {
			made = append(made, n*n)
		}
	}
	return made
}

func Square(n int) int {
	return table[n]
}
