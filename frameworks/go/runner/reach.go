package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// What a solution must not do, in whichever file it is: every file counts, since each can be compiled, also those of
// directories that `./...` leaves out, and which files a build takes is for go to say.

// linkPrefix is what the compiler takes for the directive that joins a name to one of another package.
const linkPrefix = "//go:linkname "

// nativePrefix is that of the directives for C. One of them needs no cgo: the program loads a library that it names, be it
// a file of the submission, and runs its code before any of Go's.
const nativePrefix = "//go:cgo_"

// reachesInto are the names of package testing, of the program itself, and of what ends both. Of others, a solution may
// call functions of the standard library: it may neither put its own in their place, nor have any package's variables.
var reachesInto = regexp.MustCompile(`^(testing|main|internal/testlog|os\.runtime_beforeExit)\b`)

// everyFile looks at all files of the submission.
func (r *refused) everyFile(race bool) {
	module := moduleNameOf(r.root, nil)
	filepath.WalkDir(r.root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil
		}
		switch strings.ToLower(filepath.Ext(path)) {
		case ".s", ".syso", ".swig", ".swigcxx":
			r.sayOf(path, "assembly and compiled code aren't taken: a solution is written in Go")
		case ".go":
			r.goFile(path, module, race)
		}
		return nil
	})
}

// plainName is a name of the module as everybody writes it. Written in parentheses or with escapes it could be that of one
// of Go's own packages without being known for it, and go would test that package.
var plainName = regexp.MustCompile(`(?m)^[ \t]*module[ \t]+("[^"\\\n]+"|[^\s"(` + "`" + `]+)[ \t]*(//.*)?\r?$`)

func (r *refused) moduleFile() {
	path := filepath.Join(r.root, "go.mod")
	if text, err := os.ReadFile(path); err == nil && moduleLine.Match(text) && !plainName.Match(text) {
		r.sayOf(path, "the module's name isn't taken in this form: it is to be written as `module name`")
	}
}

func (r *refused) sayOf(path, words string) {
	if name, err := filepath.Rel(r.root, path); err == nil {
		r.found = append(r.found, fmt.Sprintf("./%s: %s\n", name, words))
	}
}

func (r *refused) goFile(path, module string, race bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return
	}
	for i, line := range bytes.Split(bytes.TrimPrefix(text, []byte("\ufeff")), []byte("\n")) {
		if bytes.HasPrefix(line, []byte(nativePrefix)) {
			name, _ := filepath.Rel(r.root, path)
			r.found = append(r.found, fmt.Sprintf("./%s:%d:1: //go:cgo_… isn't taken: a solution is written in Go\n", name, i+1))
		}
		if !bytes.HasPrefix(line, []byte(linkPrefix)) {
			continue
		}
		// As the compiler parts them: by all that Unicode calls a space.
		words := strings.Fields(string(line))
		if len(words) < 3 {
			continue
		}
		complaint := ""
		if reachesInto.MatchString(words[2]) {
			complaint = "must not reach into the tests' own machinery"
		} else if !isStandard(packageOf(words[2])) || !r.isOnlyCalled(path, text, words[1]) {
			complaint = "may only name a function of the standard library that is declared here without a body"
		}
		if complaint != "" {
			name, _ := filepath.Rel(r.root, path)
			r.found = append(r.found, fmt.Sprintf("./%s:%d:1: //go:linkname %s\n", name, i+1, complaint))
		}
	}
	r.valuesIn(path, text)
	tree, err := parser.ParseFile(r.files, path, text, parser.ImportsOnly)
	if err != nil {
		return
	}
	own := map[string]bool{}
	for _, spec := range tree.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err == nil && imported == "C" && race {
			// The race detector needs cgo, which is off otherwise: C code would run before package testing does.
			r.say(spec.Pos(), "C code isn't taken: a solution is written in Go")
		}
		if err == nil && module != "" && (imported == module || imported == "solution/"+module) {
			name := r.name
			if spec.Name != nil {
				name = spec.Name.Name
			}
			own[name] = true
		}
	}
	if len(own) > 0 && len(r.tables) > 0 && !r.named[path] {
		if tree, err := parser.ParseFile(r.files, path, text, 0); err == nil {
			r.usesTables(tree, r.tablesIn(tree, own))
		}
	}
}

// packageOf is the import path in a name of the linker's: math/rand of math/rand.(*Rand).Int63.
func packageOf(symbol string) string {
	begin := strings.LastIndex(symbol, "/") + 1
	name, _, _ := strings.Cut(symbol[begin:], ".")
	return symbol[:begin] + name
}

// isOnlyCalled holds for a function without a body. (What can't be read go complains about.)
func (r *refused) isOnlyCalled(path string, text []byte, name string) bool {
	tree, err := parser.ParseFile(r.files, path, text, 0)
	if err != nil {
		return true
	}
	for _, declaration := range tree.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if ok && function.Recv == nil && function.Name.Name == name {
			return function.Body == nil
		}
	}
	return false
}

// tablesIn finds the uses of the tests' exported variables in a file that imports the package under other names; only what
// comes with the solution is asked.
func (r *refused) tablesIn(tree *ast.File, own map[string]bool) (used []*ast.Ident) {
	ast.Inspect(tree, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok && r.tables[selector.Sel.Name] {
			if name, ok := selector.X.(*ast.Ident); ok && name.Obj == nil && own[name.Name] {
				used = append(used, selector.Sel)
			}
		}
		return true
	})
	for _, name := range tree.Unresolved {
		if own["."] && r.tables[name.Name] {
			used = append(used, name)
		}
	}
	return used
}
