package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// warm fills the prepared directory: a build cache that holds the compiled standard library as tests of exercises use it,
// for the Go on PATH and for the newest. The runner itself is put there by runner.sh.
func warm(s settings) error {
	installed := installedToolchains()
	if len(installed) == 0 {
		return errors.New("there is no Go here")
	}
	work, err := os.MkdirTemp("", "proctor-go-warm-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	toolchains := []toolchain{chooseToolchain(installed, version{}), chooseToolchain(installed, version{999})}
	if toolchains[0].root == toolchains[1].root {
		toolchains = toolchains[:1]
	}
	for _, t := range toolchains {
		fmt.Fprintf(os.Stderr, "compiling the standard library of %s\n", t.name)
		if err := warmStandardLibrary(s, t, filepath.Join(work, t.name), false); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "compiling package testing of %s with the race detector\n", t.name)
		if err := warmStandardLibrary(s, t, filepath.Join(work, t.name+"-race"), true); err != nil {
			fmt.Fprintln(os.Stderr, "proctor go runner: the race detector isn't prepared:", err)
		}
	}
	return downloadModules(s, toolchains[len(toolchains)-1], work)
}

// notWarmed are packages that nobody can import, and large ones that exercises hardly use.
var notWarmed = regexp.MustCompile(`^(vendor|archive|database|debug|expvar|go|html|image|log/syslog|mime|net|plugin)(/|$)|` +
	`(^|/)internal(/|$)|^(runtime/(cgo|race)|unsafe|crypto/(tls|x509).*)$`)

// warmStandardLibrary builds and vets the tests of a package that imports what exercises use of the standard library.
func warmStandardLibrary(s settings, t toolchain, work string, race bool) error {
	if err := os.MkdirAll(work, 0o755); err != nil {
		return err
	}
	overlay, err := reportingTesting(t, s.folder, work, true)
	if err != nil {
		return err
	}
	environment := append(append(os.Environ(), exerciseEnvironment(race)...), "GOROOT="+t.root,
		"GOCACHE="+filepath.Join(s.prepared, "cache"))
	words := []string{"test", "-overlay", overlay, "-exec", "true", "-count=1"}
	imports := []string{"fmt", "testing"}
	if race {
		words = append(words, "-race")
	} else {
		list := exec.Command(t.program(), "list", "std")
		list.Env = environment
		output, err := list.Output()
		if err != nil {
			return fmt.Errorf("go list std: %w", err)
		}
		imports = strings.Fields(string(output))
	}
	text := "package warm\n\nimport (\n"
	for _, name := range imports {
		if !notWarmed.MatchString(name) {
			text += fmt.Sprintf("\t_ %q\n", name)
		}
	}
	files := map[string]string{"go.mod": "module warm\n", "warm.go": text + ")\n",
		"warm_test.go": "package warm\n\nimport \"testing\"\n\nfunc TestWarm(t *testing.T) { t.Log(\"ready\") }\n"}
	module := filepath.Join(work, "warm")
	if err := os.Mkdir(module, 0o755); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(module, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	command := exec.Command(t.program(), append(words, ".")...)
	command.Dir = module
	command.Env = environment
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, output)
	}
	return nil
}

// downloadModules puts the modules that submissions may require besides the standard library where their builds find them:
// those of each go.mod in the directories of PROCTOR_GO_MODULES (a checkout of the track's runner has external-packages).
func downloadModules(s settings, t toolchain, work string) error {
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
		command := exec.Command(t.program(), "mod", "download")
		command.Dir = copied
		// Writable: the prepared directory is removed as it was made.
		command.Env = append(os.Environ(), "GOFLAGS=-modcacherw", "GOWORK=off", "GO111MODULE=on", "GOTOOLCHAIN=local",
			"GOROOT="+t.root, "GOMODCACHE="+filepath.Join(s.prepared, "modules"))
		if output, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("the modules of %s: %w\n%s", directory, err, output)
		}
	}
	return nil
}
