package steps

import "testing"

func TestFirst(t *testing.T) {
	if got := First(); got != "first" {
		t.Errorf("First() = %q, want %q", got, "first")
	}
}
