package paniconimport

import "testing"

func TestIsName(t *testing.T) {
	if !IsName("ann") {
		t.Fail()
	}
}
