package main

import "testing"

func TestGlobPattern(t *testing.T) {
	for _, test := range []struct {
		glob, path string
		want       bool
	}{
		{"a_test.go", "a_test.go", true},
		{"a_test.go", "b/a_test.go", false},
		{"*_test.go", "a_test.go", true},
		{"*_test.go", "b/a_test.go", false},
		{"**/*_test.go", "a_test.go", true},
		{"**/*_test.go", "b/c/a_test.go", true},
		{"b", "b/a_test.go", true},
		{"b/", "b/a_test.go", true},
		{"b", "bc/a_test.go", false},
		{"b/**", "b/c/a_test.go", true},
		{"a?test.go", "a_test.go", true},
		{"a.test.go", "a_test.go", false},
	} {
		pattern, err := globPattern(test.glob)
		if err != nil {
			t.Fatal(err)
		}
		if got := pattern.MatchString(test.path); got != test.want {
			t.Errorf("%q on %q: %t, want %t", test.glob, test.path, got, test.want)
		}
	}
	if _, err := globPattern(""); err == nil {
		t.Error("an empty glob has no error")
	}
}

func TestIsNamed(t *testing.T) {
	for name, want := range map[string]bool{"Test": true, "TestX": true, "Test_x": true, "Test1": true, "Test日本": true,
		"Testing": false, "Testé": false, "test": false, "TesX": false} {
		if isNamed(name, "Test") != want {
			t.Errorf("%s: %t", name, !want)
		}
	}
}

func TestPlainModule(t *testing.T) {
	for text, want := range map[string]bool{
		"module a\n\ngo 1.19\n":                                  true,
		"// a comment\nmodule \"example.org/a-b\" // c\ngo 1.19": true,
		"module a\n\ngo 1.19\n\nrequire x.org/y v1.0.0\n":        false,
		"module a\ngo 1.19\nreplace a => ../b\n":                 false,
	} {
		if plainModule.MatchString(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}
