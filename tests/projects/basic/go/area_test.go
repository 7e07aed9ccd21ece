package shapes

import "testing"

func TestArea(t *testing.T) {
	for _, row := range []struct {
		name                string
		width, height, area int
	}{{"square", 2, 2, 4}, {"flat", 3, 0, 1}} {
		t.Run(row.name, func(t *testing.T) {
			t.Logf("%d by %d", row.width, row.height)
			if got := Area(row.width, row.height); got != row.area {
				t.Errorf("Area(%d, %d) = %d, want %d", row.width, row.height, got, row.area)
			}
		})
	}
}

func TestLater(t *testing.T) {
	t.Skip("not yet")
}
