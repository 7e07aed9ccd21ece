package useroutput

import (
	"fmt"
	"os"
)

// Say prints the text so many times.
func Say(text string, times int) int {
	for i := 0; i < times; i++ {
		fmt.Print(text)
	}
	return times
}

// Both prints lines to either stream in turn.
func Both(times int) int {
	for i := 0; i < times; i++ {
		fmt.Println("printed", i)
		println("told", i, "by println")
	}
	return times
}

// Warn prints the text as an error.
func Warn(text string) string {
	fmt.Fprintln(os.Stderr, text)
	println(len(text))
	return text
}
