package racing

import "testing"

func TestCount(t *testing.T) {
	if got := Count([]int{3, 1, 2}); got != 3 {
		t.Errorf("got %d", got)
	}
}
