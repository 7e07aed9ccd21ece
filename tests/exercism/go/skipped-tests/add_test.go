package skippedtests

import "testing"

func TestAdd(t *testing.T) {
	if got := Add(1, 2); got != 3 {
		t.Errorf("got %d, want 3", got)
	}
}

func TestAddNothing(t *testing.T) {
	t.Skip("remove this line when TestAdd passes")
	if got := Add(0, 0); got != 0 {
		t.Errorf("got %d, want 0", got)
	}
}

func TestAddNegative(t *testing.T) {
	reason := "later"
	t.Skipf("skipped: %s", reason)

	if got := Add(1, -2); got != -1 {
		t.Errorf("got %d, want -1", got)
	}
}

func TestAddMany(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes too long")
	}
	t.Error("not in short mode")
}

func TestAddParts(t *testing.T) {
	t.Run("later", func(t *testing.T) {
		t.SkipNow()
		if got := Add(2, 2); got != 4 {
			t.Errorf("got %d, want 4", got)
		}
	})
}

func TestAddVeryMany(t *testing.T) {
	// Remove the next line to make this test run
	t.Skip("skipping test as solutions that are not particularly fast can exceed testing time limits.")
	t.Error("takes too much time")
}

func TestAddOnTime(t *testing.T) {
	t.Skip("remove this line in due time")
	if got := Add(2, 3); got != 5 {
		t.Errorf("got %d, want 5", got)
	}
}
