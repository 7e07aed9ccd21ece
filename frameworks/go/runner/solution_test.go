package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func written(t *testing.T, files map[string]string) string {
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestRefusal(t *testing.T) {
	const tests = "package a\n\nimport \"testing\"\n\nvar rows = []string{\"x\"}\n\nvar max = func() {}\n\nfunc min(a, b int) int { return a }\n\nfunc TestA(t *testing.T) {\n\tif len(rows) != 1 || A() {\n\t\tt.Fail()\n\t}\n}\n"
	for solution, want := range map[string]string{
		"func A() bool { return false }":                                                 "",
		"func A() bool { rows := []int{}; return len(rows) > 0 }":                        "",
		"type T struct{ rows int }\n\nvar b = T{rows: 1}.rows":                           "",
		"func max(a, b int) int { return a }\n\ntype any interface{}":                    "",
		"const true = false":                                                             "",
		"var rows2 = rows":                                                               "./a.go:4:13: undefined: rows",
		"func init() { rows = nil }":                                                     "./a.go:4:15: undefined: rows",
		"func len(x []string) int { return 1 }":                                          "./a.go:4:6: len is declared here",
		"//go:linkname requests testing.proctorRequests\nvar requests int":               "./a.go:4:1: //go:linkname must not reach",
		"//go:linkname now time.now\nfunc now() (int64, int32, int64)":                   "",
		"//go:linkname int63 math/rand.(*Rand).Int63\nfunc int63(r *int) int64":          "",
		"//go:linkname alone\nfunc alone() {}":                                           "",
		"//go:linkname same reflect.DeepEqual\nfunc same(a, b any) bool { return true }": "./a.go:4:1: //go:linkname may only name a function",
		"//go:linkname entropy runtime.entropy\nvar entropy int":                         "./a.go:4:1: //go:linkname may only name a function",
		"//go:linkname other x/b.rows\nvar other []string":                               "./a.go:4:1: //go:linkname may only name a function",
		"//go:linkname test x/b.TestA\nfunc test(t *int)":                                "./a.go:4:1: //go:linkname may only name a function",
		"//go:cgo_import_dynamic _ _ \"./b.txt\"":                                        "./a.go:4:1: //go:cgo_… isn't taken",
		"func B() int { return min(1, 2) }":                                              "",
		"func init() { max = nil }":                                                      "./a.go:4:15: undefined: max",
		"func broken( {":                                                                 "",
	} {
		root := written(t, map[string]string{"a.go": "package a\n\nimport _ \"unsafe\"\n" + solution + "\n", "a_test.go": tests})
		got, _ := refusal(root, false)
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%s:\n%q, want %q", solution, got, want)
		}
	}
}

func TestErrorsOfGo(t *testing.T) {
	const tests = "package a\n\nimport (\n\t\"io\"\n\tfiles \"io/fs\"\n\t\"os\"\n\t\"time\"\n)\n\nvar zones = []any{time.UTC, time.Local, os.Stdout}\n\nvar wanted = []error{io.EOF, files.ErrExist}\n"
	for solution, want := range map[string]string{
		"import \"io\"\n\nfunc init() { io.EOF = nil }":                                 "./a.go:5:15: io.EOF is changed here",
		"import \"io/fs\"\n\nfunc init() { _, (fs.ErrExist) = 1, nil }":                 "./a.go:5:18: io/fs.ErrExist is changed here",
		"import x \"io\"\n\nvar end = &x.EOF":                                           "./a.go:5:12: io.EOF is changed here",
		"import . \"io\"\n\nfunc init() { for _, EOF = range []error{nil} {\n} }":       "./a.go:5:22: io.EOF is changed here",
		"import \"io\"\n\nfunc A() error { EOF := io.EOF; EOF = nil; return EOF }":      "",
		"import \"io\"\n\nfunc init() { io.ErrNoProgress = nil }":                       "",
		"import \"time\"\n\nfunc init() { *time.UTC = *time.Local }":                    "./a.go:5:15: what time.UTC points to is changed here",
		"import \"time\"\n\nfunc init() { u := time.UTC; *u = *time.Local }":            "./a.go:5:30: what time.UTC points to is changed here",
		"import \"time\"\n\nfunc init() { time.UTC = nil }":                             "./a.go:5:15: time.UTC is changed here",
		"import \"time\"\n\nfunc init() { *time.Local, time.Local = *time.UTC, nil }":   "",
		"import \"time\"\n\nfunc A() any { u := *time.UTC; p := &u; *p = u; return p }": "",
		"import \"os\"\n\nfunc init() { os.Stdout = nil }":                              "",
		"var io struct{ EOF error }\n\nfunc init() { io.EOF = nil }":                    "",
		"import \"io\"\n\nfunc A() bool { return io.EOF == nil || *new(int) == 1 }":     "",
	} {
		files := map[string]string{"a.go": "package a\n\n" + solution + "\n", "a_test.go": tests,
			".meta/config.json": `{"files": {"test": ["a_test.go"], "solution": ["a.go"]}}`}
		got, _ := refusal(written(t, files), false)
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%s:\n%q, want %q", solution, got, want)
		}
	}
}

func TestReach(t *testing.T) {
	const (
		tests   = "package a\n\nvar Rows = []string{\"x\"}\n"
		config  = `{"files": {"test": ["a_test.go"], "solution": ["a.go"]}}`
		reaches = "package b\n\nimport _ \"unsafe\"\n\n//go:linkname requests testing.proctorRequests\nvar requests int\n"
		words   = ":5:1: //go:linkname must not reach into the tests' own machinery\n"
	)
	many := map[string]string{"zz/b.go": reaches}
	for i := 0; i < 205; i++ {
		many[fmt.Sprintf("a%03d/b.go", i)] = "package b\n"
	}
	for name, c := range map[string]struct {
		files   map[string]string
		race    bool
		want    string
		without string
	}{
		"testdata":              {files: map[string]string{"testdata/b/b.go": reaches}, want: "./testdata/b/b.go" + words},
		"_b":                    {files: map[string]string{"_b/b.go": reaches}, want: "./_b/b.go" + words},
		".b":                    {files: map[string]string{".b/b.go": reaches}, want: "./.b/b.go" + words},
		"behind many":           {files: many, want: "./zz/b.go" + words},
		"with a tag":            {files: map[string]string{"b.go": strings.Replace(reaches, "package", "//go:build race\n\npackage", 1)}, want: "./b.go" + strings.Replace(words, "5", "7", 1)},
		"external tests":        {files: map[string]string{"b_test.go": reaches}, want: "./b_test.go" + words},
		"another kind of space": {files: map[string]string{"b.go": strings.Replace(reaches, "requests t", "requests\u00a0t", 1)}, want: "./b.go" + words},
		"assembly":              {files: map[string]string{"b_amd64.s": ""}, want: "./b_amd64.s: assembly and compiled code aren't taken"},
		"an object":             {files: map[string]string{"b_amd64.syso": ""}, want: "./b_amd64.syso: assembly and compiled code aren't taken"},
		"C":                     {files: map[string]string{"b.go": "package a\n\nimport \"C\"\n"}},
		"C with the detector":   {files: map[string]string{"b.go": "package a\n\nimport \"C\"\n"}, race: true, want: "./b.go:3:8: C code isn't taken"},
		"tables from outside":   {files: map[string]string{"b_test.go": "package a_test\n\nimport \"x/b-a\"\n\nfunc init() { a.Rows = nil }\n"}, without: "b_test.go"},
		"tables by a dot":       {files: map[string]string{"b_test.go": "package a_test\n\nimport . \"x/b-a\"\n\nfunc init() { Rows = nil }\n"}, without: "b_test.go"},
		"tables from inside":    {files: map[string]string{"b_test.go": "package a\n\nvar n = len(Rows)\n"}, without: "b_test.go"},
		"tables by a package":   {files: map[string]string{"b/b.go": "package b\n\nimport \"x/b-a\"\n\nvar N = len(a.Rows)\n"}, want: "./b/b.go:5:15: Rows belongs to"},
		"tables for others":     {files: map[string]string{"b_test.go": "package a\n\nvar n = len(Rows)\n", "c_test.go": "package a\n\nvar m = n\n"}, want: "./b_test.go:3:13: Rows belongs to"},
		"a table of one's own":  {files: map[string]string{"b_test.go": "package a\n\nvar own = []int{1}\n\nvar n = len(own)\n"}},
		"a function":            {files: map[string]string{"b_test.go": "package a_test\n\nimport \"x/b-a\"\n\nfunc init() { a.A() }\n"}},
		"a name in parentheses": {files: map[string]string{"go.mod": "module (\n\terrors\n)\n"}, want: "./go.mod: the module's name isn't taken"},
		"a name with escapes":   {files: map[string]string{"go.mod": "module \"err\\x6frs\"\n"}, want: "./go.mod: the module's name isn't taken"},
		"a name in quotes":      {files: map[string]string{"go.mod": "module \"x\" // b\r\n"}},
		"embedded tests":        {files: map[string]string{"b.go": "package a\n\nimport _ \"embed\"\n\n//go:embed a_*.go\nvar text string\n"}, want: "./b.go:5:12: pattern a_*.go: test files can't be embedded"},
		"embedded words":        {files: map[string]string{"words.txt": "", "b.go": "package a\n\nimport _ \"embed\"\n\n//go:embed *.txt\nvar text string\n"}},
		"another nil":           {files: map[string]string{"b_test.go": "package a\n\nconst nil = 0\n"}, want: "./b_test.go:3:7: nil is declared here"},
	} {
		if c.files["go.mod"] == "" {
			c.files["go.mod"] = "module x/b-a\n\ngo 1.18\n"
		}
		c.files["a.go"] = "package a\n\nfunc A() {}\n"
		c.files["a_test.go"] = tests + "\nvar b = nil\n"
		c.files[".meta/config.json"] = config
		root := written(t, c.files)
		got, without := refusal(root, c.race)
		if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s:\n%q, want %q", name, got, c.want)
		}
		if c.want == "" && strings.Join(without, " ") != strings.TrimSuffix(root+"/"+c.without, root+"/") {
			t.Errorf("%s: built without %q, want %q", name, without, c.without)
		}
	}
}
