package postoffice

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"math/big"
	"net"
	"strings"
	"sync/atomic"
	"time"
)

// listener wraps each connection in a wire, so that every connection can be found again.
type listener struct {
	net.Listener
	office *Office
}

func (l *listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	w := &wire{Conn: c, office: l.office}
	l.office.mu.Lock()
	defer l.office.mu.Unlock()
	if l.office.closed {
		c.Close() // the server that gets it sees a closed connection
		return w, nil
	}
	w.hushed.Store(l.office.hush != nil && *l.office.hush == "")
	l.office.wires[w] = struct{}{}
	return w, nil
}

// wire is a connection as the servers see it.
type wire struct {
	net.Conn
	office *Office
	hushed atomic.Bool
}

func (w *wire) Read(b []byte) (int, error) {
	n, err := w.Conn.Read(b)
	w.office.mu.Lock()
	hush := w.office.hush
	w.office.mu.Unlock()
	if hush != nil && bytes.Contains(bytes.ToUpper(b[:n]), []byte(*hush)) {
		w.hushed.Store(true)
	}
	return n, err
}

func (w *wire) Write(b []byte) (int, error) {
	if w.hushed.Load() {
		return len(b), nil
	}
	return w.Conn.Write(b)
}

func (w *wire) Close() error {
	w.office.mu.Lock()
	delete(w.office.wires, w)
	w.office.mu.Unlock()
	return w.Conn.Close()
}

// DropConnections cuts every open connection, without a word to the client. New
// ones are taken as before.
func (o *Office) DropConnections() {
	o.mu.Lock()
	var open []*wire
	for w := range o.wires {
		open = append(open, w)
	}
	o.mu.Unlock()
	for _, w := range open {
		w.Close()
	}
}

// Connections says how many connections are open, SMTP and IMAP together.
func (o *Office) Connections() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.wires)
}

// Hush makes the servers fall silent on a connection from the moment its client
// sends something containing after (case does not matter): the command is carried
// out, but nothing is answered and the connection stays open. An empty after
// silences even the greeting of new connections. It works on plain connections,
// for text that arrives in one piece, until the returned function is called;
// connections already silent stay so.
func (o *Office) Hush(after string) (restore func()) {
	after = strings.ToUpper(after)
	set := func(h *string) {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.hush = h
	}
	set(&after)
	return func() { set(nil) }
}

// certificate makes a certificate for loopback if the configuration asks for TLS.
func (o *Office) certificate() (*tls.Config, error) {
	if !o.cfg.TLS && !o.cfg.StartTLS {
		return nil, nil
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("cannot make a key: %w", err)
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(time.Now().UnixNano()),
		Subject:               pkix.Name{CommonName: o.cfg.Domain},
		DNSNames:              []string{"localhost", o.cfg.Domain},
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().AddDate(1, 0, 0),
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		IsCA:                  true,
		BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, fmt.Errorf("cannot make a certificate: %w", err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, fmt.Errorf("cannot read our own certificate: %w", err)
	}
	o.roots = x509.NewCertPool()
	o.roots.AddCert(cert)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, nil
}
