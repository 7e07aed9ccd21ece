package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
)

// Errors of Go's own packages are variables: a solution could make io.EOF nil, and then return nil where the tests want
// it. Of other variables (os.Stdout, time.Local) solutions may have good reasons to change them.

var standardErrors = regexp.MustCompile(`^(Err[A-Z].*|EOF|Canceled|DeadlineExceeded|SkipDir|SkipAll)$`)

// errorNames finds such errors in a file.
type errorNames struct {
	paths  map[string]string // what the file imports, by the names that it uses
	dotted []string          // without a name
}

func errorNamesOf(tree *ast.File) errorNames {
	names := errorNames{paths: map[string]string{}}
	for _, spec := range tree.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || !isStandard(path) {
			continue
		}
		for name := range importedNames(&ast.File{Imports: []*ast.ImportSpec{spec}}) {
			if names.paths[name] = path; name == "." {
				names.dotted = append(names.dotted, path)
			}
		}
	}
	return names
}

// of gives what an expression names, such as "io.EOF"; "" for anything else.
func (n errorNames) of(expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.ParenExpr:
		return n.of(e.X)
	case *ast.SelectorExpr:
		package_, ok := e.X.(*ast.Ident)
		if ok && package_.Obj == nil && n.paths[package_.Name] != "" && standardErrors.MatchString(e.Sel.Name) {
			return n.paths[package_.Name] + "." + e.Sel.Name
		}
	case *ast.Ident:
		if e.Obj == nil && len(n.dotted) == 1 && standardErrors.MatchString(e.Name) {
			return n.dotted[0] + "." + e.Name
		}
	}
	return ""
}

// errorsNamed are those that files name.
func errorsNamed(trees []*ast.File) map[string]bool {
	named := map[string]bool{}
	for _, tree := range trees {
		names := errorNamesOf(tree)
		ast.Inspect(tree, func(node ast.Node) bool {
			if expression, ok := node.(ast.Expr); ok {
				named[names.of(expression)] = true
			}
			return true
		})
	}
	delete(named, "")
	return named
}

// errorsIn refuses a change of errors that the tests name, and what may lead to one: their addresses.
func (r *refused) errorsIn(path string, text []byte) {
	if len(r.errors) == 0 || r.named[path] {
		return
	}
	tree, err := parser.ParseFile(r.files, path, text, 0)
	if err != nil {
		return
	}
	names := errorNamesOf(tree)
	ast.Inspect(tree, func(node ast.Node) bool {
		var changed []ast.Expr
		switch n := node.(type) {
		case *ast.AssignStmt:
			changed = n.Lhs
		case *ast.RangeStmt:
			changed = []ast.Expr{n.Key, n.Value}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				changed = []ast.Expr{n.X}
			}
		}
		for _, expression := range changed {
			if name := names.of(expression); r.errors[name] {
				r.say(expression.Pos(), "%s is changed here, but the tests need what it is in Go", name)
			}
		}
		return true
	})
}
