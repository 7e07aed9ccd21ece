package tablesnames

// Price is what a letter of some grams costs.
func Price(grams int) int {
	switch {
	case grams <= 20:
		return 85
	case grams <= 50:
		return 100
	default:
		return 160
	}
}
