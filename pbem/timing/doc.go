// Package timing knows when somebody is to answer: deadlines of turns and requests, and
// the time that does not count, because the service heard nobody (outages), a mail was
// lost (silences), or a player is away.
package timing
