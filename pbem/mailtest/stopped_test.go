package mailtest

import (
	"testing"
	"time"

	"pbem/store"
)

// A service that stops gives back the mails that it has taken and not sent. Another one on
// the same store takes them at once.
func TestStoppedServiceGivesBack(t *testing.T) {
	h := newHost(t, office(t))
	h.run()
	<-h.service.Serves()
	soon := time.Now().Add(time.Hour) // the service itself does not take it before
	late := store.Mail{ID: "<late@example.org>", To: Address("amy"), Raw: []byte("Subject: late\r\n\r\nlate\r\n"), Next: soon}
	if err := h.db.Commit(store.Commit{At: time.Now(), Mails: []store.Mail{late}}); err != nil {
		t.Fatal(err)
	}
	taken := func(c store.Claim) int {
		mails, err := h.db.TakeMails(c, false, 0)
		if err != nil {
			t.Fatal(err)
		}
		return len(mails)
	}
	its := store.Claim{Owner: h.service.Owner, Now: soon, Until: soon.Add(time.Minute)}
	other := store.Claim{Owner: "other", Now: soon, Until: soon.Add(time.Minute)}
	if mine, theirs := taken(its), taken(other); mine != 1 || theirs != 0 {
		t.Fatalf("the service takes %d mails and another one %d, want 1 and 0", mine, theirs)
	}
	h.halt()
	if n := taken(other); n != 1 {
		t.Errorf("%d mails can be taken when it has stopped, want 1", n)
	}
}
