package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

// A submission and its tests are one package, so that the solution could use and change what the tests declare (their
// tables of cases), and give the words of the language that the tests use another meaning; reach.go has what it could do
// beyond its package. A solution that does is refused before it's built, in the form of the compiler's words; no right one
// needs that.

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

// inNewerGo are those that the language got later, or whose meaning tests don't rely on: a solution may mean Go's own
// where the tests declare a helper of that name for older toolchains.
var inNewerGo = words("any clear comparable max min print println")

// refusal says what the submission's solution does that no solution may; "" if there's nothing. `without` are test files
// of the student's own that use the exercise's tables, so that a solution could learn from them what is expected: it's
// built without them.
func refusal(root string, race bool) (words string, without []string) {
	r := &refused{root: root, files: token.NewFileSet()}
	context := buildContext(race)
	// Only tests of the package that stands at the root are run. What go can't read of it go complains about.
	if p, err := context.ImportDir(root, 0); err == nil {
		r.package_(p)
	}
	r.moduleFile()
	r.everyFile(race)
	sort.Strings(r.found)
	return strings.Join(r.found, ""), r.without
}

// refused is what was found.
type refused struct {
	root   string
	files  *token.FileSet
	name   string          // of the package
	tables map[string]bool // exported variables of the exercise's tests
	named  map[string]bool // the exercise's test files in the package, by their paths
	values map[string]bool // of Go's own packages, that these name
	all    []*ast.File     // of the package and its tests, also those from outside
	found  []string

	isOwnTest map[string]bool // the student's own test files, by their paths
	without   []string        // of these, those that the build goes without
}

func (r *refused) say(at token.Pos, format string, values ...any) {
	place := r.files.PositionFor(at, false)
	name, err := filepath.Rel(r.root, place.Filename)
	if err != nil {
		name = place.Filename
	}
	r.found = append(r.found, fmt.Sprintf("./%s:%d:%d: %s\n", name, place.Line, place.Column, fmt.Sprintf(format, values...)))
}

func (r *refused) parse(names []string) []*ast.File {
	var trees []*ast.File
	for _, name := range names {
		if tree, err := parser.ParseFile(r.files, filepath.Join(r.root, name), nil, 0); err == nil {
			trees = append(trees, tree)
		} // else go says what's wrong with it
	}
	return trees
}

func (r *refused) package_(p *build.Package) {
	// A test file that the exercise doesn't name came with the solution, or it is one of the exercise's that is forgotten
	// there: what others declare as variables it leaves alone.
	config := readConfig(r.root)
	named, more := config.exerciseFiles(p.TestGoFiles)
	outside, moreOutside := config.exerciseFiles(p.XTestGoFiles)
	solution, tests, added := r.parse(append(append([]string{}, p.GoFiles...), p.CgoFiles...)), r.parse(named), r.parse(more)
	own, theirs, others := declared(solution), declared(tests), declared(added)
	r.keepsMeaning(tests, own, others)
	r.keepsMeaning(r.parse(outside), declared(r.parse(moreOutside)))
	numbers := onlyRead(numbersOf(tests), solution)
	for _, tree := range solution {
		imported := importedNames(tree)
		for _, name := range tree.Unresolved {
			object := theirs[name.Name]
			if object == nil {
				object = others[name.Name]
			}
			if own[name.Name] != nil || object == nil || imported[name.Name] || numbers[name.Name] {
				continue
			}
			if object.Kind == ast.Var || !predeclared[name.Name] && !inNewerGo[name.Name] {
				r.say(name.Pos(), "undefined: %s (only the tests declare it)", name.Name)
			}
		}
	}
	external := r.parse(append(append([]string{}, outside...), moreOutside...))
	r.all = append(append(append(append(r.all, solution...), tests...), added...), external...)
	r.isOwnTest = map[string]bool{}
	for _, name := range append(append([]string{}, more...), moreOutside...) {
		r.isOwnTest[filepath.Join(r.root, name)] = true
	}
	for _, tree := range added {
		var used []*ast.Ident
		for _, name := range tree.Unresolved {
			object := theirs[name.Name]
			if object != nil && object.Kind == ast.Var && !importedNames(tree)[name.Name] {
				used = append(used, name)
			}
		}
		r.usesTables(tree, used)
	}
	r.name = p.Name
	r.tables, r.named = map[string]bool{}, map[string]bool{}
	for name, object := range theirs {
		r.tables[name] = object.Kind == ast.Var && ast.IsExported(name)
	}
	r.values = standardNamed(append(tests, r.parse(outside)...))
	for _, name := range append(named, outside...) {
		r.named[filepath.Join(r.root, name)] = true
	}
	for _, patterns := range []map[string][]token.Position{p.EmbedPatternPos, p.TestEmbedPatternPos, p.XTestEmbedPatternPos} {
		r.embedsNoTests(patterns)
	}
}

// usesTables leaves a test file of the student's own out that uses names which belong to the exercise's tests. Another kind
// of file is refused, and so is one that declares what others need.
func (r *refused) usesTables(tree *ast.File, used []*ast.Ident) {
	if len(used) == 0 {
		return
	}
	path := r.files.File(tree.Pos()).Name()
	if r.isOwnTest[path] && !r.isNeeded(path, tree) {
		r.without = append(r.without, path)
		return
	}
	for _, name := range used {
		r.say(name.Pos(), "%s belongs to the exercise's tests", name.Name)
	}
}

// isNeeded: whether others in the package use what a file declares.
func (r *refused) isNeeded(path string, tree *ast.File) bool {
	for _, other := range r.all {
		if r.files.File(other.Pos()).Name() == path {
			continue
		}
		for _, name := range other.Unresolved {
			if tree.Scope.Objects[name.Name] != nil {
				return true
			}
		}
	}
	return false
}

// embedsNoTests refuses to embed test files, which say what is expected; the exercise's own may.
func (r *refused) embedsNoTests(patterns map[string][]token.Position) {
	for pattern, places := range patterns {
		if !holdsTests(r.root, strings.TrimPrefix(pattern, "all:")) {
			continue
		}
		for _, place := range places {
			if name, err := filepath.Rel(r.root, place.Filename); err == nil && !r.named[place.Filename] {
				r.found = append(r.found, fmt.Sprintf("./%s:%d:%d: pattern %s: test files can't be embedded\n", name, place.Line, place.Column, pattern))
			}
		}
	}
}

// holdsTests: whether there is a test file among those that a pattern takes, or below a directory that it takes.
func holdsTests(root, pattern string) bool {
	found := false
	taken, _ := filepath.Glob(filepath.Join(root, pattern))
	for _, path := range taken {
		filepath.WalkDir(path, func(path string, entry fs.DirEntry, err error) error {
			found = found || err == nil && !entry.IsDir() && strings.HasSuffix(path, "_test.go")
			return nil
		})
	}
	return found
}

// keepsMeaning refuses declarations that give names of the language which the tests use another meaning.
func (r *refused) keepsMeaning(tests []*ast.File, declarations ...map[string]*ast.Object) {
	used := map[string]bool{}
	for _, tree := range tests {
		for _, name := range tree.Unresolved {
			used[name.Name] = true
		}
	}
	for _, names := range declarations {
		for name, declaration := range names {
			if predeclared[name] && used[name] {
				r.say(declaration.Pos(), "%s is declared here, but the tests need what it is in Go", name)
			}
		}
	}
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
