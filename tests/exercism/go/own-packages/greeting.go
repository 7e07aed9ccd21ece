// Package greeting greets, with packages and a file of its own.
package greeting

import (
	_ "embed"
	"strings"

	"greeting/internal/names"
)

//go:embed template.txt
var template string

// Greet greets somebody.
func Greet(name string) string {
	return strings.TrimSpace(strings.Replace(template, "NAME", names.Capitalised(name), 1))
}
