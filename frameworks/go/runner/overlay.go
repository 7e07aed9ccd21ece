package main

import (
	"encoding/json"
	"fmt"
	"go/build"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// makeOverlay writes what the build is to see instead of, or beside, the files that are there: package testing with the
// reporter, and for a submission a go.mod that this toolchain can read.
func makeOverlay(s settings, exercise, race bool) (*overlay, error) {
	root, err := goroot()
	if err != nil {
		return nil, err
	}
	o := &overlay{file: filepath.Join(s.private, "overlay.json")}
	o.replaced, err = testingOverlay(s, root, exercise)
	if err != nil {
		return nil, err
	}
	if exercise {
		addImports(s, race, o.replaced)
		if err := adaptModule(s, o.replaced); err != nil {
			return nil, err
		}
		if toolchainMinor() < minorWithRanges {
			o.translated, o.imports = translateSources(s, race, o.replaced)
		}
	}
	return o, writeOverlay(o.file, o.replaced)
}

type overlay struct {
	file       string
	replaced   map[string]string // a file's own path to that of what the build sees
	translated bool              // some sources are read otherwise than they stand there: vet can't read those
	imports    bool              // and these import packages that the sources don't: only go knows what to do
}

func writeOverlay(path string, replace map[string]string) error {
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// writeReplacement writes what the build sees in the place of a file. Its time lies ahead: packages whose files are all
// older than two seconds are indexed by go, and it gives up where it can't write that to its cache.
func writeReplacement(path string, text []byte) error {
	if err := os.WriteFile(path, text, 0o644); err != nil {
		return err
	}
	ahead := time.Now().Add(time.Hour)
	return os.Chtimes(path, ahead, ahead)
}

// testingOverlay takes the prepared files if they were made for the toolchain in use.
func testingOverlay(s settings, root string, exercise bool) (map[string]string, error) {
	name := "testing-project"
	if exercise {
		name = "testing-exercise"
	}
	if s.prepared != "" && root == runtime.GOROOT() {
		directory := filepath.Join(s.prepared, name)
		if entries, err := os.ReadDir(directory); err == nil {
			replace := map[string]string{}
			for _, entry := range entries {
				replace[filepath.Join(root, "src", "testing", entry.Name())] = filepath.Join(directory, entry.Name())
			}
			return replace, nil
		}
	}
	return patchTesting(root, s.folder, filepath.Join(s.private, name), exercise)
}

// goroot asks the environment, then the place of the go that is found first, and only then go itself: that takes time.
func goroot() (string, error) {
	if root := os.Getenv("GOROOT"); root != "" {
		return filepath.Clean(root), nil
	}
	if path, err := exec.LookPath("go"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			root := filepath.Dir(filepath.Dir(path))
			if root == runtime.GOROOT() {
				return root, nil
			}
		}
	}
	output, err := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(output)), err
}

// addImports makes each package of the submission import package testing, so that this one is initialised first and takes
// the channel before any code of a student's runs. One file of each is changed, behind the name of its package.
func addImports(s settings, race bool, replace map[string]string) {
	count := 0
	eachPackage(s.root, race, func(path string, found *build.Package) {
		names := append(append([]string{}, found.GoFiles...), found.CgoFiles...)
		if len(names) == 0 {
			return
		}
		original := filepath.Join(path, names[0])
		file, err := openSource(original)
		if err != nil {
			return
		}
		file.insert(file.tree.Name.End(), "; import _ \"testing\"")
		text, err := file.result()
		count++
		changed := filepath.Join(s.private, fmt.Sprintf("importing-%d.go", count))
		if err == nil && writeReplacement(changed, text) == nil {
			replace[original] = changed
		}
	})
}

// eachPackage calls visit with the packages of a submission that go can read; go says what's wrong with the others. Those
// in testdata and the like are among them: `./...` leaves them out, but they can be imported. How many there may be is
// bounded by how many files a submission may have.
func eachPackage(root string, race bool, visit func(path string, found *build.Package)) {
	context := buildContext(race)
	filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return nil
		}
		if found, err := context.ImportDir(path, 0); err == nil {
			visit(path, found)
		}
		return nil
	})
}

// buildContext says, as go does, which files are compiled.
func buildContext(race bool) build.Context {
	context := build.Default
	context.CgoEnabled = race
	if race {
		context.BuildTags = append([]string{"race"}, context.BuildTags...)
	}
	return context
}
