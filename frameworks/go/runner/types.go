package main

import (
	"errors"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// What translation has to know of a submission's types. It's code that this toolchain can't compile: errors don't count,
// and what isn't known is left as it stands there.

// fileTypes is what is known of one file, by the offsets in its text; nil knows nothing.
type fileTypes struct {
	numbers    map[int]string // loops that range over a number: its type, as the file can write it
	references map[int]bool   // variables whose members are another's
}

func (f *fileTypes) counted(offset int) string {
	if f == nil {
		return ""
	}
	return f.numbers[offset]
}

func (f *fileTypes) isReference(offset int) bool { return f != nil && f.references[offset] }

// typeFinder finds the types of packages.
type typeFinder struct {
	settings
	context  build.Context
	module   string
	replaced map[string]string
	files    *token.FileSet
	standard types.Importer
	known    map[string]*types.Package
	found    map[string]*fileTypes // by the files' own paths
	asked    map[string]bool       // directories
}

func newTypeFinder(s settings, race bool, module string, replaced map[string]string) *typeFinder {
	return &typeFinder{settings: s, context: buildContext(race), module: module, replaced: replaced, files: token.NewFileSet(),
		known: map[string]*types.Package{}, found: map[string]*fileTypes{}, asked: map[string]bool{}}
}

// of gives what is known of a file.
func (f *typeFinder) of(path string) (known *fileTypes) {
	defer func() {
		if recover() != nil { // go/types isn't made for what newer compilers take
			known = nil
		}
	}()
	directory := filepath.Dir(path)
	if !f.asked[directory] {
		f.asked[directory] = true
		if p, err := f.context.ImportDir(directory, 0); err == nil {
			inside := append(append([]string{}, p.GoFiles...), p.TestGoFiles...)
			path := f.importPath(directory)
			f.known[path] = f.check(path, directory, inside, false)
			f.check(path+"_test", directory, p.XTestGoFiles, false)
		}
	}
	return f.found[path]
}

func (f *typeFinder) importPath(directory string) string {
	name, err := filepath.Rel(f.root, directory)
	if err != nil || name == "." {
		return f.module
	}
	return f.module + "/" + filepath.ToSlash(name)
}

var errUnknown = errors.New("not known")

// Import makes a typeFinder what go/types asks for packages.
func (f *typeFinder) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if known, asked := f.known[path]; asked {
		if known == nil {
			return nil, errUnknown
		}
		return known, nil
	}
	f.known[path] = nil // while it is looked at: a circle is go's to complain about
	directory := ""
	if laterPackages[path] && toolchainMinor() < minorWithSlices {
		directory = filepath.Join(f.folder, "later", path)
	} else if f.module != "" && (path == f.module || strings.HasPrefix(path, f.module+"/")) {
		directory = filepath.Join(f.root, strings.TrimPrefix(path, f.module))
	}
	if directory == "" {
		found, err := f.fromStandard(path)
		f.known[path] = found
		return found, err
	}
	p, err := f.context.ImportDir(directory, 0)
	if err != nil {
		return nil, err
	}
	f.known[path] = f.check(path, directory, p.GoFiles, true)
	return f.known[path], nil
}

// fromStandard takes the compiled packages that were prepared, or else the sources.
func (f *typeFinder) fromStandard(path string) (*types.Package, error) {
	if f.standard == nil {
		f.standard = importer.ForCompiler(f.files, "source", nil)
		if root, err := goroot(); err == nil && f.prepared != "" {
			if known, err := loadStandard(f.prepared, root); err == nil {
				f.standard = importer.ForCompiler(f.files, "gc", func(path string) (io.ReadCloser, error) {
					return os.Open(known.Archives[path])
				})
			}
		}
	}
	return f.standard.Import(path)
}

// check finds the types of one package's files. By its import path it's known where it is imported.
func (f *typeFinder) check(importPath, directory string, names []string, imported bool) *types.Package {
	var trees []*ast.File
	paths := map[*ast.File]string{}
	for _, name := range names {
		path := filepath.Join(directory, name)
		given := path
		if other := f.replaced[path]; other != "" {
			given = other
		}
		if tree, err := parser.ParseFile(f.files, given, nil, parser.SkipObjectResolution); err == nil {
			trees = append(trees, tree)
			paths[tree] = path
			f.found[path] = &fileTypes{map[int]string{}, map[int]bool{}}
		}
	}
	if len(trees) == 0 {
		return nil
	}
	all := trees
	if toolchainMinor() < minorWithSlices {
		all = append(all, f.laterTree(trees))
	}
	configuration := types.Config{Importer: f, Error: func(error) {}, IgnoreFuncBodies: imported}
	for {
		info := types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}}
		checked, _ := configuration.Check(importPath, f.files, all, &info)
		again := false
		for _, tree := range trees {
			t := &treeTypes{f.files, tree, checked, &info, f.found[paths[tree]]}
			again = t.countLoops() || again
			t.findReferences()
		}
		if !again || imported {
			return checked
		}
	}
}

// laterTree declares what is missing in the language of this toolchain.
func (f *typeFinder) laterTree(trees []*ast.File) *ast.File {
	text := "package " + trees[0].Name.Name + "\n"
	for _, function := range laterFunctions {
		text += function + "\n" // the package's own come first, if it has any
	}
	tree, _ := parser.ParseFile(f.files, "later.go", text, parser.SkipObjectResolution)
	return tree
}

// treeTypes is one look at a file.
type treeTypes struct {
	files    *token.FileSet
	tree     *ast.File
	package_ *types.Package
	info     *types.Info
	found    *fileTypes
}

func (t *treeTypes) offset(at token.Pos) int { return t.files.PositionFor(at, false).Offset }

// countLoops puts loops of the old kind in the place of those that range over a number, and says whether there were any:
// now that the types of their variables are known, there may be more.
func (t *treeTypes) countLoops() bool {
	some := false
	change := func(statement *ast.Stmt) {
		loop, ok := (*statement).(*ast.RangeStmt)
		if !ok || loop.Value != nil {
			return
		}
		number := t.number(loop)
		if number == "" {
			return
		}
		t.found.numbers[t.offset(loop.For)] = number
		start := &ast.AssignStmt{Lhs: []ast.Expr{loop.Key}, TokPos: loop.TokPos, Tok: loop.Tok, Rhs: []ast.Expr{loop.X}}
		if loop.Key == nil {
			start.Lhs, start.TokPos, start.Tok = []ast.Expr{&ast.Ident{NamePos: loop.For, Name: "_"}}, loop.For, token.ASSIGN
		}
		*statement = &ast.ForStmt{For: loop.For, Init: start, Body: loop.Body}
		some = true
	}
	ast.Inspect(t.tree, func(node ast.Node) bool {
		var list []ast.Stmt
		switch n := node.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.CommClause:
			list = n.Body
		case *ast.LabeledStmt:
			change(&n.Stmt)
		}
		for i := range list {
			change(&list[i])
		}
		return true
	})
	return some
}

// number is the type of what the loop counts to, "" if it isn't one.
func (t *treeTypes) number(loop *ast.RangeStmt) string {
	kind := t.info.Types[loop.X].Type
	if basic, ok := kind.(*types.Basic); ok && (basic.Kind() == types.UntypedInt || basic.Kind() == types.UntypedRune) {
		kind = types.Default(kind)
		if name, ok := loop.Key.(*ast.Ident); ok && loop.Tok == token.ASSIGN {
			if scope := t.package_.Scope().Innermost(loop.For); scope != nil {
				if _, variable := scope.LookupParent(name.Name, loop.For); variable != nil {
					kind = variable.Type()
				}
			}
		}
	}
	if kind == nil {
		return ""
	}
	if basic, ok := kind.Underlying().(*types.Basic); !ok || basic.Info()&types.IsInteger == 0 {
		return ""
	}
	writable := true
	text := types.TypeString(kind, func(other *types.Package) string {
		if other == t.package_ {
			return ""
		}
		for _, spec := range t.tree.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && path == other.Path() {
				if spec.Name != nil {
					return spec.Name.Name
				}
				return other.Name()
			}
		}
		writable = false
		return ""
	})
	if named, ok := kind.(*types.Named); ok && named.Obj().Pkg() != t.package_ && !named.Obj().Exported() {
		writable = false
	}
	if _, variable := loop.X.(*ast.Ident); variable && (!writable || t.isHidden(text, kind, loop.For)) {
		return sameType
	}
	if !writable {
		return ""
	}
	return text
}

// sameType stands for a type that can't be written where the loop is: that of the variable which it ranges over.
const sameType = "="

// isHidden holds if a type's name, as it's written, means something else at some place: `row := row(3)`.
func (t *treeTypes) isHidden(text string, kind types.Type, at token.Pos) bool {
	scope := t.package_.Scope().Innermost(at)
	if scope == nil {
		return false
	}
	name, _, qualified := strings.Cut(text, ".")
	_, object := scope.LookupParent(name, at)
	switch found := object.(type) {
	case nil:
		return false
	case *types.PkgName:
		return !qualified
	case *types.TypeName:
		return qualified || !types.Identical(found.Type(), kind)
	}
	return true
}

// findReferences notes the variables of loops that are pointers and the like.
func (t *treeTypes) findReferences() {
	ast.Inspect(t.tree, func(node ast.Node) bool {
		loop, ok := node.(*ast.ForStmt)
		if !ok {
			return true
		}
		if start, ok := loop.Init.(*ast.AssignStmt); ok {
			for _, variable := range start.Lhs {
				name, ok := variable.(*ast.Ident)
				if !ok || t.info.Defs[name] == nil {
					continue
				}
				switch t.info.Defs[name].Type().Underlying().(type) {
				case *types.Pointer, *types.Interface:
					t.found.references[t.offset(name.Pos())] = true
				}
			}
		}
		return true
	})
}
