// Package envelope makes the outside of the service's mails: the addresses, codes
// and Message-IDs that say whose they are and prove it, and the MIME format.
package envelope
