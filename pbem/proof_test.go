package pbem

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/store"
)

// opening records which games' logs are read.
type opening struct {
	*store.DB
	read []string
}

func (o *opening) Load(id string, from int) (store.Game, []store.Event, error) {
	o.read = append(o.read, id)
	return o.DB.Load(id, from)
}

// manyGames returns a test service with n games of Amy and Brian, none of them open.
func manyGames(t *testing.T, n int) (d *testService, db *opening) {
	t.Helper()
	d = newTestService(t)
	for i := range n {
		d.start(fmt.Sprintf("Game %d", i+1), seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>")...)
	}
	d.flush()
	db = &opening{DB: d.db}
	d.restart(db)
	return d, db
}

// spray returns a mail that names n games, by tags in its addresses and by references,
// none with a valid token.
func spray(from string, n int) []byte {
	var to, refs []string
	for i := range n {
		tag := fmt.Sprintf("g%d.p1.aaaaaaaaaaaaaaaa", i+1)
		to, refs = append(to, "<pbem+"+tag+"@play.example>"), append(refs, "<"+tag+"@play.example>")
	}
	return fmt.Appendf(nil, "From: <%s>\r\nTo: %s\r\nReferences: %s\r\nSubject: Re: a game\r\nMessage-ID: <%s.%d@x>\r\n\r\nreserve NLN\r\n",
		from, strings.Join(to, ",\r\n "), strings.Join(refs, "\r\n "), from, n)
}

// No game is opened for a mail that proves nothing. A stranger's mail opens none, however
// many it names, and locks none. A mail that claims to be a player's opens a game for the
// refusal, once a day.
func TestNothingIsOpenedBeforeItIsProven(t *testing.T) {
	d, db := manyGames(t, 40)
	raw := spray("mallory@example.net", 40)
	if rank := (mailroom{d.service}).Sort(raw); rank != intake.Strangers {
		t.Errorf("its rank is %d, so that it counts for no quota", rank)
	}
	if keys := d.service.keysOfMail(parsed(d.service, raw)); !slices.Equal(keys, []string{"sender mallory@example.net"}) {
		t.Errorf("it keeps %q waiting", keys)
	}
	d.receive(raw, desk.OutcomeIgnored)
	if len(db.read) > 0 {
		t.Errorf("a stranger's mail has opened %d games", len(db.read))
	}
	for i := range 3 {
		d.receive(bytes.Replace(spray("amy@example.org", 40), []byte("Message-ID: <"), fmt.Appendf(nil, "Message-ID: <%d", i), 1), desk.OutcomeRejected)
	}
	if len(db.read) != 1 {
		t.Errorf("mails from a player's address that prove nothing have opened the games %v", db.read)
	}
	if mails := d.flush(); len(mails) != 1 || mails[0].to != "amy@example.org" || !strings.Contains(text(t, mails[0]), "The address you wrote to is not that of your seat.") {
		t.Errorf("%v were told", recipients(mails))
	}
	proven := d.mail("amy@example.org", "g7.p1", "proven@x", "status")
	if keys := d.service.keysOfMail(parsed(d.service, proven)); !slices.Equal(keys, []string{"sender amy@example.org", "game g7"}) {
		t.Errorf("a mail with the token of g7 is worked on with %q", keys)
	}
	d.receive(proven, desk.OutcomeAnswered)
}

// At most five tags of a mail count.
func TestTagsOfAMail(t *testing.T) {
	d := newTestService(t)
	if tags := d.service.Office.Tags(desk.LetterOf(spray("mallory@example.net", 200))); len(tags) != 5 {
		t.Errorf("%d tags count", len(tags))
	}
}

// A draft holds no more games than the cache may, plus those that it changes.
func TestDraftsAreBounded(t *testing.T) {
	d, db := manyGames(t, 12)
	one := desk.BytesOf(d.table("g1"))
	d.service.Cache.Most = 3 * one
	work := d.service.Draft()
	if _, err := work.Table("g1"); err != nil {
		t.Fatal(err)
	}
	work.Changed["g1"] = work.Tables["g1"]
	for i := range 12 {
		if _, err := work.Table(fmt.Sprintf("g%d", i+1)); err != nil {
			t.Fatal(err)
		}
		if len(work.Tables) > 4 || work.Tables["g1"] == nil {
			t.Fatalf("%d tables are kept with room for three", len(work.Tables))
		}
	}
	if len(db.read) < 12 {
		t.Errorf("%d games were read", len(db.read))
	}
}
