package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// standard is what `go test` told, when the prepared directory was filled, about compiling, vetting and linking against
// the standard library: enough to do the same for a plain package without asking go again (see direct.go).
type standard struct {
	Archives  map[string]string // import path -> compiled package
	Vet       map[string]any    // the configuration of vet for a package that imports all of it
	VetFlags  []string
	Toolchain string
}

const standardFile = "standard.json"

// preparedMark stands for the prepared directory in the file: it may lie elsewhere when it's used.
const preparedMark = "{prepared}"

func loadStandard(prepared, root string) (*standard, error) {
	text, err := os.ReadFile(filepath.Join(prepared, standardFile))
	if err != nil {
		return nil, err
	}
	quoted, err := json.Marshal(prepared)
	if err != nil {
		return nil, err
	}
	var result standard
	text = []byte(strings.ReplaceAll(string(text), preparedMark, strings.Trim(string(quoted), `"`)))
	if err := json.Unmarshal(text, &result); err != nil {
		return nil, err
	}
	if result.Toolchain != root {
		return nil, fmt.Errorf("prepared for %s, this is %s", result.Toolchain, root)
	}
	return &result, nil
}

var (
	workLine = regexp.MustCompile(`(?m)^WORK=(.*)$`)
	vetLine  = regexp.MustCompile(`(?m)[/\\]vet (-.*) \$WORK([/\\]\S+vet\.cfg)$`)
)

// saveStandard runs the command (a `go test` in the directory of the package "warm", whose dependencies are all in the
// cache already) so that it tells what it does, and keeps that.
func saveStandard(command *exec.Cmd, prepared, root string) error {
	output, err := command.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, output)
	}
	work := workLine.FindStringSubmatch(string(output))
	if work == nil {
		return errors.New("go test -work doesn't say where it works")
	}
	defer os.RemoveAll(work[1])
	result := standard{Archives: map[string]string{}, Toolchain: root}
	for _, line := range vetLine.FindAllStringSubmatch(string(output), -1) {
		var configuration map[string]any
		text, err := os.ReadFile(filepath.Join(work[1], line[2]))
		if err != nil {
			return err
		}
		if err := json.Unmarshal(text, &configuration); err != nil {
			return err
		}
		if configuration["VetxOnly"] == false {
			result.Vet = configuration
			result.VetFlags = strings.Fields(line[1])
		}
	}
	if result.Vet == nil {
		return errors.New("go test -x doesn't show how it runs vet")
	}
	link, err := os.Open(filepath.Join(work[1], "b001", "importcfg.link"))
	if err != nil {
		return err
	}
	defer link.Close()
	for lines := bufio.NewScanner(link); lines.Scan(); {
		entry := strings.TrimPrefix(lines.Text(), "packagefile ")
		name, file, found := strings.Cut(entry, "=")
		if found && entry != lines.Text() && !strings.HasPrefix(file, work[1]) {
			result.Archives[name] = file
		}
	}
	if result.Archives["testing"] == "" || result.Archives["testing/internal/testdeps"] == "" {
		return errors.New("package testing isn't in the cache")
	}
	text, err := json.Marshal(result)
	if err != nil {
		return err
	}
	text = []byte(strings.ReplaceAll(string(text), prepared+"/", preparedMark+"/"))
	return os.WriteFile(filepath.Join(prepared, standardFile), text, 0o644)
}
