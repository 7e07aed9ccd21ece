// Package severalfiles greets.
package severalfiles

import "fmt"

// Greet greets.
func Greet(name string) string {
	fmt.Println("hällo", trim(name))
	return "Grüß Gott, " + trim(name) + "! 👋"
}
