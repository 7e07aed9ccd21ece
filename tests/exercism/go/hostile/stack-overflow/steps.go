package steps

func First() string {
	return "first"
}

func Busy(n int) int {
	return Busy(n+1) + 1
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}
