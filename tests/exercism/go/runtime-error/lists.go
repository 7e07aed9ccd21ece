package runtimeerror

import "errors"

// First gives the first number.
func First(numbers []int) int {
	return numbers[0]
}

// Length counts the numbers.
func Length(numbers []int) int {
	panic(errors.New("Please implement the Length function"))
}

// Sum adds the numbers.
func Sum(numbers []int) int {
	sum := 0
	for _, number := range numbers {
		sum += number
	}
	return sum
}
