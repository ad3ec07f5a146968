// Package envelope is the outside of the service's mails: the addresses, codes
// and Message-IDs that say whose they are and prove it, and how a mail is
// written in MIME.
package envelope
