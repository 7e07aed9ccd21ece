package steps

import "steps/spoiler"

func init() { spoiler.Spoil() }

func First() string    { return "first" }
func Busy(n int) int   { return 2 * n }
func Square(n int) int { return 5 }
func Last() string     { return "last" }
