package steps

import (
	"os"
)

func First() string {
	return "first"
}

func Busy(n int) int {
	os.Chdir("/")
	return 3 * n
}

func Square(n int) int {
	return n * n
}

func Last() string {
	if _, err := os.Stat("go.mod"); err != nil {
		return "lost"
	}
	return "last"
}
