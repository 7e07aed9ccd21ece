package stock

import (
	"maps"
	"slices"
	"testing"
)

func TestNames(t *testing.T) {
	store := map[string]int{"pear": 1, "apple": 2, "fig": 0}
	before := maps.Clone(store)
	if got := Names(store); !slices.Equal(got, []string{"apple", "fig", "pear"}) {
		t.Errorf("Names = %q", got)
	}
	if !maps.Equal(before, store) {
		t.Error("the store was changed")
	}
}

func TestByCount(t *testing.T) {
	got := ByCount([]Item{{"fig", 1}, {"pear", 3}, {"apple", 1}})
	if want := []Item{{"pear", 3}, {"apple", 1}, {"fig", 1}}; !slices.Equal(got, want) {
		t.Errorf("ByCount = %v, want %v", got, want)
	}
}

func TestClamp(t *testing.T) {
	if got := Clamp(7, 0, 5.5); got != 5.5 {
		t.Errorf("Clamp(7, 0, 5.5) = %v, want 5.5", got)
	}
	if got := max(1, 3, 2); got != 3 {
		t.Errorf("max = %d", got)
	}
}

func TestDay(t *testing.T) {
	if _, err := Day("2024-02-30"); err == nil {
		t.Error("February has no 30th day")
	}
	if day, err := Day("2024-02-29"); err != nil || day.YearDay() != 60 {
		t.Errorf("Day = %v, %v", day, err)
	}
}

func TestWrong(t *testing.T) {
	if got := Names(nil); !slices.Contains(got, "apple") {
		t.Errorf("an empty store has %q", got)
	}
}

// What the library has on the stack isn't shown.
func TestPanic(t *testing.T) {
	slices.SortFunc([]int{2, 1}, func(a, b int) int { panic("can't compare") })
}
