package skippedtests

// Add adds two numbers, if they aren't negative.
func Add(a, b int) int {
	if b < 0 {
		return a
	}
	return a + b
}
