package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
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

func buildPrograms(s settings, arguments []string) (int, error) {
	exercise := s.slug != ""
	race := exercise && readConfig(s.root).race
	if exercise {
		defer dropSources(s)
	}
	if err := os.MkdirAll(s.programs(), 0o755); err != nil {
		return 3, err
	}
	if err := os.MkdirAll(filepath.Join(s.private, "tmp"), 0o755); err != nil {
		return 3, err
	}
	if exercise {
		words, without := refusal(s.root, race)
		if words != "" {
			fmt.Print("# " + s.slug + "\n" + words)
			return 1, nil
		}
		for _, path := range without {
			if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) { // it may use them in two ways
				return 3, err
			}
		}
	}
	overlay, err := makeOverlay(s, exercise, race)
	if err != nil {
		return 3, err
	}
	if exercise && !race && !overlay.imports {
		err := buildDirectly(s, overlay.replaced)
		if err == nil {
			return 0, nil
		}
		var vet *vetError
		if overlay.translated && errors.As(err, &vet) {
			fmt.Print(originalNames("# "+vet.path+"\n"+vet.words, s.root, overlay.replaced))
			return 1, nil
		}
	}
	self, err := os.Executable()
	if err != nil {
		return 3, err
	}
	words := []string{"test", "-overlay", overlay.file, "-exec", quoteWord(self) + " save", "-count=1"}
	packages := "./..."
	if exercise {
		packages = "."
		if race {
			words = append(words, "-race")
		}
	}
	if overlay.translated {
		words = append(words, "-vet=off") // it would read what stands there, and say that it can't be compiled
	}
	words = append(words, packages)

	environment := buildEnvironment(s, exercise, race)
	output, failure := goOutput(s.root, environment, words)
	if failure != nil && withoutIndex.MatchString(output) {
		// go keeps an index of packages in its cache, by the times of the files. If they aren't what they were when the
		// prepared directory was filled, it can't write a new one there, and finds no packages or gives up.
		output, failure = goOutput(s.root, append(environment, "GODEBUG=goindex=0"), words)
	}
	var exit *exec.ExitError
	if failure != nil && !errors.As(failure, &exit) {
		return 3, fmt.Errorf("go can't be started: %w", failure)
	}
	text := failureText(originalNames(output, s.root, overlay.replaced))
	if failure == nil {
		if words := notOwnProgram(s); exercise && words != "" {
			fmt.Print(words)
			return 1, nil
		}
		return 0, nil
	}
	if !exercise && len(savedPrograms(s)) > 0 {
		// Some packages can't be built: the others are tested, and these are told as failures.
		return 0, saveFailures(s, text)
	}
	fmt.Print(text)
	if exercise {
		fmt.Print(versionNote(s.root) + cgoNote(s.root, race))
	}
	return 1, nil
}

// dropSources removes what was compiled in the place of the submission's files: a translated test says what is expected.
func dropSources(s settings) {
	files, _ := filepath.Glob(filepath.Join(s.private, "*.go"))
	for _, file := range files {
		os.Remove(file)
	}
}

// notOwnProgram says that go has built the tests of another package, which it takes the submission for; "" if it hasn't.
func notOwnProgram(s settings) string {
	for _, program := range savedPrograms(s) {
		place, err := filepath.EvalSymlinks(program.Directory)
		if err != nil || place != s.root {
			return "./go.mod: the module has the name of another package, whose tests go would run: that in " + program.Directory + "\n"
		}
	}
	return ""
}

var withoutIndex = regexp.MustCompile(`(?m)package \S+ is not in (GOROOT|std)\b|\bopen \S+/cache/[0-9a-f]{2}/[0-9a-f]{64}-[ad]: `)

func goOutput(directory string, environment, words []string) (string, error) {
	command := exec.Command("go", words...)
	command.Dir = directory
	command.Env = environment
	var output bytes.Buffer
	command.Stdout = &output
	command.Stderr = &output
	err := command.Run()
	return output.String(), err
}

// buildEnvironment is that of `go test` for a submission: what isn't there isn't fetched, and nothing outside of the
// submission steers it. A project in place keeps its owner's.
func buildEnvironment(s settings, exercise, race bool) []string {
	environment := append(os.Environ(), "GOTMPDIR="+filepath.Join(s.private, "tmp"), "PROCTOR_PROGRAMS="+s.programs())
	if !exercise {
		return append(environment, defaultCache(s)...)
	}
	environment = append(environment, exerciseEnvironment(race)...)
	if s.prepared != "" {
		// Read-only: what is new isn't kept, go says nothing about it, and submissions can't meet each other there.
		environment = append(environment, "GOCACHE="+filepath.Join(s.prepared, "cache"))
		if modules := filepath.Join(s.prepared, "modules"); isDirectory(modules) {
			environment = append(environment, "GOMODCACHE="+modules)
		}
		return environment
	}
	return append(environment, defaultCache(s)...)
}

func exerciseEnvironment(race bool) []string {
	cgo := "CGO_ENABLED=0" // C code would run before the reporter's
	if race {
		cgo = "CGO_ENABLED=1"
	}
	return []string{"GOFLAGS=", "GOENV=off", "GO111MODULE=on", "GOWORK=off", "GOPROXY=off", "GOSUMDB=off",
		"GOTOOLCHAIN=local", "GOEXPERIMENT=", "GODEBUG=", cgo}
}

// defaultCache gives a place to what go keeps where it has none.
func defaultCache(s settings) []string {
	var environment []string
	if os.Getenv("GOCACHE") == "" {
		directory, err := os.UserCacheDir()
		if err != nil || os.MkdirAll(filepath.Join(directory, "go-build"), 0o755) != nil {
			environment = append(environment, "GOCACHE="+filepath.Join(s.private, "cache"))
		}
	}
	if os.Getenv("HOME") == "" && os.Getenv("GOPATH") == "" {
		environment = append(environment, "GOPATH="+filepath.Join(s.private, "gopath"))
	}
	return environment
}

var laterImport = regexp.MustCompile(`"[^"\s]*/` + laterDirectory + `_*/`)

// originalNames puts the files' own names, and those of packages, in the place of those that the compiler was given.
func originalNames(output, root string, replaced map[string]string) string {
	var pairs []string
	for original, given := range replaced {
		if name, err := filepath.Rel(root, original); err == nil && !strings.HasPrefix(name, "..") {
			if shown, err := filepath.Rel(root, given); err == nil {
				pairs = append(pairs, shown, "./"+name) // as newer toolchains shorten it
			}
			pairs = append(pairs, given, "./"+name)
		}
	}
	return laterImport.ReplaceAllString(strings.NewReplacer(pairs...).Replace(output), `"`)
}

// failureText leaves out the lines about packages that could be built.
func failureText(output string) string {
	var kept strings.Builder
	lines := bufio.NewScanner(strings.NewReader(output))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		line := lines.Text()
		if line == "FAIL" || strings.HasPrefix(line, "ok  \t") || strings.HasPrefix(line, "?   \t") {
			continue
		}
		kept.WriteString(line + "\n")
	}
	return kept.String()
}

// saveFailures keeps, for each package that failed, the part of go's output about it: `# package [package.test]` and
// the lines below it, for one `FAIL package [build failed]`.
func saveFailures(s settings, text string) error {
	sections := map[string]string{}
	var general strings.Builder
	current := ""
	var failed []string
	for _, line := range strings.SplitAfter(text, "\n") {
		fields := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "# ") && len(fields) > 1:
			current = fields[1]
		case strings.HasPrefix(line, "FAIL\t") && len(fields) > 1:
			failed = append(failed, fields[1])
			continue
		case current == "":
			general.WriteString(line)
			continue
		}
		sections[current] += line
	}
	for i, name := range failed {
		message := sections[name]
		if message == "" {
			message = general.String()
		}
		if message == "" {
			message = text
		}
		if err := saveProgram(s.programs(), fmt.Sprintf("failed-%d", i), builtProgram{Package: name, Directory: directoryOf(s.root, name), Failure: message}); err != nil {
			return err
		}
	}
	return nil
}

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
	number, err := os.CreateTemp(directory, "program-*")
	if err != nil {
		return err
	}
	number.Close()
	// go's own directory lies beside ours (GOTMPDIR), so the file just changes its name.
	if err := os.Rename(arguments[0], number.Name()); err != nil {
		return err
	}
	return saveProgram(directory, filepath.Base(number.Name()), builtProgram{Directory: place, File: number.Name()})
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
