package lines

import "testing"

func TestCount(t *testing.T) {
	if got := Count("one\r\ntwo"); got != 2 {
		t.Errorf("got %d lines, want 2", got)
	}
}

func TestCountNothing(t *testing.T) {
	if got := Count(""); got != 0 {
		t.Errorf("got %d lines, want none", got)
	}
}
