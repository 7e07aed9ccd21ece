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
		"var x int; for _, x = range list { go func() { use(x) }() }":     "",
		"for i := 0; i < 3; i++ { var x = i; go func() { use(i, x) }() }": " i := i;",
		"for i := 0; i < 3; i++ { var i = i; go func() { use(i) }() }":    "",
	} {
		file := filepath.Join(t.TempDir(), "a.go")
		text := "package a\n\nfunc F(list []T) {\n\t" + body + "\n}\n"
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if changed, _ := parsedSource(file).translated(&lateness{}, nil, nil, false); changed != nil {
			t.Errorf("%s: changed for an old module", body)
		}
		changed, counting := parsedSource(file).translated(&lateness{}, nil, nil, true)
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

func TestChangedIterations(t *testing.T) {
	const copied = " proctor27Loop := &i; i := i; proctor27Own := &i; {"
	const back = "*proctor27Loop = *proctor27Own; "
	for body, want := range map[string]string{
		"for i := 0; i < 3; { keep(&i); i++ }":                             "for i := 0; i < 3; {" + copied + " keep(&i); i++ }; " + back + "}",
		"for i := 0; i < 3; i++ { keep(&i); i := i; keep(&i) }":            "for i := 0; i < 3; i++ {" + copied + " keep(&i); i := i; keep(&i) }; " + back + "}",
		"for i := 0; i < 3; i++ { func() { i += 2 }() }":                   "for i := 0; i < 3; i++ {" + copied + " func() { i += 2 }() }; " + back + "}",
		"for i := 0; i < 3; i++ { if keep(&i) { continue } }":              "for i := 0; i < 3; i++ {" + copied + " if keep(&i) { { " + back + "continue } } }; " + back + "}",
		"for i := 0; i < 3; i++ { keep(&i); for { continue } }":            "for i := 0; i < 3; i++ {" + copied + " keep(&i); for { continue } }; " + back + "}",
		"for i := (t{}); i.n < 3; i.n++ { keep(i.get) }":                   "for i := (t{}); i.n < 3; i.n++ {" + copied + " keep(i.get) }; " + back + "}",
		"for i := 0; i < 3; i++ { keep(func() { for { continue } }, &i) }": "for i := 0; i < 3; i++ {" + copied + " keep(func() { for { continue } }, &i) }; " + back + "}",
	} {
		const begin = "package a\n\nfunc F() {\n\t"
		root := written(t, map[string]string{"a.go": begin + body + "\n}\n"})
		changed, _ := parsedSource(filepath.Join(root, "a.go")).translated(&lateness{}, nil, nil, true)
		if want = begin + want + "\n}\n"; string(changed) != want {
			t.Errorf("%s: became\n%s", body, changed)
		}
	}
	const labelled = "package a\n\nfunc F() {\nouter:\n\tfor i := 0; i < 3; i++ {\n\t\tfor keep(&i) {\n\t\t\tcontinue outer\n\t\t}\n\t}\n}\n"
	root := written(t, map[string]string{"a.go": labelled})
	changed, _ := parsedSource(filepath.Join(root, "a.go")).translated(&lateness{}, nil, nil, true)
	if !strings.Contains(string(changed), "Own; continue outer }") || strings.Count(string(changed), "\n") != strings.Count(labelled, "\n") {
		t.Errorf("became\n%s", changed)
	}
}
