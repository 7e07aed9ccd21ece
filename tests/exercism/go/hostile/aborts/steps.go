package steps

import (
	"os"
	"syscall"
	"time"
)

func First() string {
	return "first"
}

func Busy(n int) int {
	syscall.Kill(os.Getpid(), syscall.SIGABRT)
	time.Sleep(time.Second)
	return 2 * n
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}
