package steps

func First() string {
	return "first"
}

func Busy(n int) int {
	return 3 * n
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}

