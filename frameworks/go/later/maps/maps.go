// Package maps is what Go 1.21 and later have under this name, for exercises that are tested with an older toolchain.
package maps

func Equal[M1, M2 ~map[K]V, K, V comparable](m1 M1, m2 M2) bool {
	return EqualFunc(m1, m2, func(a, b V) bool { return a == b })
}

func EqualFunc[M1 ~map[K]V1, M2 ~map[K]V2, K comparable, V1, V2 any](m1 M1, m2 M2, equal func(V1, V2) bool) bool {
	if len(m1) != len(m2) {
		return false
	}
	for key, value := range m1 {
		if other, ok := m2[key]; !ok || !equal(value, other) {
			return false
		}
	}
	return true
}

func Clone[M ~map[K]V, K comparable, V any](m M) M {
	if m == nil {
		return nil
	}
	result := make(M, len(m))
	Copy(result, m)
	return result
}

func Copy[M1 ~map[K]V, M2 ~map[K]V, K comparable, V any](to M1, from M2) {
	for key, value := range from {
		to[key] = value
	}
}

func DeleteFunc[M ~map[K]V, K comparable, V any](m M, remove func(K, V) bool) {
	for key, value := range m {
		if remove(key, value) {
			delete(m, key)
		}
	}
}

// The sequences of Go 1.23 can be passed on; a loop can't range over them before that version.

func All[M ~map[K]V, K comparable, V any](m M) func(yield func(K, V) bool) {
	return func(yield func(K, V) bool) {
		for key, value := range m {
			if !yield(key, value) {
				return
			}
		}
	}
}

func Keys[M ~map[K]V, K comparable, V any](m M) func(yield func(K) bool) {
	return func(yield func(K) bool) {
		for key := range m {
			if !yield(key) {
				return
			}
		}
	}
}

func Values[M ~map[K]V, K comparable, V any](m M) func(yield func(V) bool) {
	return func(yield func(V) bool) {
		for _, value := range m {
			if !yield(value) {
				return
			}
		}
	}
}

func Insert[M ~map[K]V, K comparable, V any](m M, sequence func(yield func(K, V) bool)) {
	sequence(func(key K, value V) bool {
		m[key] = value
		return true
	})
}

func Collect[K comparable, V any](sequence func(yield func(K, V) bool)) map[K]V {
	result := map[K]V{}
	Insert(result, sequence)
	return result
}
