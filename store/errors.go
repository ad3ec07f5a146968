package store

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Errors of this package wrap one of these, or come from the disk. After an error from the disk the outcome is in
// doubt. Repeat the same commit: its cause and versions make that safe.
var (
	// ErrLocked, ErrForeign, ErrNewer and ErrDamaged come from Open, which has changed nothing then.
	ErrLocked  = errors.New("the database is in use by another pbem process")
	ErrForeign = errors.New("this is not a pbem database; it was left untouched")
	ErrNewer   = errors.New("the database was written by a newer pbem; use that version or a later one")
	ErrDamaged = errors.New("the database is damaged; put a backup in its place with \"pbem restore\"")
	// ErrMoved comes from Open, too: everything was moved to another store.
	ErrMoved = errors.New("the games of this database were moved")

	// ErrConflict means that a game or a mark is not in the expected version: load it and decide again.
	ErrConflict = errors.New("the game has moved on")
	// ErrSettled means that an earlier commit settled the cause: there is nothing left to do.
	ErrSettled = errors.New("already settled")
	// ErrClaimed means that another service works on it.
	ErrClaimed = errors.New("it is being worked on")
	// ErrNotFound means there is no such game or mail.
	ErrNotFound = errors.New("not found")
	// ErrAway means that the log of a game was put away. It must be brought back first.
	ErrAway = errors.New("its log was put away")
	// ErrUnreachable means that the store does not answer at present, or that what asked it was broken off: ask again later.
	// The outcome is in doubt.
	ErrUnreachable = errors.New("the database cannot be reached")
	// ErrInvalid means that the call breaks this package's contract: repeating it does not help.
	ErrInvalid = errors.New("invalid")
)

// maxKey is the greatest length of a name, id, topic or address, in bytes.
const maxKey = 1024

// CheckName returns ErrInvalid for a name that cannot be part of a key. what says whose name it is.
func CheckName(what, s string) error {
	switch {
	case s == "":
		return fmt.Errorf("%w: empty %s", ErrInvalid, what)
	case len(s) > maxKey:
		return fmt.Errorf("%w: %s of %d bytes, at most %d are allowed", ErrInvalid, what, len(s), maxKey)
	case strings.IndexByte(s, 0) >= 0 || !utf8.ValidString(s):
		return fmt.Errorf("%w: %s %q is not plain text", ErrInvalid, what, s)
	}
	return nil
}
