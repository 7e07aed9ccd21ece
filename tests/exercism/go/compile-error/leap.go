// Package compileerror is about years.
package compileerror

// IsLeapYear reports whether the year has 366 days.
func IsLeapYear(year int) bool {
	return year.leap() || century
}
