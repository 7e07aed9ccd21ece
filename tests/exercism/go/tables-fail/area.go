package tablesfail

// Area is that of a rectangle.
func Area(width, height int) int {
	return (width + height) * (width + height) / 4
}
