// Package table holds a game that has begun: its seats, its log, and what is
// stored beside the log. A Table is a value: every change makes a new one. Nothing
// here reads a clock or writes to a store.
package table
