package steps

func First() string {
	return "first"
}

func Busy(n int) int {
	panic("not yet")
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}
