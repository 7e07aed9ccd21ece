package racing

import "testing"

func TestCount(t *testing.T) {
	if got := Count(2); got < 0 {
		t.Errorf("got %d", got)
	}
}

func TestNothing(t *testing.T) {
	if got := Nothing(); got != 0 {
		t.Errorf("got %d", got)
	}
}
