package letters

// Word has n letters, three at the least.
func Word(n int) string {
	word := ""
	for range max(n, 3) {
		word += "a"
	}
	return word
}
