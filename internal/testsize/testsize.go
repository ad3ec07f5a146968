// Package testsize says how much a test tries. Many tests play random games or
// try positions of recorded ones: the more, the better, and the longer. There are
// four sizes:
//
//	go test -short ./...             small: CI's race detector runs it
//	go test ./...                    usual: some minutes, with an empty build cache too
//	TESTSIZE=whole go test ./...     whole: much more of what usual tests sample or leave out; CI runs it
//	TESTSIZE=large go test ./...     large: more random games too, and all of what takes longest
//
// The race detector makes everything slower by far, so tests are small under it.
//
// A test that imports the package also collects garbage less often, unless GOGC says
// how often: that saves a third of the processor time.
package testsize

import (
	"os"
	"runtime/debug"
	"testing"
)

// grown is by how much of a hundred the memory of a test may grow until garbage is collected.
const grown = 400

func init() {
	if testing.Testing() && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(grown)
	}
}

// variable is the environment variable that asks for whole or large tests.
const variable = "TESTSIZE"

// Whole reports whether tests try as much as CI does of that of which there is an end: stored games and their positions,
// mails, programs that are compiled, real browsers. Large ones do, too.
func Whole() bool { return Large() || !Small() && os.Getenv(variable) == "whole" }

// Large reports whether large tests are asked for.
func Large() bool { return !Small() && os.Getenv(variable) == "large" }

// Small reports whether tests are to be small: with -short, and under the race
// detector.
func Small() bool { return Race || testing.Short() }

// Of returns one of three numbers, or other values, by the size of tests.
func Of[T any](small, usual, whole T) T { return of(Whole(), small, usual, whole) }

// Part is like Of with a value of its own for large tests: whole ones try only a part where all takes minutes.
func Part[T any](small, usual, whole, large T) T {
	if Large() {
		return large
	}
	return Of(small, usual, whole)
}

// More is like Of for that of which there is always more: random games. Whole tests try as many as usual ones.
func More[T any](small, usual, large T) T { return of(Large(), small, usual, large) }

func of[T any](all bool, small, usual, most T) T {
	switch {
	case Small():
		return small
	case all:
		return most
	}
	return usual
}

// SkipRace leaves a test out under the race detector: it does one thing after the other, so
// there are no races in it, and there it takes long.
func SkipRace(t testing.TB) {
	if Race {
		t.Helper()
		t.Skip("nothing runs side by side here")
	}
}
