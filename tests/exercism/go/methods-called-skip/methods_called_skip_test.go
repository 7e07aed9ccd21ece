package skips

import "testing"

type counter struct{ n int }

func (c *counter) Skip(n int) { c.n += n }

func TestSkipsForward(t *testing.T) {
	c := &counter{}
	c.Skip(2)
	if c.n != Steps() {
		t.Fatal("not skipped forward")
	}
}

func TestIsRun(t *testing.T) {
	t.Skip("later")
	if Steps() != 2 {
		t.Fatal("not run")
	}
}

func TestIsRunUnderAnotherName(test *testing.T) {
	test.SkipNow()
	if Steps() != 3 {
		test.Fatal("run")
	}
}

func TestIsRunBehindAClosure(t *testing.T) {
	func() {
		t.Skipf("later than %d", 1)
	}()
	if Steps() != 3 {
		t.Fatal("run")
	}
}
