package pbem

import (
	"context"
	"strings"

	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/letter"
	"pbem/pbem/senders"
)

// A Reading shows the host what the service would make of a mail.
type Reading struct {
	Class    letter.Class `json:"class"`
	Why      string       `json:"why"` // why it has that class
	From     string       `json:"from"`
	Name     string       `json:"name,omitempty"`
	Believed string       `json:"believed"` // "yes", or how far and why not
	Game     string       `json:"game,omitempty"`
	Player   string       `json:"player,omitempty"`
	Subject  string       `json:"subject,omitempty"`
	Commands []string     `json:"commands"`
	Text     string       `json:"text,omitempty"`
	Ignored  string       `json:"ignored,omitempty"`
	Left     []string     `json:"attachments,omitempty"`
	Note     string       `json:"note,omitempty"` // what the sender would be told
	Bounce   *BounceRead  `json:"bounce,omitempty"`
}

// A BounceRead is what a bounce says. Counted is the address whose score it raises, or ""
// if it proves nothing.
type BounceRead struct {
	Address string `json:"address"`
	Class   int    `json:"class"` // 4 for a temporary error, 5 for a permanent one, 0 if not stated
	Status  string `json:"status,omitempty"`
	Mail    string `json:"mail,omitempty"` // the Message-ID of the mail that came back
	Counted string `json:"counted,omitempty"`
}

// Read reads a mail without a database, so it knows no sender.
func Read(raw []byte) Reading {
	l := senders.Passages(desk.LetterOf(raw))
	r := reading(l)
	r.Believed = desk.UnknownSeat(l)
	if t, ok := envelope.AnyTag(l); ok {
		r.Game, r.Player = t.Game, t.Player
	}
	return r
}

// Read reads a mail as if it came now. It writes nothing and answers nobody. The database
// may be open for reading only.
func (s *Service) Read(ctx context.Context, raw []byte) (Reading, error) {
	l := senders.Passages(desk.LetterOf(raw))
	r := reading(l)
	suspect, err := senders.Suspicion(ctx, s.Desk, raw, l)
	if err != nil {
		return r, err
	}
	d := s.Draft()
	switch l.Class {
	case letter.Human, letter.Unreadable:
	case letter.Bounce:
		p, err := senders.ProofOf(d, l)
		r.Believed, r.Bounce.Counted = desk.UnknownSeat(l), p.Address
		return r, err
	default:
		r.Believed = desk.UnknownSeat(l)
		return r, nil
	}
	who, ok, err := senders.Identify(d, l)
	switch {
	case err != nil:
		return r, err
	case !ok:
		r.Believed = "no: a stranger"
		return r, nil
	}
	r.Game, r.Player = who.ID()
	switch {
	case who.Doubt != "":
		r.Believed = "no: " + who.Doubt
	case who.Suspect != "" || suspect != "":
		r.Believed = "held until the player confirms it: " + strings.TrimSpace(who.Suspect+" "+suspect)
	default:
		r.Believed = "yes"
	}
	return r, nil
}

func reading(l letter.Letter) Reading {
	r := Reading{
		Class: l.Class, Why: l.Why, From: l.From, Name: l.FromName, Subject: l.Subject, Commands: senders.Texts(l),
		Text: l.Text, Ignored: l.Ignored, Left: l.Attachments, Note: l.Note,
	}
	if b := l.Bounce; b != nil {
		r.Bounce = &BounceRead{Address: b.Address, Class: b.Class, Status: b.Status, Mail: b.MessageID}
	}
	return r
}
