package evening

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"pbem/pbem/config"
	"pbem/pbem/postbox"
	"pbem/pbem/postoffice"
)

// A Post is the mail servers of an evening. The service and everybody have an account
// there: Host and Accounts.
type Post interface {
	// Address is that of an account.
	Address(account string) string
	// Reader is how mails to an address are read, Submitter how it sends some.
	Reader(address string) postbox.IMAPConfig
	Submitter(address string) postbox.SMTPConfig
	// Mails are those that have come for an address, oldest first, but for the first so
	// many, which were asked for before.
	Mails(address string, after int) [][]byte
	// Delivered reports whether all mails that the servers have taken lie in a mailbox.
	Delivered() bool
}

// A Hander is a Post that hands mails over to services instead of keeping them in a
// mailbox.
type Hander interface {
	// Settings are those of the n-th service at a time, counted from 0; ok is false if
	// there can be no more services.
	Settings(n int) (cfg config.Config, ok bool)
	// Began is called when a service takes mails.
	Began()
}

// An Interrupted is a Post whose Delivered stops mail servers now and then, in the midst of their work.
type Interrupted interface {
	// Interruptions is how often it has done so.
	Interruptions() int
}

// Host is the account of the service.
const Host = "pbem"

// Accounts are those of the people who may play.
func Accounts() []string {
	var out []string
	for i, name := range names {
		out = append(out, fmt.Sprintf("%s.%d", plainName(name), i))
	}
	return out
}

// plainName returns a name in the form used in addresses.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

// An office is a Post in this process. It forgets mails that were read.
type office struct {
	*postoffice.Office
	mu    sync.Mutex
	boxes map[string]*box
}

// A box has the mails for one address.
type box struct {
	gone int      // how many mails were read
	new  [][]byte // the mails after those
}

const (
	domain   = "evening.example"
	password = "evening"
)

// openOffice starts an office with a clock.
func openOffice(now func() time.Time) (*office, error) {
	started, err := postoffice.Start(postoffice.Config{Domain: domain, Now: now})
	if err != nil {
		return nil, err
	}
	o := &office{Office: started, boxes: map[string]*box{}}
	o.Add(o.Address(Host), password)
	for _, account := range Accounts() {
		o.enrol(o.Address(account))
	}
	return o, nil
}

func (o *office) enrol(address string) {
	b := &box{}
	o.boxes[address] = b
	o.Forward(address, password, func(m postoffice.Message) {
		o.mu.Lock()
		defer o.mu.Unlock()
		b.new = append(b.new, m.Raw)
	})
}

func (o *office) Address(account string) string { return account + "@" + domain }

// Delivered is always true: a mail is in its box before its sender is told that it was accepted.
func (o *office) Delivered() bool { return true }

func (o *office) server(addr, user string) postbox.Server {
	return postbox.Server{Addr: addr, Security: postbox.Plain, User: user, Password: password}
}

func (o *office) Reader(address string) postbox.IMAPConfig {
	return postbox.IMAPConfig{Server: o.server(o.IMAPAddr(), address)}
}

func (o *office) Submitter(address string) postbox.SMTPConfig {
	return postbox.SMTPConfig{Server: o.server(o.SMTPAddr(), address), MailsPerConn: 1000}
}

// Mails returns the mails after the first `after`, and forgets those.
func (o *office) Mails(address string, after int) [][]byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	b := o.boxes[address]
	b.new = b.new[after-b.gone:]
	b.gone = after
	return b.new[:len(b.new):len(b.new)]
}
