package main

import (
	"go/build"
	"path/filepath"
	"strings"
)

// planOthers tells which tests there are in the packages that aren't run any more, as their test files say: each program
// plans its own tests, but these are never started. (Of examples only the compiler knows which are run.)
func planOthers(s settings, greeting *greeting, programs []builtProgram, choice *choice) {
	if greeting.filter != "" {
		return // what it leaves out isn't to be planned
	}
	tests := []map[string]any{}
	for _, program := range programs {
		directory, err := filepath.Rel(s.root, program.Directory)
		if err != nil || program.Failure != "" {
			continue
		}
		files, _ := filepath.Glob(filepath.Join(program.Directory, "*_test.go"))
		for _, file := range files {
			relative, err := filepath.Rel(s.root, file)
			if err != nil || !choice.all() && !choice.matches(relative) {
				continue
			}
			if taken, err := build.Default.MatchFile(program.Directory, filepath.Base(file)); err != nil || !taken {
				continue
			}
			for _, test := range testFunctions(file) {
				id := prefixOf(directory) + test.name
				if test.name == "TestMain" || strings.HasPrefix(test.name, "Example") || !greeting.wantsTest(id) {
					continue
				}
				tests = append(tests, map[string]any{"id": id, "file": relative, "line": test.line})
			}
		}
	}
	if len(tests) > 0 {
		greeting.send(map[string]any{"event": "plan", "tests": tests})
	}
}
