// Package sides knows how many sides there may be.
package sides

// Number is a number of sides.
type Number int32
