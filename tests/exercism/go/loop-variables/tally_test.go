package tally

import (
	"reflect"
	"testing"
)

func TestLengths(t *testing.T) {
	if got := Lengths([]string{"a", "bcd", "ef", ""}); got != 6 {
		t.Fatalf("Lengths = %d, want 6", got)
	}
}

func TestSquares(t *testing.T) {
	if got := Squares(4); !reflect.DeepEqual(got, []int{0, 1, 4, 9}) {
		t.Fatalf("Squares(4) = %v", got)
	}
}

func TestPointers(t *testing.T) {
	var sum int
	for _, point := range Pointers([]Point{{1, 2}, {3, 4}}) {
		sum += point.X
	}
	if sum != 4 {
		t.Fatalf("Pointers are the same: the sum is %d, want 4", sum)
	}
}

func TestSteps(t *testing.T) {
	if got := Steps(5); !reflect.DeepEqual(got, []int{0, 2, 4}) {
		t.Fatalf("Steps(5) = %v", got)
	}
}
