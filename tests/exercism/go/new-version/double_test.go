package newversion

import "testing"

func TestDouble(t *testing.T) {
	if Double(2) != 4 {
		t.Fail()
	}
}

func TestParallel(t *testing.T) {
	for _, number := range []int{1, 2} {
		number := number
		t.Run("number", func(t *testing.T) {
			t.Parallel()
			if Double(number) != 2*number {
				t.Fail()
			}
		})
	}
}

func BenchmarkDouble(b *testing.B) {
	for b.Loop() {
		Double(2)
	}
}
