package main

import (
	"go/ast"
	"go/build"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// What the standard library and the language got with Go 1.21 and what exercises use much, for an older toolchain: the
// packages cmp, maps and slices (later/), which become packages of the submission's module, and the functions min and
// max, which are added to the packages that call them. What is changed here could not be compiled at all.

const minorWithSlices = 21

// laterDirectory is where the module has them, as far as the build sees; longer if there is something of that name.
const laterDirectory = "proctor_later"

var laterPackages = words("cmp maps slices")

// laterConstants are constants of later versions, with their values.
var laterConstants = map[string]string{
	"time.DateOnly": `"2006-01-02"`, "time.TimeOnly": `"15:04:05"`, "time.DateTime": `"2006-01-02 15:04:05"`,
}

const laterOrdered = "interface { ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | " +
	"~uint64 | ~uintptr | ~float32 | ~float64 | ~string }"

// laterFunctions are declared by packages that call them and have none of their own. NaN is both less and greater.
var laterFunctions = map[string]string{
	"min": "func min[T " + laterOrdered + "](first T, more ...T) T { " +
		"for _, x := range more { if x < first || x != x { first = x } }; return first }",
	"max": "func max[T " + laterOrdered + "](first T, more ...T) T { " +
		"for _, x := range more { if x > first || x != x { first = x } }; return first }",
	"clear": "func clear[T any](x T) { v := " + laterReflect + ".ValueOf(x); " +
		"if v.Kind() == " + laterReflect + ".Map { for _, k := range v.MapKeys() { v.SetMapIndex(k, " + laterReflect + ".Value{}) }; return }; " +
		"for i := 0; i < v.Len(); i++ { v.Index(i).Set(" + laterReflect + ".Zero(v.Type().Elem())) } }",
}

// laterReflect is the name of package reflect in a file that declares laterFunctions.
const laterReflect = "proctorReflect"

// lateness is what translateSources has to know about a submission for this.
type lateness struct {
	directory string              // where laterPackages are
	module    string              // its name; empty if nothing is to be done
	functions map[string][]string // of laterFunctions, by the file that is to declare them
	used      map[string]bool     // of laterPackages
}

func findLateness(s settings, race bool, replace map[string]string) *lateness {
	l := &lateness{directory: laterDirectory, functions: map[string][]string{}, used: map[string]bool{}}
	if toolchainMinor() >= minorWithSlices {
		return l
	}
	for {
		if _, err := os.Lstat(filepath.Join(s.root, l.directory)); err != nil {
			break
		}
		l.directory += "_"
	}
	l.module = moduleNameOf(s.root, replace)
	if l.module == "" || wantedMinor(s.root) < minorWithSlices {
		return l
	}
	eachPackage(s.root, race, func(path string, p *build.Package) {
		l.findMissing(path, append(append([]string{}, p.GoFiles...), p.TestGoFiles...))
		l.findMissing(path, p.XTestGoFiles)
	})
	return l
}

// findMissing notes what the files of a package call and don't declare; the first of them is to declare it.
func (l *lateness) findMissing(directory string, names []string) {
	var trees []*ast.File
	for _, name := range names {
		if file := parsedSource(filepath.Join(directory, name)); file != nil {
			trees = append(trees, file.tree)
		}
	}
	own := declared(trees)
	missing := map[string]bool{}
	for _, tree := range trees {
		for _, name := range tree.Unresolved {
			if laterFunctions[name.Name] != "" && own[name.Name] == nil {
				missing[name.Name] = true
			}
		}
	}
	for name := range missing {
		file := filepath.Join(directory, names[0])
		l.functions[file] = append(l.functions[file], name)
	}
}

func moduleNameOf(root string, replace map[string]string) string {
	path := filepath.Join(root, "go.mod")
	if other := replace[path]; other != "" {
		path = other
	}
	text, _ := os.ReadFile(path)
	if parts := moduleName.FindStringSubmatch(string(text)); parts != nil {
		return parts[1]
	}
	return ""
}

// addLater changes a file's imports, and the constants that it takes from packages it imports.
func (s *source) addLater(l *lateness) {
	if l.module == "" {
		return
	}
	for _, spec := range s.tree.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || !laterPackages[path] {
			continue
		}
		l.used[path] = true
		name := ""
		if spec.Name == nil {
			name = path + " "
		}
		s.replace(spec.Path, name+strconv.Quote(l.module+"/"+l.directory+"/"+path))
	}
	imported := importedNames(s.tree)
	replaced := ""
	ast.Inspect(s.tree, func(node ast.Node) bool {
		selector, ok := node.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		name, ok := selector.X.(*ast.Ident)
		if ok && name.Obj == nil && imported[name.Name] && laterConstants[s.code(selector)] != "" {
			s.replace(selector, laterConstants[s.code(selector)])
			replaced = name.Name
		}
		return true
	})
	if replaced != "" {
		s.append("\nvar _ " + replaced + ".Time\n") // so that the import stays used
	}
}

func (s *source) replace(node ast.Node, text string) {
	s.changes = append(s.changes, change{s.offset(node.Pos()), s.offset(node.End()), text})
}

// overlayLater shows the build the packages that were asked for.
func (l *lateness) overlayLater(s settings, replace map[string]string) {
	for name := range l.used {
		files, _ := filepath.Glob(filepath.Join(s.folder, "later", name, "*.go"))
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			given := filepath.Join(s.private, "later-"+name+"-"+filepath.Base(file))
			if text, err := os.ReadFile(file); err == nil && writeReplacement(given, text) == nil {
				replace[filepath.Join(s.root, l.directory, name, filepath.Base(file))] = given
			}
		}
	}
}
