package ownfailure

// Next forgets to add.
func Next(number int) int { return number }
