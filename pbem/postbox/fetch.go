package postbox

import (
	"context"
	"io"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// A Fetched is a message as it is on the server, or the error of Fetch.
type Fetched struct {
	Item
	Raw []byte
	Err error
}

// FetchAll returns listed messages in one step, in their order, up to the first
// at which the connection failed. It does not ask for messages that are too
// large. It asks again, alone, for a message that did not come with the others.
func (in *Inbox) FetchAll(ctx context.Context, items []Item) []Fetched {
	raws := in.fetchTogether(ctx, items)
	out := make([]Fetched, 0, len(items))
	for _, item := range items {
		f := Fetched{Item: item, Raw: raws[item.UID]}
		switch {
		case item.Size > in.cfg.MaxMessage, int64(len(f.Raw)) > in.cfg.MaxMessage:
			f.Raw, f.Err = nil, in.tooLarge(item.UID)
		case f.Raw == nil:
			f.Raw, f.Err = in.Fetch(ctx, item.UID)
		}
		out = append(out, f)
		if k := KindOf(f.Err); k != NoError && k != TooLarge && k != Gone && k != Refused {
			break
		}
	}
	return out
}

// fetchTogether fetches several messages with one command and returns those that came, by UID. Each may be
// one byte over the limit, so that the caller sees it is too large. To learn why one did not come, fetch it
// alone.
func (in *Inbox) fetchTogether(ctx context.Context, items []Item) map[uint32][]byte {
	var set imap.UIDSet
	most := 2*in.cfg.MaxMessage + usual // some servers report wrong sizes
	for _, item := range items {
		if item.Size <= in.cfg.MaxMessage {
			set.AddNum(imap.UID(item.UID))
			most += 2 * (item.Size + mostHeader)
		}
	}
	if len(set) == 0 {
		return nil
	}
	came := make(chan piece, len(items))
	_ = in.hear(ctx, most, "fetching messages", func() error {
		cmd := in.client.Fetch(set, &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{{Peek: true}}})
		for range items {
			m, err := in.body(cmd)
			if err != nil {
				return err // the connection is broken; Close would read from it at the same time as the library's goroutine
			}
			if m.body != nil && m.uid != 0 {
				came <- m
			}
		}
		return cmd.Close()
	})
	raws := map[uint32][]byte{}
	for len(came) > 0 {
		m := <-came
		raws[m.uid] = m.body
	}
	return raws
}

func (in *Inbox) tooLarge(uid uint32) error {
	return fault(TooLarge, nil, "message %d in the folder %q of %s is larger than %d bytes", uid, in.cfg.Folder, in.link.who, in.cfg.MaxMessage)
}

// Fetch returns a message as it is on the server, without marking it as seen.
// The error is of kind Gone if the message is no longer there, TooLarge if it
// is longer than MaxMessage, and Refused if it is there but the server does not
// send it. The connection can be used after all three.
func (in *Inbox) Fetch(ctx context.Context, uid uint32) ([]byte, error) {
	return in.fetch(ctx, uid, &imap.FetchItemBodySection{Peek: true})
}

// mostHeader limits the header that FetchHeader asks for, in bytes.
const mostHeader = 64 << 10

// FetchHeader returns the header of a message of any size, or the beginning of
// the header. Its errors are those of Fetch.
func (in *Inbox) FetchHeader(ctx context.Context, uid uint32) ([]byte, error) {
	return in.fetch(ctx, uid, &imap.FetchItemBodySection{
		Specifier: imap.PartSpecifierHeader, Partial: &imap.SectionPartial{Size: mostHeader}, Peek: true,
	})
}

// mostSorted limits the header that Heads asks for, in bytes.
const mostSorted = 16 << 10

// Heads returns the beginnings of the headers of some messages, by UID, in one
// step. Messages that the server does not send are missing.
func (in *Inbox) Heads(ctx context.Context, items []Item) (map[uint32][]byte, error) {
	var set imap.UIDSet
	for _, item := range items {
		set.AddNum(imap.UID(item.UID))
	}
	section := &imap.FetchItemBodySection{Specifier: imap.PartSpecifierHeader, Partial: &imap.SectionPartial{Size: mostSorted}, Peek: true}
	most := int64(len(items))*(2*mostSorted) + usual
	return askFor(ctx, in, most, "fetching headers", func() (map[uint32][]byte, error) {
		return in.bodies(in.client.Fetch(set, &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}}))
	})
}

// bodies reads the bodies that a FETCH returns, by UID. The library's Collect is not used: if the connection
// is cut within a message, it reads on at the same time as the library's goroutine.
func (in *Inbox) bodies(cmd *imapclient.FetchCommand) (map[uint32][]byte, error) {
	out := map[uint32][]byte{}
	for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
		m, err := in.content(msg)
		if err != nil {
			return nil, err
		}
		if m.body != nil {
			out[m.uid] = m.body
		}
	}
	return out, cmd.Close()
}

func (in *Inbox) fetch(ctx context.Context, uid uint32, section *imap.FetchItemBodySection) ([]byte, error) {
	raw, err := in.fetchOnce(ctx, uid, section)
	if KindOf(err) == Gone {
		// The server may have sent a change of flags first. The library takes the first thing it hears about
		// a message for the answer, so ask once more.
		raw, err = in.fetchOnce(ctx, uid, section)
	}
	return raw, err
}

func (in *Inbox) fetchOnce(ctx context.Context, uid uint32, section *imap.FetchItemBodySection) ([]byte, error) {
	whole := &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}}
	m, err := askFor(ctx, in, 2*in.cfg.MaxMessage+usual, "fetching a message", func() (piece, error) {
		cmd := in.client.Fetch(imap.UIDSetNum(imap.UID(uid)), whole)
		m, err := in.body(cmd)
		if err != nil {
			return piece{}, err // the connection is broken; Close would read from it at the same time as the library's goroutine
		}
		return m, cmd.Close()
	})
	if err != nil {
		return nil, err
	}
	switch {
	case m.nothing:
		return nil, fault(Refused, nil, "%s has message %d in the folder %q, and sends nothing of it", in.link.who, uid, in.cfg.Folder)
	case m.body == nil:
		return nil, fault(Gone, nil, "message %d is no longer in the folder %q of %s", uid, in.cfg.Folder, in.link.who)
	case int64(len(m.body)) > in.cfg.MaxMessage:
		return nil, in.tooLarge(uid)
	}
	return m.body, nil
}

// A piece is what a FETCH returned about one message.
type piece struct {
	uid     uint32
	body    []byte // nil if none came
	nothing bool   // NIL came for the body: the message is there, and the server cannot read it
}

// body reads the next message that a FETCH returns, up to one byte over the limit. It returns the zero value if
// there is none.
func (in *Inbox) body(cmd *imapclient.FetchCommand) (piece, error) {
	for msg := cmd.Next(); msg != nil; msg = cmd.Next() {
		if m, err := in.content(msg); m.body != nil || m.nothing || err != nil {
			return m, err
		}
	}
	return piece{}, nil
}

// content reads what a FETCH returns about one message.
func (in *Inbox) content(msg *imapclient.FetchMessageData) (m piece, err error) {
	for item := msg.Next(); item != nil; item = msg.Next() {
		switch item := item.(type) {
		case imapclient.FetchItemDataUID:
			m.uid = uint32(item.UID)
		case imapclient.FetchItemDataBodySection:
			if item.Literal == nil || m.body != nil {
				m.nothing = m.body == nil
				continue
			}
			most := min(item.Literal.Size(), in.cfg.MaxMessage+1)
			m.body, err = io.ReadAll(io.LimitReader(item.Literal, most))
			if err == nil && int64(len(m.body)) < most {
				err = io.ErrUnexpectedEOF // a connection that is cut looks like the end of the message
			}
			if err != nil {
				return m, err
			}
		}
	}
	return m, nil
}
