package pbem

import (
	"cmp"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"pbem/engine"
	"pbem/pbem/archive"
	"pbem/pbem/batch"
	"pbem/pbem/config"
	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/guard"
	"pbem/pbem/hosting"
	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/pbem/notices"
	"pbem/pbem/table"
	"pbem/store"
	"pbem/titles/robot"
)

// Store is what the service needs of its store. *store.DB implements it.
type Store = desk.Store

// A Database is a store as the commands of the host use it. *store.DB implements it.
type Database interface {
	Store
	Verify(report func(problem string)) error
	Close() error
}

// ErrUnfinished means that the service was stopped before all its work was done.
var ErrUnfinished = desk.ErrUnfinished

// A Service hosts games. Its methods may be called from several goroutines.
type Service struct {
	*desk.Desk

	watched watched // counts and probes for the figures
	peers   peers
	room    roomSeen
	shut    shut
	tried   attempts
	crowd   crowding
	swept   sweep // of marks
	endings sweep // of outgoing mails
	failed  sweep // of those that have failed
	forgets forgetting
	ticking sync.Mutex    // held by the only tick at a time
	arrears arrears       // under ticking
	taking  sync.Mutex    // held while stored mails are resumed
	robots  robots        // games in which a robot is to decide
	clock   clocked       // the store, if it has a clock
	serving chan struct{} // closed when the service runs
	readied func()        // closes serving, once
}

// New makes a service on a store. now is the clock.
func New(cfg config.Config, db desk.Store, log *slog.Logger, now func() time.Time) (*Service, error) {
	cfg = cfg.Filled()
	d := &desk.Desk{Config: cfg, Owner: cmp.Or(cfg.Node, desk.Instance()), Rules: cmp.Or(cfg.Rules, desk.Rules), Log: log, Now: now, Cache: desk.NewGameCache(cfg.Memory << 20), Workers: desk.NewWorkers(),
		Robots: robot.Next, Bell: desk.NewBell()}
	s := &Service{Desk: d, serving: make(chan struct{})}
	s.watched.wait = listWait
	s.clock, _ = db.(clocked)
	s.Store = counted{db, s}
	s.Config.Trust.LookupTXT = s.Silent.Lookup(s.Config.Trust.LookupTXT)
	desk.ShareTokens(s.Desk)
	s.Keeper = archive.New(filepath.Join(s.Config.Data, desk.ArchiveDir), mailroom{s}, log)
	s.Live = archive.NewPages(s.Config.Pages.Folder, mailroom{s}, log)
	s.Outbox = intake.NewOutbox(intake.Outbox{Store: s.Store, Desk: mailroom{s}, Claim: s.Claim, Sign: s.Sign, Log: log, Now: now, Decides: func() bool { return desk.Decides(d) }, PerDomain: s.Config.PerDomain})
	s.Redo = func(d *desk.Draft, key string, l letter.Letter) (string, error) {
		return handle(d, &arrival{key: key, letter: l, again: true})
	}
	s.readied = sync.OnceFunc(func() { close(s.serving) })
	key, err := desk.Secret(db, now())
	if err != nil {
		return nil, err
	}
	s.Office = envelope.New(key, s.Config.Address)
	was, err := desk.Paced.Get(db)
	if err != nil {
		return nil, err
	}
	s.Polls.Unset = was.Value != s.Config.Paced()
	index(s)
	return s, nil
}

// Serves returns a channel that is closed as soon as the service runs: it reads its
// mailbox, or goes on trying to.
func (s *Service) Serves() <-chan struct{} { return s.serving }

// Start begins a game and writes to its players. It returns the game's id.
func (s *Service) Start(n table.NewGame) (string, error) {
	var id string
	err := s.Unit(nil, func(d *desk.Draft) error {
		before, next, err := d.Begin(n)
		if err != nil {
			return err
		}
		id = before.ID
		return batch.Put(d, before, next, store.Commit{}, notices.Reply{})
	})
	return id, err
}

// Game returns a game as it was committed.
func (s *Service) Game(id string) (*engine.Game, error) {
	t, err := s.OpenGame(id)
	if err != nil {
		return nil, err
	}
	return t.Game, nil
}

// Adopt takes over a game with a log from elsewhere, and writes to its players. From then
// on the game is played by mail. Adopt returns the game's id. If the log cannot be
// continued, the error says why and nothing is stored.
func (s *Service) Adopt(n table.NewGame, log []engine.Event) (string, error) {
	if err := n.Talkable(); err != nil {
		return "", err
	}
	seats, err := s.Draft().CheckSeats(n.Seats)
	if err != nil {
		return "", err
	}
	number, err := s.Store.NextID()
	if err != nil {
		return "", err
	}
	before := &table.Table{ID: desk.GameID(number), Title: n.Title}
	before.Record = table.Record{Title: n.Title.Facts.Slug, Name: n.Name, Seats: seats, Created: s.Now().UTC(), Pace: n.Pace, Talk: n.Talk, Advice: n.Advice}
	var next *table.Table
	err = guard.Do(func() (err error) {
		next, err = before.Adopt(log)
		return err
	})
	if err != nil {
		return "", err
	}
	return before.ID, s.Unit(nil, func(d *desk.Draft) error {
		return batch.Put(d, before, next, store.Commit{}, notices.Reply{Whole: true})
	})
}

// Damaged tells the hosts, once, that stored data is damaged.
func (s *Service) Damaged(what string) {
	s.Log.Error("store.damaged", "what", what)
	err := desk.Tell(s.Desk, func(d *desk.Draft) error {
		cause := "damage/" + s.Office.Secret("damage", what)
		if _, known, err := d.DB.Settled(cause); err != nil || known {
			return err
		}
		return d.Take(store.Commit{Cause: cause, Outcome: "told", Mails: d.Alarm(cause, "",
			desk.DamagedPage("The database is damaged", "What the disk holds is not what was written. What cannot be read is passed over; the rest goes on.", what))})
	})
	if err != nil {
		s.Log.Error("store.damage-untold", "error", err)
	}
}

// Alive returns "" if no work in flight is overdue, or else a sentence about it.
func (s *Service) Alive() (stuck string) {
	_, late := s.InFlight.List(s.Now())
	if len(late) == 0 {
		return ""
	}
	return "Nothing goes on: " + late[0].State(s.Now()) + "."
}

// HostHelp lists the lines of the host.
func HostHelp() string { return hosting.Help() }
