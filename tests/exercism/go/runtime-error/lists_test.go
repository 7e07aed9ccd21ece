package runtimeerror

import "testing"

func TestFirst(t *testing.T) {
	if got := First([]int{7, 8}); got != 7 {
		t.Errorf("got %d, want 7", got)
	}
}

func TestFirstOfNone(t *testing.T) {
	t.Log("there is nothing")
	if got := First(nil); got != 0 {
		t.Errorf("got %d, want 0", got)
	}
}

func TestLength(t *testing.T) {
	if got := Length([]int{7, 8}); got != 2 {
		t.Errorf("got %d, want 2", got)
	}
}

func TestSum(t *testing.T) {
	if got := Sum([]int{7, 8}); got != 15 {
		t.Errorf("got %d, want 15", got)
	}
}
