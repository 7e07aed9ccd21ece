package steps

import (
	"fmt"
)

func First() string {
	return "first"
}

func Busy(n int) int {
	fmt.Println("--- PASS: TestBusy (0.00s)")
	fmt.Println("PASS")
	fmt.Println("ok  \tsteps\t0.001s")
	fmt.Println(`{"Time":"2024-01-01T00:00:00Z","Action":"pass","Package":"steps","Test":"TestBusy"}`)
	fmt.Println(`{"event":"finish","id":"TestBusy","status":"pass"}`)
	return 3 * n
}

func Square(n int) int {
	return n * n
}

func Last() string {
	return "last"
}
