package main

import (
	"fmt"
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
// compiled as they stand there.
func translateSources(s settings, race bool, replace map[string]string) (changed bool) {
	context := buildContext(race)
	ownVariables := wantedMinor(s.root) >= minorWithRanges
	late := findLateness(s, race, replace)
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
		text, incompatible := file.translated(late, late.functions[path], ownVariables)
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
	return changed
}

// translated is the changed text of a file, nil if nothing is to be changed; and whether it couldn't be compiled before.
func (s *source) translated(late *lateness, functions []string, ownVariables bool) (text []byte, incompatible bool) {
	s.countRanges()
	s.addLater(late)
	for _, name := range functions {
		s.append("\n" + laterFunctions[name] + "\n")
	}
	incompatible = len(s.changes) > 0
	if ownVariables {
		s.separateIterations()
	}
	if len(s.changes) == 0 {
		return nil, false
	}
	text, err := s.result()
	return text, err == nil && incompatible
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
