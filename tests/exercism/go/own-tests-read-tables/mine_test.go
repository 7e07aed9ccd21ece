package leap

import (
	"testing"

	own "leap"
)

func TestMine(t *testing.T) {
	for _, tc := range testCases {
		if IsLeapYear(tc.year) != tc.expected {
			t.Error(tc.year)
		}
	}
	for _, year := range own.Years {
		if !IsLeapYear(year) {
			t.Error(year)
		}
	}
}
