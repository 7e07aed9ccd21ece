package main

import (
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

func TestTypesOfLoops(t *testing.T) {
	if toolchainMinor() >= minorWithRanges {
		t.Skip("this toolchain takes such loops")
	}
	for loop, want := range map[string]string{
		"for range box.rows {}":                              "int",
		"for range half(3) {}":                               "int",
		"m := half(3); for range m {}":                       "int",
		"for range wide {}":                                  "int64",
		"for range level(3) {}":                              "level",
		"for range min(3, int8(5)) {}":                       "int8",
		"for range strings.Count(`a`, ``) {}":                "int",
		"for range other.Count() {}":                         "uint8",
		"for range wait {}":                                  "time.Duration",
		"for i := range half(3) { for range i {} }":          "int int",
		"var i int64; for i = range 7 {}; _ = i":             "int64",
		"for range 'Z' - 'A' + 1 {}":                         "rune",
		"var b byte; for b = range 'z' {}; _ = b":            "byte",
		"for range other.Size(3) {}":                         "other.Size",
		"level := level(3); for range level {}":              "=",
		"int := half(3); for range int {}":                   "=",
		"level := wide; for range level {}":                  "int64",
		"odd := other.Odd(); for range odd {}":               "=",
		"for range other.Odd() {}":                           "", // of a type that this file can't name
		"for range []int{} {}":                               "",
		"for range unknown {}":                               "",
		"for range `text` {}":                                "",
		"switch { case true: L: for range wide {}; goto L }": "int64",
	} {
		root := written(t, map[string]string{
			"go.mod":         "module a\n\ngo 1.22\n",
			"other/other.go": "package other\n\nimport \"unicode\"\n\nfunc Count() uint8 { return 1 }\nfunc Odd() kind { return 1 }\n\ntype kind int\n\ntype Size int\n",
			"a.go": "package a\n\nimport (\n\t\"strings\"\n\t\"time\"\n\t\"a/other\"\n)\n\ntype level int\n\nvar box struct{ rows int }\nvar wide int64\n" +
				"var wait time.Duration\n\nfunc half(n int) int { return n / 2 }\n\nfunc F() {\n\t" + loop + "\n}\n",
		})
		found := newTypeFinder(settings{root: root}, false, "a", nil).of(filepath.Join(root, "a.go"))
		if found == nil {
			t.Fatalf("%s: nothing is known", loop)
		}
		var kinds []string
		for _, kind := range found.numbers {
			kinds = append(kinds, kind)
		}
		sort.Strings(kinds)
		if got := strings.Join(kinds, " "); got != want {
			t.Errorf("%s: %q, want %q", loop, got, want)
		}
	}
}
