package dice

import (
	"errors"
	"testing"
)

func TestCheck(t *testing.T) {
	err := Check([]int{1, 7, 6, 0})
	if want := errors.Join(errors.New("roll 1 is 7"), errors.New("roll 3 is 0")); err == nil || err.Error() != want.Error() {
		t.Errorf("got %q, want %q", err, want)
	}
	if err := Check(nil); err != nil {
		t.Error(err)
	}
}

func TestSides(t *testing.T) {
	if sides, found := Sides("d20"); !found || sides != "20" {
		t.Errorf("got %q", sides)
	}
}

func TestRoll(t *testing.T) {
	if err := Check(Roll(1000)); err != nil {
		t.Error("some rolls aren't those of a die")
	}
}
