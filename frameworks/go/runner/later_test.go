package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAddLater(t *testing.T) {
	late := &lateness{directory: laterDirectory, module: "example.org/two", used: map[string]bool{}}
	for text, want := range map[string]string{
		"import \"slices\"":                                     "import slices \"example.org/two/proctor_later/slices\"",
		"import m \"maps\"":                                     "import m \"example.org/two/proctor_later/maps\"",
		"import \"sort\"":                                       "",
		"import \"time\"\n\nvar a = time.DateOnly":              "import \"time\"\n\nvar a = \"2006-01-02\"\n\nvar _ time.Time\n",
		"var time T\n\nvar a = time.DateOnly":                   "",
		"import \"math/rand/v2\"":                               "import rand \"example.org/two/proctor_later/math/rand/v2\"",
		"import e \"errors\"\n\nvar a = e.Join()":               "",
		"import \"fmt\"\n\nvar a = fmt.Errorf(\"%w\", b)":       "",
		"import \"time\"\n\nfunc F(time T) { time.DateOnly() }": "",
	} {
		file := filepath.Join(t.TempDir(), "a.go")
		if err := os.WriteFile(file, []byte("package a\n\n"+text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		changed, _ := parsedSource(file).translated(late, nil, nil, false)
		if want != "" {
			want = "package a\n\n" + strings.TrimSuffix(want, "\n") + "\n"
		}
		if string(changed) != want {
			t.Errorf("%s: became\n%s", text, changed)
		}
	}
	file := filepath.Join(t.TempDir(), "a.go")
	if err := os.WriteFile(file, []byte("package a\n\nimport \"errors\"\n\nvar a, b = errors.Join(nil), errors.Join()\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	changed, _ := parsedSource(file).translated(late, nil, nil, false)
	want := "package a; import proctorLaterErrors \"example.org/two/proctor_later/errors\"\n\nimport \"errors\"\n\nvar a, b = proctorLaterErrors.Join(nil), proctorLaterErrors.Join()\n\nvar _ = errors.New\n"
	if string(changed) != want || !late.members || !late.used["errors"] {
		t.Errorf("became\n%s", changed)
	}
	if err := os.WriteFile(file, []byte("package a\n\nimport \"fmt\"\n\nvar a = fmt.Errorf(\"%w \"+\"%w\", b, c)\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	changed, _ = parsedSource(file).translated(late, nil, nil, false)
	want = "package a; import proctorLaterFmt \"example.org/two/proctor_later/fmt\"\n\nimport \"fmt\"\n\nvar a = proctorLaterFmt.Errorf(\"%w \"+\"%w\", b, c)\n\nvar _ = fmt.Errorf\n"
	if string(changed) != want {
		t.Errorf("became\n%s", changed)
	}
	if !late.used["slices"] || !late.used["maps"] || late.used["cmp"] {
		t.Errorf("used: %v", late.used)
	}
}

func TestFindLateness(t *testing.T) {
	if toolchainMinor() >= minorWithSlices {
		t.Skip("this toolchain has it all")
	}
	for name, test := range map[string]struct {
		files map[string]string
		want  int
	}{
		"called":             {map[string]string{"a.go": "package a\n\nvar x = min(1, 2) + max(1, 2)\n"}, 2},
		"declared elsewhere": {map[string]string{"a.go": "package a\n\nvar x = min(1, 2)\n", "b.go": "package a\n\nfunc min(a, b int) int { return a }\n"}, 0},
		"by a test":          {map[string]string{"a.go": "package a\n", "a_test.go": "package a\n\nvar x = max(1, 2)\n"}, 1},
		"a parameter":        {map[string]string{"a.go": "package a\n\nfunc F(min int) int { return min }\n"}, 0},
		"an old module":      {map[string]string{"a.go": "package a\n\nvar x = min(1, 2)\n", "go.mod": "module a\n\ngo 1.20\n"}, 0},
	} {
		root := t.TempDir()
		files := map[string]string{"go.mod": "module a\n\ngo 1.21\n"}
		for file, text := range test.files {
			files[file] = text
		}
		for file, text := range files {
			if err := os.WriteFile(filepath.Join(root, file), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		found := findLateness(settings{root: root}, false, map[string]string{})
		if got := len(found.functions[filepath.Join(root, "a.go")]); got != test.want {
			t.Errorf("%s: %d functions, want %d", name, got, test.want)
		}
	}
	root := t.TempDir()
	for _, taken := range []string{laterDirectory, laterDirectory + "_"} {
		if err := os.Mkdir(filepath.Join(root, taken), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if found := findLateness(settings{root: root}, false, map[string]string{}); found.directory != laterDirectory+"__" {
		t.Errorf("the packages would stand in %s, which is the submission's", found.directory)
	}
}

func TestOriginalNamesOfPackages(t *testing.T) {
	const words = "./two.go:4:2: imported and not used: \"example.org/two/proctor_later/math/rand/v2\" as rand\n"
	const want = "./two.go:4:2: imported and not used: \"math/rand/v2\" as rand\n"
	if got := originalNames(words, "/two", nil); got != want {
		t.Errorf("got %q", got)
	}
}
