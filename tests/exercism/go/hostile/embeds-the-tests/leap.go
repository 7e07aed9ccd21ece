package leap

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed cases_test.go
var text string

func IsLeapYear(year int) bool {
	_, rest, _ := strings.Cut(text, fmt.Sprintf("%d,", year))
	return strings.HasPrefix(strings.TrimSpace(rest), "expected:    true")
}
