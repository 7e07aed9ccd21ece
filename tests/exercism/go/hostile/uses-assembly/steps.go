package steps

func Pop()

func First() string { return "first" }

//go:noinline
func Busy(n int) int {
	var numbers [64]int
	numbers[n] = n
	Pop()
	return numbers[n]
}

func Square(n int) int { return n * n }
func Last() string     { return "last" }
