package shape

import "testing"

func TestName(t *testing.T) {
	undefinedFunction()
}
