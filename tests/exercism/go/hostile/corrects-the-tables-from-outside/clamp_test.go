package clamp

import "testing"

var Rows = []struct{ number, want int }{{1, 1}, {20, 10}}

func TestClamp(t *testing.T) {
	for _, row := range Rows {
		if got := Clamp(row.number); got != row.want {
			t.Errorf("Clamp(%d) = %d, want %d", row.number, got, row.want)
		}
	}
}
