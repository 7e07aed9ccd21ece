// Package strings is what Go 1.20 and 1.21 added to it, for exercises that are tested with an older toolchain.
package strings

import "strings"

func CutPrefix(text, prefix string) (after string, found bool) {
	return strings.TrimPrefix(text, prefix), strings.HasPrefix(text, prefix)
}

func CutSuffix(text, suffix string) (before string, found bool) {
	return strings.TrimSuffix(text, suffix), strings.HasSuffix(text, suffix)
}

func ContainsFunc(text string, fits func(rune) bool) bool { return strings.IndexFunc(text, fits) >= 0 }
