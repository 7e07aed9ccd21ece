package clamp_test

import (
	"os"
	"testing"

	"clamp"
)

func TestMain(m *testing.M) {
	clamp.Rows = nil
	os.Exit(m.Run())
}
