package errors

import (
	"errors"
	"io/fs"
	"testing"
)

func TestJoin(t *testing.T) {
	if Join() != nil || Join(nil, nil) != nil {
		t.Error("no errors are joined to one")
	}
	one, other := errors.New("one"), &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}
	both := Join(nil, one, other)
	if got, want := both.Error(), "one\nopen x: file does not exist"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var found *fs.PathError
	if !errors.Is(both, one) || !errors.Is(both, fs.ErrNotExist) || errors.Is(both, fs.ErrExist) || !errors.As(both, &found) || found != other {
		t.Error("its parts aren't found")
	}
	if again := Join(both, errors.New("more")); !errors.Is(again, one) || !errors.Is(again, again) || again.Error() != both.Error()+"\nmore" {
		t.Errorf("joined once more it's %q", again)
	}
}
