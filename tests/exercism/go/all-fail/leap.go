// Package allfail is about years.
package allfail

// IsLeapYear reports whether the year has 366 days.
func IsLeapYear(year int) bool {
	return year%4 != 0 || year%100 == 0 && year%400 != 0
}
