package postbox

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// Room is how much of a mailbox is in use, as its server counts (QUOTA, RFC 9208). The zero Room is one
// whose server does not say.
type Room struct {
	Used, Limit int64 // in kilobytes of 1024 bytes, or in messages
	Messages    bool
}

// NearlyFull and Full are shares of the limit. A server that has no room sends mails of players back.
const (
	NearlyFull = 0.9
	Full       = 0.98
)

// Known reports whether the server has a limit and says so.
func (r Room) Known() bool { return r.Limit > 0 }

// Share returns how much of the limit is in use: 1 is all of it, and 0 is what is not known.
func (r Room) Share() float64 {
	if !r.Known() {
		return 0
	}
	return float64(r.Used) / float64(r.Limit)
}

// String says how much is in use, as in "12 % of its 1000 MB".
func (r Room) String() string {
	limit := fmt.Sprintf("%d KB", r.Limit)
	switch {
	case r.Messages:
		limit = held(uint32(min(r.Limit, 1<<31)))
	case r.Limit >= 10<<10:
		limit = fmt.Sprintf("%d MB", r.Limit>>10)
	}
	return fmt.Sprintf("%.0f %% of its %s", 100*r.Share(), limit)
}

// MakeRoom says what to do about a mailbox that is nearly full.
const MakeRoom = "Delete old mails from it, those that came before your last backup, or ask the provider for more room. Players get their answers back when it is full."

// RoomOf asks how much of a mailbox is in use. It opens a connection of its own, so that nothing a server says about it
// disturbs the reading of mails.
func RoomOf(ctx context.Context, cfg IMAPConfig) (Room, error) {
	cfg.Filing = Folders // keywords are not needed
	in, err := Open(ctx, cfg)
	if err != nil {
		return Room{}, err
	}
	defer in.Close()
	return in.room(ctx)
}

// room returns the limit of which the greatest share is in use.
func (in *Inbox) room(ctx context.Context) (most Room, err error) {
	if !in.caps.Has(imap.CapQuota) {
		return Room{}, nil
	}
	folder := in.cfg.Folder
	if strings.EqualFold(folder, "INBOX") {
		folder = "INBOX" // the library compares it with the answer
	}
	roots, err := ask(ctx, in, "asking for the room that is left", func() ([]imapclient.QuotaData, error) {
		return in.client.GetQuotaRoot(folder).Wait()
	})
	if KindOf(err) == Refused {
		return Room{}, nil
	}
	for _, root := range roots {
		for name, of := range root.Resources {
			r := Room{of.Usage, of.Limit, strings.EqualFold(string(name), string(imap.QuotaResourceMessage))}
			if (r.Messages || strings.EqualFold(string(name), string(imap.QuotaResourceStorage))) && r.Known() && r.tells(most) {
				most = r
			}
		}
	}
	return most, err
}

// tells reports whether a known room tells more than another one: more of it is in use, or as much and it is that of bytes.
func (r Room) tells(other Room) bool {
	return !other.Known() || r.Share() > other.Share() || r.Share() == other.Share() && other.Messages && !r.Messages
}

// checkRoom says how much of the mailbox is in use, if the server tells. A server that tells in another way than the
// standard does is no fault.
func checkRoom(ctx context.Context, cfg IMAPConfig) []Finding {
	r, err := RoomOf(ctx, cfg)
	var failed *Error
	if errors.As(err, &failed) || !r.Known() {
		return nil
	}
	f := Finding{OK: true, Text: fmt.Sprintf("the IMAP server %s: of the mailbox %v are in use.", cfg.complete().Addr, r)}
	if r.Share() >= NearlyFull {
		f.OK, f.Mend = r.Share() < Full, MakeRoom
	}
	return []Finding{f}
}
