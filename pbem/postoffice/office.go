// Package postoffice is a mail server inside the process: for the demo, the
// tests and for trying things out with a real mail program.
//
// It speaks SMTP and IMAP, on loopback only, and keeps everything in memory:
// what it was given is gone when the process ends. SMTP is submission and local
// delivery in one: a mail to an account, or to an account with a +tag, lands in
// that account's INBOX under a Return-Path, a Delivered-To (the address as it
// was given, tag included) and a Received line; any other recipient is refused
// with 550. IMAP offers LOGIN and AUTHENTICATE, folders made on demand,
// keywords, APPEND, COPY, MOVE, UIDPLUS and IDLE with prompt pushes.
//
// Promised: an address another program uses is reported in one sentence; every
// message accepted by SMTP is in the INBOX before the 250 goes out; IDLE never
// misses a message; UIDVALIDITY differs from one start to the next, so that a
// mail program's cache never mistakes one demo for another; after Close no
// goroutine of ours is left, but those of sessions that cannot end (see leave).
//
// For tests it can be made to fail: RejectNext, Hush, DropConnections,
// RenewUIDValidity and Config.Basic.
package postoffice

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-smtp"
)

// Config says how an Office is set up. The zero value is usable.
type Config struct {
	Domain   string // the name in greetings; "" is demo.example
	SMTPAddr string // host:port on loopback; "" is 127.0.0.1 and a free port
	IMAPAddr string // likewise

	// RequireAuth refuses SMTP mail from whoever has not logged in.
	RequireAuth bool
	// StartTLS offers STARTTLS with a self-made certificate, TLS speaks TLS
	// from the first byte with it. Roots trusts that certificate.
	StartTLS, TLS bool
	// Basic makes the IMAP side an old server: no MOVE, no UIDPLUS, no keywords, and only
	// LOGIN.
	Basic bool
	// Token, if set, makes both sides take access tokens (XOAUTH2) instead of passwords. It
	// reports whether one is good.
	Token func(user, token string) bool
	// Log receives complaints of the servers; nil is silence.
	Log *log.Logger
	// Now is when mails arrive; nil is the machine's clock.
	Now func() time.Time
}

// Office is a running mail server. Its methods may be called from anywhere.
type Office struct {
	cfg   Config
	roots *x509.CertPool
	smtp  *smtp.Server
	imap  *imapserver.Server

	smtpAddr, imapAddr string
	listeners          []net.Listener

	serving  sync.WaitGroup // the accept loops
	sessions sync.WaitGroup // IMAP sessions

	mu       sync.Mutex
	accounts map[string]*account // by lower-case address
	wires    map[*wire]struct{}
	refusals []refusal
	hush     *string
	closed   bool
}

// maxMessage limits an incoming mail, in bytes.
const maxMessage = 64 << 20

// Start listens on both addresses and serves until Close. An address that is
// not on loopback or is already in use is an error of one sentence.
func Start(cfg Config) (*Office, error) {
	if cfg.Domain == "" {
		cfg.Domain = "demo.example"
	}
	if cfg.Log == nil {
		cfg.Log = log.New(io.Discard, "", 0)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	o := &Office{cfg: cfg, accounts: map[string]*account{}, wires: map[*wire]struct{}{}}
	tlsConfig, err := o.certificate()
	if err != nil {
		return nil, err
	}
	smtpListener, err := o.listen("SMTP", cfg.SMTPAddr, tlsConfig)
	if err != nil {
		return nil, err
	}
	imapListener, err := o.listen("IMAP", cfg.IMAPAddr, tlsConfig)
	if err != nil {
		smtpListener.Close()
		return nil, err
	}
	o.smtpAddr, o.imapAddr = smtpListener.Addr().String(), imapListener.Addr().String()
	o.listeners = []net.Listener{smtpListener, imapListener}
	o.smtp, o.imap = o.smtpServer(tlsConfig), o.imapServer(tlsConfig)
	o.serve("SMTP", func() error { return o.smtp.Serve(smtpListener) })
	o.serve("IMAP", func() error { return o.imap.Serve(imapListener) })
	return o, nil
}

func (o *Office) serve(what string, loop func() error) {
	o.serving.Add(1)
	go func() {
		defer o.serving.Done()
		if err := loop(); err != nil && !errors.Is(err, net.ErrClosed) {
			o.cfg.Log.Printf("%s server: %v", what, err)
		}
	}()
}

func (o *Office) listen(what, addr string, tlsConfig *tls.Config) (net.Listener, error) {
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("the %s address %q is not host:port", what, addr)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("the built-in %s server listens on loopback only, not on %s", what, addr)
	}
	l, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("the built-in %s server cannot listen on %s: another program uses that port", what, addr)
	}
	if err != nil {
		return nil, fmt.Errorf("the built-in %s server cannot listen on %s: %w", what, addr, err)
	}
	l = &listener{Listener: l, office: o}
	if o.cfg.TLS {
		l = tls.NewListener(l, tlsConfig)
	}
	return l, nil
}

func (o *Office) smtpServer(tlsConfig *tls.Config) *smtp.Server {
	s := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &submission{office: o, helo: c.Hostname()}, nil
	}))
	s.Domain = o.cfg.Domain
	s.MaxMessageBytes = maxMessage
	s.MaxRecipients = 100
	s.AllowInsecureAuth = true
	s.EnableSMTPUTF8 = true
	s.ReadTimeout = 5 * time.Minute
	s.WriteTimeout = 30 * time.Second
	s.ErrorLog = o.cfg.Log
	if o.cfg.StartTLS {
		s.TLSConfig = tlsConfig
	}
	return s
}

func (o *Office) imapServer(tlsConfig *tls.Config) *imapserver.Server {
	caps := imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapNamespace: {}, imap.CapESearch: {}, imap.CapStatusSize: {}}
	if !o.cfg.Basic {
		caps[imap.CapMove], caps[imap.CapUIDPlus] = struct{}{}, struct{}{}
	}
	opts := &imapserver.Options{
		NewSession:   o.newSession,
		Caps:         caps,
		Logger:       o.cfg.Log,
		InsecureAuth: true,
	}
	if o.cfg.StartTLS {
		opts.TLSConfig = tlsConfig
	}
	return imapserver.New(opts)
}

// SMTPAddr is the host:port that takes mail.
func (o *Office) SMTPAddr() string { return o.smtpAddr }

// IMAPAddr is the host:port where mail is read.
func (o *Office) IMAPAddr() string { return o.imapAddr }

// Roots trusts the certificate of an Office with StartTLS or TLS. It is nil for others.
func (o *Office) Roots() *x509.CertPool { return o.roots }

// Add opens an account with an INBOX. The address is also its user name. An existing
// account does not change.
func (o *Office) Add(address, password string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if key := strings.ToLower(address); o.accounts[key] == nil {
		o.accounts[key] = newAccount(key, password, o.cfg.Now)
	}
}

// SetPassword gives an account another password. Whoever is logged in stays so.
func (o *Office) SetPassword(address, password string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if a := o.accounts[strings.ToLower(address)]; a != nil {
		a.password = password
	}
}

// Forward opens an account without an INBOX. Each mail for it is handed to take before the
// sender hears that it was accepted, one mail at a time for each connection.
func (o *Office) Forward(address, password string, take func(Message)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	key := strings.ToLower(address)
	o.accounts[key] = newAccount(key, password, o.cfg.Now)
	o.accounts[key].take = take
}

// account finds the account for an address, nil for none. It ignores a +tag and case.
func (o *Office) account(address string) *account {
	address = strings.ToLower(address)
	if at := strings.LastIndexByte(address, '@'); at >= 0 {
		local, _, _ := strings.Cut(address[:at], "+")
		address = local + address[at:]
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.accounts[address]
}

// login finds the account for a user name and password, nil for none.
func (o *Office) login(user, password string) *account {
	o.mu.Lock()
	defer o.mu.Unlock()
	if a := o.accounts[strings.ToLower(user)]; a != nil && a.password == password {
		return a
	}
	return nil
}

// leave waits for the IMAP sessions to end. Some may never end: the library keeps a lock of a connection
// whose client disconnected during a FETCH.
func (o *Office) leave(patience context.Context) {
	left := make(chan struct{})
	go func() { o.sessions.Wait(); close(left) }()
	select {
	case <-left:
	case <-patience.Done():
	}
}

// Close stops listening, cuts every connection and waits until the servers have ended. It
// may be called twice.
func (o *Office) Close() error {
	o.mu.Lock()
	if o.closed {
		o.mu.Unlock()
		return nil
	}
	o.closed = true
	o.mu.Unlock()

	o.DropConnections()
	patience, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	err := errors.Join(o.imap.Close(), o.smtp.Shutdown(patience))
	for _, l := range o.listeners {
		l.Close() // if the server had not yet begun to use it
	}
	o.serving.Wait()
	o.leave(patience)
	return err
}
