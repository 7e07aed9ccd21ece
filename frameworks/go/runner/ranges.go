package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
)

// Since Go 1.22 `for i := range 10` counts, and the tests of exercises do so (their benchmarks, too, which are never run
// but must compile). For an older toolchain it becomes a loop with a counter of its own, of the number's type. What is
// changed here could not be compiled at all; all changes stay on their line.

const minorWithRanges = 22

// countRanges changes the loops of a file that range over a number, as far as that is known.
func (s *source) countRanges(types *fileTypes) {
	ast.Inspect(s.tree, func(node ast.Node) bool {
		loop, ok := node.(*ast.RangeStmt)
		if !ok || loop.Value != nil {
			return true
		}
		number := types.counted(s.offset(loop.For))
		if number == "" && s.isInt(loop.X, 8) {
			number = "int"
		}
		if number != "" {
			s.count(loop, number)
		}
		return true
	})
}

func (s *source) count(loop *ast.RangeStmt, number string) {
	begin, end := s.offset(loop.For)+len("for"), s.offset(loop.X.Pos())
	if bytes.ContainsRune(s.text[begin:end], '\n') {
		return
	}
	counter := fmt.Sprintf("proctor%d", begin)
	zero := number + "(0)"
	if number == sameType {
		zero, number = s.code(loop.X)+"-"+s.code(loop.X), ""
	}
	s.changes = append(s.changes, change{begin, end, fmt.Sprintf(" %s, %sEnd := %s, %s(", counter, counter, zero, number)})
	s.insert(loop.X.End(), fmt.Sprintf("); %s < %sEnd; %s++", counter, counter, counter))
	if name, ok := loop.Key.(*ast.Ident); loop.Key == nil || ok && name.Name == "_" {
		return
	}
	// The body may declare the name once more.
	s.insert(loop.Body.Lbrace+1, fmt.Sprintf(" %s %s %s; {", s.code(loop.Key), loop.Tok, counter))
	s.insert(loop.Body.Rbrace, "}")
}

// isInt holds for what is an int, or a constant that becomes one, as far as the file itself shows.
func (s *source) isInt(expression ast.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	switch e := expression.(type) {
	case *ast.BasicLit:
		return e.Kind == token.INT
	case *ast.ParenExpr:
		return s.isInt(e.X, depth-1)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.ADD, token.SUB, token.MUL, token.QUO, token.REM:
			return s.isInt(e.X, depth-1) && s.isInt(e.Y, depth-1)
		case token.SHL, token.SHR:
			return s.isInt(e.X, depth-1)
		}
	case *ast.CallExpr:
		function, ok := e.Fun.(*ast.Ident)
		return ok && function.Obj == nil && (function.Name == "len" || function.Name == "cap" || function.Name == "int")
	case *ast.SelectorExpr: // b.N of a benchmark
		if owner, ok := e.X.(*ast.Ident); ok && e.Sel.Name == "N" && owner.Obj != nil {
			field, ok := owner.Obj.Decl.(*ast.Field)
			return ok && s.code(field.Type) == "*testing.B"
		}
	case *ast.Ident:
		return e.Obj != nil && s.isDeclaredInt(e.Obj, depth-1)
	}
	return false
}

func (s *source) isDeclaredInt(object *ast.Object, depth int) bool {
	switch d := object.Decl.(type) {
	case *ast.Field:
		return s.isIntType(d.Type)
	case *ast.ValueSpec:
		if d.Type != nil {
			return s.isIntType(d.Type)
		}
		for i, name := range d.Names {
			if name.Name == object.Name && len(d.Values) == len(d.Names) {
				return s.isInt(d.Values[i], depth)
			}
		}
	case *ast.AssignStmt:
		for i, left := range d.Lhs {
			if name, ok := left.(*ast.Ident); ok && name.Name == object.Name && len(d.Lhs) == len(d.Rhs) {
				return s.isInt(d.Rhs[i], depth)
			}
		}
	}
	return false
}

func (s *source) isIntType(expression ast.Expr) bool {
	name, ok := expression.(*ast.Ident)
	return ok && name.Name == "int" && name.Obj == nil
}
