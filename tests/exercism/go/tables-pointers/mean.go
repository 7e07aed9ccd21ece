package pointers

// Mean is the number in the middle of two.
func Mean(low, high float64) float64 {
	return (low + high) / 2
}
