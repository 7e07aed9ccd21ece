package ranking

// Best would be the best names, sorted. A package beside it might be taken for the one that the tests compare with.
func Best(points map[string]int) []string { return nil }
