package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// moduleWords are options of `go test` that let this Go build a submission whose go.mod asks for a newer one: sites write
// the newest version into each. A private go.mod with a lower `go` line takes its place.
func moduleWords(s settings, t toolchain, needed version) ([]string, error) {
	path := filepath.Join(s.root, "go.mod")
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) || err == nil && strings.TrimSpace(string(text)) == "" {
		text := fmt.Sprintf("module solution\n\ngo %d.%d\n", t.version[0], t.version[1])
		return nil, os.WriteFile(path, []byte(text), 0o644)
	}
	if err != nil || !t.version.less(needed) {
		return nil, err
	}
	private := filepath.Join(s.private, "go.mod")
	if err := os.WriteFile(private, []byte(loweredModule(string(text), t.version)), 0o644); err != nil {
		return nil, err
	}
	if sums, err := os.ReadFile(filepath.Join(s.root, "go.sum")); err == nil {
		if err := os.WriteFile(filepath.Join(s.private, "go.sum"), sums, 0o644); err != nil {
			return nil, err
		}
	}
	return []string{"-modfile=" + private}, nil
}

// laterWords are lines and blocks that an older Go doesn't know.
var laterWords = regexp.MustCompile(`(?m)^[ \t]*(toolchain|tool|godebug|ignore)[ \t]*(\([^)]*\)|[^(\s].*)`)

func loweredModule(text string, v version) string {
	return goLine.ReplaceAllString(laterWords.ReplaceAllString(text, ""), fmt.Sprintf("go %d.%d", v[0], v[1]))
}
