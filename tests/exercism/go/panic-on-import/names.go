package paniconimport

import "regexp"

var name = regexp.MustCompile(`[a-z`)

// IsName reports whether the text is a name.
func IsName(text string) bool { return name.MatchString(text) }
