package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSeparateIterations(t *testing.T) {
	for body, want := range map[string]string{
		"for _, x := range list { go func() { use(x) }() }":               " x := x;",
		"for i, x := range list { go func() { use(i, x) }() }":            " i := i; x := x;",
		"for i := range list { go func() { use(i) }() }":                  " i := i;",
		"for _, x := range list { keep(&x) }":                             " x := x;",
		"for _, x := range list { keep(&x.field) }":                       " x := x;",
		"for _, x := range list { keep(x[:]) }":                           " x := x;",
		"for _, x := range list { keep(x.Method()) }":                     " x := x;",
		"for i := 0; i < 3; i++ { go func() { use(i) }() }":               " i := i;",
		"for i, j := 0, 1; i < 3; i++ { go func() { use(i, j) }() }":      " i := i; j := j;",
		"for _, x := range list { use(x) }":                               "",
		"for _, x := range list { x := x; go func() { use(x) }() }":       "",
		"for _, x := range list { func(x int) { use(x) }(x) }":            "",
		"for i := 0; i < 3; i++ { use(i) }":                               "",
		"for i := 0; i < 3; { func() { use(i) }(); i++ }":                 "",
		"for i := 0; i < 3; { func() { i += 2 }() }":                      "",
		"for i := 0; i < 3; { func() { use(i) }(); scan(&i) }":            "",
		"var x int; for _, x = range list { go func() { use(x) }() }":     "",
		"for i := 0; i < 3; i++ { var x = i; go func() { use(i, x) }() }": " i := i;",
		"for i := 0; i < 3; i++ { var i = i; go func() { use(i) }() }":    "",
	} {
		file := filepath.Join(t.TempDir(), "a.go")
		text := "package a\n\nfunc F(list []T) {\n\t" + body + "\n}\n"
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if changed, _ := parsedSource(file).translated(&lateness{}, nil, false); changed != nil {
			t.Errorf("%s: changed for an old module", body)
		}
		changed, counting := parsedSource(file).translated(&lateness{}, nil, true)
		if counting {
			t.Errorf("%s: counts as what can't be compiled", body)
		}
		expected := ""
		if want != "" {
			begin := strings.Index(text, "{ ") // of the loop: that of the function is followed by a line's end
			expected = text[:begin+1] + want + text[begin+1:]
		}
		if string(changed) != expected {
			t.Errorf("%s: became\n%s", body, changed)
		}
	}
}
