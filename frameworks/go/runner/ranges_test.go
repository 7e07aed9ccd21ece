package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCountedRanges(t *testing.T) {
	for loop, want := range map[string]bool{
		"for range 1000 {}":                                               true,
		"for i := range (2 + 3) { _ = i }":                                true,
		"for range b.N {}":                                                true,
		"for i := range len(list) { _ = i }":                              true,
		"for i = range n {}":                                              true,
		"for range limit {}":                                              true,
		"for range limit * 2 {}":                                          true,
		"count := 7; for range count {}":                                  true,
		"var count int; for range count {}":                               true,
		"for range list {}":                                               false,
		"for _, x := range list { _ = x }":                                false,
		"for range other.N {}":                                            false,
		"count := int64(7); for range count {}":                           false,
		"len := func([]int) []int { return nil }; for range len(list) {}": false,
		"var list = []int{1}; for range list {}":                          false,
	} {
		file := filepath.Join(t.TempDir(), "a_test.go")
		text := "package a\n\nconst limit = 3\n\nfunc F(b *testing.B, other T, n, i int, list []int) {\n\t" + loop + "\n}\n"
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		changed, some := parsedSource(file).translated(&lateness{}, nil, nil, false)
		if some != want {
			t.Errorf("%s: %t, want %t", loop, some, want)
		}
		if some && strings.Count(string(changed), "\n") != strings.Count(text, "\n") {
			t.Errorf("%s: lines have moved:\n%s", loop, changed)
		}
	}
}
