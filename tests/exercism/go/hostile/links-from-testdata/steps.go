package steps
import "steps/testdata/spoiler"

func First() string { return "wrong" }
func Busy(n int) int { spoiler.Spoil(); return 1 }
func Square(n int) int { return 5 }
func Last() string { return "wrong" }
