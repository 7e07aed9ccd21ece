// Package slices is what Go 1.21 and later have under this name, for exercises that are tested with an older toolchain.
package slices

import "sort"

type ordered interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr |
		~float32 | ~float64 | ~string
}

// compare puts NaN before all others.
func compare[T ordered](x, y T) int {
	switch {
	case x < y || x != x && y == y:
		return -1
	case y < x || y != y && x == x:
		return 1
	}
	return 0
}

func Sort[S ~[]E, E ordered](s S) { SortFunc(s, compare[E]) }

func SortFunc[S ~[]E, E any](s S, compare func(a, b E) int) {
	sort.Slice(s, func(i, j int) bool { return compare(s[i], s[j]) < 0 })
}

func SortStableFunc[S ~[]E, E any](s S, compare func(a, b E) int) {
	sort.SliceStable(s, func(i, j int) bool { return compare(s[i], s[j]) < 0 })
}

func IsSorted[S ~[]E, E ordered](s S) bool { return IsSortedFunc(s, compare[E]) }

func IsSortedFunc[S ~[]E, E any](s S, compare func(a, b E) int) bool {
	for i := 1; i < len(s); i++ {
		if compare(s[i], s[i-1]) < 0 {
			return false
		}
	}
	return true
}

// The sequences of Go 1.23 can be passed on; a loop can't range over them before that version.

func All[S ~[]E, E any](s S) func(yield func(int, E) bool) {
	return func(yield func(int, E) bool) {
		for i, value := range s {
			if !yield(i, value) {
				return
			}
		}
	}
}

func Backward[S ~[]E, E any](s S) func(yield func(int, E) bool) {
	return func(yield func(int, E) bool) {
		for i := len(s) - 1; i >= 0; i-- {
			if !yield(i, s[i]) {
				return
			}
		}
	}
}

func Values[S ~[]E, E any](s S) func(yield func(E) bool) {
	return func(yield func(E) bool) {
		for _, value := range s {
			if !yield(value) {
				return
			}
		}
	}
}

func AppendSeq[S ~[]E, E any](s S, sequence func(yield func(E) bool)) S {
	sequence(func(value E) bool {
		s = append(s, value)
		return true
	})
	return s
}

func Collect[E any](sequence func(yield func(E) bool)) []E { return AppendSeq([]E(nil), sequence) }

func Sorted[E ordered](sequence func(yield func(E) bool)) []E {
	return SortedFunc(sequence, compare[E])
}

func SortedFunc[E any](sequence func(yield func(E) bool), compare func(a, b E) int) []E {
	s := Collect(sequence)
	SortFunc(s, compare)
	return s
}
