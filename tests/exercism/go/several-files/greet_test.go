package severalfiles_test

import (
	"testing"

	"example.org/severalfiles"
)

func TestGreet(t *testing.T) {
	if got := severalfiles.Greet("Zoë"); got != "Grüß Gott, Zoë! 👋" {
		t.Errorf("Greet = %q", got)
	}
}

func Test_日本語(t *testing.T) {
	t.Run("漢字 and\ttabs", func(t *testing.T) {
		if got := severalfiles.Greet("世界"); got != "こんにちは" {
			t.Errorf("Greet = %q, want %q", got, "こんにちは")
		}
	})
}
