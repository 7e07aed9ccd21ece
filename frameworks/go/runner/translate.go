package main

import (
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// What Go 1.22 made of loops, for an older toolchain: see ranges.go and loops.go. All changes stay on their line.

// translateSources changes the files of a submission where they need it; it says whether there were any that couldn't be
// compiled as they stand there.
func translateSources(s settings, replace map[string]string) (changed bool) {
	context := build.Default
	ownVariables := wantedMinor(s.root) >= minorWithRanges
	count := 0
	filepath.WalkDir(s.root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		name := entry.Name()
		if entry.IsDir() {
			if path != s.root && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if fits, err := context.MatchFile(filepath.Dir(path), name); !strings.HasSuffix(name, ".go") || err != nil || !fits {
			return nil
		}
		given := path
		if other := replace[path]; other != "" {
			given = other
		}
		text, counting := translated(given, ownVariables)
		if text == nil {
			return nil
		}
		count++
		file := filepath.Join(s.private, fmt.Sprintf("translated-%d.go", count))
		if os.WriteFile(file, text, 0o644) == nil {
			replace[path] = file
			changed = changed || counting
		}
		if count >= maxPackages {
			return errEnough
		}
		return nil
	})
	return changed
}

// translated is the changed text of a file, nil if nothing is to be changed; and whether loops over ints were.
func translated(path string, ownVariables bool) (result []byte, counting bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, false
	}
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, path, text, 0) // with what each name means
	if err != nil {
		return nil, false
	}
	s := &source{name: filepath.Base(path), text: text, files: files, tree: tree}
	s.countRanges()
	counting = len(s.changes) > 0
	if ownVariables {
		s.separateIterations()
	}
	if len(s.changes) == 0 {
		return nil, false
	}
	if text, err = s.result(); err != nil {
		return nil, false
	}
	return text, counting
}
