package postbox

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
)

// Inbox is an open IMAP folder. One goroutine at a time may use it; Close may be
// called from any.
type Inbox struct {
	cfg         IMAPConfig
	link        *link
	client      *imapclient.Client
	caps        imap.CapSet
	uidValidity uint32
	uidNext     uint32 // when the folder was opened
	messages    uint32 // in the folder when it was opened
	keywords    bool   // the server stores our keywords
	prefix      string // what names of personal folders begin with
	news        news

	idling atomic.Bool
	once   sync.Once
	mu     sync.Mutex
	dead   error // why the connection can no longer be used
}

// Item is a message as listed.
type Item struct {
	UID  uint32
	Size int64 // bytes, as reported by the server; 0 if it did not say
	Done bool  // File has marked it, now or before a restart

	Deleted bool      // it is to be removed some time, as somebody said, or move where the server removes no single messages
	Arrived time.Time // in this mailbox, or in that from which it was copied; zero if the server did not say
}

// Open connects, logs in and selects the folder. The error is an *Error.
func Open(ctx context.Context, cfg IMAPConfig) (*Inbox, error) {
	cfg = cfg.complete()
	l, err := dial(ctx, "IMAP", cfg.Server)
	if err != nil {
		return nil, err
	}
	in := &Inbox{cfg: cfg, link: l, news: news{arrived: make(chan struct{})}}
	for _, step := range []func(context.Context) error{in.greet, in.login, in.choose} {
		if err := step(ctx); err != nil {
			in.Close()
			return nil, err
		}
	}
	return in, nil
}

// greet attaches the library to the connection and reads the server's greeting.
func (in *Inbox) greet(ctx context.Context) error {
	opts := &imapclient.Options{
		TLSConfig: in.cfg.tlsConfig(),
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{
			Mailbox: in.news.mailbox,
			Expunge: in.news.expunge,
		},
	}
	client, err := ask(ctx, in, "greeting", func() (*imapclient.Client, error) {
		if in.cfg.Security == StartTLS {
			return imapclient.NewStartTLS(in.link.conn, opts)
		}
		c := imapclient.New(in.link.conn, opts)
		return c, c.WaitGreeting()
	})
	in.client = client
	if KindOf(err) == Refused {
		return fault(Misconfigured, err, "%s does not offer STARTTLS", in.link.who)
	}
	var bye *imap.Error
	if errors.As(err, &bye) {
		return fault(Unreachable, err, "%s turned us away: %s", in.link.who, said(bye))
	}
	return err
}

func (in *Inbox) login(ctx context.Context) error {
	caps, err := ask(ctx, in, "asking for capabilities", func() (imap.CapSet, error) { return in.client.Caps(), nil })
	if err != nil {
		return err
	}
	if in.client.State() == imap.ConnStateNotAuthenticated {
		if err := in.authenticate(ctx, caps); err != nil {
			return err
		}
	}
	// The capabilities change with the log-in, and the library's Caps may still return the old ones. So ask
	// again.
	in.caps, err = ask(ctx, in, "asking for capabilities", func() (imap.CapSet, error) {
		return in.client.Capability().Wait()
	})
	return err
}

func (in *Inbox) authenticate(ctx context.Context, caps imap.CapSet) error {
	if in.cfg.Tokens != nil {
		return in.authenticateByToken(ctx, caps)
	}
	plain := caps.Has(imap.AuthCap(sasl.Plain))
	if !plain && caps.Has(imap.CapLoginDisabled) {
		return fault(Misconfigured, nil, "%s takes no password on an unencrypted connection; use tls or starttls", in.link.who)
	}
	err := in.do(ctx, "logging in", func() error {
		if plain {
			return in.client.Authenticate(sasl.NewPlainClient("", in.cfg.User, in.cfg.Password))
		}
		return in.client.Login(in.cfg.User, in.cfg.Password).Wait()
	})
	var no *imap.Error
	if !errors.As(err, &no) {
		return err
	}
	if busy := in.busy(no); busy != nil {
		return busy
	}
	return fault(BadLogin, err, "%s refused user %q and the password: %s", in.link.who, in.cfg.User, said(no))
}

// busy returns the error of a log-in that the server refused for now, or nil if user and password are at fault. Gmail
// says "Too many simultaneous connections" with a code that says nothing.
func (in *Inbox) busy(no *imap.Error) error {
	if !passing(no.Code) && no.Code != imap.ResponseCodeOverQuota && !strings.Contains(strings.ToLower(no.Text), "too many") {
		return nil
	}
	return fault(Busy, no, "%s lets nobody in for now: %s", in.link.who, said(no))
}

func (in *Inbox) authenticateByToken(ctx context.Context, caps imap.CapSet) error {
	b, err := in.cfg.bearerClient(ctx, in.link.who, func(mech string) bool { return caps.Has(imap.AuthCap(mech)) })
	if err != nil {
		return err
	}
	err = in.do(ctx, "logging in", func() error { return in.client.Authenticate(b) })
	var no *imap.Error
	if !errors.As(err, &no) {
		return err
	}
	if busy := in.busy(no); busy != nil {
		return busy
	}
	in.cfg.Tokens.Refused(b.token)
	return fault(BadLogin, err, "%s refused user %q and the token: %s", in.link.who, in.cfg.User, b.why(said(no)))
}

// passing reports whether a refusal is temporary and says nothing about the command.
func passing(code imap.ResponseCode) bool {
	return code == imap.ResponseCodeUnavailable || code == imap.ResponseCodeInUse ||
		code == imap.ResponseCodeLimit || code == imap.ResponseCodeServerBug
}

// choose selects the folder and finds out how messages can be filed in it.
func (in *Inbox) choose(ctx context.Context) error {
	data, err := ask(ctx, in, "opening the folder", func() (*imap.SelectData, error) {
		return in.client.Select(in.cfg.Folder, nil).Wait()
	})
	var no *imap.Error
	if errors.As(err, &no) && !passing(no.Code) {
		return fault(NoFolder, err, "%s cannot open the folder %q: %s", in.link.who, in.cfg.Folder, said(no))
	}
	if err != nil {
		return err
	}
	in.uidValidity, in.uidNext, in.messages = data.UIDValidity, uint32(data.UIDNext), data.NumMessages
	in.news.reset(data.NumMessages)
	in.keywords = slices.ContainsFunc(data.PermanentFlags, func(f imap.Flag) bool {
		return f == imap.FlagWildcard || strings.EqualFold(string(f), string(keywordDone))
	})
	switch in.cfg.Filing {
	case ByServer, Folders:
	case Keywords:
		if !in.keywords {
			return fault(Misconfigured, nil, "%s keeps no keywords in the folder %q; file by folders instead", in.link.who, in.cfg.Folder)
		}
	default:
		return fault(Misconfigured, nil, "%q is not a way of filing; say keywords or folders", in.cfg.Filing)
	}
	return in.namespace(ctx)
}

// namespace finds out what names of personal folders have to begin with, such as "INBOX.".
func (in *Inbox) namespace(ctx context.Context) error {
	if !in.caps.Has(imap.CapNamespace) {
		return nil
	}
	data, err := ask(ctx, in, "asking for the namespace", func() (*imap.NamespaceData, error) {
		return in.client.Namespace().Wait()
	})
	if KindOf(err) == Refused {
		return nil
	}
	if err == nil && len(data.Personal) > 0 {
		in.prefix = data.Personal[0].Prefix
	}
	return err
}

// UIDValidity returns the folder's UIDVALIDITY. UIDs noted under another one
// are worthless.
func (in *Inbox) UIDValidity() uint32 { return in.uidValidity }

// UIDNext returns the UID that the next message was to get when the folder was
// opened; 0 if the server did not say.
func (in *Inbox) UIDNext() uint32 { return in.uidNext }

// Messages returns how many messages the folder held when it was opened.
func (in *Inbox) Messages() uint32 { return in.messages }

// New returns the messages above a UID, in order of UID.
func (in *Inbox) New(ctx context.Context, afterUID uint32) ([]Item, error) {
	if afterUID == ^uint32(0) {
		return nil, in.failed()
	}
	// A server may report new messages only when asked. If it has announced some, there is no need to ask.
	if !in.news.take() {
		if err := in.do(ctx, "asking for news", func() error { return in.client.Noop().Wait() }); err != nil {
			return nil, err
		}
		in.news.take()
	}
	var set imap.UIDSet
	set.AddRange(imap.UID(afterUID+1), 0) // to "*", the last one
	list, err := askFor(ctx, in, listing, "listing messages", func() ([]*imapclient.FetchMessageBuffer, error) {
		return in.client.Fetch(set, &imap.FetchOptions{UID: true, RFC822Size: true, Flags: true, InternalDate: true}).Collect()
	})
	if err != nil {
		return nil, err
	}
	return items(list, afterUID), nil
}

// items turns a listing into Items. The range up to "*" always contains the last message, even if its UID is
// not above afterUID.
func items(list []*imapclient.FetchMessageBuffer, afterUID uint32) []Item {
	out := make([]Item, 0, len(list))
	for _, m := range list {
		if uint32(m.UID) > afterUID {
			has := func(flag imap.Flag) bool {
				return slices.ContainsFunc(m.Flags, func(f imap.Flag) bool { return strings.EqualFold(string(f), string(flag)) })
			}
			out = append(out, Item{uint32(m.UID), m.RFC822Size, has(keywordDone), has(imap.FlagDeleted), m.InternalDate})
		}
	}
	slices.SortFunc(out, func(a, b Item) int { return cmp.Compare(a.UID, b.UID) })
	return out
}

// do runs one step unless the connection has failed before. After any error but a refusal it closes the
// connection.
func (in *Inbox) do(ctx context.Context, doing string, f func() error) error {
	return in.hear(ctx, usual, doing, f)
}

// hear is do for a step in which the server may send up to most bytes.
func (in *Inbox) hear(ctx context.Context, most int64, doing string, f func() error) error {
	if err := in.failed(); err != nil {
		return err
	}
	err := in.link.hear(ctx, in.cfg.Timeout, most, doing, f)
	if err == nil {
		return nil
	}
	if no := refusal(in.link.who, doing, err); no != nil {
		return no
	}
	return in.fail(broken(in.link.who, doing, err))
}

// ask is do for a step that returns a value.
func ask[T any](ctx context.Context, in *Inbox, doing string, f func() (T, error)) (T, error) {
	return askFor(ctx, in, usual, doing, f)
}

// listing limits a list of messages in bytes. It is enough for about a million.
const listing = 64 << 20

// askFor is ask for a step in which the server may send up to most bytes.
func askFor[T any](ctx context.Context, in *Inbox, most int64, doing string, f func() (T, error)) (T, error) {
	answers := make(chan T, 1)
	err := in.hear(ctx, most, doing, func() error {
		v, err := f()
		answers <- v
		return err
	})
	if err != nil {
		var none T
		return none, err
	}
	return <-answers, nil
}

func (in *Inbox) failed() error {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.dead
}

// fail closes the connection. It returns the first reason for that.
func (in *Inbox) fail(err error) error {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.dead == nil {
		in.dead = err
	}
	in.link.close()
	return in.dead
}

// Close logs out, if that does not take long, and closes the connection. It may
// be called at any time and more than once. It returns nil.
func (in *Inbox) Close() error {
	in.once.Do(func() {
		in.mu.Lock()
		polite := in.client != nil && in.dead == nil && !in.idling.Load()
		if in.dead == nil {
			in.dead = fault(Closed, nil, "the connection to %s is closed", in.link.who)
		}
		in.mu.Unlock()
		if polite {
			patience := min(in.cfg.Timeout, 2*time.Second)
			_ = in.link.run(context.Background(), patience, "logging out", func() error { return in.client.Logout().Wait() })
		}
		in.link.close()
		if in.client != nil {
			select {
			case <-in.client.Closed():
			case <-time.After(time.Second):
			}
		}
	})
	return nil
}
