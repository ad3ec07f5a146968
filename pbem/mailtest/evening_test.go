package mailtest

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/internal/testsize"
	"pbem/pbem/evening"
	"pbem/titles"
)

// evenings are the mail servers of an evening. Mails keep the order in which they were
// seen first: of two that Postfix delivers at a time the later may be there before.
type evenings struct {
	servers
	seen map[string][]string // by address, the files of the mails without their folders
}

// servers are Servers under another name: an evening asks for mails behind others.
type servers struct{ *Servers }

func (e *evenings) Address(account string) string { return Address(account) }

func (e *evenings) Mails(address string, after int) (out [][]byte) {
	e.t.Helper()
	for _, name := range e.files(address) {
		if !slices.Contains(e.seen[address], name) { // nobody reads them by IMAP: they stay where they are
			e.seen[address] = append(e.seen[address], name)
		}
	}
	for _, name := range e.seen[address][after:] {
		raw, err := os.ReadFile(name)
		e.must(err)
		out = append(out, raw)
	}
	return out
}

// longestEvening is what an evening through real servers takes on no machine.
const longestEvening = 5 * time.Minute

// People who know only their mails play one game of every title for a while; each mail
// goes through Postfix and Dovecot, both ways, and now and then the service is started
// again or its machine loses its power. Nobody has anything to complain of.
func TestEvening(t *testing.T) {
	t.Parallel()
	post := &evenings{servers{Start(t, append(evening.Accounts(), evening.Host)...)}, map[string][]string{}}
	ctx, stop := context.WithTimeout(t.Context(), longestEvening)
	defer stop()
	at, mails := titles.All(), testsize.Of(30, 15, testsize.More(20, 20, 30))
	if testing.Short() {
		at, mails = at[:2], 10
	}
	r, err := evening.Run(ctx, evening.Settings{Titles: at, Seed: 11, Mails: mails, Post: post, Data: t.TempDir(), Pictures: true, Trouble: 60})
	if err != nil {
		t.Error(err)
	}
	if r == nil {
		return
	}
	for _, c := range r.Complaints {
		t.Error(c)
	}
	for _, ti := range at {
		if of := r.Titles[ti.Facts.Slug]; of == nil || of.Mails == 0 {
			t.Errorf("nobody wrote a mail for %s", ti.Facts.Slug)
		}
	}
	var b strings.Builder
	r.Write(&b)
	t.Log(b.String())
}
