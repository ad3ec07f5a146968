package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/engine"
	"pbem/engine/facts"
	"pbem/pbem/evening"
	"pbem/store/pg/pgtest"
	"pbem/titles"
	"pbem/titles/replay"
	"pbem/titles/title"
)

// A crowd is people who play by mail with a service that is killed. They know only their
// mails. Each has a mail program and habits of their own.
type crowd struct {
	*hunt
	title  *title.Title
	people map[string]*evening.Player // by player
	read   map[string]int             // how many of their mails they have read
	wrote  map[string]string          // who wrote each mail, by Message-ID
}

// People play while the process of the service is killed and started again. What was
// confirmed stays, and is what the rules say. Every mail is answered, and none is carried
// out twice.
func TestPeopleKilled(t *testing.T) {
	t.Parallel()
	lives := livesOf(4, 12)
	c := newCrowd(t)
	for i := range lives {
		c.life()
		c.sound(i%10 == 0)
	}
	c.rest()
	c.sound(true)
	t.Logf("%s: %d mails of people, %d events; the game went on in %d of %d lives; %d ended within a mail, %d with answers to be sent",
		c.title.Facts.Name, len(c.wrote), c.events, c.moved, lives, c.atWork, c.sending)
	if c.moved == 0 {
		t.Error("the game has not moved")
	}
	c.once()
	c.answers()
}

func newCrowd(t *testing.T, on ...*pgtest.Server) *crowd {
	h := emptyHunt(t, on...)
	all := titles.All()
	c := &crowd{hunt: h, title: all[h.rng.IntN(len(all))], people: map[string]*evening.Player{}, read: map[string]int{}, wrote: map[string]string{}}
	names := []string{"Amy", "Brian", "Crystal", "Dora", "Emil", "Frank", "Gus"}
	seats := c.title.Facts.Seats[slices.IndexFunc(c.title.Facts.Seats, func(s facts.Seats) bool { return s.Variant == "" })]
	h.create(c.title.Facts.Slug, names[:seats.Players], "--seed", fmt.Sprint(h.rng.IntN(1000)))
	for i, name := range names[:seats.Players] {
		id := engine.PlayerID(i)
		c.people[id] = evening.NewPlayer(name, h.seats[id], h.rng.Uint64(), evening.Character{Habits: c.title.Habits, Patience: 2 * quiet, Steady: true})
	}
	return c
}

// quiet is how long the service may be silent.
const quiet = 2 * time.Second

// life runs the service and kills it. In half of the cases it waits until some mails have
// come, or some moments longer, so that the service is working on new mails when it is
// killed. Otherwise it kills it at any time, even before it is ready. A mail at which the
// service was killed twice is spared.
func (c *crowd) life() {
	c.t.Helper()
	mails, abrupt := 1+c.rng.IntN(12), c.rng.IntN(2) == 0
	early := time.Duration(c.rng.Int64N(int64(2 * longestLife)))
	if c.rng.IntN(2) == 0 && !c.spare {
		end, stop := context.WithTimeout(c.t.Context(), early)
		defer stop()
		cmd := c.start()
		c.play(end, mails)
		c.kill(cmd)
		return
	}
	cmd := c.ready()
	c.play(c.t.Context(), mails)
	if _, wrote := c.round(); wrote && abrupt && !c.spare {
		c.soon()
	}
	c.kill(cmd)
}

// play has everybody read and write until so many mails have come, the context ends, or
// the service is silent for a while.
func (c *crowd) play(end context.Context, mails int) {
	c.t.Helper()
	for came, idle := 0, 0; came < mails && idle < 4 && end.Err() == nil; {
		n, wrote := c.round()
		came += n
		if n > 0 || wrote {
			continue
		}
		wait, stop := context.WithTimeout(end, quiet)
		if idle++; c.news(wait) {
			idle = 0
		}
		stop()
	}
}

// soon waits for some random moments, or until the next mail comes.
func (c *crowd) soon() {
	moments, stop := context.WithTimeout(c.t.Context(), time.Duration(c.rng.Int64N(int64(longestLife/8))))
	defer stop()
	c.news(moments)
}

// round has everybody read what has come, and write what they want to.
func (c *crowd) round() (came int, wrote bool) {
	c.t.Helper()
	for i := range c.people {
		came += c.reads(i)
	}
	for i := range len(c.people) {
		id := engine.PlayerID(i)
		mails, err := c.people[id].Write(time.Now())
		if err != nil {
			c.t.Fatal(err)
		}
		for _, m := range mails {
			if err := c.office.Deliver(c.seats[id], m.To, m.Raw); err != nil {
				c.t.Fatal(err)
			}
			c.wrote[m.ID], wrote = id, true
		}
	}
	return came, wrote
}

// reads has a player read what has come.
func (c *crowd) reads(id string) (n int) {
	c.t.Helper()
	for _, m := range c.office.Mailbox(c.seats[id])[c.read[id]:] {
		if err := c.people[id].Read(m.Raw); err != nil {
			c.t.Fatal(err)
		}
		c.read[id]++
		n++
	}
	return n
}

// news waits until a mail comes for anybody. It returns false if the context ends first.
func (c *crowd) news(ctx context.Context) bool {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	came := make(chan bool, len(c.people))
	for id := range c.people {
		go func(address string, n int) {
			_, err := c.office.WaitMail(ctx, address, n)
			came <- err == nil
		}(c.seats[id], c.read[id]+1)
	}
	return <-came
}

// rest starts the service and stops it as a host does, again and again, until every mail is
// settled and every queued mail is sent. What the killed service was working on stays
// claimed for some seconds.
func (c *crowd) rest() {
	c.t.Helper()
	end, done := context.WithTimeout(c.t.Context(), 3*time.Minute)
	defer done()
	for first := true; ; first = false {
		cmd := c.ready()
		wait, stop := context.WithTimeout(end, 10*quiet) // the last settled mail may lead to no answer
		if first || c.news(wait) {
			c.answered()
		}
		stop()
		c.stop(cmd)
		db := c.database()
		stats, err := db.Stats()
		db.Close()
		switch {
		case err != nil:
			c.t.Fatal(err)
		case stats.Queued == 0 && stats.Unsettled == 0:
			return
		case end.Err() != nil:
			c.t.Fatalf("%d mails do not go out, %d are not settled", stats.Queued, stats.Unsettled)
		}
	}
}

// answered waits until every mail is answered, or no more mails come.
func (c *crowd) answered() {
	c.t.Helper()
	for {
		open := 0
		for id, p := range c.people {
			c.reads(id)
			open += len(p.Unanswered())
		}
		wait, stop := context.WithTimeout(c.t.Context(), quiet)
		more := open > 0 && c.news(wait)
		stop()
		if !more {
			return
		}
	}
}

// sound checks what the dead service has left.
func (c *crowd) sound(thorough bool) {
	c.t.Helper()
	db := c.database()
	defer db.Close()
	_, stored, err := db.Load("g1", 0)
	if err != nil {
		c.t.Fatal(err)
	}
	c.kept(len(stored))
	c.count(db, len(stored))
	if thorough {
		verified(c.t, db)
	}
}

// once checks the log. It is what the rules make of the commands. What a mail did, it did
// in one commit. Every mail was settled and answered, or a newer mail replaced its
// answer.
func (c *crowd) once() {
	c.t.Helper()
	db := c.database()
	_, stored, err := db.Load("g1", 0)
	db.Close()
	if err != nil {
		c.t.Fatal(err)
	}
	raws, commit, last := []json.RawMessage{}, map[string]uint64{}, map[string]int{}
	for _, e := range stored {
		raws = append(raws, e.Data)
		if first := commit[e.Cause]; first > 0 && first != e.Commit {
			c.t.Errorf("%s is carried out in commits %d and %d", e.Cause, first, e.Commit)
		}
		commit[e.Cause], last[e.Cause] = e.Commit, e.N+1
	}
	log, err := engine.UnmarshalLog(raws)
	if err != nil {
		c.t.Fatal(err)
	}
	if err := replay.Again(c.title, log, nil); err != nil {
		c.t.Errorf("what was confirmed, decided again: %v", err)
	}
	c.silent(last)
}

// silent reports mails without an answer, unless a newer mail replaced it.
func (c *crowd) silent(last map[string]int) {
	c.t.Helper()
	states := c.states()
	db := c.database()
	defer db.Close()
	for id, p := range c.people {
		for _, m := range p.Unanswered() {
			in, err := db.Inbound("id:" + c.seats[id] + " <" + m + ">")
			if err != nil {
				c.t.Errorf("the mail %s of %s: %v", m, id, err)
				continue
			}
			answer := fmt.Sprintf("<move.g1.%d.%s.", last[in.Key], id)
			overtaken := false
			for name, state := range states {
				overtaken = overtaken || strings.HasPrefix(name, answer) && state == "dropped"
			}
			if !overtaken {
				c.t.Errorf("the mail %s of %s ended %q and has no answer:\n%s", m, id, in.Outcome, in.Raw)
			}
		}
	}
}
