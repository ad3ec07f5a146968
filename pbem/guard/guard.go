// Package guard turns a panic in one piece of work into its error, so that it does
// not end the others.
package guard

import (
	"fmt"
	"runtime/debug"
)

// Do does a piece of work and makes an error of its panic, with the stack.
func Do(work func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return work()
}
