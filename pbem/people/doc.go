// Package people is who writes to the service: a member's names, addresses and
// settings, how they are stored, and how a line changes them.
package people
