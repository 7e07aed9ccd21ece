package tables

type areaCase struct {
	description string
	sides       [2]int
	want        int
}

var areaCases = []areaCase{
	{
		description: "one by one",
		sides:       [2]int{1, 1},
		want:        1,
	},
	{
		description: "five by two",
		sides:       [2]int{5, 2},
		want:        10,
	},
}

var otherCases = []struct {
	why  string
	name string
	side int
}{
	{"even", "two", 2},
}
