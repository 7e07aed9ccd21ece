package main

import (
	"fmt"
	"go/build"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// choice is the test files that were asked for by --path=GLOB; none asked for: all.
type choice []*regexp.Regexp

func chooseFiles(arguments []string) (choice, error) {
	var result choice
	for _, argument := range arguments {
		glob := strings.TrimPrefix(argument, "--path=")
		if glob == argument || glob == "" {
			return nil, fmt.Errorf("unknown argument %q", argument)
		}
		result = append(result, globPattern(strings.TrimSuffix(strings.TrimPrefix(glob, "./"), "/")))
	}
	return result, nil
}

// globPattern: ** crosses directories, * and ? don't; the name of a directory stands for all in it.
func globPattern(glob string) *regexp.Regexp {
	words := strings.NewReplacer(`\*\*/`, "(.*/)?", `\*\*`, ".*", `\*`, "[^/]*", `\?`, "[^/]")
	return regexp.MustCompile("^" + words.Replace(regexp.QuoteMeta(glob)) + "(/.*)?$")
}

func (c choice) matches(path string) bool {
	for _, pattern := range c {
		if pattern.MatchString(path) {
			return true
		}
	}
	return len(c) == 0
}

var (
	testName = regexp.MustCompile(`^(Test|Example|Fuzz)([^a-z]|$)`)
	testLine = regexp.MustCompile(`(?m)^func ((?:Test|Example|Fuzz)(?:[^a-z(]\w*)?)\(`)
)

type testFunction struct {
	name string
	file string // below the root
	line int
}

// testFunctions are those in the chosen test files of a package, and whether these are all that it has.
func (c choice) testFunctions(root, directory string) (tests []testFunction, all bool) {
	files, _ := filepath.Glob(filepath.Join(directory, "*_test.go"))
	all = true
	for _, file := range files {
		relative, err := filepath.Rel(root, file)
		if err != nil || !c.matches(relative) {
			all = false
			continue
		}
		if taken, err := build.Default.MatchFile(directory, filepath.Base(file)); err != nil || !taken {
			continue
		}
		text, _ := os.ReadFile(file)
		for _, at := range testLine.FindAllSubmatchIndex(text, -1) {
			name := string(text[at[2]:at[3]])
			if name != "TestMain" {
				tests = append(tests, testFunction{name, relative, 1 + strings.Count(string(text[:at[0]]), "\n")})
			}
		}
	}
	return tests, all
}
