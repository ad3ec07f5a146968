package pbem

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"pbem/engine"
	"pbem/pbem/archive"
	"pbem/pbem/config"
	"pbem/pbem/envelope"
	"pbem/pbem/intake"
	"pbem/pbem/letter"
	"pbem/pbem/pace"
	"pbem/pbem/table"
	"pbem/pbem/trust"
	"pbem/store"
	"pbem/titles"
)

// Store is what the service needs of its store; store.DB is one.
type Store interface {
	Commit(store.Commit) error
	NextID() (uint64, error)
	Find(key, after string, limit int) ([]string, error)
	FindCount(key string) (int, error)
	Game(id string) (store.Game, error)
	Read(q store.Query) (store.Bundle, error)
	Load(id string, from int) (store.Game, []store.Event, error)
	Keep(store.Inbound, store.Claim) (store.Kept, error)
	Inbound(key string) (store.Inbound, error)
	Settled(cause string) (outcome string, ok bool, err error)
	Unsettled() ([]string, error)
	Take(key string, c store.Claim) (int, error)
	Spare(key string) (int, error)
	Due(now time.Time, limit int) ([]store.Mail, error)
	TakeMails(c store.Claim, after uint64, limit int) ([]store.Mail, error)
	Waits(id string) (bool, error)
	Sent(id string, at time.Time) error
	Retry(id string, next time.Time, why string) error
	Fail(id string, at time.Time, why string) error
	TakeDeadlines(c store.Claim, limit int) ([]store.Deadline, error)
	SetMarks(store.Marks) error
	MarkAt(name string) (store.Mark, error)
	MarkPage(prefix, after string, limit int) ([]store.Mark, error)
	Mail(id string) (store.Mail, error)
	Discard(id string, at time.Time) error
	Failures() ([]store.Mail, error)
	Requeue(id string, next time.Time) error
	Counter(name string) (int, error)
	Forget(key string) error
	Prune(before time.Time, keep []string, limit int) (int, error)
	Ledger
}

// A Service hosts games. Its methods may be called from several goroutines.
type Service struct{ *Desk }

// A Desk is what everything that decides works with: the store, the games in memory,
// the clock and the settings. Its methods may be called from several goroutines.
type Desk struct {
	cfg   config.Config
	owner string // in claims
	store Store  // drafts read and write it for everything that is decided
	log   *slog.Logger
	now   func() time.Time

	office envelope.Office

	locks    locks
	workers  workers
	inFlight inFlight
	cache    *gameCache // games, as they were committed
	maps     mapCache
	meter    meter         // mails of this hour
	quota    strangerQuota // what strangers send
	peers    peers
	roster   roster
	polls    polls
	outbox   *intake.Outbox
	lookups  lookups
	silent   trust.Silent // domains that do not answer
	watched  watched      // what the host is shown
	swept    sweep
	indexed  bool // games and members are found by their addresses

	redo    func(d *draft, key string, l letter.Letter) (outcome string, err error) // works on a mail that was set aside
	archive *archive.Keeper
	ticking sync.Mutex    // held by the one tick there is
	serves  chan struct{} // closed when the mailbox is read
	readied func()        // closes it, once
}

// archiveDir is the folder of the archive in that of the data.
const archiveDir = "archive"

// New makes a service on a store. Now is the clock.
func New(cfg config.Config, db Store, log *slog.Logger, now func() time.Time) (*Service, error) {
	s := &Service{&Desk{cfg: cfg.Filled(), owner: instance(), log: log, now: now, cache: newGameCache(cfg.Filled().Memory << 20), workers: newWorkers(), serves: make(chan struct{})}}
	s.store = counted{db, s.Desk}
	s.cfg.Trust.LookupTXT = s.silent.Lookup(s.cfg.Trust.LookupTXT)
	s.archive = archive.New(filepath.Join(s.cfg.Data, archiveDir), mailroom{s}, log)
	s.outbox = intake.NewOutbox(intake.Outbox{Store: s.store, Desk: mailroom{s}, Claim: s.claim, Sign: s.sign, Log: log, Now: now})
	s.redo = func(d *draft, key string, l letter.Letter) (string, error) {
		return d.handle(&arrival{key: key, letter: l})
	}
	s.readied = sync.OnceFunc(func() { close(s.serves) })
	key, err := secret(db)
	if err != nil {
		return nil, err
	}
	s.office = envelope.New(key, s.cfg.Address)
	was, err := paced.Get(db)
	if err != nil {
		return nil, err
	}
	s.polls.unset = was.Value != s.cfg.Paced()
	if s.indexed, err = s.index(); err != nil {
		s.log.Warn("store.unindexed", "error", err)
	}
	return s, nil
}

// Serves is closed as soon as a running service reads its mailbox.
func (s *Service) Serves() <-chan struct{} { return s.serves }

// secret returns the key of all tokens, made when the database is new.
func secret(db Store) ([]byte, error) {
	m, err := secrets.Get(db)
	if err != nil || m.Found() {
		return m.Value, err
	}
	key := make([]byte, 32)
	rand.Read(key)
	marks := store.Marks{}
	secrets.Set(marks, key)
	return key, db.SetMarks(marks)
}

// Start begins a game and writes to its players. It returns the game's id.
func (s *Service) Start(n table.NewGame) (string, error) {
	var id string
	err := s.unit(nil, func(d *draft) error {
		before, next, err := d.begin(n)
		if err != nil {
			return err
		}
		id = before.ID
		return d.put(before, next, store.Commit{}, reply{})
	})
	return id, err
}

// begin sets a game up: the table before, with no log, and the one to commit.
func (d *draft) begin(n table.NewGame) (before, next *table.Table, err error) {
	if err := n.Talkable(); err != nil {
		return nil, nil, err
	}
	if n.Seats, err = d.housed(n.Seats); err != nil {
		return nil, nil, err
	}
	if n.PaceWords != "" {
		p, err := pace.Parse(n.PaceWords, d.cfg.Pace)
		if err != nil {
			return nil, nil, err
		}
		n.Pace = &p
	}
	start := engine.Started{Seed: n.Seed, Options: n.Title.AsOfNow(n.Options)}
	for _, seat := range n.Seats {
		start.Players = append(start.Players, seat.Name)
	}
	g, log, err := titles.Start(n.Title, start)
	if err != nil {
		return nil, nil, err
	}
	if n.ID == "" {
		number, err := d.db.NextID()
		if err != nil {
			return nil, nil, err
		}
		n.ID = gameID(number)
	}
	before = &table.Table{ID: n.ID, Title: n.Title}
	before.Record = table.Record{Title: n.Title.Facts.Slug, Name: n.Name, Seats: n.Seats, Created: d.now().UTC(), Pace: n.Pace, Talk: n.Talk}
	return before, table.Obey(before.With(g, log)), nil
}

func gameID(number uint64) string { return fmt.Sprintf("g%d", number) }

// put adds what lies between two states of a table, with the mails that tell the
// players of it.
func (d *draft) put(before, next *table.Table, c store.Commit, re reply) error {
	if err := d.advance(&c, before, next, re); err != nil {
		return err
	}
	return d.take(c, change{before: before, next: next})
}

// Game returns a game as it stands.
func (s *Service) Game(id string) (*engine.Game, error) {
	t, err := s.opened(id)
	if err != nil {
		return nil, err
	}
	return t.Game, nil
}

// claimed is how long work that was taken is this service's.
const claimed = 5 * time.Minute

// claim returns a claim for this service's work. Work that it has claimed and
// not done is free when the claim is over; after a crash the store knows
// sooner.
func (s *Desk) claim() store.Claim {
	now := s.now()
	return store.Claim{Owner: s.owner, Now: now, Until: now.Add(claimed)}
}

// instance returns a unique name for this service among all that ever work on a
// store: where it runs, and a random part.
func instance() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s.%d.%s", strings.ToValidUTF8(host, "_"), os.Getpid(), rand.Text())
}

// sign signs a mail as the host has set it.
func (s *Desk) sign(raw []byte) ([]byte, error) { return s.cfg.DKIM.Sign(raw) }
