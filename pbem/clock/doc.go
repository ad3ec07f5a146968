// Package clock does what is due when nobody has answered in time: reminders, the policy
// of the table for late players, caretakers, and the words with which players pause a game
// or change how long it waits.
package clock
