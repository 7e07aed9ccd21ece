package veterror

import "testing"

// A year that 4 divides.
// It has 366 days.
func TestDivisibleBy4(t *testing.T) {
	if !IsLeapYear(1996) {
		t.Error("1996 is a leap year")
	}
}

func TestDivisibleBy100(t *testing.T) {
	if IsLeapYear(1900) {
		t.Errorf("IsLeapYear(%d) = %t, want %t", 1900, true, false)
	}
	// Another century.
	if IsLeapYear(1800) {
		t.Fatal("1800 isn't a leap year\nand 1900 isn't either")
	}
}

// Not part of the comment below.

func TestDivisibleBy400(t *testing.T) {
	if got := IsLeapYear(2000); !got {
		t.Logf("got %t", got)
		t.Fail()
	}
}

// Benchmarks must compile, but they aren't run.
func BenchmarkIsLeapYear(b *testing.B) {
	for i := 0; i < b.N; i++ {
		IsLeapYear(1900)
	}
}
