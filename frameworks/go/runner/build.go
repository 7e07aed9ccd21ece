package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// `go test -exec "runner save"` builds and vets as `go test` does, with its words if that fails, and instead of running
// the test programs it hands each to `save`, which keeps it. So the code under test runs only later, and once more
// without building if it has to.

// builtProgram is a test program that was built, or the reason why there is none.
type builtProgram struct {
	Directory string // of its package; it runs there
	File      string
	Package   string // for failures: its import path
	Failure   string
}

const toolMissing = 127 // the exit code of a build that lacks what it needs

func buildPrograms(s settings) (int, error) {
	installed := installedToolchains()
	if len(installed) == 0 {
		fmt.Println("There is no Go here, neither on PATH nor in /usr/local/go or /usr/lib/go-*.")
		return toolMissing, nil
	}
	needed, wanted := neededVersion(s.root)
	chosen := chooseToolchain(installed, wanted)
	if !s.exercise() && chosen.version.less(needed) {
		fmt.Print(tooOld(needed, installed))
		return toolMissing, nil
	}
	for _, directory := range []string{s.programs(), s.file("tmp"), s.file("testing")} {
		if err := os.MkdirAll(directory, 0o755); err != nil {
			return 3, err
		}
	}
	overlay, err := reportingTesting(chosen, s.folder, s.file("testing"), s.exercise())
	if err != nil {
		return 3, err
	}
	self, err := os.Executable()
	if err != nil {
		return 3, err
	}
	words := []string{"test", "-overlay", overlay, "-exec", quoteWord(self) + " save", "-count=1"}
	packages := "./..."
	race := false
	if s.exercise() {
		packages = "."
		hideFromIndex(s.root)
		module, err := moduleWords(s, chosen, needed)
		if err != nil {
			return 3, err
		}
		words = append(words, module...)
		if race = wantsRace(s.root); race {
			words = append(words, "-race")
		}
	}
	words = append(words, packages)
	command := exec.Command(chosen.program(), words...)
	command.Dir = s.root
	command.Env = buildEnvironment(s, chosen, race)
	var output bytes.Buffer
	command.Stdout = &output
	command.Stderr = &output
	failure := command.Run()
	var exit *exec.ExitError
	if failure == nil {
		for _, program := range savedPrograms(s) {
			if place, _ := filepath.EvalSymlinks(program.Directory); s.exercise() && place != s.root {
				fmt.Printf("./go.mod: the module is called like another package, whose tests go would run: %s\n", place)
				return 1, nil
			}
		}
		return 0, nil
	}
	if !errors.As(failure, &exit) {
		return 3, fmt.Errorf("go can't be started: %w", failure)
	}
	text := failureText(output.String())
	if !s.exercise() && len(savedPrograms(s)) > 0 {
		// Some packages can't be built: the others are tested, and these are told as failures.
		return 0, saveFailures(s, text)
	}
	fmt.Print(text)
	if s.exercise() && chosen.version.less(needed) {
		fmt.Printf("note: module requires Go %s, this is %s\n", needed, chosen.name)
	}
	return 1, nil
}

// wantsRace holds if the exercise's configuration asks for the race detector, the only flag that it may ask for.
func wantsRace(root string) bool {
	for _, place := range []string{".meta", ".exercism"} {
		if text, err := os.ReadFile(filepath.Join(root, place, "config.json")); err == nil {
			return bytes.Contains(text, []byte(`"-race"`))
		}
	}
	return false
}

// hideFromIndex makes the submission's files look new: go indexes packages whose files are older than two seconds, and
// gives up where it can't write the index to its cache.
func hideFromIndex(root string) {
	ahead := time.Now().Add(time.Hour)
	filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") {
			os.Chtimes(path, ahead, ahead)
		}
		return nil
	})
}

// buildEnvironment is that of `go test`. For a submission nothing is fetched, and nothing outside of the submission steers
// it. A project in place keeps its owner's; but no other toolchain is fetched.
func buildEnvironment(s settings, t toolchain, race bool) []string {
	environment := append(os.Environ(), "GOTOOLCHAIN=local", "GOROOT="+t.root, "GOTMPDIR="+s.file("tmp"),
		"PROCTOR_PROGRAMS="+s.programs())
	if s.exercise() {
		environment = append(environment, exerciseEnvironment(race)...)
		if s.prepared != "" {
			// Read-only: what is new isn't kept, go says nothing about it, and submissions can't meet each other there.
			environment = append(environment, "GOCACHE="+filepath.Join(s.prepared, "cache"))
			if modules := filepath.Join(s.prepared, "modules"); isDirectory(modules) {
				// go can't keep an index of these modules in its cache, and gives up without being told so.
				environment = append(environment, "GOMODCACHE="+modules, "GODEBUG=goindex=0")
			}
			return environment
		}
	}
	// What go keeps gets a place where it has none.
	if os.Getenv("GOCACHE") == "" {
		directory, err := os.UserCacheDir()
		if err != nil || os.MkdirAll(filepath.Join(directory, "go-build"), 0o755) != nil {
			environment = append(environment, "GOCACHE="+s.file("cache"))
		}
	}
	if os.Getenv("HOME") == "" && os.Getenv("GOPATH") == "" {
		environment = append(environment, "GOPATH="+s.file("gopath"))
	}
	return environment
}

func exerciseEnvironment(race bool) []string {
	cgo := "CGO_ENABLED=0" // no C compiler has to be there
	if race {
		cgo = "CGO_ENABLED=1"
	}
	return []string{"GOFLAGS=", "GOENV=off", "GO111MODULE=on", "GOWORK=off", "GOPROXY=off", "GOSUMDB=off",
		"GOTOOLCHAIN=local", "GOEXPERIMENT=", "GODEBUG=", cgo}
}

var passedLine = regexp.MustCompile(`(?m)^(FAIL|(ok  |\?   )\t.*)\n`)

// failureText leaves out the lines about packages that could be built.
func failureText(output string) string { return passedLine.ReplaceAllString(output, "") }

// saveFailures keeps, for each package that failed, the part of go's output about it: `# package [package.test]` and
// the lines below it, for one `FAIL package [build failed]`.
func saveFailures(s settings, text string) error {
	sections := map[string]string{}
	current := ""
	var failed []string
	for _, line := range strings.SplitAfter(text, "\n") {
		fields := strings.Fields(line)
		if strings.HasPrefix(line, "FAIL\t") && len(fields) > 1 {
			failed = append(failed, fields[1])
			continue
		}
		if strings.HasPrefix(line, "# ") && len(fields) > 1 {
			current = strings.TrimSuffix(strings.Trim(fields[len(fields)-1], "[]"), ".test")
		}
		sections[current] += line
	}
	for i, name := range failed {
		message := sections[name]
		if message == "" {
			message = sections[""]
		}
		if message == "" {
			message = text
		}
		failure := builtProgram{Package: name, Directory: directoryOf(s.root, name), Failure: message}
		if err := saveProgram(s.programs(), fmt.Sprintf("failed-%d", i), failure); err != nil {
			return err
		}
	}
	return nil
}

var moduleName = regexp.MustCompile(`(?m)^\s*module[ \t]+"?([^\s"()\\]+)"?`)

// directoryOf finds a package of the module in root by its import path; "" if it isn't one.
func directoryOf(root, name string) string {
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	parts := moduleName.FindStringSubmatch(string(text))
	if err != nil || parts == nil || name != parts[1] && !strings.HasPrefix(name, parts[1]+"/") {
		return ""
	}
	return filepath.Join(root, strings.TrimPrefix(name, parts[1]))
}

// save is called in the directory of the package, with the test program and its arguments.
func save(arguments []string) error {
	directory := os.Getenv("PROCTOR_PROGRAMS")
	if len(arguments) == 0 || directory == "" {
		return errors.New("save is called by `go test -exec` only")
	}
	place, err := os.Getwd()
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(directory, "program-*")
	if err != nil {
		return err
	}
	file.Close()
	// go's own directory lies beside ours (GOTMPDIR), so the file just changes its name.
	if err := os.Rename(arguments[0], file.Name()); err != nil {
		return err
	}
	return saveProgram(directory, filepath.Base(file.Name()), builtProgram{Directory: place, File: file.Name()})
}

func saveProgram(directory, name string, p builtProgram) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(directory, name+".json"), text, 0o644)
}

// quoteWord writes a word as `go test -exec` splits them.
func quoteWord(word string) string {
	if strings.ContainsAny(word, " \t'\"") {
		return "'" + word + "'"
	}
	return word
}

func isDirectory(path string) bool {
	status, err := os.Stat(path)
	return err == nil && status.IsDir()
}
