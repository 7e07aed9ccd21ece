package steps

func First() string {
	return "first"
}

func Busy(n int) int {
	for n > 0 {
		n++
		n--
	}
	return n
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}
