// Package grid uses what loops can do since Go 1.22.
package grid

import "grid/testdata/letters"

type size struct{ rows, columns int }

func double(n int) int { return 2 * n }

// Grid has rows and columns.
func Grid(rows, columns int) [][]int {
	s := size{rows, columns}
	grid := make([][]int, s.rows)
	for row := range s.rows {
		grid[row] = make([]int, s.columns)
		for column := range s.columns {
			grid[row][column] = row + column
		}
	}
	return grid
}

// Triangle counts the pairs below a number.
func Triangle(n int64) int64 {
	var sum int64
	for i := range n {
		for range i {
			sum++
		}
	}
	return sum
}

// Steps counts to the double, but to no more than ten.
func Steps(n int) (steps int) {
	twice := double(n)
	for range min(twice, 10) {
		steps++
	}
	return steps
}

// Pointers are those of the even numbers below n.
func Pointers(n int) []*int {
	var pointers []*int
	for i := 0; i < n; i++ {
		if i%2 == 1 {
			continue
		}
		pointers = append(pointers, &i)
	}
	return pointers
}

type counter struct{ value int }

func (c *counter) get() int { return c.value }

// Getters are functions for the numbers below n.
func Getters(n int) []func() int {
	var getters []func() int
	for c := (counter{}); c.value < n; c.value++ {
		getters = append(getters, c.get)
	}
	return getters
}

// Skips are functions for every third number below n; the loop's body goes on, too.
func Skips(n int) []func() int {
	var skips []func() int
outer:
	for i := 0; i < n; i++ {
		skips = append(skips, func() int { return i - 2 })
		for range 2 {
			i++
			if i == n {
				continue outer
			}
		}
	}
	return skips
}

// Forget empties both.
func Forget(ages map[string]int, names []string) {
	clear(ages)
	clear(names)
}

// Word is from elsewhere.
func Word(n int) string { return letters.Word(n) }
