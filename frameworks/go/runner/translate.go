package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// What newer versions have, for an older toolchain: what Go 1.22 made of loops (ranges.go, loops.go), and what the standard
// library got with 1.21 (later.go). All changes stay on their line, or behind a file's last one.

// translateSources changes the files of a submission where they need it; it says whether there were any that couldn't be
// compiled as they stand there, and any that import now what they didn't.
func translateSources(s settings, race bool, replace map[string]string) (changed, imports bool) {
	context := buildContext(race)
	ownVariables := wantedMinor(s.root) >= minorWithRanges
	late := findLateness(s, race, replace)
	finder := newTypeFinder(s, race, moduleNameOf(s.root, replace), replace)
	count := 0
	filepath.WalkDir(s.root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		name := entry.Name()
		if entry.IsDir() {
			return nil
		}
		if fits, err := context.MatchFile(filepath.Dir(path), name); !strings.HasSuffix(name, ".go") || err != nil || !fits {
			return nil
		}
		given := path
		if other := replace[path]; other != "" {
			given = other
		}
		file := parsedSource(given)
		if file == nil {
			return nil
		}
		var known *fileTypes
		if ownVariables && file.needsTypes() {
			known = finder.of(path)
		}
		text, incompatible := file.translated(late, late.functions[path], known, ownVariables)
		if text == nil {
			return nil
		}
		count++
		translation := filepath.Join(s.private, fmt.Sprintf("translated-%d.go", count))
		if writeReplacement(translation, text) == nil {
			replace[path] = translation
			changed = changed || incompatible
		}
		return nil
	})
	late.overlayLater(s, replace)
	return changed, late.members
}

// translated is the changed text of a file, nil if nothing is to be changed; and whether it couldn't be compiled before.
func (s *source) translated(late *lateness, functions []string, types *fileTypes, ownVariables bool) (text []byte, incompatible bool) {
	s.countRanges(types)
	s.addLater(late)
	for _, name := range functions {
		// Whoever is shown a stack is to see where it comes from: not behind the file's end.
		s.append("\n//line " + filepath.Join(late.root, late.directory, name) + ".go:1\n" + laterFunctions[name] + "\n")
		if strings.Contains(laterFunctions[name], laterReflect) {
			s.insert(s.tree.Name.End(), "; import "+laterReflect+" \"reflect\"")
		}
	}
	incompatible = len(s.changes) > 0
	if ownVariables {
		s.separateIterations(types)
	}
	if len(s.changes) == 0 {
		return nil, false
	}
	text, err := s.result()
	return text, err == nil && incompatible
}

// needsTypes holds for files with loops that show too little: to find types takes its time.
func (s *source) needsTypes() bool {
	return anywhere(s.tree, func(node ast.Node) bool {
		switch loop := node.(type) {
		case *ast.RangeStmt:
			return loop.Value == nil && !s.isInt(loop.X, 8)
		case *ast.ForStmt:
			start, ok := loop.Init.(*ast.AssignStmt)
			if !ok || start.Tok != token.DEFINE {
				return false
			}
			for _, variable := range start.Lhs {
				object := loopVariable(variable)
				if object != nil && isKept(loop.Body, object, true) && !isKept(loop.Body, object, false) {
					return true
				}
			}
		}
		return false
	})
}

// parsedSource is a file with what each name in it means; nil if it can't be read: go says why.
func parsedSource(path string) *source {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, path, text, 0)
	if err != nil {
		return nil
	}
	return &source{name: filepath.Base(path), text: text, files: files, tree: tree}
}
