package main

import (
	"go/ast"
	"go/token"
)

// A solution may read a number that the tests have a name for (`var maxNames = 26 * 26 * 1000`): it's as good as one that
// an exercise's text has, and the tests stand beside the solution. But not one that results are compared with, and nobody
// may change it.

// numbersOf gives the names that tests declare for plain numbers and use for nothing but to say how often a loop goes
// round. What results are compared with, by whatever way, stands elsewhere.
func numbersOf(tests []*ast.File) map[string]bool {
	numbers := map[string]bool{}
	for name, object := range declared(tests) {
		numbers[name] = (object.Kind == ast.Var || object.Kind == ast.Con) && isNumber(initialValue(object))
	}
	for _, tree := range tests {
		for _, declaration := range tree.Decls {
			leaveOut(numbers, declaration)
		}
	}
	return numbers
}

func isNumber(expression ast.Expr) bool {
	switch e := expression.(type) {
	case *ast.BasicLit:
		return e.Kind == token.INT || e.Kind == token.FLOAT
	case *ast.ParenExpr:
		return isNumber(e.X)
	case *ast.BinaryExpr:
		return isNumber(e.X) && isNumber(e.Y)
	}
	return false
}

// leaveOut takes names away that stand in a piece of code, other than where they are declared and in a loop's condition.
func leaveOut(names map[string]bool, code ast.Node) {
	ast.Inspect(code, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.Ident:
			delete(names, n.Name)
		case *ast.ValueSpec:
			for _, value := range n.Values {
				leaveOut(names, value)
			}
			return false
		case *ast.ForStmt:
			if n.Init != nil {
				leaveOut(names, n.Init)
			}
			if n.Post != nil {
				leaveOut(names, n.Post)
			}
			leaveOut(names, n.Body)
			return false
		}
		return true
	})
}

// onlyRead leaves those of the names that a solution doesn't change, or take the addresses of.
func onlyRead(names map[string]bool, solution []*ast.File) map[string]bool {
	for _, tree := range solution {
		ast.Inspect(tree, func(node ast.Node) bool {
			switch n := node.(type) {
			case *ast.AssignStmt:
				for _, changed := range n.Lhs {
					leaveOut(names, changed)
				}
			case *ast.RangeStmt:
				if n.Key != nil {
					leaveOut(names, n.Key)
				}
				if n.Value != nil {
					leaveOut(names, n.Value)
				}
			case *ast.IncDecStmt:
				leaveOut(names, n.X)
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					leaveOut(names, n.X)
				}
			}
			return true
		})
	}
	return names
}
