package evening

import (
	"context"
	"errors"
	"flag"
	"os"
	"testing"

	"pbem/internal/testsize"
	"pbem/pbem"
	"pbem/store/pg"
	"pbem/store/pg/pgtest"
	"pbem/titles"
	"pbem/titles/title"
)

var (
	nights   = flag.Int("nights", 0, "play so many evenings of every title to their end")
	mails    = flag.Int("mails", 0, "after how many mails of people a short evening ends; 0 is 60, or 20 with -short, or 120 in large tests")
	evidence = flag.String("evidence", "", "keep the mails that are complained of in this folder")
	letters  = flag.String("letters", "", "keep all mails of the service in this folder, to be read")
	pictures = flag.Bool("pictures", false, "send pictures of the map")
	trouble  = flag.Int("trouble", 20, "in how many of a thousand rounds something befalls the service")
	seed     = flag.Uint64("seed", 1, "of the first evening")
)

// People who know only their mails play some turns of every title, with the habits and the
// mail programs that people have, and have nothing to complain of.
func TestEvening(t *testing.T) {
	most := *mails
	if most == 0 {
		most = testsize.More(20, 60, 120)
	}
	for _, ti := range titles.All() {
		t.Run(ti.Facts.Slug, func(t *testing.T) {
			nobodyComplains(t, Settings{Titles: []*title.Title{ti}, Seed: *seed, Mails: most, Data: t.TempDir(), Trouble: *trouble, Evidence: *evidence, Letters: *letters, Pictures: *pictures})
		})
	}
}

// nobodyComplains plays an evening, and fails the test for each complaint.
func nobodyComplains(t *testing.T, set Settings) {
	t.Helper()
	r, err := Run(t.Context(), set)
	if err != nil {
		t.Error(err)
	}
	if r == nil {
		return
	}
	for _, c := range r.Complaints {
		t.Error(c)
	}
	if testing.Verbose() {
		r.Write(os.Stderr)
	}
}

// Robots play at a table with people, while the service is started again, loses its power
// and is joined by a second one. Everything that must hold of a mail holds, and robots are
// the ones who have said most.
func TestEveningWithRobots(t *testing.T) {
	ti, _ := titles.Find("18newengland")
	nobodyComplains(t, Settings{Titles: []*title.Title{ti}, Seed: *seed, Mails: testsize.More(20, 30, 60), Robots: 2, Data: t.TempDir(), Trouble: 60, Evidence: *evidence, Letters: *letters})
}

// Whole nights: as many evenings of every title as the flag says, to their end.
//
//	go test ./pbem/evening -run TestNights -timeout 12h -v -nights 200
func TestNights(t *testing.T) {
	if *nights == 0 {
		t.Skip("plays evenings to their end with -nights N only")
	}
	set := Settings{Titles: titles.All(), Seed: *seed, Trouble: 5, Evidence: *evidence, Progress: func(line string) { t.Log(line) }}
	r, err := Nights(t.Context(), set, *nights)
	if err != nil {
		t.Error(err)
	}
	for _, c := range r.Complaints {
		t.Error(c)
	}
	r.Write(os.Stderr)
}

// Several evenings are told of as one: their games and mails are counted together. A
// context that is over ends them, and what was played until then is told.
func TestSeveralNights(t *testing.T) {
	set := Settings{Titles: titles.All()[:1], Seed: 5, Mails: 4}
	r, err := Nights(t.Context(), set, 2)
	if err != nil {
		t.Fatal(err)
	}
	slug := set.Titles[0].Facts.Slug
	if got := r.Titles[slug]; got == nil || got.Games != 2 || got.Mails < 8 {
		t.Errorf("two evenings are told as %+v", got)
	}
	ctx, stop := context.WithCancel(t.Context())
	set.Mails, set.Progress = 0, func(string) { stop() }
	r, err = Nights(ctx, set, 100)
	if !errors.Is(err, context.Canceled) || r.Titles[slug] == nil || r.Titles[slug].Mails == 0 {
		t.Errorf("it was ended: %v, and tells %+v", err, r.Titles[slug])
	}
}

// People play on a store on PostgreSQL, while services are started again, lose their power and join each other. What must
// hold with a file holds there too.
func TestEveningOnPostgreSQL(t *testing.T) {
	server := pgtest.New(t, "fsync = off", "synchronous_commit = off", "full_page_writes = off")
	ti, _ := titles.Find("18newengland")
	open := func() (pbem.Database, error) { return pg.Open(server.URL("postgres"), pg.Options{}) }
	nobodyComplains(t, Settings{Titles: []*title.Title{ti}, Seed: *seed, Mails: testsize.Of(20, 30, testsize.More(150, 150, 300)), Open: open, Data: t.TempDir(), Trouble: 100, Evidence: *evidence})
}
