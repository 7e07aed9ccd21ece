package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// warm fills the prepared directory: package testing as it is built, and a build cache that holds the compiled standard
// library as tests of exercises use it. The runner itself is put there by warm.sh.
func warm(arguments []string) error {
	s := settingsFromEnvironment()
	directory := os.Getenv("PROCTOR_PREPARED")
	if directory == "" {
		return errors.New("PROCTOR_PREPARED names no directory to fill")
	}
	root, err := goroot()
	if err != nil {
		return err
	}
	if _, err := patchTesting(root, s.folder, filepath.Join(directory, "testing-project"), false); err != nil {
		return err
	}
	replace, err := patchTesting(root, s.folder, filepath.Join(directory, "testing-exercise"), true)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "proctor-go-warm-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	overlay := filepath.Join(work, "overlay.json")
	if err := writeOverlay(overlay, replace); err != nil {
		return err
	}
	if err := downloadModules(work, directory); err != nil {
		return err
	}
	for _, race := range []bool{false, true} {
		if err := warmStandardLibrary(work, overlay, filepath.Join(directory, "cache"), root, race); err != nil {
			if !race {
				return err
			}
			fmt.Fprintln(os.Stderr, "proctor go runner: the race detector isn't prepared:", err)
		}
	}
	return nil
}

// downloadModules puts the modules that submissions may require besides the standard library where their builds find them:
// those of each go.mod in the directories of PROCTOR_GO_MODULES (a checkout of the track's runner has external-packages).
func downloadModules(work, prepared string) error {
	for i, directory := range filepath.SplitList(os.Getenv("PROCTOR_GO_MODULES")) {
		copied := filepath.Join(work, fmt.Sprint("modules", i))
		if err := os.Mkdir(copied, 0o755); err != nil {
			return err
		}
		for _, name := range []string{"go.mod", "go.sum"} {
			text, err := os.ReadFile(filepath.Join(directory, name))
			if err == nil {
				err = os.WriteFile(filepath.Join(copied, name), text, 0o644)
			}
			if err != nil && name == "go.mod" {
				return err
			}
		}
		command := exec.Command("go", "mod", "download")
		command.Dir = copied
		// Writable: the prepared directory is removed as it was made.
		command.Env = append(os.Environ(), "GOFLAGS=-modcacherw", "GOWORK=off", "GO111MODULE=on", "GOTOOLCHAIN=local",
			"GOMODCACHE="+filepath.Join(prepared, "modules"))
		if output, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("the modules of %s: %w\n%s", directory, err, output)
		}
	}
	return nil
}

// warmStandardLibrary builds and vets the tests of a package that imports all of the standard library.
func warmStandardLibrary(work, overlay, cache, root string, race bool) error {
	environment := append(append(os.Environ(), exerciseEnvironment(race)...), "GOCACHE="+cache)
	list := exec.Command("go", "list", "std")
	list.Env = environment
	output, err := list.Output()
	if err != nil {
		return fmt.Errorf("go list std: %w", err)
	}
	var text strings.Builder
	text.WriteString("package warm\n\nimport (\n")
	for _, name := range strings.Fields(string(output)) {
		if !strings.Contains("/"+name+"/", "/internal/") && !strings.HasPrefix(name, "vendor/") && name != "runtime/cgo" &&
			name != "runtime/race" && name != "unsafe" {
			fmt.Fprintf(&text, "\t_ %q\n", name)
		}
	}
	text.WriteString(")\n")
	test := "package warm\n\nimport \"testing\"\n\nfunc TestWarm(t *testing.T) { t.Log(\"ready\") }\n"
	files := map[string]string{"go.mod": "module warm\n", "warm.go": text.String(), "warm_test.go": test}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(work, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	// An exercise's program, started by hand, runs nothing.
	words := []string{"test", "-overlay", overlay, "-exec", "true", "-count=1"}
	if race {
		words = append(words, "-race")
	}
	command := func(more ...string) *exec.Cmd {
		command := exec.Command("go", append(append(words, more...), ".")...)
		command.Dir = work
		command.Env = environment
		return command
	}
	if output, err := command().CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, output)
	}
	if race {
		return nil
	}
	// Once more, changed: now all but the package itself is in the cache, and what go says points there.
	if err := os.WriteFile(filepath.Join(work, "warm.go"), []byte(text.String()+"\nvar Again int\n"), 0o644); err != nil {
		return err
	}
	return saveStandard(command("-work", "-x"), filepath.Dir(cache), root)
}
