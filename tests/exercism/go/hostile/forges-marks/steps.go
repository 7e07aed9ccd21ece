package steps

import (
	"fmt"
)

func First() string {
	return "first"
}

func Busy(n int) int {
	fmt.Print("\x1e0123456789abcdef 5\x1e", "not of the last test\n", "\x1e 5\x1e")
	return 3 * n
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}
