// Package sync is what Go 1.21 added to it, for exercises that are tested with an older toolchain.
package sync

import "sync"

// once calls a function once. Where that panicked, so does whoever asks again.
type once struct {
	sync.Once
	ended    bool
	panicked interface{}
}

func (o *once) call(f func()) {
	o.Do(func() {
		defer func() {
			if !o.ended {
				o.panicked = recover()
			}
		}()
		f()
		o.ended = true
	})
	if !o.ended {
		panic(o.panicked)
	}
}

func OnceFunc(f func()) func() {
	var o once
	return func() { o.call(f) }
}

func OnceValue[T any](f func() T) func() T {
	var o once
	var value T
	return func() T {
		o.call(func() { value = f() })
		return value
	}
}

func OnceValues[T, U any](f func() (T, U)) func() (T, U) {
	var o once
	var value T
	var other U
	return func() (T, U) {
		o.call(func() { value, other = f() })
		return value, other
	}
}
