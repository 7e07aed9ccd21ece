package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"syscall"
)

// run starts the test programs, one after the other, each with the greeting, the channel and a place for its state as
// descriptors 3, 4 and 5. It stays their parent: what kills its parent doesn't meet proctor, and the way in which a
// program ended is seen here and becomes the runner's own.
func run(s settings, arguments []string) (int, error) {
	greeting, err := readGreeting()
	if err != nil {
		return 3, err
	}
	programs := savedPrograms(s)
	if len(programs) == 0 {
		if s.exercise() {
			return 3, errors.New("there are no test files (*_test.go)")
		}
		greeting.send(map[string]any{"event": "error", "none": true,
			"message": "No package here has tests: they stand in files whose names end with _test.go."})
		greeting.send(map[string]any{"event": "end"})
		return 1, nil
	}
	choice, err := chooseFiles(arguments)
	if err != nil {
		return 3, err
	}
	if _, err := regexp.Compile(greeting.filter); err != nil {
		greeting.send(map[string]any{"event": "error", "settings": true,
			"message": fmt.Sprintf("The filter isn't a regular expression: %v", err)})
		return 2, nil
	}
	// A run that hangs is asked for its stacks; those of the runner are of no interest.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGQUIT)
	code := 0
	for i, program := range programs {
		ended, finished, err := runProgram(s, greeting, program, choice)
		if err != nil {
			return 3, err
		}
		if !finished {
			return ended, nil // without an end, which a code of 0 doesn't stand for
		}
		if code == 0 || ended > 1 {
			code = ended
		}
		if ended == 1 && greeting.failFast {
			planOthers(s, greeting, programs[i+1:], choice)
			break
		}
		if ended > 1 {
			break
		}
	}
	if code <= 1 {
		greeting.send(map[string]any{"event": "end"})
	}
	return code, nil
}

// runProgram gives how a program ended, and whether it had run all its tests.
func runProgram(s settings, greeting *greeting, p builtProgram, choice choice) (code int, finished bool, err error) {
	directory, err := filepath.Rel(s.root, p.Directory)
	if err != nil {
		directory = "" // of a package elsewhere nobody knows
	}
	tests, all := choice.testFunctions(s.root, p.Directory)
	if directory != "" && (!greeting.wantsPackage(directory) || !all && len(tests) == 0) {
		return 0, true, nil
	}
	if p.Failure != "" {
		greeting.send(map[string]any{"event": "error", "message": strings.TrimSpace(p.Failure)})
		return 1, true, nil
	}
	prefix := prefixOf(directory)
	if all {
		tests = nil
	}
	handOver, err := unnamedFile(s, greeting.forProgram(s, prefix, tests))
	if err != nil {
		return 3, false, err
	}
	defer handOver.Close()
	state, err := unnamedFile(s, fmt.Sprintf("%-60s", fmt.Sprint(greeting.number, 0, false)))
	if err != nil {
		return 3, false, err
	}
	defer state.Close()

	flags := []string{"-test.paniconexit0", "-test.timeout=0", "-test.run=" + greeting.filter}
	if greeting.exercise {
		flags = append(flags, "-test.short")
	}
	if greeting.failFast {
		flags = append(flags, "-test.failfast")
	}
	command := exec.Command(p.File, flags...)
	command.Dir = p.Directory
	command.Env = programEnvironment()
	command.Stdout = os.Stdout
	command.Stderr = os.Stderr
	if greeting.exercise {
		command.Env = append(command.Env, "GORACE=log_path="+s.races())
		command.Stderr = os.Stdout // as `go test` does: what a student prints stays in its order
	}
	command.ExtraFiles = []*os.File{handOver, greeting.channel, state}
	failure := command.Run()
	var exit *exec.ExitError
	if failure != nil && !errors.As(failure, &exit) {
		return 3, false, failure
	}
	status := command.ProcessState.Sys().(syscall.WaitStatus)
	open, finished := greeting.readState(state)
	switch {
	case finished && !status.Signaled():
		return status.ExitStatus(), true, nil
	case open == 0 && prefix != "":
		// One package of several: it has failed as a whole, the others are tested.
		greeting.tellFailure(directory, fmt.Sprintf("The test program of this package ended before it had run all tests: %v", failure))
		return 1, true, nil
	case status.Signaled():
		return 128 + int(status.Signal()), false, nil
	}
	return status.ExitStatus(), false, nil
}

// planOthers tells which tests there are in the packages that aren't run any more, as their test files say: each program
// plans its own tests, but these are never started. (Of examples only the compiler knows which are run.)
func planOthers(s settings, greeting *greeting, programs []builtProgram, choice choice) {
	planned := []map[string]any{}
	for _, program := range programs {
		directory, err := filepath.Rel(s.root, program.Directory)
		if err != nil || program.Failure != "" || greeting.filter != "" { // what a filter leaves out isn't to be planned
			continue
		}
		tests, _ := choice.testFunctions(s.root, program.Directory)
		for _, test := range tests {
			id := prefixOf(directory) + test.name
			if !strings.HasPrefix(test.name, "Example") && greeting.wantsTest(id) {
				planned = append(planned, map[string]any{"id": id, "file": test.file, "line": test.line})
			}
		}
	}
	if len(planned) > 0 {
		greeting.send(map[string]any{"event": "plan", "tests": planned})
	}
}

// prefixOf is what the ids of a package's tests begin with.
func prefixOf(directory string) string {
	if directory == "" || directory == "." {
		return ""
	}
	return directory + "."
}

func programEnvironment() []string {
	var environment []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "PROCTOR_") {
			environment = append(environment, variable)
		}
	}
	return append(environment, "PROCTOR_TESTING=1")
}

func savedPrograms(s settings) []builtProgram {
	var programs []builtProgram
	paths, _ := filepath.Glob(filepath.Join(s.programs(), "*.json"))
	for _, path := range paths {
		var p builtProgram
		if text, err := os.ReadFile(path); err == nil && json.Unmarshal(text, &p) == nil {
			programs = append(programs, p)
		}
	}
	sort.Slice(programs, func(i, j int) bool {
		return programs[i].Directory+programs[i].Package < programs[j].Directory+programs[j].Package
	})
	return programs
}

// unnamedFile is a file that has no name any more.
func unnamedFile(s settings, text string) (*os.File, error) {
	file, err := os.CreateTemp(s.private, "unnamed-*")
	if err != nil {
		return nil, err
	}
	os.Remove(file.Name())
	_, err = file.WriteAt([]byte(text), 0)
	return file, err
}
