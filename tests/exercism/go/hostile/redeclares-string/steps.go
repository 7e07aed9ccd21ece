package steps
type string = int
func First() string { return 1 }
func Busy(n int) int { return 1 }
func Square(n int) int { return 5 }
func Last() string { return 1 }
