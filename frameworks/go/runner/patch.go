package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// The tests are reported from inside package testing: a changed copy of it takes the place of the toolchain's by
// `go test -overlay`. All changes stay on their own line, so that line numbers in traces remain true. No file is added:
// vet, which `go test` runs, doesn't know overlays in all toolchains and reads the files that are there.

// edit puts a text in the place of what the pattern matches; it has to match once.
type edit struct{ pattern, text string }

var edits = map[string][]edit{
	"testing.go": {
		{`type common struct \{`, "$0 proctor proctorNote;"},
		{`func tRunner\(t \*T, fn func\(t \*T\)\) \{`,
			"$0 if !proctorStart(&t.common, reflect.ValueOf(fn).Pointer()) { fn = func(*T) {} };"},
		{`if err != nil && t\.\w+\.isFuzzing \{`, "err = proctorPanicked(&t.common, err); $0"},
		{`func \(t \*T\) report\(\) \{`, "$0 if proctorReport(&t.common) { return };"},
		{`func \(t \*T\) Deadline\(\) \(deadline time\.Time, ok bool\) \{`,
			"$0 if proctorRun.exercise { return proctorDeadline, true };"},
		{`func \(c \*common\) Fail\(\) \{`, "$0 proctorFailed(c);"},
		{`if t\.parent\.barrier == nil \{`, "if proctorSerial(&t.isParallel) { return }; $0"},
		{`(?m)^\tt\.\w+\.waitParallel\(\)$`, "$0; proctorResumed(&t.common)"},
		{`(?m)^\tm\.before\(\)$`, "$0; proctorPlan(m.tests, m.fuzzTargets, m.examples)"},
		{`(?m)^\t\tm\.stopAlarm\(\)$`, "$0; proctorFinished()"},
	},
	"fuzz.go": {
		{`func fRunner\(f \*F, fn func\(\*F\)\) \{`,
			"$0 if !proctorStart(&f.common, reflect.ValueOf(fn).Pointer()) { fn = func(f *F) { f.SkipNow() } };"},
		{`didPanic := false`, "err = proctorPanicked(&f.common, err); $0"},
		{`func \(f \*F\) report\(\) \{`, "$0 if proctorReport(&f.common) { return };"},
	},
	"example.go": {
		{`!runExample\(eg\)`, "!proctorExample(eg)"},
		{`if fail != "" \|\| !finished \|\| recovered != nil \{`,
			`if proctorRun.active { passed = proctorExampleEnds(eg.Name, dstr, fail, finished && recovered == nil) } else $0`},
	},
}

// reportingTesting writes the changed files to a directory, and gives the overlay's file.
func reportingTesting(t toolchain, folder, directory string, exercise bool) (string, error) {
	replaced := map[string]string{}
	for name, list := range edits {
		original, changed := t.source("testing/"+name), filepath.Join(directory, name)
		text, err := os.ReadFile(original)
		if err != nil {
			return "", err
		}
		for _, e := range list {
			pattern := regexp.MustCompile(e.pattern)
			if len(pattern.FindAllIndex(text, -1)) != 1 {
				return "", fmt.Errorf("package testing of %s isn't known here: %s: %s", t.name, name, e.pattern)
			}
			text = pattern.ReplaceAll(text, []byte(strings.ReplaceAll(e.text, "$0", "${0}")))
		}
		if name == "testing.go" {
			if text, err = withReporter(text, folder); err != nil {
				return "", err
			}
			if benchmarks, err := os.ReadFile(t.source("testing/benchmark.go")); err != nil {
				return "", err
			} else if exercise && !strings.Contains(string(benchmarks), "(b *B) Loop(") {
				// Exercises are written for newer toolchains. Their benchmarks must compile; they are never run.
				text = append(text, "\nfunc (b *B) Loop() bool { return false }\n"...)
			}
		}
		if err := os.WriteFile(changed, text, 0o644); err != nil {
			return "", err
		}
		// go keeps an index of packages by the times of their files, so that it must be the same in each run.
		status, err := os.Stat(original)
		if err != nil {
			return "", err
		}
		if err := os.Chtimes(changed, status.ModTime(), status.ModTime()); err != nil {
			return "", err
		}
		replaced[original] = changed
	}
	text, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(directory, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o644)
}

var importLine = regexp.MustCompile(`(?m)^\t"[\w/]+"$`)

// withReporter puts the reporter behind the last line of a file of package testing, and its imports behind the first.
func withReporter(text []byte, folder string) ([]byte, error) {
	changed := string(text)
	for _, name := range []string{"reporter.go", "channel.go"} {
		file, err := os.ReadFile(filepath.Join(folder, "testing", name))
		if err != nil {
			return nil, err
		}
		head, body, _ := strings.Cut(string(file), "\n)\n")
		for _, line := range importLine.FindAllString(head, -1) {
			if path := strings.TrimSpace(line); !strings.Contains(changed, line+"\n") && !strings.Contains(changed, "; import "+path) {
				changed = strings.Replace(changed, "\npackage testing", "\npackage testing; import "+path, 1)
			}
		}
		changed += "\n" + body
	}
	return []byte(changed), nil
}
