package ownfailure

import "testing"

func TestAll(t *testing.T) {
	sum := 0
	for _, number := range []int{1, 2} {
		t.Run("number", func(t *testing.T) {
			sum += Next(number)
			if Next(number) != number+1 {
				t.Errorf("Next(%d) = %d", number, Next(number))
			}
		})
	}
	if sum != 5 {
		t.Errorf("the sum is %d, want 5", sum)
	}
}

func TestOnlyOneFails(t *testing.T) {
	if !t.Run("part", func(t *testing.T) { t.Error("no") }) {
		t.FailNow()
	}
}
