package deadline

import (
	"context"
	"testing"
	"time"
)

func within(t *testing.T) context.Context {
	t.Helper()
	deadline, ok := t.Deadline()
	if !ok {
		t.Fatal("there is no deadline")
	}
	if left := time.Until(deadline); left < time.Minute {
		t.Fatalf("only %v are left", left)
	}
	ctx, cancel := context.WithDeadline(context.Background(), deadline)
	t.Cleanup(cancel)
	return ctx
}

func TestPut(t *testing.T) {
	queue := New(2)
	for _, number := range []int{3, 4} {
		if err := queue.Put(within(t), number); err != nil {
			t.Fatal(err)
		}
	}
	if got := queue.Take(); got != 3 {
		t.Errorf("got %d, want 3", got)
	}
}

func TestWaitsForEver(t *testing.T) {
	t.Run("without a number", func(t *testing.T) {
		t.Deadline()
		New(1).Take()
	})
}
