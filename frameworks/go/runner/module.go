package main

import (
	"go/build"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

// adaptModule lets this toolchain read the submission's go.mod: sites write the newest version into each, older
// toolchains refuse it, or words that they don't know, though they could compile the code. The file itself stays.
func adaptModule(s settings, replace map[string]string) error {
	path := filepath.Join(s.root, "go.mod")
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		text = nil
	} else if err != nil {
		return err
	}
	adapted := adaptedModule(string(text), toolchainMinor(), s.slug)
	if text != nil && adapted == string(text) {
		return nil
	}
	file := filepath.Join(s.private, "go.mod")
	replace[path] = file
	return os.WriteFile(file, []byte(adapted), 0o644)
}

var (
	goLine      = regexp.MustCompile(`(?m)^[ \t]*go[ \t]+1\.(\d+)(\.\S+|[a-z]\S*)?[ \t]*(//.*)?\r?$`)
	laterLine   = regexp.MustCompile(`(?m)^[ \t]*(toolchain|tool|godebug|ignore)[ \t]+[^(\s].*$`)
	laterBlock  = regexp.MustCompile(`(?ms)^[ \t]*(tool|godebug|ignore)[ \t]*\(.*?^[ \t]*\)[ \t\r]*(//[^\n]*)?$`)
	moduleLine  = regexp.MustCompile(`(?m)^[ \t]*module\b`)
	notInModule = regexp.MustCompile(`[^a-z0-9]+`)
)

// adaptedModule is the text that a toolchain 1.<minor> understands.
func adaptedModule(text string, minor int, slug string) string {
	if !moduleLine.MatchString(text) && strings.TrimSpace(text) == "" {
		name := strings.Trim(notInModule.ReplaceAllString(strings.ToLower(slug), ""), ".")
		if name == "" {
			name = "solution"
		}
		return "module " + name + "\n\ngo 1." + strconv.Itoa(minor) + "\n"
	}
	text = moduleName.ReplaceAllStringFunc(text, func(line string) string {
		name := moduleName.FindStringSubmatch(line)[1]
		if name != "main" && !isStandard(name) {
			return line
		}
		// go would test its own package of that name, and not the submission.
		return "module solution/" + name
	})
	text = goLine.ReplaceAllStringFunc(text, func(line string) string {
		parts := goLine.FindStringSubmatch(line)
		wanted, err := strconv.Atoi(parts[1])
		if err != nil || wanted < minor && (parts[2] == "" || minor >= 21) || wanted == minor && parts[2] == "" {
			return line
		}
		if wanted > minor {
			wanted = minor
		}
		return "go 1." + strconv.Itoa(wanted)
	})
	if minor < 25 {
		text = laterBlock.ReplaceAllString(text, "")
		text = laterLine.ReplaceAllString(text, "")
	}
	return text
}

// isStandard holds for import paths of the standard library.
func isStandard(path string) bool {
	root, err := goroot()
	if err != nil {
		return false
	}
	status, err := os.Stat(filepath.Join(root, "src", path))
	return err == nil && status.IsDir()
}

// versionNote tells of a module that is written for a newer toolchain than there is, in go's words: what can't be built
// may be right.
func versionNote(root string) string {
	wanted := wantedMinor(root)
	if wanted <= toolchainMinor() {
		return ""
	}
	return "note: module requires Go 1." + strconv.Itoa(wanted) + ", this is " + runtime.Version() + "\n"
}

// cgoNote tells of files that aren't compiled because of the C code in them: go itself only misses what they declare.
func cgoNote(root string, race bool) string {
	context := build.Default
	context.CgoEnabled = true
	found, err := context.ImportDir(root, 0)
	if race || found == nil || len(found.CgoFiles) == 0 || err != nil {
		return ""
	}
	return "note: cgo is off, so files that import \"C\" are left out: " + strings.Join(found.CgoFiles, ", ") + "\n"
}

// wantedMinor is the 26 of `go 1.26` in the submission's go.mod; 0 if it says nothing.
func wantedMinor(root string) int {
	text, _ := os.ReadFile(filepath.Join(root, "go.mod"))
	parts := goLine.FindStringSubmatch(string(text))
	if parts == nil {
		return 0
	}
	wanted, err := strconv.Atoi(parts[1])
	if err != nil {
		return 0
	}
	return wanted
}

// toolchainMinor is the 19 of go1.19.8; the runner is built by the toolchain that it uses.
func toolchainMinor() int {
	parts := strings.Split(runtime.Version(), ".")
	if len(parts) > 1 {
		if minor, err := strconv.Atoi(parts[1]); err == nil {
			return minor
		}
	}
	return 19
}
