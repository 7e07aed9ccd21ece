package steps

import (
	"os"
	"os/exec"
	"syscall"
)

func First() string {
	return "first"
}

func Busy(n int) int {
	for i := 0; i < 3; i++ {
		command := exec.Command("/bin/sh", "-c", "trap '' HUP TERM INT; sleep 300; echo late")
		command.Stdout, command.Stderr = os.Stdout, os.Stderr
		command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		command.Start()
	}
	return 3 * n
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}
