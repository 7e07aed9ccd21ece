package main

import (
	"fmt"
	"go/ast"
	"go/token"
)

// Since Go 1.22 each iteration of a loop has variables of its own, if the module says so. What was written for that and
// starts goroutines, or keeps functions or pointers, still compiles with an older toolchain, but finds the last values
// everywhere. There such a loop's body begins with a copy of the variable. What the body changes of it has to be seen by
// the loop's condition: then it's copied back wherever an iteration ends.

// separateIterations changes the loops of a file that could see the difference.
func (s *source) separateIterations(types *fileTypes) {
	labels := map[ast.Stmt]string{}
	ast.Inspect(s.tree, func(node ast.Node) bool {
		switch loop := node.(type) {
		case *ast.LabeledStmt:
			labels[loop.Stmt] = loop.Label.Name
		case *ast.RangeStmt:
			if loop.Tok == token.DEFINE {
				for _, variable := range []ast.Expr{loop.Key, loop.Value} {
					if object := loopVariable(variable); object != nil && isKept(loop.Body, object, true) {
						s.copyInto(loop.Body, object.Name)
					}
				}
			}
		case *ast.ForStmt:
			start, ok := loop.Init.(*ast.AssignStmt)
			if !ok || start.Tok != token.DEFINE {
				break
			}
			var changed []*ast.Ident
			for _, variable := range start.Lhs {
				object := loopVariable(variable)
				if object == nil || !isKept(loop.Body, object, !types.isReference(s.offset(variable.Pos()))) {
					continue
				}
				if isChanged(loop.Body, object) {
					changed = append(changed, variable.(*ast.Ident))
				} else {
					s.copyInto(loop.Body, object.Name)
				}
			}
			s.copyThere(loop.Body, labels[loop], changed)
		}
		return true
	})
}

// copyThere copies variables at the body's beginning, and back at its end and before each continue. The body may declare
// their names once more: they are reached by their addresses.
func (s *source) copyThere(body *ast.BlockStmt, label string, variables []*ast.Ident) {
	if len(variables) == 0 {
		return
	}
	there, back := "", ""
	for _, variable := range variables {
		name, address := variable.Name, fmt.Sprintf("proctor%d", s.offset(variable.Pos()))
		there += fmt.Sprintf(" %sLoop := &%s; %s := %s; %sOwn := &%s;", address, name, name, name, address, name)
		back += fmt.Sprintf("*%sLoop = *%sOwn; ", address, address)
	}
	s.insert(body.Lbrace+1, there+" {")
	s.insert(body.Rbrace, "}; "+back)
	eachContinue(body, label, false, func(statement *ast.BranchStmt) {
		s.insert(statement.Pos(), "{ "+back)
		s.insert(statement.End(), " }")
	})
}

// eachContinue finds the statements that go on with the loop of this body and label.
func eachContinue(node ast.Node, label string, inLoop bool, visit func(*ast.BranchStmt)) {
	ast.Inspect(node, func(inner ast.Node) bool {
		if inner == node {
			return true
		}
		switch n := inner.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			eachContinue(n, label, true, visit)
			return false
		case *ast.BranchStmt:
			if n.Tok == token.CONTINUE && (n.Label == nil && !inLoop || n.Label != nil && n.Label.Name == label) {
				visit(n)
			}
		}
		return true
	})
}

// copyInto puts the copy before all else in the body, unless the body has a variable of that name.
func (s *source) copyInto(body *ast.BlockStmt, name string) {
	for _, statement := range body.List {
		switch declared := statement.(type) {
		case *ast.AssignStmt:
			for _, left := range declared.Lhs {
				if variable, ok := left.(*ast.Ident); ok && declared.Tok == token.DEFINE && variable.Name == name {
					return
				}
			}
		case *ast.DeclStmt:
			general, ok := declared.Decl.(*ast.GenDecl)
			if ok && anywhere(general, func(node ast.Node) bool {
				spec, ok := node.(*ast.ValueSpec)
				return ok && declares(spec, name)
			}) {
				return
			}
		}
	}
	s.insert(body.Lbrace+1, " "+name+" := "+name+";")
}

func declares(spec *ast.ValueSpec, name string) bool {
	for _, declared := range spec.Names {
		if declared.Name == name {
			return true
		}
	}
	return false
}

func loopVariable(expression ast.Expr) *ast.Object {
	if name, ok := expression.(*ast.Ident); ok && name.Name != "_" {
		return name.Obj
	}
	return nil
}

// mentions holds if the object stands anywhere in the node.
func mentions(node ast.Node, object *ast.Object) bool {
	found := false
	ast.Inspect(node, func(inner ast.Node) bool {
		if name, ok := inner.(*ast.Ident); ok && name.Obj == object {
			found = true
		}
		return !found
	})
	return found
}

func isInFunction(body *ast.BlockStmt, object *ast.Object) bool {
	return anywhere(body, func(node ast.Node) bool {
		function, ok := node.(*ast.FuncLit)
		return ok && mentions(function, object)
	})
}

// isKept holds where a function or a pointer may outlive the iteration: with members, that of a method's receiver, too.
func isKept(body *ast.BlockStmt, object *ast.Object, members bool) bool {
	return isInFunction(body, object) || anywhere(body, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.UnaryExpr:
			return n.Op == token.AND && owner(n.X) == object
		case *ast.SliceExpr:
			return owner(n.X) == object
		case *ast.SelectorExpr:
			return members && owner(n.X) == object
		}
		return false
	})
}

// isChanged holds if the body assigns to the object, or may do so by its address.
func isChanged(body *ast.BlockStmt, object *ast.Object) bool {
	return anywhere(body, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if owner(left) == object {
					return true
				}
			}
		case *ast.RangeStmt:
			return n.Tok == token.ASSIGN && (owner(n.Key) == object || owner(n.Value) == object)
		case *ast.IncDecStmt:
			return owner(n.X) == object
		case *ast.UnaryExpr:
			return n.Op == token.AND && owner(n.X) == object
		case *ast.SliceExpr:
			return owner(n.X) == object // an array's elements
		case *ast.SelectorExpr:
			return owner(n.X) == object // a method may change it
		}
		return false
	})
}

// owner is the variable that x, x.f, x[i] and (x) are parts of.
func owner(expression ast.Expr) *ast.Object {
	for {
		switch e := expression.(type) {
		case *ast.Ident:
			return e.Obj
		case *ast.ParenExpr:
			expression = e.X
		case *ast.SelectorExpr:
			expression = e.X
		case *ast.IndexExpr:
			expression = e.X
		default:
			return nil
		}
	}
}

func anywhere(node ast.Node, fits func(ast.Node) bool) bool {
	found := false
	ast.Inspect(node, func(inner ast.Node) bool {
		if inner != nil && fits(inner) {
			found = true
		}
		return !found
	})
	return found
}
