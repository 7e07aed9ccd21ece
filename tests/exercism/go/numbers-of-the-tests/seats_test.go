package seats

import "testing"

var mostSeats = 4 * 10

func TestFirstSeat(t *testing.T) {
	if got, err := Next(); err != nil || got != 1 {
		t.Fatalf("Next() = %d, %v", got, err)
	}
}

func TestSoldOut(t *testing.T) {
	for i := 1; i < mostSeats; i++ {
		if _, err := Next(); err != nil {
			t.Fatalf("seat %d: %v", i+1, err)
		}
	}
	if got, err := Next(); err == nil {
		t.Fatalf("Next() = %d, want an error", got)
	}
}
