package tasksnumbered

import (
	"fmt"
	"testing"
)

func TestArea(t *testing.T) {
	tests := []struct {
		name   string
		width  int
		height int
		want   int
	}{
		{
			name:   "a square",
			width:  2,
			height: 2,
			want:   4,
		},
		{name: "a line", width: 3, height: 0, want: 0},
		{
			name:   "wide_and low",
			width:  10,
			height: 1,
			want:   10,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Area(tt.width, tt.height); got != tt.want {
				t.Errorf("Area(%d, %d) = %d, want %d", tt.width, tt.height, got, tt.want)
			}
		})
	}
}

// Names that are made while the test runs can't be found.
func TestAreaOfSquares(t *testing.T) {
	for side := 1; side < 3; side++ {
		t.Run(fmt.Sprintf("side %d", side), func(t *testing.T) {
			if got := Area(side, side); got != side*side {
				t.Errorf("got %d", got)
			}
		})
	}
}

func ExampleArea() {
	fmt.Println(Area(2, 3))
	// Output: 6
}

func TestAreaOfCases(t *testing.T) {
	for _, tc := range areaCases {
		t.Run(tc.description, func(t *testing.T) {
			got := Area(tc.sides[0], tc.sides[1])
			if got != tc.want {
				t.Fatalf("got %d, want %d", got, tc.want)
			}
		})
	}
}

func TestNested(t *testing.T) {
	t.Run("outer", func(t *testing.T) {
		t.Run("inner", func(t *testing.T) {
			if Area(1, 1) != 1 {
				t.Fail()
			}
		})
	})
}
