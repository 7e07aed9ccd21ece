package greeting

import "testing"

func TestGreet(t *testing.T) {
	if got := Greet("ann"); got != "Hello, Ann!" {
		t.Errorf("got %q", got)
	}
}

func TestGreetNobody(t *testing.T) {
	if got := Greet(""); got != "Hello, you!" {
		t.Errorf("got %q", got)
	}
}

func TestGreetFormally(t *testing.T) {
	if got := Greet("Dr. No"); got != "Good evening, Dr. No." {
		t.Errorf("got %q", got)
	}
}
