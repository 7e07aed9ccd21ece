package main

import (
	"encoding/json"
	"fmt"
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
)

// Most of the time that `go test` takes for a small package goes into finding out what to do. Where that is plain
// (plain.go), the compiler, vet and the linker are called directly, as `go test` calls them. What isn't plain, and all
// that fails, is left to `go test` itself: it has the words.

// buildDirectly makes the test program; errNotPlain if `go test` is to do it.
func buildDirectly(s settings, replaced map[string]string) error {
	root, err := goroot()
	if err != nil || s.prepared == "" {
		return errNotPlain
	}
	known, err := loadStandard(s.prepared, root)
	if err != nil {
		return errNotPlain
	}
	p, err := readPlain(s, replaced, known)
	if err != nil {
		return err
	}
	d := &direct{settings: s, plainPackage: p, known: known, replaced: replaced,
		tools: filepath.Join(root, "pkg", "tool", build.Default.GOOS+"_"+build.Default.GOARCH)}
	return d.build()
}

// direct is one such build.
type direct struct {
	settings
	*plainPackage
	known    *standard
	replaced map[string]string
	tools    string
}

func (d *direct) build() error {
	// vet needs no more than the sources, so it runs beside the compiler and the linker.
	facts := d.file("vet.out")
	vetted := make(chan error, 1)
	go func() { vetted <- d.vet(d.path, d.files, facts, nil) }()

	archives := map[string]string{}
	for name, file := range d.known.Archives {
		archives[name] = file
	}
	own := d.file("package.a")
	program := d.file("package.test")
	err := d.compile(d.path, d.files, archives, own)
	archives[d.path] = own
	if err == nil && len(d.external) > 0 {
		err = d.compile(d.path+"_test", d.external, archives, d.file("external.a"))
		archives[d.path+"_test"] = d.file("external.a")
	}
	if err == nil {
		err = d.link(archives, program)
	}
	if failure := <-vetted; err == nil {
		err = failure
	}
	if err == nil && len(d.external) > 0 {
		err = d.vet(d.path+"_test", d.external, "", map[string][2]string{d.path: {own, facts}})
	}
	if err != nil {
		return err
	}
	return saveProgram(d.programs(), "program", builtProgram{Directory: d.root, File: program})
}

// vetError is what vet has to say against a package.
type vetError struct{ path, words string }

func (e *vetError) Error() string { return "vet: " + e.words }

func (d *direct) file(name string) string { return filepath.Join(d.private, "tmp", name) }

func (d *direct) tool(name string, words ...string) error {
	command := exec.Command(filepath.Join(d.tools, name), words...)
	command.Dir = d.root
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, output)
	}
	return nil
}

func (d *direct) compile(path string, files []string, archives map[string]string, result string) error {
	imports, err := d.importFile(result+".imports", archives)
	if err != nil {
		return err
	}
	// Positions name the files as they are called in the submission.
	trim := d.private + "/tmp=>"
	var given []string
	for _, file := range files {
		if other := d.replaced[file]; other != "" {
			trim += ";" + other + "=>" + file
			file = other
		}
		given = append(given, file)
	}
	words := []string{"-o", result, "-trimpath", trim, "-p", path, "-lang=" + d.language, "-complete", "-importcfg", imports,
		"-dwarf=false", "-pack"}
	return d.tool("compile", append(words, given...)...)
}

func (d *direct) importFile(name string, archives map[string]string) (string, error) {
	var lines []string
	for path, file := range archives {
		lines = append(lines, "packagefile "+path+"="+file+"\n")
	}
	sort.Strings(lines)
	return name, os.WriteFile(name, []byte(strings.Join(lines, "")), 0o644)
}

// link makes the program, with a main package like the one that `go test` writes.
func (d *direct) link(archives map[string]string, program string) error {
	var text strings.Builder
	text.WriteString("package main\n\nimport (\n\t\"os\"\n\t\"testing\"\n\t\"testing/internal/testdeps\"\n")
	importAs := func(name, path string, tests []string) {
		if len(tests) == 0 {
			name = "_"
		}
		fmt.Fprintf(&text, "\t%s %q\n", name, path)
	}
	importAs("inside", d.path, d.tests)
	if len(d.external) > 0 {
		importAs("outside", d.path+"_test", d.outside)
	}
	text.WriteString(")\n\nvar tests = []testing.InternalTest{\n")
	for _, name := range d.tests {
		fmt.Fprintf(&text, "\t{%q, inside.%s},\n", name, name)
	}
	for _, name := range d.outside {
		fmt.Fprintf(&text, "\t{%q, outside.%s},\n", name, name)
	}
	fmt.Fprintf(&text, "}\n\nfunc init() { testdeps.ImportPath = %q }\n\n", d.path)
	text.WriteString("func main() {\n\tos.Exit(testing.MainStart(testdeps.TestDeps{}, tests, nil, nil, nil).Run())\n}\n")
	main := d.file("main.go")
	if err := os.WriteFile(main, []byte(text.String()), 0o644); err != nil {
		return err
	}
	object := d.file("main.a")
	if err := d.compile("main", []string{main}, archives, object); err != nil {
		return err
	}
	imports, err := d.importFile(d.file("link.imports"), archives)
	if err != nil {
		return err
	}
	return d.tool("link", "-o", program, "-importcfg", imports, "-s", "-w", "-buildmode=exe", object)
}

// vet checks a package as `go test` does; others are packages that aren't of the standard library: archive and facts.
func (d *direct) vet(path string, files []string, facts string, others map[string][2]string) error {
	configuration := map[string]any{}
	for key, value := range d.known.Vet {
		configuration[key] = value
	}
	configuration["ID"] = path
	configuration["ImportPath"] = path
	configuration["Dir"] = d.root
	var given []string
	for _, file := range files {
		if other := d.replaced[file]; other != "" {
			file = other
		}
		given = append(given, file)
	}
	configuration["GoFiles"] = given
	configuration["VetxOutput"] = facts
	if _, known := configuration["GoVersion"]; known {
		configuration["GoVersion"] = d.language
	}
	for key, index := range map[string]int{"PackageFile": 0, "PackageVetx": 1, "ImportMap": -1} {
		entries := map[string]any{}
		if prepared, ok := configuration[key].(map[string]any); ok {
			for name, value := range prepared {
				entries[name] = value
			}
		}
		for name, values := range others {
			if entries[name] = name; index >= 0 {
				entries[name] = values[index]
			}
		}
		configuration[key] = entries
	}
	text, err := json.Marshal(configuration)
	if err != nil {
		return err
	}
	name := d.file("vet-" + filepath.Base(path) + ".cfg")
	if err := os.WriteFile(name, text, 0o644); err != nil {
		return err
	}
	if err := d.tool("vet", append(append([]string{}, d.known.VetFlags...), name)...); err != nil {
		_, words, _ := strings.Cut(err.Error(), "\n")
		return &vetError{path, words}
	}
	return nil
}
