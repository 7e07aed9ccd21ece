package shape

import "testing"

func TestName(t *testing.T) {
	if Name(3) != "triangle" {
		t.Fatal("three sides are a triangle")
	}
}
