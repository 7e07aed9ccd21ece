package slices

import (
	"fmt"
	"math"
	"testing"
)

func same(t *testing.T, name string, got any, want string) {
	t.Helper()
	if text := fmt.Sprint(got); text != want {
		t.Errorf("%s: %s, want %s", name, text, want)
	}
}

func TestChanges(t *testing.T) {
	numbers := func() []int { return []int{3, 1, 1, 2} }
	same(t, "Insert", Insert(numbers(), 1, 8, 9), "[3 8 9 1 1 2]")
	same(t, "Insert at the end", Insert(numbers(), 4, 8), "[3 1 1 2 8]")
	same(t, "Insert itself", Insert(append(make([]int, 0, 20), numbers()...), 1, numbers()...), "[3 3 1 1 2 1 1 2]")
	same(t, "Delete", Delete(numbers(), 1, 3), "[3 2]")
	same(t, "Delete nothing", Delete(numbers(), 4, 4), "[3 1 1 2]")
	kept := numbers()
	same(t, "Insert twice", [][]int{Insert(kept, 1, 8), Insert(kept, 2, 9), Replace(kept, 0, 1, 7, 6), kept},
		"[[3 8 1 1 2] [3 1 9 1 2] [7 6 1 1 2] [3 1 1 2]]")
	roomy := append(make([]int, 0, 20), 3, 1)
	Insert(roomy, 0, 7)
	same(t, "Insert where there is room", roomy, "[7 3]")
	same(t, "Replace", Replace(numbers(), 0, 3, 7), "[7 2]")
	same(t, "Compact", Compact(numbers()), "[3 1 2]")
	same(t, "DeleteFunc", DeleteFunc(numbers(), func(n int) bool { return n == 1 }), "[3 2]")
	same(t, "Concat", Concat(numbers(), nil, []int{5}), "[3 1 1 2 5]")
	same(t, "Repeat", Repeat([]string{"a"}, 3), "[a a a]")
	list := numbers()
	Delete(list, 0, 2)
	same(t, "what Delete leaves", list, "[1 2 0 0]")
	Reverse(list)
	same(t, "Reverse", list, "[0 0 2 1]")
	if Clone([]int(nil)) != nil || Clone([]int{}) == nil {
		t.Error("Clone doesn't keep what nil is")
	}
	if got := Grow([]int{1}, 10); len(got) != 1 || cap(got) < 11 {
		t.Errorf("Grow: %d of %d", len(got), cap(got))
	}
	if got := Clip(make([]int, 1, 10)); cap(got) != 1 {
		t.Errorf("Clip: %d", cap(got))
	}
	for name, wrong := range map[string]func(){
		"Delete": func() { Delete(numbers(), 2, 5) }, "Insert": func() { Insert(numbers(), 5, 1) }, "Min": func() { Min([]int{}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s doesn't panic", name)
				}
			}()
			wrong()
		}()
	}
}

func TestOrder(t *testing.T) {
	list := []float64{3, math.NaN(), -1, 2}
	same(t, "Min", Min(list), "NaN")
	same(t, "Max", Max(list), "NaN")
	same(t, "Max of numbers", Max([]int{1, 5, 2}), "5")
	same(t, "Min of texts", Min([]string{"b", "a"}), "a")
	Sort(list)
	same(t, "Sort", list, "[NaN -1 2 3]")
	same(t, "IsSorted", IsSorted(list), "true")
	pairs := [][2]int{{2, 0}, {1, 1}, {2, 2}, {1, 3}}
	byFirst := func(a, b [2]int) int { return a[0] - b[0] }
	same(t, "MaxFunc gives the first", MaxFunc(pairs, byFirst), "[2 0]")
	SortStableFunc(pairs, byFirst)
	same(t, "SortStableFunc", pairs, "[[1 1] [1 3] [2 0] [2 2]]")
	at, found := BinarySearch([]int{1, 3, 5}, 4)
	same(t, "BinarySearch", fmt.Sprint(at, found), "2 false")
	at, found = BinarySearch([]int{1, 3, 5}, 5)
	same(t, "BinarySearch", fmt.Sprint(at, found), "2 true")
	same(t, "Compare", Compare([]int{1, 2}, []int{1, 2, 0}), "-1")
	same(t, "Index", Index([]string{"a", "b"}, "b"), "1")
	same(t, "Equal", Equal(list, list), "false") // NaN
	same(t, "Sorted", Sorted(Values([]int{2, 3, 1})), "[1 2 3]")
}
