// Package postbox is the client side of a mailbox: it reads mail over IMAP and
// sends mail over SMTP, behind small types of our own.
//
// It stores nothing. The caller stores which UID was handled last, under which
// UIDVALIDITY, which mails are still to be sent and how often that was tried.
//
// Promises for reading (Inbox): messages are listed by UID with their size before
// anything is fetched; fetching and filing never touch \Seen; filing twice is
// harmless; a message is copied to its new folder before it is removed from the
// old one; a new UIDVALIDITY is reported and changes nothing.
//
// Promises for sending (Sender): one recipient a mail; an error says whether to
// try again; one call to Send never hands a mail over twice.
//
// Promises for both: every wait ends. The libraries wait forever for a server that
// falls silent, so each step has a timer of ours: Server.Timeout without a byte
// moving, and ten times that in all. When it runs out, the connection is closed
// and an *Error says so. A connection that has failed stays failed: open a new one.
// A cancelled context ends a step in the same way. A password never crosses an
// unencrypted connection unless the server is on loopback or AllowPlain is set.
// After Close no goroutine of ours is left.
package postbox

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"net"
	"strings"
	"time"
)

// Security is how a connection is encrypted.
type Security string

// The zero value means TLS.
const (
	TLS      Security = "tls"      // from the first byte (ports 993, 465)
	StartTLS Security = "starttls" // plain greeting, then TLS is required (143, 587)
	Plain    Security = "plain"    // loopback only, unless AllowPlain
)

// Server says where a server is and how to talk to it.
type Server struct {
	Addr       string // host:port; the default port if it is missing
	Security   Security
	AllowPlain bool           // allow Plain to a server that is not on loopback
	Roots      *x509.CertPool // trusted certificates; nil for those of the system
	User       string         // "" sends without logging in (SMTP only)
	Password   string
	Tokens     Tokens        // access tokens to log in with instead of the password; nil for none
	Timeout    time.Duration // longest silence in a step; 0 is 30 seconds
}

// IMAPConfig says which mailbox to read.
type IMAPConfig struct {
	Server
	Folder string // "" is INBOX

	// Filing says what File does with a message. The zero value lets the server
	// decide: keywords if it keeps them, else folders.
	Filing Filing
	// The folders File moves to, made when missing. "" is pbem-processed,
	// pbem-rejected and pbem-quarantine.
	Processed, Rejected, Quarantine string

	// IdleFor is how long one IDLE lasts before it is renewed, and so how long a
	// dead connection may go unnoticed. 0 is 9 minutes; it is never more than
	// 25.
	IdleFor time.Duration
	NoIdle  bool          // poll even if the server has IDLE
	Poll    time.Duration // between polls; 0 is a minute

	// Presence is the folder in which services leave their marks, "" for
	// pbem-service. PresenceEvery is how often, 0 for five minutes.
	Presence      string
	PresenceEvery time.Duration

	// Spam is the folder into which the provider puts what it takes for spam, "" for the one that says so or is called so,
	// NoSpam for none. SpamEvery is how often to look there, 0 for a quarter of an hour.
	Spam      string
	SpamEvery time.Duration

	// RoomEvery is how often to ask how full the mailbox is, 0 for every hour.
	RoomEvery time.Duration

	MaxMessage int64 // bytes; Fetch refuses more. 0 is DefaultMax
}

// DefaultMax is the default for the largest message that is fetched, in bytes.
// At most 256 KB of text are read of a mail; a larger mail has attachments,
// which are not read. Keeping a mail takes several times its size.
const DefaultMax = 4 << 20

// SMTPConfig says how mail is sent.
type SMTPConfig struct {
	Server
	Hello string // our name in EHLO; "" is localhost

	// SubmitTimeout is how long the server may think about a mail it has
	// received. Giving up early risks sending it twice. 0 is 5 minutes.
	SubmitTimeout time.Duration
	MailsPerConn  int           // then a new connection is opened; 0 is 20
	IdleClose     time.Duration // an unused connection is closed; 0 is 20 seconds
}

func (c IMAPConfig) complete() IMAPConfig {
	c.Server = c.Server.complete("993", "143")
	c.Folder = cmp.Or(c.Folder, "INBOX")
	c.Processed = cmp.Or(c.Processed, "pbem-processed")
	c.Rejected = cmp.Or(c.Rejected, "pbem-rejected")
	c.Quarantine = cmp.Or(c.Quarantine, "pbem-quarantine")
	c.IdleFor = min(cmp.Or(c.IdleFor, 9*time.Minute), 25*time.Minute)
	c.Poll = cmp.Or(c.Poll, time.Minute)
	c.Presence = cmp.Or(c.Presence, "pbem-service")
	c.PresenceEvery = cmp.Or(c.PresenceEvery, 5*time.Minute)
	c.SpamEvery = cmp.Or(c.SpamEvery, 15*time.Minute)
	c.RoomEvery = cmp.Or(c.RoomEvery, time.Hour)
	c.MaxMessage = cmp.Or(c.MaxMessage, DefaultMax)
	return c
}

func (c SMTPConfig) complete() SMTPConfig {
	c.Server = c.Server.complete("465", "587")
	c.Hello = cmp.Or(c.Hello, "localhost")
	c.SubmitTimeout = cmp.Or(c.SubmitTimeout, 5*time.Minute)
	c.MailsPerConn = cmp.Or(c.MailsPerConn, 20)
	c.IdleClose = cmp.Or(c.IdleClose, 20*time.Second)
	return c
}

func (s Server) complete(tlsPort, plainPort string) Server {
	s.Security = cmp.Or(s.Security, TLS)
	s.Timeout = cmp.Or(s.Timeout, 30*time.Second)
	if _, _, err := net.SplitHostPort(s.Addr); err != nil && s.Addr != "" {
		port := plainPort
		if s.Security == TLS {
			port = tlsPort
		}
		s.Addr = net.JoinHostPort(strings.Trim(s.Addr, "[]"), port) // "[::1]" is what people write
	}
	return s
}

func (s Server) tlsConfig() *tls.Config {
	host, _, _ := net.SplitHostPort(s.Addr)
	return &tls.Config{ServerName: host, RootCAs: s.Roots, MinVersion: tls.VersionTLS12}
}
