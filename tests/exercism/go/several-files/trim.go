package severalfiles

import "strings"

func trim(text string) string { return strings.TrimSpace(text) }
