// The runner of the go framework: it builds test programs whose package testing speaks proctor events, and runs them.
//
//	runner build   builds all test programs of a project or a submission, and says why that's impossible
//	runner run     runs them, with the channel passed on
//	runner warm    fills the prepared directory
//	runner save    what `go test -exec` calls in the place of each test program (see build.go)
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	command := ""
	if len(os.Args) > 1 {
		command = os.Args[1]
	}
	var err error
	code := 0
	switch command {
	case "build":
		code, err = buildPrograms(settingsFromEnvironment())
	case "run":
		code, err = run(settingsFromEnvironment(), os.Args[2:])
	case "warm":
		err = warm(settingsFromEnvironment())
	case "save":
		err = save(os.Args[2:])
	default:
		err = fmt.Errorf("unknown command %q", command)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "proctor go runner:", err)
		if code == 0 {
			code = 3
		}
	}
	os.Exit(code)
}

// settings are the directories that proctor names in the environment.
type settings struct {
	root     string // the project, or the copy of the submission
	folder   string // with this framework's files
	private  string // of this run, writable
	prepared string // shared, read-only; empty if there is none
	slug     string // empty for a project in place
}

func settingsFromEnvironment() settings {
	root := os.Getenv("PROCTOR_ROOT")
	if resolved, err := filepath.EvalSymlinks(root); err == nil {
		root = resolved // as the compiler writes it
	}
	return settings{
		root:     root,
		folder:   os.Getenv("PROCTOR_FOLDER"),
		private:  os.Getenv("PROCTOR_PRIVATE"),
		prepared: os.Getenv("PROCTOR_PREPARED"),
		slug:     os.Getenv("PROCTOR_SLUG"),
	}
}

func (s settings) exercise() bool { return s.slug != "" }

// file is one in the private directory.
func (s settings) file(name string) string { return filepath.Join(s.private, name) }

func (s settings) programs() string { return s.file("programs") }

// races is where the race detector writes, with the number of the process behind it: what it says belongs to the message
// of the test, not to what the student printed.
func (s settings) races() string { return s.file("races") }
