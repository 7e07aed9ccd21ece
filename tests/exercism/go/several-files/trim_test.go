package severalfiles

import "testing"

func TestTrim(t *testing.T) {
	if got := trim("  x "); got != "x" {
		t.Errorf("trim = %q", got)
	}
}

func helper(t *testing.T) {
	t.Helper()
	t.Error("from the helper")
}

func TestHelper(t *testing.T) {
	helper(t)
}
