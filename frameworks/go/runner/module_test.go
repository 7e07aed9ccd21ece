package main

import "testing"

func TestLoweredModule(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a newer one", "module a\n\ngo 1.26\n", "module a\n\ngo 1.23\n"},
		{"with a patch", "module a\n\ngo 1.26.1 // newest\n", "module a\n\ngo 1.23 // newest\n"},
		{"Windows", "module a\r\n\r\ngo 1.26\r\n", "module a\r\n\r\ngo 1.23\r\n"},
		{"a candidate", "module a\ngo 1.26rc1\n", "module a\ngo 1.23\n"},
		{"toolchain", "module a\ngo 1.26\ntoolchain go1.26.2\n", "module a\ngo 1.23\n\n"},
		{"blocks", "module a\ngo 1.26\ntool (\n\tx/y\n)\nrequire x v1.0.0\n", "module a\ngo 1.23\n\nrequire x v1.0.0\n"},
	} {
		if got := loweredModule(c.text, version{1, 23, 8}); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestChooseToolchain(t *testing.T) {
	installed := []toolchain{{name: "go1.19.8", version: version{1, 19, 8}}, {name: "go1.23.8", version: version{1, 23, 8}},
		{name: "go1.21.1", version: version{1, 21, 1}}}
	for wanted, name := range map[string]string{"": "go1.19.8", "1.18": "go1.19.8", "1.19.8": "go1.19.8", "1.19.9": "go1.23.8",
		"1.21": "go1.23.8", "1.26": "go1.23.8"} {
		if got := chooseToolchain(installed, parseVersion(wanted)).name; got != name {
			t.Errorf("%q: %s, want %s", wanted, got, name)
		}
	}
}

func TestChosenFiles(t *testing.T) {
	for _, c := range []struct {
		glob, path string
		want       bool
	}{
		{"a_test.go", "a_test.go", true}, {"a_test.go", "b/a_test.go", false}, {"./b", "b/a_test.go", true},
		{"**/*_test.go", "a_test.go", true}, {"**/*_test.go", "b/c/a_test.go", true}, {"*/a_test.go", "b/c/a_test.go", false},
		{"b/?_test.go", "b/a_test.go", true}, {"b/**", "b/c/a_test.go", true}, {"a+b", "aab", false},
	} {
		files, err := chooseFiles([]string{"--path=" + c.glob})
		if err != nil || files.matches(c.path) != c.want {
			t.Errorf("%s: %s is %t, want %t (%v)", c.glob, c.path, !c.want, c.want, err)
		}
	}
}

func TestEditsFitInstalledToolchains(t *testing.T) {
	for _, toolchain := range installedToolchains() {
		for _, exercise := range []bool{false, true} {
			if _, err := reportingTesting(toolchain, "..", t.TempDir(), exercise); err != nil {
				t.Errorf("%s: %v", toolchain.name, err)
			}
		}
	}
}
