package steps

import (
	"time"
)

func First() string {
	return "first"
}

func Busy(n int) int {
	go func() { panic("elsewhere") }()
	time.Sleep(time.Second)
	return 2 * n
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}
