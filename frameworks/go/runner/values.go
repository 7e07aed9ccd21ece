package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// Errors of Go's own packages are variables: a solution could make io.EOF nil, and then return nil where the tests want
// it. So it is with other variables that the tests name (time.UTC), and with what any of them points to; but there are
// those that solutions have good reasons to change.

var changeable = regexp.MustCompile(`^(os\.(Std(in|out|err)|Args)|time\.Local|flag\.(Usage|CommandLine)|net/http\.Default\w+|net\.DefaultResolver|crypto/rand\.Reader|go/build\.Default|runtime\.\w+|syscall\.\w+)$`)

var standardErrors = regexp.MustCompile(`^(Err[A-Z].*|EOF|Canceled|DeadlineExceeded|SkipDir|SkipAll)$`)

func isError(name string) bool {
	return standardErrors.MatchString(name[strings.LastIndex(name, ".")+1:])
}

// standardNames finds such variables in a file.
type standardNames struct {
	paths  map[string]string // what the file imports, by the names that it uses
	dotted []string          // without a name
}

func standardNamesOf(tree *ast.File) standardNames {
	names := standardNames{paths: map[string]string{}}
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

// of gives what an expression names, such as "io.EOF"; "" for anything else. Without a package before it, only errors are
// known for what they are.
func (n standardNames) of(expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.ParenExpr:
		return n.of(e.X)
	case *ast.SelectorExpr:
		package_, ok := e.X.(*ast.Ident)
		if ok && package_.Obj == nil && n.paths[package_.Name] != "" {
			return n.paths[package_.Name] + "." + e.Sel.Name
		}
	case *ast.Ident:
		if e.Obj == nil && len(n.dotted) == 1 && standardErrors.MatchString(e.Name) {
			return n.dotted[0] + "." + e.Name
		}
	}
	return ""
}

// pointedTo gives what variable of the standard library's an expression stores to through a pointer: `*time.UTC`, and `*p`
// where p is declared as that.
func (n standardNames) pointedTo(expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.ParenExpr:
		return n.pointedTo(e.X)
	case *ast.StarExpr:
		inner := e.X
		if name, ok := inner.(*ast.Ident); ok && name.Obj != nil {
			inner = initialValue(name.Obj)
		}
		if name := n.of(inner); name != "" && !changeable.MatchString(name) {
			return name
		}
	}
	return ""
}

// initialValue is what a variable is declared with; nil if that isn't plain.
func initialValue(variable *ast.Object) ast.Expr {
	var names, values []ast.Expr
	switch declaration := variable.Decl.(type) {
	case *ast.AssignStmt:
		names, values = declaration.Lhs, declaration.Rhs
	case *ast.ValueSpec:
		for _, name := range declaration.Names {
			names = append(names, name)
		}
		values = declaration.Values
	}
	for i, name := range names {
		if ident, ok := name.(*ast.Ident); ok && ident.Name == variable.Name && len(values) == len(names) {
			return values[i]
		}
	}
	return nil
}

// standardNamed is what files name of the standard library, but for what solutions may change.
func standardNamed(trees []*ast.File) map[string]bool {
	named := map[string]bool{}
	for _, tree := range trees {
		names := standardNamesOf(tree)
		ast.Inspect(tree, func(node ast.Node) bool {
			if expression, ok := node.(ast.Expr); ok {
				if name := names.of(expression); !changeable.MatchString(name) {
					named[name] = true
				}
			}
			return true
		})
	}
	delete(named, "")
	return named
}

// valuesIn refuses a change of what the tests name, and for errors also what may lead to one: their addresses.
func (r *refused) valuesIn(path string, text []byte) {
	if r.named[path] {
		return
	}
	tree, err := parser.ParseFile(r.files, path, text, 0)
	if err != nil {
		return
	}
	names := standardNamesOf(tree)
	ast.Inspect(tree, func(node ast.Node) bool {
		var changed []ast.Expr
		switch n := node.(type) {
		case *ast.AssignStmt:
			changed = n.Lhs
			for _, expression := range n.Lhs {
				if name := names.pointedTo(expression); name != "" {
					r.say(expression.Pos(), "what %s points to is changed here, but the tests need what it is in Go", name)
				}
			}
		case *ast.RangeStmt:
			changed = []ast.Expr{n.Key, n.Value}
		case *ast.UnaryExpr:
			if n.Op == token.AND && isError(names.of(n.X)) {
				changed = []ast.Expr{n.X}
			}
		}
		for _, expression := range changed {
			if name := names.of(expression); r.values[name] {
				r.say(expression.Pos(), "%s is changed here, but the tests need what it is in Go", name)
			}
		}
		return true
	})
}
