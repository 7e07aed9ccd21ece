package taskspartly

// Even reports whether 2 divides the number.
func Even(number int) bool { return number%2 == 0 }
