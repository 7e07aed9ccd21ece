package leap

// Source: exercism/problem-specifications

var testCases = []struct {
	description string
	year        int
	expected    bool
}{
	{
		description: "year not divisible by 4 in common year",
		year:        2015,
		expected:    false,
	},
	{
		description: "year divisible by 400 is leap year",
		year:        2000,
		expected:    true,
	},
}

var Years = []int{1996, 2000}
