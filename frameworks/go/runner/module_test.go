package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestAdaptedModule(t *testing.T) {
	for _, test := range []struct {
		name  string
		text  string
		minor int
		want  string
	}{
		{"as old as the toolchain", "module a\n\ngo 1.19\n", 19, "module a\n\ngo 1.19\n"},
		{"older", "module a\n\ngo 1.13 // old\n", 23, "module a\n\ngo 1.13 // old\n"},
		{"newer", "module a\n\ngo 1.26\n", 19, "module a\n\ngo 1.19\n"},
		{"newer with a patch", "module a\n\ngo 1.26.1\n", 23, "module a\n\ngo 1.23\n"},
		{"a patch of the same", "module a\n\ngo 1.23.9\n", 23, "module a\n\ngo 1.23\n"},
		{"a patch that an old toolchain can't read", "module a\n\ngo 1.18.0\n", 19, "module a\n\ngo 1.18\n"},
		{"a patch that a newer one can", "module a\n\ngo 1.21.0\n", 23, "module a\n\ngo 1.21.0\n"},
		{"words of later versions", "module a\n\ngo 1.21\ntoolchain go1.22.1\n", 21, "module a\n\ngo 1.21\n\n"},
		{"blocks of such words", "module a\n\ngo 1.21\n\ngodebug (\n\tdefault=go1.21\n)\n\ntool (\n\tx.org/y\n) // z\n", 21, "module a\n\ngo 1.21\n\n\n\n\n"},
		{"requirements stay", "module a\n\ngo 1.26\n\nrequire x.org/y v1.0.0\n", 19, "module a\n\ngo 1.19\n\nrequire x.org/y v1.0.0\n"},
		{"line ends of Windows", "module a\r\n\r\ngo 1.26.1\r\n", 19, "module a\r\n\r\ngo 1.19\n"},
		{"none", "", 19, "module twofer\n\ngo 1.19\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := adaptedModule(test.text, test.minor, "two-fer"); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestVersionNote(t *testing.T) {
	for text, want := range map[string]string{
		"module a\n\ngo 1.99\n": "note: module requires Go 1.99, this is " + runtime.Version() + "\n",
		"module a\n\ngo 1.18\n": "",
		"module a\n":            "",
	} {
		root := t.TempDir()
		if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := versionNote(root); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestNotOwnProgram(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := settings{root: root, private: t.TempDir()}
	if err := os.MkdirAll(s.programs(), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		directory string
		own       bool
	}{{root, true}, {filepath.Join(runtime.GOROOT(), "src", "errors"), false}} {
		if err := saveProgram(s.programs(), "program", builtProgram{Directory: test.directory}); err != nil {
			t.Fatal(err)
		}
		if words := notOwnProgram(s); (words == "") != test.own {
			t.Errorf("%s: %q", test.directory, words)
		}
	}
}
