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
// packages cmp, maps, slices and math/rand/v2 (later/), which become packages of the submission's module, some functions of
// older packages, which do so, too, and the functions min and max, which are added to the packages that call them. What is
// changed here could not be compiled at all.

const minorWithSlices = 21

// laterDirectory is where the module has them, as far as the build sees; longer if there is something of that name.
const laterDirectory = "proctor_later"

var laterPackages = words("cmp maps slices math/rand/v2")

// laterMembers are functions that older packages got, each with what keeps the import of its package used. They stand in
// a package of the same name.
var laterMembers = map[string]string{"errors.Join": "errors.New", "strings.CutPrefix": "strings.Cut",
	"strings.CutSuffix": "strings.Cut", "strings.ContainsFunc": "strings.Cut", wrappingSeveral: "fmt.Errorf",
	"sync.OnceFunc": "sync.NewCond", "sync.OnceValue": "sync.NewCond", "sync.OnceValues": "sync.NewCond"}

// wrappingSeveral is not new, but older ones wrap a single error: only calls that wrap more are changed.
const wrappingSeveral = "fmt.Errorf"

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
	root      string              // of the submission
	directory string              // where laterPackages are
	module    string              // its name; empty if nothing is to be done
	functions map[string][]string // of laterFunctions, by the file that is to declare them
	used      map[string]bool     // of laterPackages, and those of laterMembers
	members   bool                // whether there are any of laterMembers
}

func findLateness(s settings, race bool, replace map[string]string) *lateness {
	l := &lateness{root: s.root, directory: laterDirectory, functions: map[string][]string{}, used: map[string]bool{}}
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

// addLater changes a file's imports, and the constants and functions that it takes from packages it imports.
func (s *source) addLater(l *lateness) {
	if l.module == "" {
		return
	}
	imported := map[string]bool{}
	for _, spec := range s.tree.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		imported[path] = spec.Name == nil || spec.Name.Name == path
		if !laterPackages[path] {
			continue
		}
		l.used[path] = true
		name := ""
		if spec.Name == nil {
			name = packageName(path) + " "
		}
		s.replace(spec.Path, name+strconv.Quote(l.directoryOf(path)))
	}
	added := map[string]bool{}
	several := map[ast.Node]bool{}
	ast.Inspect(s.tree, func(node ast.Node) bool {
		if call, ok := node.(*ast.CallExpr); ok && len(call.Args) > 0 {
			several[call.Fun] = strings.Count(s.code(call.Args[0]), "%w") > 1
		}
		selector, ok := node.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		name, ok := selector.X.(*ast.Ident)
		if !ok || name.Obj != nil || !imported[name.Name] {
			return true
		}
		member := s.code(selector)
		if constant := laterConstants[member]; constant != "" {
			s.replace(selector, constant)
			added["\nvar _ time.Time\n"] = true
		} else if laterMembers[member] != "" && (member != wrappingSeveral || several[selector]) {
			given := "proctorLater" + strings.ToUpper(name.Name[:1]) + name.Name[1:]
			s.replace(selector.X, given)
			if l.members, l.used[name.Name] = true, true; !added[name.Name] {
				s.insert(s.tree.Name.End(), "; import "+given+" "+strconv.Quote(l.directoryOf(name.Name)))
			}
			added[name.Name] = true
			added["\nvar _ = "+laterMembers[member]+"\n"] = true
		}
		return true
	})
	for text := range added { // so that the imports stay used
		if strings.HasPrefix(text, "\n") {
			s.append(text)
		}
	}
}

// packageName is rand for math/rand/v2.
func packageName(path string) string {
	parts := strings.Split(path, "/")
	if last := parts[len(parts)-1]; last != "v2" {
		return last
	}
	return parts[len(parts)-2]
}

func (l *lateness) directoryOf(path string) string { return l.module + "/" + l.directory + "/" + path }

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
			given := filepath.Join(s.private, "later-"+strings.ReplaceAll(name, "/", "-")+"-"+filepath.Base(file))
			if text, err := os.ReadFile(file); err == nil && writeReplacement(given, text) == nil {
				replace[filepath.Join(s.root, l.directory, name, filepath.Base(file))] = given
			}
		}
	}
}
