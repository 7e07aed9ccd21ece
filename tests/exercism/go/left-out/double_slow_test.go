//go:build slow

package leftout

import "testing"

func TestSlowly(t *testing.T) { t.Fail() }
