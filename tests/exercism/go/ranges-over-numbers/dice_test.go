package dice

import "testing"

const most = 20

func TestRoll(t *testing.T) {
	for range 1000 {
		if sum := Roll(2); sum < 2 || sum > 12 {
			t.Fatalf("two dice can't show %d", sum)
		}
	}
	for count := range most {
		if sum := Roll(count); sum < count {
			t.Errorf("%d dice can't show %d", count, sum)
		}
	}
	if sum := Roll(-1); sum != 0 {
		t.Errorf("no die can't show %d", sum)
	}
}

func TestFaces(t *testing.T) {
	faces := Faces()
	for i := range len(faces) {
		if faces[i] != i {
			t.Fatalf("face %d shows %d", i, faces[i])
		}
	}
}

func TestSides(t *testing.T) {
	if got := Names(6); got != "ABCDEF" {
		t.Errorf("got %q", got)
	}
	if got := Count(6); got != 6 {
		t.Errorf("got %d", got)
	}
	if got := Last(6); got != 5 {
		t.Errorf("got %d", got)
	}
}

func BenchmarkRoll(b *testing.B) {
	for i := range b.N {
		Roll(i)
	}
}
