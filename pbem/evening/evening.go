package evening

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem"
	"pbem/pbem/evening/program"
	"pbem/pbem/table"
	"pbem/titles/title"
)

// Settings say what is played in an evening.
type Settings struct {
	Titles []*title.Title // one game of each, in this order
	Seed   uint64
	// Mails is after how many mails of people the evening ends at the latest; 0 is
	// when all games have ended.
	Mails int
	Post  Post   // the mail servers; nil starts some in the process
	Data  string // folder for the database; "" for a temporary one
	// Open opens the store, again after each restart; nil opens a file in the folder.
	Open     func() (pbem.Database, error)
	Pictures bool         // send pictures of the map
	Robots   int          // seats of each table that robots play; two people always play
	Log      *slog.Logger // of the service; nil for none
	// Trouble is how often in a thousand rounds the service is started again, its
	// machine loses its power, or a second one joins it.
	Trouble int
	// Evidence is a folder for the mails that are complained of, which is made; "" keeps
	// none.
	Evidence string
	// Letters is a folder for all mails of the service, each as it came and its text,
	// which is made; "" keeps none.
	Letters string
	// Progress is told now and then how far the evening has come; nil for nobody.
	Progress func(string)
}

// An evening is the people at several tables and the service that they use.
type evening struct {
	Settings
	*venue
	rng     *rand.Rand
	people  []*person
	tables  []*game
	watch   *watch
	mails   int
	rounds  int
	crashed int
	fuse    *fuse // for a store that is about to fail; nil for none
}

// A game is one table of an evening.
type game struct {
	id      string
	title   *title.Title
	over    bool
	stirred time.Time // when somebody last had something to say
	said    int       // answers in its log
	vain    int       // mails for it since the last answer
}

// Run plays an evening and tells what came of it. The error is of what kept it from
// being played; what people would complain of stands in the report.
func Run(ctx context.Context, set Settings) (*Report, error) {
	if set.Data == "" {
		dir, err := os.MkdirTemp("", "pbem-evening-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		set.Data = dir
	}
	for _, dir := range []string{set.Evidence, set.Letters} {
		if dir == "" {
			continue
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
	}
	v, err := openVenue(set)
	if err != nil {
		return nil, err
	}
	e := &evening{Settings: set, venue: v, rng: rand.New(rand.NewPCG(set.Seed, 26))}
	e.watch = newWatch(e)
	err = e.play(ctx)
	if err == nil {
		err = e.watch.examineAll()
	}
	return e.watch.tally, errors.Join(err, v.close())
}

// names of people. There are more than any two tables need.
var names = []string{
	"Amy", "Brian", "Crystal", "Dora", "Emil", "François", "Gus", "Hannah", "Ivo", "Jürgen", "Kim", "Lena", "Mårten", "Nora", "Oscar", "Pia",
}

// seatAll begins the games. Players of one table may sit at another too.
func (e *evening) seatAll() error {
	for i, name := range names {
		e.people = append(e.people, e.person(i, name))
	}
	for _, p := range e.people {
		p.knows = e.people
	}
	for _, t := range e.Titles {
		if err := e.seat(t); err != nil {
			return fmt.Errorf("%s: %w", t.Facts.Name, err)
		}
	}
	return nil
}

// person makes a person with a mail program, a language and habits.
func (e *evening) person(i int, name string) *person {
	styles := program.Styles()
	p := &person{
		name: name, address: e.post.Address(Accounts()[i]),
		style: styles[(i+int(e.Seed))%len(styles)], rng: rand.New(rand.NewPCG(e.Seed, uint64(i))),
		habits: usualHabits, wait: longSilence, seats: map[string]*seat{}, invited: map[string]*notice{},
	}
	p.settle()
	p.every = pick(p.rng, []time.Duration{0, 0, 0, time.Hour, 5 * time.Hour, 26 * time.Hour})
	return p
}

// seat begins one game of a title.
func (e *evening) seat(t *title.Title) error {
	for {
		n := pick(e.rng, t.Facts.Seats).Players
		g := table.NewGame{Title: t, Name: t.Facts.Name + " evening", Seed: int64(e.rng.Uint32()), Options: map[string]string{}}
		for _, v := range t.Variants {
			if e.rng.IntN(3) == 0 {
				g.Options[v.Key] = "yes"
			}
		}
		var at []*person
		for _, i := range e.rng.Perm(len(e.people))[:n] {
			if len(g.Seats) >= max(2, n-e.Robots) {
				g.Seats = append(g.Seats, table.RobotSeat(g.Seats, table.EasyRobot))
				continue
			}
			at = append(at, e.people[i])
			g.Seats = append(g.Seats, table.Seat{Name: e.people[i].name, Address: e.people[i].address})
		}
		id, err := e.service().Start(g)
		var no *engine.Refusal
		if errors.As(err, &no) {
			continue // not all variants go together, or with so many players
		}
		if err != nil {
			return err
		}
		e.begun(id, t, at)
		return nil
	}
}

// begun records who plays in a game.
func (e *evening) begun(id string, t *title.Title, at []*person) {
	e.tables = append(e.tables, &game{id: id, title: t, stirred: e.now()})
	e.watch.tally.games[id] = t.Facts.Slug
	for _, p := range at {
		p.seats[id] = &seat{game: id, often: oftenOf(t.Habits)}
	}
}

func (e *evening) service() *running { return e.services[e.rng.IntN(len(e.services))] }

// play lets everybody read and write in turn until all games have ended, or enough mails were written.
func (e *evening) play(ctx context.Context) error {
	if err := e.seatAll(); err != nil {
		return err
	}
	for !e.over() {
		if err := e.settle(ctx); err != nil {
			return err
		}
		wrote, err := e.round(ctx)
		if err != nil {
			return err
		}
		if e.rounds++; e.rounds%50 == 0 && e.Progress != nil {
			e.Progress(e.progress())
		}
		if err := errors.Join(e.trouble(), e.watch.waits()); err != nil {
			return err
		}
		if !wrote {
			if err := e.idle(ctx); err != nil {
				return err
			}
		}
	}
	return e.settle(ctx)
}

func (e *evening) over() bool {
	return e.Mails > 0 && e.mails >= e.Mails || !slices.ContainsFunc(e.tables, func(g *game) bool { return !g.over })
}

// round lets everybody read new mails and write.
func (e *evening) round(ctx context.Context) (wrote bool, err error) {
	for _, i := range e.rng.Perm(len(e.people)) {
		p := e.people[i]
		if e.now().Before(p.next) {
			continue
		}
		fresh, err := e.reads(p)
		if err != nil {
			return wrote, err
		}
		if w, ok := p.comes(); ok {
			if err := e.joins(ctx, p, w); err != nil {
				return wrote, err
			}
			wrote = true
		}
		if w, s, ok := p.opens(); ok {
			if err := e.writes(ctx, p, s, w); err != nil {
				return wrote, err
			}
			wrote = true
		}
		for _, id := range e.ids() {
			s := p.seats[id]
			if s == nil {
				continue
			}
			w, ok := p.speak(s, slices.Contains(fresh, id), e.now())
			if !ok {
				continue
			}
			if err := e.writes(ctx, p, s, w); err != nil {
				return wrote, err
			}
			wrote = true
		}
	}
	return wrote, nil
}

// joins sends the answer to an invitation. From then on the person expects mails of that game.
func (e *evening) joins(ctx context.Context, p *person, w wording) error {
	id := strings.Fields(w.lines[0])[1]
	for _, g := range e.tables {
		if g.id == id {
			p.seats[id] = &seat{game: id, often: oftenOf(g.title.Habits)}
			return e.writes(ctx, p, p.seats[id], w)
		}
	}
	return fmt.Errorf("%s is invited to %s, which nobody plays", p.name, id)
}

func (e *evening) ids() []string {
	var out []string
	for _, g := range e.tables {
		if !g.over {
			out = append(out, g.id)
		}
	}
	return out
}

// reads lets a person read new mails. It returns the games that they are about.
func (e *evening) reads(p *person) (fresh []string, err error) {
	list, err := p.look(e.fetch(p.address), e.now())
	if err != nil {
		return nil, err
	}
	for _, n := range list {
		if n.game != "" {
			fresh = append(fresh, n.game)
		}
		e.watch.came(p, n)
		for _, g := range e.tables {
			g.over = g.over || g.id == n.game && n.over
		}
	}
	return fresh, nil
}

// writes sends what a person wants to say.
func (e *evening) writes(ctx context.Context, p *person, s *seat, w wording) error {
	list, err := p.writes(s, w, e.now())
	if err != nil {
		return err
	}
	e.stir(s.game)
	for _, m := range list {
		if err := e.brings(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// stir records that somebody had something to say in a game.
func (e *evening) stir(game string) {
	for _, g := range e.tables {
		if g.id == game {
			g.stirred = e.now()
			g.vain++
		}
	}
}

// brings delivers a mail to the mailbox of the service.
func (e *evening) brings(ctx context.Context, m *sent) error {
	if err := e.send(ctx, m.by.address, m.address, m.raw); err != nil {
		return fmt.Errorf("the mail of %s does not go out: %w", m.by.name, err)
	}
	e.mails++
	m.number = e.mails
	e.watch.went(m)
	return nil
}

// patience is how long the service may take to answer all mails and to send the answers.
const patience = 30 * time.Second

// hurry is how often mail servers are asked while mails are open.
const hurry = time.Second

// delivered reports whether all mails that the servers have taken lie in a mailbox. It records that they were stopped meanwhile.
func (e *evening) delivered() bool {
	p, ok := e.post.(Interrupted)
	if !ok {
		return e.post.Delivered()
	}
	before := p.Interruptions()
	all := e.post.Delivered()
	for range p.Interruptions() - before {
		e.book.stopped()
	}
	return all
}

// settle waits until all mails are settled and all due answers are sent.
func (e *evening) settle(ctx context.Context) error {
	end, hurried := time.Now().Add(patience), time.Now()
	for ; ; time.Sleep(time.Millisecond) {
		if err := e.mend(); err != nil {
			return err
		}
		if time.Since(hurried) > hurry {
			e.delivered() // a mail server may have put a mail off, and tries again when it is asked
			hurried = time.Now()
		}
		open := e.watch.unsettled()
		due, err := e.db.Due(e.now(), 1)
		switch {
		case err != nil:
			return err
		case len(open) == 0 && len(due) == 0 && e.delivered() && !e.robotsThink(end):
			return e.watch.settled()
		case ctx.Err() != nil:
			return ctx.Err()
		case time.Now().After(end) && len(open) > 0:
			return fmt.Errorf("%d mails wait for more than %s, first of all %q of %s for %s", len(open), patience, open[0].lines, open[0].by.name, open[0].game)
		case time.Now().After(end) && len(due) == 0:
			return fmt.Errorf("the mail servers keep mails for more than %s", patience)
		case time.Now().After(end):
			return fmt.Errorf("mail %s does not go out within %s: %s", due[0].ID, patience, due[0].LastError)
		}
	}
}

// robotsThink reports whether a robot is about to say something. A robot whose service has lost
// its power waits until the claim on its game is over, and so for the clock.
func (e *evening) robotsThink(end time.Time) bool {
	if e.Robots == 0 || time.Now().After(end.Add(-patience/2)) {
		return false
	}
	return slices.ContainsFunc(e.tables, func(g *game) bool {
		t, err := e.services[0].Draft().Table(g.id)
		return err == nil && t.RobotAwaited() != ""
	})
}

// idle advances the clock when nobody has anything to say, until somebody looks into their mailbox again.
func (e *evening) idle(ctx context.Context) error {
	next := e.now().Add(12 * time.Hour)
	for _, p := range e.people {
		if len(p.seats) > 0 && p.next.After(e.now()) && p.next.Before(next) {
			next = p.next
		}
	}
	e.pass(next.Sub(e.now()))
	for _, s := range e.services {
		s.Tick(ctx)
	}
	return nil
}

func (e *evening) progress() string {
	var out []string
	for _, g := range e.tables {
		game, err := e.service().Game(g.id)
		if err != nil {
			out = append(out, g.id+" "+err.Error())
			continue
		}
		text := fmt.Sprintf("%s %s", g.title.Facts.Slug, g.title.Round(game.State()))
		if d := e.now().Sub(g.stirred); d > 4*24*time.Hour && !g.over {
			text += fmt.Sprintf(" (for %.0f days: %s)", d.Hours()/24, e.watch.waitsFor(g))
		}
		out = append(out, text)
	}
	return fmt.Sprintf("%d mails: %s", e.mails, strings.Join(out, ", "))
}
