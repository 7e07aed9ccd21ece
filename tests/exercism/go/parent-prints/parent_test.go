package parent

import "testing"

func TestAll(t *testing.T) {
	x := New()
	t.Logf("made %d", x)
	t.Run("first", func(t *testing.T) {
		if Get(x) != 1 {
			t.Error("no")
		}
	})
	New()
	t.Run("second", func(t *testing.T) {
		if Get(x) != 2 {
			t.Error("no 2")
		}
	})
	New()
}

func TestAfter(t *testing.T) {
	New()
	t.Log("x")
}
