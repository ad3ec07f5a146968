package desk

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"pbem/pbem/envelope"
	"pbem/pbem/people"
	"pbem/store"
)

// Withheld is why a mail has failed that goes out when its address can be reached again. Stored mails are known by it, so the words stay.
const Withheld = "its address is suspended; it goes out when the address can be reached again"

// EndAgain is after how long the end of a game is told once more that has not arrived.
const EndAgain = 24 * time.Hour

// CatchesUpLater reports whether a moment of CatchUps is still to come. One that is further ahead than any can be was set while the
// clock was wrong.
func CatchesUpLater(at, now time.Time) bool { return at.After(now) && at.Sub(now) <= EndAgain }

// Release sends the mails again that were withheld from an address. It is called when the suspension is over: from then on
// none is withheld. If it fails, it is called again, see CatchUps.
func Release(s *Desk, address string) {
	failed, err := FailedTo(s.Store, address)
	for _, m := range failed {
		if m.LastError == Withheld {
			err = errors.Join(err, s.Store.Requeue(m.ID, s.Now()))
		}
	}
	if err != nil {
		s.Log.Error("address.untold", "address", address, "error", err)
	}
	s.Outbox.Wake()
}

// failedAtOnce is how many failed mails are read at a time. There may be very many, of a provider that refuses all.
const failedAtOnce = 1000

// EachFailed visits the mails that have failed, without their text, in the order in which they were queued, as long as visit wants
// more.
func EachFailed(db Failures, visit func(store.Mail) (more bool)) error {
	for after := ""; ; {
		mails, next, err := db.FailedPage(after, failedAtOnce)
		if err != nil {
			return err
		}
		for _, m := range mails {
			if !visit(m) {
				return nil
			}
		}
		if after = next; after == "" {
			return nil
		}
	}
}

// Failures is the part of a store that lists failed mails.
type Failures interface {
	FailedPage(after string, limit int) (mails []store.Mail, next string, err error)
}

// FailedTo returns those to an address.
func FailedTo(db Failures, address string) (mails []store.Mail, err error) {
	err = EachFailed(db, func(m store.Mail) bool {
		if strings.EqualFold(m.To, address) {
			mails = append(mails, m)
		}
		return true
	})
	return mails, err
}

// Suspended reports whether an address gets no mail.
func (d *Draft) Suspended(address string) (bool, error) {
	since, err := Suspensions.Get(d.DB, address)
	d.DB.watch(Suspensions.Name(address)) // a mail to the address is written or left out
	if since.Rev != 0 {                   // also if the date cannot be read
		return true, nil
	}
	return false, err
}

// Member returns the member with an address. If there is none, the member has no ID and
// is not stored.
func (d *Draft) Member(address string) (people.Member, error) {
	if address == "" {
		return people.Member{}, nil
	}
	id, err := people.ByAddress.Get(d.DB, address)
	if err != nil || !id.Found() {
		return people.Member{Address: address}, err
	}
	d.Members.note(address, id.Value)
	m, ok, err := d.MemberByID(id.Value)
	if !ok {
		m = people.Member{Address: address}
	}
	return m, err
}

// MemberByID finds a member by id.
func (d *Draft) MemberByID(id string) (m people.Member, ok bool, err error) {
	r, err := people.Members.Get(d.DB, id)
	return r.Value, r.Found(), err
}

// Suppose stores a member in the draft, so that later steps of the draft see the change.
func (d *Draft) Suppose(m people.Member) error {
	marks := store.Marks{}
	d.KeepMember(marks, m)
	return d.Take(store.Commit{Marks: marks})
}

// Enrol gives a member an ID, if they have none.
func (d *Draft) Enrol(m *people.Member) error {
	if m.ID != "" {
		return nil
	}
	n, err := d.DB.NextID()
	m.ID, m.Since = fmt.Sprintf("m%d", n), d.Now().UTC()
	return err
}

// KeepMember adds a member to marks.
func (s *Desk) KeepMember(marks store.Marks, m people.Member) {
	m.Keep(marks, s.Office.Code)
}

// ForgetAddress makes an address find no member.
func (s *Desk) ForgetAddress(marks store.Marks, address string) {
	people.ByAddress.Clear(marks, address)
	people.ByCode.Clear(marks, s.Office.Code(address))
}

// LobbyList begins the List-Id of mails that belong to no game.
const LobbyList = "lobby."

// LobbyAddress returns the reply address of a member for mails that belong to no game.
func (d *Draft) LobbyAddress(m people.Member) string {
	return d.Office.ReplyTo(d.Office.Tag(envelope.NoGame, m.ID, m.Token))
}
