package steps

import (
	"fmt"
	"strings"
)

func First() string {
	return "first"
}

func Busy(n int) int {
	line := strings.Repeat("flood ", 2000) + "\n"
	for i := 0; i < 20000; i++ {
		fmt.Print(line)
	}
	return 2 * n
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}
