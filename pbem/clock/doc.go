// Package clock acts when nobody has answered in time: it sends reminders, applies the
// table's policy for late players, and runs the caretaker. It also holds the commands
// with which players pause a game or change its pace.
package clock
