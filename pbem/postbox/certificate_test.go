package postbox

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"
)

// answering serves TLS with a certificate, and returns the address and who trusts it.
func answering(t *testing.T, ends time.Time, ip net.IP, uses ...x509.ExtKeyUsage) (addr string, roots *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "mail"}, IPAddresses: []net.IP{ip},
		NotBefore: ends.AddDate(-1, 0, 0), NotAfter: ends, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign, ExtKeyUsage: uses,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots = x509.NewCertPool()
	roots.AddCert(cert)
	with := &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	return serving(t, func(c net.Conn) { _ = tls.Server(c, with).Handshake() }), roots // our side says what is wrong
}

// What a host is told to do depends on what is wrong with a certificate.
func TestMendsOfCertificates(t *testing.T) {
	here, later := net.IPv4(127, 0, 0, 1), time.Now().AddDate(0, 1, 0)
	for name, c := range map[string]struct {
		ends    time.Time
		ip      net.IP
		trusted bool
		uses    []x509.ExtKeyUsage
		want    string
	}{
		"ended":       {time.Now().AddDate(0, 0, -1), here, true, nil, "needs a new certificate"},
		"unknown":     {later, here, false, nil, `as "ca_file"`},
		"other name":  {later, net.IPv4(192, 0, 2, 1), true, nil, `Write the name that stands in the certificate as "server".`},
		"of a client": {later, here, true, []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}, mends[Untrusted]},
	} {
		t.Run(name, func(t *testing.T) {
			addr, roots := answering(t, c.ends, c.ip, c.uses...)
			if !c.trusted {
				roots = x509.NewCertPool()
			}
			at := Server{Addr: addr, Security: TLS, Roots: roots, User: pbem, Password: "x"}
			for _, f := range Check(t.Context(), IMAPConfig{Server: at}, SMTPConfig{Server: at}) {
				if f.OK || !strings.Contains(f.Text, "is not trusted") || !strings.Contains(f.Mend, c.want) {
					t.Errorf("%v", f)
				}
			}
		})
	}
}
