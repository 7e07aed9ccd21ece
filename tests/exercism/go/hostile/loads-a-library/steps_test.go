package steps

import (
	"reflect"
	"testing"
)

func TestFirst(t *testing.T) {
	if got := First(); !reflect.DeepEqual(got, "first") {
		t.Errorf("First() = %q, want %q", got, "first")
	}
}
