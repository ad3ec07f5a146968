package pbem

import (
	"strings"
	"testing"

	"pbem/pbem/desk"
	"pbem/pbem/people"
	"pbem/store"
)

// Who has a seat has answered the invitation to it, also if what is stored of them says that they have not, and may be
// invited again on the same day. Until then they may not.
func TestAnsweredInvitationNoLongerCounts(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.from("p3", "1@example.org", "resign g1"), desk.OutcomeApplied)
	fresh := func(address string) {
		t.Helper()
		if err := d.service.Unit(nil, func(w *desk.Draft) error {
			m := people.Member{Address: address, Stranger: true, Invited: d.now}
			if err := w.Enrol(&m); err != nil {
				return err
			}
			c := store.Commit{Marks: store.Marks{}}
			w.KeepMember(c.Marks, m)
			return w.Queue(c)
		}); err != nil {
			t.Fatal(err)
		}
	}
	fresh("carl@example.net")
	d.receive(d.from("p1", "2@example.org", "invite carl@example.net"), desk.OutcomeRejected)
	d.start("Inland", seats(t, "Dora <dora@example.net>", "Emil <emil@example.net>")...)
	fresh("dora@example.net")
	d.receive(d.from("p1", "3@example.org", "invite dora@example.net"), desk.OutcomeAnswered)
}

// Who wants to leave a game that has begun is told how.
func TestLeavingARunningGameNamesResign(t *testing.T) {
	d := newTestService(t)
	d.three()
	d.receive(d.from("p2", "1@example.org", "leave g1"), desk.OutcomeRejected)
	mails := d.flush()
	if len(mails) != 1 || !strings.Contains(text(t, mails[0]), "say: resign g1") {
		t.Errorf("%d mails: %s", len(mails), text(t, mails[0]))
	}
}
