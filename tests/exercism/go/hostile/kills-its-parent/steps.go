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
	syscall.Kill(os.Getppid(), syscall.SIGKILL)
	time.Sleep(time.Second)
	return 3 * n
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}
