package orders

import (
	"errors"
	"testing"
)

func TestPrice(t *testing.T) {
	for _, name := range []string{"apple", "pear"} {
		if got, err := Price(name, 2); err != nil || got < 6 {
			t.Errorf("Price = %d, %v", got, err)
		}
	}
	if Loads != 1 {
		t.Errorf("the prices were loaded %d times", Loads)
	}
}

func TestUnknown(t *testing.T) {
	_, err := Price("fig", 1)
	var unknown UnknownError
	if !errors.Is(err, ErrOrder) || !errors.As(err, &unknown) || unknown.Name != "fig" {
		t.Errorf("Price = %v", err)
	}
	if want := `order refused: "fig" isn't sold`; err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
}

func TestCount(t *testing.T) {
	_, err := Price("apple", 0)
	if !errors.Is(err, ErrCount) {
		t.Errorf("Price = %v", err)
	}
}

func TestLimit(t *testing.T) {
	if _, err := Limit(); err == nil || err.Error() != "the limit: no limit is known" {
		t.Errorf("Limit = %v", err)
	}
}
