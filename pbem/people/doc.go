// Package people holds members, the people who write to the service: their names,
// addresses and settings, how these are stored, and how a line changes them.
package people
