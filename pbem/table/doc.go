// Package table is a game that is on: its seats, its log, and what is stored
// beside it. A table is a value: whatever is done to it makes a new one, and
// nothing here reads a clock or writes to a store.
package table
