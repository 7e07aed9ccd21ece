package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A package is plain if it needs nothing but the standard library and has nothing but tests: see direct.go.

// errNotPlain says that `go test` has to do it.
var errNotPlain = errors.New("not a plain package")

// plainPackage is a package that can be built directly.
type plainPackage struct {
	path     string // import path: that of its module
	language string // go1.18
	files    []string
	external []string // files of package …_test
	tests    []string
	outside  []string // tests in package …_test
}

var (
	plainModule  = regexp.MustCompile(`^(\s*(//.*)?(\n|$)|\s*module\s+("?)([A-Za-z0-9._~/-]+)"?\s*(//.*)?(\n|$)|\s*go\s+1\.\d+\s*(//.*)?(\n|$))*$`)
	moduleName   = regexp.MustCompile(`(?m)^\s*module[ \t]+"?([^\s"()\\]+)"?`)
	languageLine = regexp.MustCompile(`(?m)^\s*go\s+1\.(\d+)`)
)

// readPlain finds out whether the submission is plain.
func readPlain(s settings, replaced map[string]string, known *standard) (*plainPackage, error) {
	module := filepath.Join(s.root, "go.mod")
	if file := replaced[module]; file != "" {
		module = file
	}
	text, err := os.ReadFile(module)
	if err != nil || !plainModule.Match(text) || len(languageLine.FindAll(text, -1)) != 1 {
		return nil, errNotPlain
	}
	name := moduleName.FindSubmatch(text)
	minor, err := strconv.Atoi(string(languageLine.FindSubmatch(text)[1]))
	if name == nil || err != nil || minor > toolchainMinor() || minor < toolchainMinor() && toolchainMinor() >= 21 {
		return nil, errNotPlain // newer toolchains behave like the old one: go test knows how
	}
	if _, err := os.Stat(filepath.Join(s.root, "vendor")); err == nil {
		return nil, errNotPlain
	}
	context := build.Default
	context.CgoEnabled = false
	found, err := context.ImportDir(s.root, 0)
	if err != nil || !onlyGo(found) || len(found.GoFiles) == 0 || len(found.TestGoFiles)+len(found.XTestGoFiles) == 0 {
		return nil, errNotPlain
	}
	p := &plainPackage{path: string(name[1]), language: fmt.Sprintf("go1.%d", minor)}
	if known.Archives[p.path] != "" || p.path == "main" || p.path == "unsafe" || found.Name == "main" {
		return nil, errNotPlain
	}
	for _, imports := range [][]string{found.Imports, found.TestImports, found.XTestImports} {
		for _, path := range imports {
			if !p.canImport(path, known) {
				return nil, errNotPlain
			}
		}
	}
	for _, path := range append(append([]string{}, found.Imports...), found.TestImports...) {
		if path == p.path {
			return nil, errNotPlain
		}
	}
	for _, name := range found.GoFiles {
		p.files = append(p.files, filepath.Join(s.root, name))
	}
	for _, name := range found.TestGoFiles {
		p.files = append(p.files, filepath.Join(s.root, name))
	}
	for _, name := range found.XTestGoFiles {
		p.external = append(p.external, filepath.Join(s.root, name))
	}
	if p.tests, err = plainTests(s.root, found.TestGoFiles); err != nil {
		return nil, err
	}
	p.outside, err = plainTests(s.root, found.XTestGoFiles)
	return p, err
}

func onlyGo(p *build.Package) bool {
	for _, others := range [][]string{p.CgoFiles, p.CFiles, p.CXXFiles, p.MFiles, p.HFiles, p.FFiles, p.SFiles,
		p.SwigFiles, p.SwigCXXFiles, p.SysoFiles, p.InvalidGoFiles, p.EmbedPatterns, p.TestEmbedPatterns,
		p.XTestEmbedPatterns} {
		if len(others) > 0 {
			return false
		}
	}
	return true
}

func (p *plainPackage) canImport(path string, known *standard) bool {
	if path == p.path || path == "unsafe" {
		return true
	}
	return known.Archives[path] != "" && path != "C" && path != "embed" && path != "main" &&
		!strings.HasPrefix(path, "vendor/") && !strings.Contains("/"+path+"/", "/internal/")
}

// plainTests names the tests in the files, if there's nothing but tests (and benchmarks, which aren't run).
func plainTests(root string, names []string) ([]string, error) {
	var tests []string
	for _, name := range names {
		file, err := openSource(filepath.Join(root, name))
		if err != nil {
			return nil, errNotPlain
		}
		for _, declaration := range file.tree.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok || function.Recv != nil {
				continue
			}
			name := function.Name.Name
			switch {
			case name == "TestMain", isNamed(name, "Example"), isNamed(name, "Fuzz"):
				return nil, errNotPlain
			case isNamed(name, "Benchmark"):
				if !takes(file, function, "B") {
					return nil, errNotPlain
				}
			case isNamed(name, "Test"):
				if !takes(file, function, "T") {
					return nil, errNotPlain
				}
				tests = append(tests, name)
			}
		}
	}
	return tests, nil
}

// isNamed is go's rule: TestX, Test_x and Test, but not Testing.
func isNamed(name, prefix string) bool {
	if !strings.HasPrefix(name, prefix) {
		return false
	}
	first, size := utf8.DecodeRuneInString(name[len(prefix):])
	return size == 0 || !unicode.IsLower(first)
}

// takes holds for func F(t *testing.T), with package testing under its own name.
func takes(file *source, function *ast.FuncDecl, kind string) bool {
	signature := function.Type
	return signature.Results == nil && !strings.Contains(file.code(function.Name)+file.code(signature), "[") &&
		len(signature.Params.List) == 1 && len(signature.Params.List[0].Names) <= 1 &&
		file.code(signature.Params.List[0].Type) == "*testing."+kind && function.Body != nil
}
