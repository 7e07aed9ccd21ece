package steps

func First() string { return "wrong" }
func Busy(n int) int { return 1 }
func Square(n int) int { return 5 }
func Last() string { return "wrong" }
