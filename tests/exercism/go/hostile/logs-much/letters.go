package letters

import "strings"

func Letters(n int) string { return strings.Repeat("a", n) }
