package rand

import (
	"sort"
	"testing"
	"time"
)

func TestDraws(t *testing.T) {
	for name, r := range map[string]*Rand{"system": shared, "seed": New(NewPCG(1, 2)), "long seed": New(NewChaCha8([32]byte{1}))} {
		counts := make([]int, 7)
		sum := 0.0
		for i := 0; i < 7000; i++ {
			counts[r.IntN(7)]++
			sum += r.Float64()
			if r.Int() < 0 || r.Int64() < 0 || r.Int32() < 0 || r.Float32() >= 1 || r.ExpFloat64() < 0 || r.Int32N(3) > 2 {
				t.Fatalf("%s: out of range", name)
			}
		}
		for number, count := range counts {
			if count < 800 || count > 1200 {
				t.Errorf("%s: %d of 7000 are %d", name, count, number)
			}
		}
		if sum < 3300 || sum > 3700 {
			t.Errorf("%s: the mean is %f", name, sum/7000)
		}
		perm := r.Perm(20)
		if sort.IntsAreSorted(perm) {
			t.Errorf("%s: not shuffled: %v", name, perm)
		}
		sort.Ints(perm)
		if perm[0] != 0 || perm[19] != 19 {
			t.Errorf("%s: not all numbers: %v", name, perm)
		}
	}
	if a, b := New(NewPCG(3, 4)), New(NewPCG(3, 4)); a.Uint64() != b.Uint64() || a.Int() != b.Int() {
		t.Error("the same seed draws other numbers")
	}
	if d := N(10 * time.Second); d < 0 || d >= 10*time.Second {
		t.Error(d)
	}
	defer func() {
		if recover() == nil {
			t.Error("there is a number below 0")
		}
	}()
	IntN(0)
}
