// Package errors is what Go 1.20 added to it, for exercises that are tested with an older toolchain.
package errors

import (
	"errors"
	"strings"
)

// Join gives one error for all that aren't nil; nil if there are none.
func Join(all ...error) error {
	var some joined
	for _, err := range all {
		if err != nil {
			some = append(some, err)
		}
	}
	if len(some) == 0 {
		return nil
	}
	return &some
}

type joined []error

func (j *joined) Error() string {
	var words []string
	for _, err := range *j {
		words = append(words, err.Error())
	}
	return strings.Join(words, "\n")
}

func (j *joined) Unwrap() []error { return *j }

// Is and As look into each of them: the older errors.Is() and errors.As() don't know of several.

func (j *joined) Is(target error) bool {
	for _, err := range *j {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}

func (j *joined) As(target interface{}) bool {
	for _, err := range *j {
		if errors.As(err, target) {
			return true
		}
	}
	return false
}
