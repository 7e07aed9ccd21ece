package fmt

import (
	"errors"
	"io"
	"io/fs"
	"testing"
)

func TestErrorf(t *testing.T) {
	path := &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}
	for format, want := range map[string]string{
		"%w and %w":               "EOF and open x: file does not exist",
		"100%% of %w, %w":         "100% of EOF, open x: file does not exist",
		"%[2]w before %[1]w":      "open x: file does not exist before EOF",
		"%-5w|%w":                 "EOF  |open x: file does not exist",
		"%w, %w and once more %w": "EOF, open x: file does not exist and once more %!v(MISSING)",
	} {
		err := Errorf(format, io.EOF, path)
		var found *fs.PathError
		if err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
		if !errors.Is(err, io.EOF) || !errors.Is(err, fs.ErrNotExist) || errors.Is(err, io.ErrNoProgress) || !errors.As(err, &found) || found != path {
			t.Errorf("%s: what it wraps isn't found", format)
		}
	}
	err := Errorf("%*d %v %w %w", 3, 7, io.EOF, io.ErrNoProgress, "none")
	if errors.Is(err, io.EOF) || !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("%q doesn't wrap what stands for its %%w", err)
	}
}
