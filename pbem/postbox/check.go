package postbox

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
)

// Finding is one thing Check tried.
type Finding struct {
	OK   bool
	Text string // one sentence
	Mend string // what to do about it; if OK, what could be better
}

func (f Finding) String() string {
	switch {
	case f.OK && f.Mend != "":
		return "warn  " + f.Text + "\n      " + f.Mend
	case f.OK:
		return "ok    " + f.Text
	case f.Mend == "":
		return "FAIL  " + f.Text
	}
	return "FAIL  " + f.Text + "\n      " + f.Mend
}

// mends tell what to do about an Error, by its kind.
var mends = map[Kind]string{
	Misconfigured: `Correct "security", the port or the log-in in the configuration.`,
	Unreachable:   "Check the server's name and port in the configuration, and the network.",
	Foreign:       "Name another server or port: IMAP is usually on port 993, SMTP on 465 or 587. Are the two swapped?",
	Untrusted:     `Write the name that stands in the certificate as "server".`,
	BadLogin:      "Check the user and the password; many providers want a password for programs, or tokens (oauth_token_file).",
	NoFolder:      `Set "folder" in [imap] to one that exists.`,
	TimedOut:      `Check that the port and "security" fit: tls for 993 and 465, starttls for 143 and 587. Otherwise try again later, or ask the provider.`,
	Lost:          `Check that the port and "security" fit: tls for 993 and 465, starttls for 143 and 587. Otherwise try again later, or ask the provider.`,
	Refused:       "Ask the provider what the answer means.",
	Busy:          "Try again in an hour. If it says so again, other programs may use the account too, or the provider limits it: ask there.",
}

// mendOf tells what to do about an error: by what is wrong with a certificate, else by its kind.
func mendOf(err error) (mend string, ok bool) {
	var ended x509.CertificateInvalidError
	var unknown x509.UnknownAuthorityError
	var name *net.DNSError
	switch {
	case errors.As(err, &name) && !name.IsNotFound:
		return "This machine, or the container, cannot look names up: check its network and the name server in /etc/resolv.conf.", true
	case errors.As(err, &unknown) && trustsNobody():
		return "There are no certificates of authorities on this machine, or in the container, so none is trusted: install ca-certificates, or name the server's own as \"ca_file\".", true
	case errors.As(err, &ended) && ended.Reason == x509.Expired:
		return "The mail server needs a new certificate: tell whoever runs it. Games go on when it has one. If the date of this machine is wrong, set its clock.", true
	case errors.As(err, &unknown):
		return `If the server has made its certificate itself, or an authority of your own has: name that certificate, or the authority's, as "ca_file". Otherwise ask the provider: another machine may be answering in place of the server.`, true
	}
	mend, ok = mends[KindOf(err)]
	return mend, ok
}

// trustsNobody reports whether the system has no certificates of authorities, as a bare container.
func trustsNobody() bool {
	all, err := x509.SystemCertPool()
	return err != nil || all.Equal(x509.NewCertPool())
}

// Failed makes a Finding of an error of this package.
func Failed(err error) Finding {
	mend, ok := mendOf(err)
	if !ok {
		mend = mends[Refused]
	}
	return Finding{Text: strings.TrimSuffix(err.Error(), ".") + ".", Mend: mend}
}

// Check tests the mailbox, if there is one, and a connection for sending and
// changes nothing in either. It says in plain words what works, first for
// reading, then for sending.
func Check(ctx context.Context, in IMAPConfig, out SMTPConfig) []Finding {
	if in.Addr == "" {
		return []Finding{checkSMTP(ctx, out)}
	}
	return append(checkIMAP(ctx, in), checkSMTP(ctx, out))
}

// checkIMAP says what works for reading, and what lies in the spam folder if there is one.
func checkIMAP(ctx context.Context, cfg IMAPConfig) []Finding {
	in, err := Open(ctx, cfg)
	if err != nil {
		return []Finding{Failed(err)}
	}
	defer in.Close()
	if _, err := in.New(ctx, ^uint32(0)-1); err != nil {
		return []Finding{Failed(err)}
	}
	return slices.Concat([]Finding{in.described()}, checkRoom(ctx, cfg), in.checkSpam(ctx))
}

// described says what a mailbox can do.
func (in *Inbox) described() Finding {
	push := "it announces new mail at once (IDLE)"
	if in.polling() {
		push = fmt.Sprintf("it does not announce new mail, so it is asked every %v", in.cfg.Poll)
	}
	filing := "handled mail is marked with keywords"
	if in.Filing() == Folders {
		filing = fmt.Sprintf("handled mail is moved to %s, %s and %s",
			in.folder(Processed), in.folder(Rejected), in.folder(Quarantine))
	}
	return Finding{OK: true, Text: fmt.Sprintf("%s: connected (%s), logged in as %s, folder %s has %s; %s; %s.",
		in.link.who, in.cfg.Security, in.cfg.User, in.cfg.Folder, held(in.messages), push, filing)}
}

// held says how many messages a folder has.
func held(n uint32) string {
	if n == 1 {
		return "one message"
	}
	return fmt.Sprintf("%d messages", n)
}

func checkSMTP(ctx context.Context, cfg SMTPConfig) Finding {
	cfg = cfg.complete()
	c, err := dialSMTP(ctx, cfg)
	if err != nil {
		return Failed(err)
	}
	defer c.quit()
	if err := c.step(ctx, "NOOP", func() error { return c.client.ask(250, "NOOP") }); err != nil {
		return Failed(c.fault("NOOP", err))
	}
	words := []string{fmt.Sprintf("connected (%s)", cfg.Security), "sending without a log-in"}
	if cfg.User != "" {
		words[1] = "logged in as " + cfg.User
	}
	if max, err := strconv.Atoi(c.client.offers["SIZE"]); err == nil && max > 0 {
		words = append(words, fmt.Sprintf("takes mails of up to %d bytes", max))
	}
	return Finding{OK: true, Text: fmt.Sprintf("%s: %s.", c.link.who, strings.Join(words, ", "))}
}
