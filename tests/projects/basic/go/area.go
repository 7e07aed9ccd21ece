// Package shapes is what the tests are about.
package shapes

func Area(width, height int) int { return width * height }
