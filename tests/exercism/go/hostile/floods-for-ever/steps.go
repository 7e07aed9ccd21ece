package steps

import (
	"fmt"
)

func First() string {
	return "first"
}

func Busy(n int) int {
	for {
		fmt.Println("flood flood flood flood flood flood flood flood")
	}
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}
