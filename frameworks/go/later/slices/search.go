package slices

func Equal[S ~[]E, E comparable](s1, s2 S) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i := range s1 {
		if s1[i] != s2[i] {
			return false
		}
	}
	return true
}

func EqualFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](s1 S1, s2 S2, equal func(E1, E2) bool) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i := range s1 {
		if !equal(s1[i], s2[i]) {
			return false
		}
	}
	return true
}

func Compare[S ~[]E, E ordered](s1, s2 S) int { return CompareFunc(s1, s2, compare[E]) }

func CompareFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](s1 S1, s2 S2, compare func(E1, E2) int) int {
	for i := range s1 {
		if i >= len(s2) {
			return 1
		}
		if result := compare(s1[i], s2[i]); result != 0 {
			return result
		}
	}
	if len(s1) < len(s2) {
		return -1
	}
	return 0
}

func Index[S ~[]E, E comparable](s S, value E) int {
	for i := range s {
		if s[i] == value {
			return i
		}
	}
	return -1
}

func IndexFunc[S ~[]E, E any](s S, fits func(E) bool) int {
	for i := range s {
		if fits(s[i]) {
			return i
		}
	}
	return -1
}

func Contains[S ~[]E, E comparable](s S, value E) bool        { return Index(s, value) >= 0 }
func ContainsFunc[S ~[]E, E any](s S, fits func(E) bool) bool { return IndexFunc(s, fits) >= 0 }

// Min and Max are NaN if one of the elements is.

func Min[S ~[]E, E ordered](s S) E { return MinFunc(s, compare[E]) }

func Max[S ~[]E, E ordered](s S) E {
	return MinFunc(s, func(a, b E) int {
		if a != a || b != b {
			return compare(a, b)
		}
		return compare(b, a)
	})
}

// MinFunc gives the first of the smallest.
func MinFunc[S ~[]E, E any](s S, compare func(a, b E) int) E {
	if len(s) == 0 {
		panic("slices: the smallest of no elements")
	}
	smallest := s[0]
	for _, value := range s[1:] {
		if compare(value, smallest) < 0 {
			smallest = value
		}
	}
	return smallest
}

// MaxFunc gives the first of the greatest.
func MaxFunc[S ~[]E, E any](s S, compare func(a, b E) int) E {
	return MinFunc(s, func(a, b E) int { return compare(b, a) })
}

func BinarySearch[S ~[]E, E ordered](s S, target E) (int, bool) {
	return BinarySearchFunc(s, target, compare[E])
}

func BinarySearchFunc[S ~[]E, E, T any](s S, target T, compare func(E, T) int) (int, bool) {
	low, high := 0, len(s)
	for low < high {
		middle := low + (high-low)/2
		if compare(s[middle], target) < 0 {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, low < len(s) && compare(s[low], target) == 0
}
