package leftout

import (
	"fmt"
	"testing"
)

func TestDouble(t *testing.T) {
	if got := Double(4); got != 8 {
		t.Errorf("got %d", got)
	}
}

// It doesn't say what it prints, so that it's compiled only.
func ExampleDouble() {
	fmt.Println(Double(2))
}

func ExampleDouble_checked() {
	fmt.Println(Double(21))
	// Output: 42
}
