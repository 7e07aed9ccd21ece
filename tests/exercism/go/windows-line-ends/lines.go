// Package lines counts lines.
package lines // as Windows writes it

import "strings"

// Count is the number of lines in a text.
func Count(text string) int {
	if text == "" {
		return 0
	}
	return strings.Count(text, "\n") + 1
}
