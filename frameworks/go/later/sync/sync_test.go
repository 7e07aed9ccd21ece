package sync

import "testing"

func TestOnce(t *testing.T) {
	calls := 0
	count := func() int { calls++; return calls }
	run := OnceFunc(func() { count() })
	run()
	run()
	value := OnceValue(count)
	both := OnceValues(func() (int, string) { return count(), "three" })
	if got := value() * value(); got != 4 {
		t.Errorf("the value was %d", got)
	}
	both()
	if number, word := both(); number != 3 || word != "three" || calls != 3 {
		t.Errorf("%d and %q after %d calls", number, word, calls)
	}
}

func TestOncePanics(t *testing.T) {
	calls := 0
	value := OnceValue(func() int { calls++; panic("no value") })
	for i := 0; i < 2; i++ {
		func() {
			defer func() {
				if err := recover(); err != "no value" {
					t.Errorf("it panicked with %v", err)
				}
			}()
			value()
		}()
	}
	if calls != 1 {
		t.Errorf("%d calls", calls)
	}
}
