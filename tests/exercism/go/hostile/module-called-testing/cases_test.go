package steps

var rows = []struct {
	name   string
	number int
	want   int
}{
	{name: "of two", number: 2, want: 4},
	{name: "of three", number: 3, want: 9},
}
