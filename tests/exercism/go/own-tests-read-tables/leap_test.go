package leap

import "testing"

func TestLeapYears(t *testing.T) {
	for _, tc := range testCases {
		t.Run(tc.description, func(t *testing.T) {
			actual := IsLeapYear(tc.year)
			if tc.expected != actual {
				t.Fatalf("IsLeapYear(%d) = %t, want %t", tc.year, actual, tc.expected)
			}
		})
	}
}

func TestOne(t *testing.T) {
	t.Parallel()
	if IsLeapYear(1900) {
		t.Errorf("1900")
	}
}

func BenchmarkLeapYears(b *testing.B) {
	for b.Loop() {
		for _, tc := range testCases {
			IsLeapYear(tc.year)
		}
	}
}
