package steps

import (
	"os"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	code := m.Run()
	time.Sleep(time.Second)
	os.Exit(code)
}

func TestFirst(t *testing.T) {
	if got := First(); got != "first" {
		t.Errorf("First() = %q, want %q", got, "first")
	}
}

func TestLast(t *testing.T) {
	if got := Last(); got != "last" {
		t.Errorf("Last() = %q, want %q", got, "last")
	}
}
