package steps

import (
	"io"
	"testing"
)

func TestReadToTheEnd(t *testing.T) {
	if err := Read(); err != io.EOF {
		t.Errorf("Read() = %v, want %v", err, io.EOF)
	}
}
