package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

// A submission and its tests are one package, so that the solution could use and change what the tests declare (their
// tables of cases), give the words of the language that the tests use another meaning, and reach into package testing.
// A solution that does is refused before it's built, in the form of the compiler's words; no right one needs that.

// predeclared are the names of the language whose meaning tests rely on. Not min, max, clear, any, print and println:
// solutions have functions of their own with these names, written before the language had them, or in spite of it.
var predeclared = words(`bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string
	uint uint8 uint16 uint32 uint64 uintptr true false iota nil
	append cap close complex copy delete imag len make new panic real recover`)

func words(text string) map[string]bool {
	known := map[string]bool{}
	for _, word := range strings.Fields(text) {
		known[word] = true
	}
	return known
}

// reachesInto is a directive that joins a name of the solution to one of package testing or of the program itself.
var reachesInto = regexp.MustCompile(`^//go:linkname\s+\S+\s+(testing|main|internal/testlog|os\.runtime_beforeExit)\b`)

// refusal says what the submission's solution does that no solution may; "" if there's nothing.
func refusal(root string) string {
	var found []string
	eachPackage(root, func(path string, p *build.Package) {
		found = append(found, refusedInPackage(root, path, p)...)
	})
	return strings.Join(found, "")
}

func refusedInPackage(root, path string, p *build.Package) []string {
	files := token.NewFileSet()
	parse := func(names []string) []*ast.File {
		var trees []*ast.File
		for _, name := range names {
			if tree, err := parser.ParseFile(files, filepath.Join(path, name), nil, parser.ParseComments); err == nil {
				trees = append(trees, tree)
			} // else go says what's wrong with it
		}
		return trees
	}
	// A test file that the exercise doesn't name came with the solution, or it is one of the exercise's that is forgotten
	// there: what others declare as variables it leaves alone.
	named, more := exerciseFiles(root, path, p.TestGoFiles)
	solution, tests, added := parse(p.GoFiles), parse(named), parse(more)
	own, theirs, others := declared(solution), declared(tests), declared(added)
	used := map[string]bool{}
	for _, tree := range tests {
		for _, name := range tree.Unresolved {
			used[name.Name] = true
		}
	}
	var found []string
	say := func(at token.Pos, format string, values ...any) {
		place := files.PositionFor(at, false)
		name, err := filepath.Rel(root, place.Filename)
		if err != nil {
			name = place.Filename
		}
		found = append(found, fmt.Sprintf("./%s:%d:%d: %s\n", name, place.Line, place.Column, fmt.Sprintf(format, values...)))
	}
	for _, declarations := range []map[string]*ast.Object{own, others} {
		for name, declaration := range declarations {
			if predeclared[name] && used[name] {
				say(declaration.Pos(), "%s is declared here, but the tests need what it is in Go", name)
			}
		}
	}
	for _, tree := range solution {
		imported := importedNames(tree)
		for _, name := range tree.Unresolved {
			if own[name.Name] == nil && (theirs[name.Name] != nil || others[name.Name] != nil) && !imported[name.Name] {
				say(name.Pos(), "undefined: %s (only the tests declare it)", name.Name)
			}
		}
	}
	for _, tree := range added {
		for _, name := range tree.Unresolved {
			object := theirs[name.Name]
			if object != nil && object.Kind == ast.Var && !importedNames(tree)[name.Name] {
				say(name.Pos(), "%s belongs to the exercise's tests", name.Name)
			}
		}
	}
	for _, tree := range append(append(solution, tests...), added...) {
		for _, group := range tree.Comments {
			for _, comment := range group.List {
				if reachesInto.MatchString(comment.Text) {
					say(comment.Pos(), "//go:linkname must not reach into the tests' own machinery")
				}
			}
		}
	}
	for _, name := range p.SFiles {
		text, err := os.ReadFile(filepath.Join(path, name))
		if err == nil && (strings.Contains(string(text), "testing") || strings.Contains(string(text), "main·")) {
			found = append(found, fmt.Sprintf("./%s: assembly must not reach into the tests' own machinery\n", name))
		}
	}
	sort.Strings(found)
	return found
}

// declared gives the names that files declare for their package, and where.
func declared(trees []*ast.File) map[string]*ast.Object {
	names := map[string]*ast.Object{}
	for _, tree := range trees {
		for name, object := range tree.Scope.Objects {
			names[name] = object
		}
	}
	return names
}

// exerciseFiles parts the names of test files in those that the exercise's configuration names, and the others. Where it
// names none, all are the exercise's.
func exerciseFiles(root, directory string, names []string) (named, others []string) {
	var config struct {
		Files map[string][]string `json:"files"`
	}
	text, err := os.ReadFile(filepath.Join(root, ".meta", "config.json"))
	if err != nil || json.Unmarshal(text, &config) != nil || len(config.Files["test"]) == 0 {
		return names, nil
	}
	known := map[string]bool{}
	for kind, files := range config.Files {
		for _, file := range files {
			known[filepath.Join(root, file)] = kind != "solution"
		}
	}
	for _, name := range names {
		if known[filepath.Join(directory, name)] {
			named = append(named, name)
		} else {
			others = append(others, name)
		}
	}
	return named, others
}

// importedNames are the names of packages in a file; where none is given, the last part of the path is taken for it.
func importedNames(tree *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, spec := range tree.Imports {
		if spec.Name != nil {
			names[spec.Name.Name] = true
		} else if path, err := strconv.Unquote(spec.Path.Value); err == nil {
			names[path[strings.LastIndex(path, "/")+1:]] = true
		}
	}
	return names
}
