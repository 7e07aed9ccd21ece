package leap

import "testing"

func TestMine(t *testing.T) {
	for _, tc := range testCases {
		if IsLeapYear(tc.year) != tc.expected {
			t.Error(tc.year)
		}
	}
}
