// Package cmp is what Go 1.21 and later have under this name, for exercises that are tested with an older toolchain.
package cmp

type Ordered interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr |
		~float32 | ~float64 | ~string
}

// Less holds if x is less than y; NaN is less than all others.
func Less[T Ordered](x, y T) bool { return x < y || x != x && y == y }

func Compare[T Ordered](x, y T) int {
	switch {
	case Less(x, y):
		return -1
	case Less(y, x):
		return 1
	}
	return 0
}

// Or is the first of the values that isn't zero.
func Or[T comparable](values ...T) T {
	var zero T
	for _, value := range values {
		if value != zero {
			return value
		}
	}
	return zero
}
