// Package fmt is what Go 1.20 added to it, for exercises that are tested with an older toolchain.
package fmt

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

// Errorf wraps all errors that stand for a %w: the older one wraps a single one.
func Errorf(format string, values ...interface{}) error {
	plain, places := withoutWraps(format)
	made := &wrapping{words: fmt.Sprintf(plain, values...)}
	sort.Ints(places)
	for i, place := range places {
		if i > 0 && place == places[i-1] || place >= len(values) {
			continue
		}
		if err, ok := values[place].(error); ok {
			made.all = append(made.all, err)
		}
	}
	return made
}

// withoutWraps has %v in the place of each %w, and says which values those stand for.
func withoutWraps(format string) (plain string, places []int) {
	text := []byte(format)
	value := 0
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			continue
		}
		for i++; i < len(text) && strings.IndexByte("+-# 0123456789.*[]", text[i]) >= 0; i++ {
			switch text[i] {
			case '*':
				value++
			case '[':
				number := 0
				for ; i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9'; i++ {
					number = number*10 + int(text[i+1]-'0')
				}
				value = number - 1
			}
		}
		if i == len(text) || text[i] == '%' {
			continue
		}
		if text[i] == 'w' {
			text[i] = 'v'
			if value >= 0 {
				places = append(places, value)
			}
		}
		value++
	}
	return string(text), places
}

type wrapping struct {
	words string
	all   []error
}

func (w *wrapping) Error() string { return w.words }

func (w *wrapping) Unwrap() []error { return w.all }

// Is and As look into each of them: the older errors.Is() and errors.As() don't know of several.

func (w *wrapping) Is(target error) bool {
	for _, err := range w.all {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}

func (w *wrapping) As(target interface{}) bool {
	for _, err := range w.all {
		if errors.As(err, target) {
			return true
		}
	}
	return false
}
