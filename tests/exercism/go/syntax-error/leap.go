// Package syntaxerror is about years.
package syntaxerror

// IsLeapYear reports whether the year has 366 days.
func IsLeapYear(year int) bool {
	return year%4 == 0

)
}
