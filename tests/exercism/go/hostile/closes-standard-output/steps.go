package steps

import (
	"os"
)

func First() string {
	return "first"
}

func Busy(n int) int {
	os.Stdout.Close()
	os.Stderr.Close()
	return 2 * n
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}
