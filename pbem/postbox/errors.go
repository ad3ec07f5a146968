package postbox

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/emersion/go-imap/v2"
)

// Kind tells the program what went wrong with a server.
type Kind int

// The kinds of Error.
const (
	NoError       Kind = iota
	Misconfigured      // our configuration cannot work with this server
	Unreachable        // no connection
	Foreign            // the server speaks another protocol
	Untrusted          // the certificate is not trusted, or not for this host
	BadLogin           // the server refused user and password
	NoFolder           // the IMAP folder cannot be opened
	TimedOut           // nothing came for longer than Timeout; the connection is closed
	Lost               // the connection broke, or the server broke the protocol
	Refused            // the server refused one command; the connection is fine
	Gone               // the message is no longer there
	TooLarge           // the message is larger than MaxMessage
	Cancelled          // the context ended; the connection is closed
	Closed             // Close was called
	Busy               // the server lets nobody in for now, or us not: it has limits
)

// Error is a failure at a server: one sentence for the operator that names the
// server, and a kind for the program.
type Error struct {
	Kind Kind
	Text string
	Err  error // the cause, or nil
}

func (e *Error) Error() string { return e.Text }

func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of the Error in err, or NoError if there is none.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return NoError
}

func fault(kind Kind, err error, format string, args ...any) *Error {
	return &Error{kind, fmt.Sprintf(format, args...), err}
}

// broken returns the error of a step after which the connection cannot be used.
func broken(who, doing string, err error) *Error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	if e := tlsFault(who, err); e != nil {
		return e
	}
	return fault(Lost, err, "%s broke the connection off (%s): %s", who, doing, reason(err))
}

// tlsFault recognises errors of a TLS handshake.
func tlsFault(who string, err error) *Error {
	var cert *tls.CertificateVerificationError
	if errors.As(err, &cert) {
		return fault(Untrusted, err, "the certificate of %s is not trusted: %s", who, strings.TrimPrefix(cert.Err.Error(), "x509: "))
	}
	var record tls.RecordHeaderError
	if errors.As(err, &record) {
		return fault(Misconfigured, err, "%s does not speak TLS on this port; it may be the one for STARTTLS", who)
	}
	return nil
}

// refusal returns the error of a command that the server refused, or nil if err is something else.
func refusal(who, doing string, err error) *Error {
	var no *imap.Error
	if !errors.As(err, &no) || no.Type == imap.StatusResponseTypeBye {
		return nil
	}
	return fault(Refused, err, "%s refused (%s): %s", who, doing, said(no))
}

func said(e *imap.Error) string {
	if e.Text == "" {
		return string(e.Type)
	}
	return e.Text
}

// reason words a network error without the addresses, which our sentences already have.
func reason(err error) string {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return "the connection ended"
	}
	var dns *net.DNSError
	if errors.As(err, &dns) {
		if dns.IsNotFound {
			return fmt.Sprintf("the name %s is not known", dns.Name)
		}
		return fmt.Sprintf("the name %s cannot be looked up now", dns.Name)
	}
	var alert tls.AlertError
	if errors.As(err, &alert) {
		return "it refused to speak TLS with us (" + strings.TrimPrefix(alert.Error(), "tls: ") + ")"
	}
	if errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) {
		return "the connection ended"
	}
	var op *net.OpError
	if errors.As(err, &op) {
		err = op.Err
	}
	var sys *os.SyscallError
	if errors.As(err, &sys) {
		err = sys.Err
	}
	return err.Error()
}

func cancelled(who, doing string, cause error) *Error {
	return fault(Cancelled, cause, "gave up on %s (%s): %v", who, doing, cause)
}

func silent(who, doing string, after time.Duration) *Error {
	return fault(TimedOut, context.DeadlineExceeded, "%s gave no answer within %v (%s)", who, after, doing)
}
