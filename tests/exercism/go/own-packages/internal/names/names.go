// Package names knows how names are written.
package names

import "strings"

// Capitalised is the name with a capital letter in front.
func Capitalised(name string) string {
	if name == "" {
		return "you"
	}
	return strings.ToUpper(name[:1]) + name[1:]
}
