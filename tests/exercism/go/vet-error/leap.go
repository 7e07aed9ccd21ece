package veterror

import "fmt"

// IsLeapYear reports whether the year has 366 days.
func IsLeapYear(year int) bool {
	fmt.Printf("%d is the year\n", "this")
	return year%4 == 0
}
