package steps

import "testing"

func TestSquare(t *testing.T) {
	if got := Square(9); got != 81 {
		t.Errorf("Square(9) = %d, want 81", got)
	}
}
