package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// choice is the test files that were asked for by --path=GLOB; none asked for: all.
type choice struct {
	patterns []*regexp.Regexp
}

func chooseFiles(arguments []string) (*choice, error) {
	result := &choice{}
	for _, argument := range arguments {
		glob, found := cutPrefix(argument, "--path=")
		if !found {
			return nil, fmt.Errorf("unknown argument %q", argument)
		}
		pattern, err := globPattern(strings.TrimPrefix(glob, "./"))
		if err != nil {
			return nil, err
		}
		result.patterns = append(result.patterns, pattern)
	}
	return result, nil
}

func cutPrefix(text, prefix string) (string, bool) {
	return strings.TrimPrefix(text, prefix), strings.HasPrefix(text, prefix)
}

// globPattern: ** crosses directories, * and ? don't; the name of a directory stands for all in it.
func globPattern(glob string) (*regexp.Regexp, error) {
	if glob == "" {
		return nil, errors.New("--path= needs a file, a directory or a glob")
	}
	var text strings.Builder
	for i := 0; i < len(glob); i++ {
		switch {
		case strings.HasPrefix(glob[i:], "**/"):
			text.WriteString("(.*/)?")
			i += 2
		case strings.HasPrefix(glob[i:], "**"):
			text.WriteString(".*")
			i++
		case glob[i] == '*':
			text.WriteString("[^/]*")
		case glob[i] == '?':
			text.WriteString("[^/]")
		default:
			text.WriteString(regexp.QuoteMeta(glob[i : i+1]))
		}
	}
	return regexp.Compile("^" + strings.TrimSuffix(text.String(), "/") + "(/.*)?$")
}

func (c *choice) all() bool { return len(c.patterns) == 0 }

// testsIn names the tests of a package that stand in chosen files (none: all of them do); false: no file is chosen.
func (c *choice) testsIn(root, directory string) (tests []string, some bool) {
	if c.all() {
		return nil, true
	}
	files, _ := filepath.Glob(filepath.Join(directory, "*_test.go"))
	every := true
	for _, file := range files {
		relative, err := filepath.Rel(root, file)
		if err != nil || !c.matches(relative) {
			every = false
			continue
		}
		some = true
		for _, test := range testFunctions(file) {
			tests = append(tests, test.name)
		}
	}
	if every {
		return nil, some
	}
	return tests, some && len(tests) > 0
}

// mayHave holds if a file of a package that can't be built is chosen; of one elsewhere nobody knows.
func (c *choice) mayHave(root, directory string) bool {
	if c.all() || directory == "" {
		return true
	}
	files, _ := filepath.Glob(filepath.Join(directory, "*_test.go"))
	for _, file := range files {
		if relative, err := filepath.Rel(root, file); err == nil && c.matches(relative) {
			return true
		}
	}
	return false
}

func (c *choice) matches(path string) bool {
	for _, pattern := range c.patterns {
		if pattern.MatchString(path) {
			return true
		}
	}
	return false
}

var testName = regexp.MustCompile(`^(Test|Example|Fuzz)([^a-z]|$)`)

type testFunction struct {
	name string
	line int
}

func testFunctions(file string) []testFunction {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var found []testFunction
	for _, declaration := range tree.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if ok && function.Recv == nil && testName.MatchString(function.Name.Name) {
			found = append(found, testFunction{function.Name.Name, files.Position(function.Pos()).Line})
		}
	}
	return found
}
