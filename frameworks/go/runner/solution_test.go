package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRefusal(t *testing.T) {
	const tests = "package a\n\nimport \"testing\"\n\nvar rows = []string{\"x\"}\n\nfunc TestA(t *testing.T) {\n\tif len(rows) != 1 || A() {\n\t\tt.Fail()\n\t}\n}\n"
	for solution, want := range map[string]string{
		"func A() bool { return false }":                                   "",
		"func A() bool { rows := []int{}; return len(rows) > 0 }":          "",
		"type T struct{ rows int }\n\nvar b = T{rows: 1}.rows":             "",
		"func max(a, b int) int { return a }\n\ntype any interface{}":      "",
		"const true = false":                                               "",
		"var rows2 = rows":                                                 "./a.go:4:13: undefined: rows",
		"func init() { rows = nil }":                                       "./a.go:4:15: undefined: rows",
		"func len(x []string) int { return 1 }":                            "./a.go:4:6: len is declared here",
		"//go:linkname requests testing.proctorRequests\nvar requests int": "./a.go:4:1: //go:linkname must not reach",
		"//go:linkname now time.now\nfunc now() (int64, int32, int64)":     "",
		"func broken( {":                                                   "",
	} {
		root := t.TempDir()
		for name, text := range map[string]string{"a.go": "package a\n\nimport _ \"unsafe\"\n" + solution + "\n", "a_test.go": tests} {
			if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got := refusal(root)
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%s:\n%q, want %q", solution, got, want)
		}
	}
}
