package racing

import "testing"

func TestCount(t *testing.T) {
	if got := Count(); got != 1 {
		t.Errorf("got %d", got)
	}
}

func TestCountAgain(t *testing.T) {
	if got := Count(); got != 1 {
		t.Errorf("got %d", got)
	}
}
