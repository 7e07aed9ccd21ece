package main

import (
	"go/ast"
	"go/token"
)

// A solution may read a number that the tests have a name for (`var maxNames = 26 * 26 * 1000`): it's as good as one that
// an exercise's text has, and the tests stand beside the solution. But not one that results are compared with, and nobody
// but the tests may change it.

// numbersOf gives the names that tests declare for plain numbers and that they don't judge by: that are in no table, are
// handed to no function, and aren't asked whether something equals them.
func numbersOf(tests []*ast.File) map[string]bool {
	numbers := map[string]bool{}
	for name, object := range declared(tests) {
		numbers[name] = (object.Kind == ast.Var || object.Kind == ast.Con) && isNumber(initialValue(object))
	}
	for _, tree := range tests {
		ast.Inspect(tree, func(node ast.Node) bool {
			var judging []ast.Expr
			switch n := node.(type) {
			case *ast.BinaryExpr:
				if n.Op == token.EQL || n.Op == token.NEQ {
					judging = []ast.Expr{n.X, n.Y}
				}
			case *ast.CallExpr:
				judging = n.Args
			case *ast.CompositeLit:
				judging = n.Elts
			case *ast.AssignStmt:
				judging = n.Rhs
			case *ast.ReturnStmt:
				judging = n.Results
			case *ast.ValueSpec:
				judging = n.Values
			}
			leaveOut(numbers, judging)
			return true
		})
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

// leaveOut takes names away that stand in the expressions.
func leaveOut(names map[string]bool, expressions []ast.Expr) {
	for _, expression := range expressions {
		if expression == nil {
			continue
		}
		ast.Inspect(expression, func(node ast.Node) bool {
			if name, ok := node.(*ast.Ident); ok {
				delete(names, name.Name)
			}
			return true
		})
	}
}

// onlyRead leaves those of the names that a solution doesn't change, or take the addresses of.
func onlyRead(names map[string]bool, solution []*ast.File) map[string]bool {
	for _, tree := range solution {
		ast.Inspect(tree, func(node ast.Node) bool {
			switch n := node.(type) {
			case *ast.AssignStmt:
				leaveOut(names, n.Lhs)
			case *ast.RangeStmt:
				leaveOut(names, []ast.Expr{n.Key, n.Value})
			case *ast.IncDecStmt:
				leaveOut(names, []ast.Expr{n.X})
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					leaveOut(names, []ast.Expr{n.X})
				}
			}
			return true
		})
	}
	return names
}
