package useroutput

import "testing"

func TestShort(t *testing.T) {
	if Say("short", 1) != 1 {
		t.Fail()
	}
}

func TestNothing(t *testing.T) {
	if Say("", 1) != 1 {
		t.Fail()
	}
}

func TestAtTheLimit(t *testing.T) {
	if Say("0123456789", 50) != 50 {
		t.Fail()
	}
}

func TestOverTheLimit(t *testing.T) {
	if Say("0123456789", 51) != 51 {
		t.Fail()
	}
}

func TestMultibyte(t *testing.T) {
	if Say("aé漢😀", 200) != 0 {
		t.Error("nothing is to be said")
	}
}

func TestBothStreams(t *testing.T) {
	if got := Warn("careful"); got != "careful" {
		t.Errorf("got %q", got)
	}
}

func TestInTheirOrder(t *testing.T) {
	if Both(8) != 8 {
		t.Fail()
	}
}
