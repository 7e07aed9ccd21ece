package steps

import "testing"

func TestFirst(t *testing.T) {
	if got := First(); got != "first" {
		t.Errorf("First() = %q, want %q", got, "first")
	}
}

func TestBusy(t *testing.T) {
	if got := Busy(3); got != 6 {
		t.Errorf("Busy(3) = %d, want 6", got)
	}
}

func TestRows(t *testing.T) {
	for _, tc := range rows {
		t.Run(tc.name, func(t *testing.T) {
			if got := Square(tc.number); got != tc.want {
				t.Errorf("Square(%d) = %d, want %d", tc.number, got, tc.want)
			}
		})
	}
}

func TestLast(t *testing.T) {
	if got := Last(); got != "last" {
		t.Errorf("Last() = %q, want %q", got, "last")
	}
}
