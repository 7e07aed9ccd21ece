package lines

import "testing"

var outside = []struct {
	name string
	in   string
	want int
}{
	{
		name: "raw outside",
		in: `
a
	b`,
		want: 5,
	},
}

func TestOutside(t *testing.T) {
	for _, tc := range outside {
		t.Run(tc.name, func(t *testing.T) {
			if got := Length(tc.in); got != tc.want {
				t.Errorf("got %d", got)
			}
		})
	}
}

func TestInside(t *testing.T) {
	tests := []struct {
		name string
		in   string
		want int
	}{
		{
			name: "raw inside",
			in: `
a
	b`,
			want: 5,
		},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			if got := Length(tc.in); got != tc.want {
				t.Errorf("got %d", got)
			}
		})
	}
}

func TestBody(t *testing.T) {
	tests := []struct{ name string }{{name: "raw in body"}}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			const in = `
a
			b`
			if got := Length(in); got != 7 {
				t.Errorf(`got
%d`, got)
			}
		})
	}
}
