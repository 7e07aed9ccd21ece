package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// version is that of a Go: 1, 23, 8.
type version [3]int

func parseVersion(text string) (v version) {
	fmt.Sscanf(text, "%d.%d.%d", &v[0], &v[1], &v[2]) // what isn't there is 0
	return v
}

func (v version) less(other version) bool {
	for i := range v {
		if v[i] != other[i] {
			return v[i] < other[i]
		}
	}
	return false
}

func (v version) String() string {
	return strings.TrimSuffix(fmt.Sprintf("%d.%d.%d", v[0], v[1], v[2]), ".0")
}

// toolchain is an installed Go.
type toolchain struct {
	root    string // its GOROOT
	name    string // go1.23.8
	version version
}

func (t toolchain) program() string { return filepath.Join(t.root, "bin", "go") }

// source is a file or directory of the standard library.
func (t toolchain) source(name string) string { return filepath.Join(t.root, "src", name) }

// installedToolchains are the Go on PATH, which comes first, and those in the usual places.
func installedToolchains() []toolchain {
	var roots []string
	if path, err := exec.LookPath("go"); err == nil {
		command := exec.Command(path, "env", "GOROOT")
		command.Env = append(os.Environ(), "GOTOOLCHAIN=local") // nothing is fetched
		if output, err := command.Output(); err == nil {
			roots = append(roots, strings.TrimSpace(string(output)))
		}
	}
	others, _ := filepath.Glob("/usr/lib/go-*")
	var found []toolchain
	seen := map[string]bool{}
	for _, root := range append(append(roots, "/usr/local/go"), others...) {
		text, err := os.ReadFile(filepath.Join(root, "VERSION"))
		name := strings.TrimSpace(strings.SplitN(string(text), "\n", 2)[0])
		if err == nil && strings.HasPrefix(name, "go") && !seen[root] {
			seen[root] = true
			found = append(found, toolchain{root, name, parseVersion(name[len("go"):])})
		}
	}
	return found
}

var goLine = regexp.MustCompile(`(?m)^[ \t]*(go[ \t]+|toolchain[ \t]+go)(\d+\.\d+(?:\.\d+)?)\S*`)

// neededVersion is what go.mod and go.work need (`go 1.23`), and the one that they would rather have (`toolchain go1.23.4`).
func neededVersion(root string) (needed, wanted version) {
	for _, name := range []string{"go.mod", "go.work"} {
		text, _ := os.ReadFile(filepath.Join(root, name))
		for _, parts := range goLine.FindAllStringSubmatch(string(text), -1) {
			v := parseVersion(parts[2])
			if needed.less(v) && !strings.HasPrefix(parts[1], "toolchain") {
				needed = v
			}
			if wanted.less(v) {
				wanted = v
			}
		}
	}
	return needed, wanted
}

// chooseToolchain takes the first, unless that is older than what is wanted: then it takes the newest.
func chooseToolchain(installed []toolchain, wanted version) toolchain {
	chosen := installed[0]
	if !chosen.version.less(wanted) {
		return chosen
	}
	for _, t := range installed {
		if chosen.version.less(t.version) {
			chosen = t
		}
	}
	return chosen
}

// tooOld says that a project needs a newer Go than all that are installed.
func tooOld(needed version, installed []toolchain) string {
	var found []string
	for _, t := range installed {
		found = append(found, t.name+" ("+t.root+")")
	}
	return fmt.Sprintf("This project needs Go %s. Found here: %s.\n", needed, strings.Join(found, ", "))
}
