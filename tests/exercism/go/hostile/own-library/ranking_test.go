package ranking

import (
	"slices"
	"testing"
)

func TestBest(t *testing.T) {
	if got := Best(map[string]int{"ann": 3, "bob": 5}); !slices.Equal(got, []string{"bob", "ann"}) {
		t.Errorf("got %q", got)
	}
}
