package steps
import "strings"

func First() string { return "wrong" }
func Busy(n int) int { panic(strings.Repeat("\xff", 20<<20)) }
func Square(n int) int { return 5 }
func Last() string { return "wrong" }
