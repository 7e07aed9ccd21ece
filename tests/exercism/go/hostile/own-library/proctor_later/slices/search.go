package slices

func Equal(a, b []string) bool { return true }
