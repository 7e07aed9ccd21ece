package slices

func Clone[S ~[]E, E any](s S) S {
	if s == nil {
		return nil
	}
	return append(S([]E{}), s...)
}

func Concat[S ~[]E, E any](parts ...S) S {
	var result S
	for _, part := range parts {
		result = append(result, part...)
	}
	return result
}

func Repeat[S ~[]E, E any](s S, count int) S {
	if count < 0 {
		panic("slices: a negative count")
	}
	result := make(S, 0, len(s)*count)
	for i := 0; i < count; i++ {
		result = append(result, s...)
	}
	return result
}

func Reverse[S ~[]E, E any](s S) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

func Insert[S ~[]E, E any](s S, at int, values ...E) S { return Replace(s, at, at, values...) }

func Delete[S ~[]E, E any](s S, from, to int) S {
	_ = s[from:to:len(s)] // out of range: it panics
	result := append(s[:from], s[to:]...)
	return forget(s, result)
}

// Replace leaves s as it is where the result has no room in it.
func Replace[S ~[]E, E any](s S, from, to int, values ...E) S {
	_ = s[from:to] // out of range: it panics
	if from == to && len(values) == 0 {
		return s
	}
	tail := append(S([]E{}), s[to:]...)
	added := append(S([]E{}), values...)
	if total := from + len(added) + len(tail); total > cap(s) {
		s = append(make(S, 0, total), s[:from]...)
	}
	return forget(s, append(append(s[:from], added...), tail...))
}

func DeleteFunc[S ~[]E, E any](s S, remove func(E) bool) S {
	result := s[:0]
	for _, value := range s {
		if !remove(value) {
			result = append(result, value)
		}
	}
	return forget(s, result)
}

func Compact[S ~[]E, E comparable](s S) S {
	return CompactFunc(s, func(a, b E) bool { return a == b })
}

// CompactFunc keeps the first of equal elements in a row.
func CompactFunc[S ~[]E, E any](s S, equal func(E, E) bool) S {
	if len(s) < 2 {
		return s
	}
	result := s[:1]
	for _, value := range s[1:] {
		if !equal(result[len(result)-1], value) {
			result = append(result, value)
		}
	}
	return forget(s, result)
}

// forget sets to zero what s has behind the shorter result in the same place.
func forget[S ~[]E, E any](s, result S) S {
	var zero E
	for i := len(result); i < len(s); i++ {
		s[i] = zero
	}
	return result
}

func Grow[S ~[]E, E any](s S, count int) S {
	if count < 0 {
		panic("slices: a negative count")
	}
	if missing := count - (cap(s) - len(s)); missing > 0 {
		s = append(s[:cap(s)], make([]E, missing)...)[:len(s)]
	}
	return s
}

func Clip[S ~[]E, E any](s S) S { return s[:len(s):len(s)] }
