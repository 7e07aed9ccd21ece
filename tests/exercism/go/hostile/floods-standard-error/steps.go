package steps

import (
	"os"
	"strings"
)

func First() string {
	return "first"
}

func Busy(n int) int {
	line := []byte(strings.Repeat("flood ", 2000) + "\n")
	for i := 0; i < 20000; i++ {
		os.Stderr.Write(line)
	}
	return 3 * n
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}
