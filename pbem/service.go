package pbem

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"pbem/engine"
	"pbem/store"
	"pbem/titles"
	"pbem/titles/title"
)

// Store is what the service needs of its store; store.DB is one.
type Store interface {
	Commit(store.Commit) error
	NextID() (uint64, error)
	Games() ([]string, error)
	Load(id string, from int) (store.Game, []store.Event, error)
	Keep(store.Inbound) (key string, fresh bool, err error)
	Inbound(key string) (store.Inbound, error)
	Settled(cause string) (outcome string, ok bool, err error)
	Unsettled() ([]string, error)
	Take(key string, c store.Claim) (int, error)
	Spare(key string) (int, error)
	Due(now time.Time, limit int) ([]store.Mail, error)
	Sent(id string, at time.Time) error
	Retry(id string, next time.Time, why string) error
	Fail(id string, at time.Time, why string) error
	Overdue(now time.Time) ([]store.Deadline, error)
	Mark(name string) (string, error)
	SetMark(name, value string) error
	Marks(prefix string) (map[string]string, error)
	Mail(id string) (store.Mail, error)
	Discard(id string, at time.Time) error
	Failures() ([]store.Mail, error)
	Requeue(id string, next time.Time) error
	Counter(name string) (int, error)
	ResetCounter(name string) error
	Ledger
}

// A Service hosts games. Its methods may be called from several goroutines.
type Service struct {
	cfg Config
	db  Store
	log *slog.Logger
	now func() time.Time
	key []byte // of the tokens

	intake  sync.Mutex // held while one mail is worked on, from the count of the attempt to its end
	mu      sync.Mutex // held while a mail, a tick or the host is at work
	tables  map[string]*table
	members map[string]Member // by id; nil when they are not in memory
	drawn   map[string]drawn  // maps of the games, as last painted
	meter   meter             // mails of this hour
	deaf    []Spell           // the outages; nil when they are not in memory
	polled  time.Time         // when the mailbox was last read; zero where none is
	unset   bool              // the deadlines are to be set anew
	queued  chan struct{}     // something may be in the outbox
	gone    map[string]bool   // mails that went out, which is not written down yet; the sender's
	watched watched           // what the host is shown

	archiver archiver
	ticking  sync.Mutex    // held by the one tick there is
	serves   chan struct{} // closed when the mailbox is read
	readied  func()        // closes it, once
}

// New makes a service on a store. Now is the clock.
func New(cfg Config, db Store, log *slog.Logger, now func() time.Time) (*Service, error) {
	s := &Service{cfg: cfg, db: db, log: log, now: now, tables: map[string]*table{}, drawn: map[string]drawn{}, meter: meter{}, queued: make(chan struct{}, 1), serves: make(chan struct{}), gone: map[string]bool{}, unset: true}
	s.db = counted{db, s}
	s.readied = sync.OnceFunc(func() { close(s.serves) })
	if s.cfg.Name == "" {
		s.cfg.Name = "18xx by mail"
	}
	var err error
	s.key, err = secret(db)
	return s, err
}

// Serves is closed as soon as a service that runs reads its mailbox.
func (s *Service) Serves() <-chan struct{} { return s.serves }

// secret returns the key of all tokens, made when the database is new.
func secret(db Store) ([]byte, error) {
	text, err := db.Mark("secret")
	if err != nil {
		return nil, err
	}
	if text == "" {
		key := make([]byte, 32)
		rand.Read(key)
		text = hex.EncodeToString(key)
		if err := db.SetMark("secret", text); err != nil {
			return nil, err
		}
	}
	return hex.DecodeString(text)
}

// A NewGame is a game to be started.
type NewGame struct {
	ID      string // "" for the next that is free
	Title   *title.Title
	Name    string
	Seed    int64
	Options map[string]string
	Pace    *Pace  // nil for the host's
	Talk    string // OpenTalk, PrivateTalk or "", which is open
	Seats   []Seat // name and address of each, in seat order
}

// Start begins a game and writes to its players. It returns the game's id.
func (s *Service) Start(n NewGame) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, next, err := s.begin(n)
	if err != nil {
		return "", err
	}
	if err := s.commit(before, next, store.Commit{}, reply{}); err != nil {
		return "", err
	}
	return before.id, nil
}

// begin sets a game up: the table before, with no log, and the one to commit.
func (s *Service) begin(n NewGame) (before, next *table, err error) {
	if err := n.talkable(); err != nil {
		return nil, nil, err
	}
	start := engine.Started{Seed: n.Seed, Options: n.Options}
	for _, seat := range n.Seats {
		start.Players = append(start.Players, seat.Name)
	}
	g, log, err := titles.Start(n.Title, start)
	if err != nil {
		return nil, nil, err
	}
	if n.ID == "" {
		number, err := s.db.NextID()
		if err != nil {
			return nil, nil, err
		}
		n.ID = gameID(number)
	}
	before = &table{id: n.ID, title: n.Title}
	before.record = Record{Title: n.Title.Facts.Slug, Name: n.Name, Seats: n.Seats, Created: s.now().UTC(), Pace: n.Pace, Talk: n.Talk}
	return before, before.with(g, log), nil
}

func gameID(number uint64) string { return fmt.Sprintf("g%d", number) }

// commit writes what lies between two states of a table, with the mails that
// tell the players of it, and puts the new state into memory.
func (s *Service) commit(before, next *table, c store.Commit, re reply) error {
	if err := s.advance(&c, before, next, re); err != nil {
		return err
	}
	return s.conclude(c, change{before: before, next: next})
}

func (s *Service) wakeSender() {
	select {
	case s.queued <- struct{}{}:
	default:
	}
}

// Game returns a game as it stands.
func (s *Service) Game(id string) (*engine.Game, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, err := s.table(id)
	if err != nil {
		return nil, err
	}
	return t.game, nil
}

// claimed is how long work that was taken is this service's.
const claimed = 5 * time.Minute

// claim takes work for this service. A service keeps its name when it begins
// anew: what it had taken is its own still.
func (s *Service) claim() store.Claim {
	now := s.now()
	return store.Claim{Owner: s.cfg.Address, Now: now, Until: now.Add(claimed)}
}
