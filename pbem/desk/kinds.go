package desk

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"pbem/pbem/intake"
	"pbem/pbem/lobby"
	"pbem/pbem/people"
	"pbem/store"
)

// The kinds of marks, together with those of people, lobby and intake. Marks store what
// belongs to no game's log. Each kind is described where it is used.
var (
	Suspensions = store.NewKind("suspended", people.Address(), store.Moment(time.RFC3339)) // addresses that get no mail; since when
	CatchUps    = store.NewKind("catchup", people.Address(), store.Moment(time.RFC3339))   // addresses that have to be told what they missed: since mail reaches them again, or from when it is tried again (EndAgain)
	Silences    = store.NewKind("silence", silenceForm, store.Moment(time.RFC3339))        // when mail to an address was lost or suspended; until when
	Bans        = store.NewKind("banned", people.Address(), store.Moment(time.DateOnly))   // addresses whose mails are not read; since when
	Endings     = store.NewKind("ends", people.Address(), store.JSON[Ends]())              // signatures in the mails of an address
	Invitations = store.NewKind("invited", inviteForm, store.Moment(time.DateOnly))        // who was invited to a running game; when
	Outages     = store.NewKind("outage", store.Moment(time.RFC3339), store.Moment(time.RFC3339))

	// returns hold how many points the reports about a mail have counted so far: by its Message-ID,
	// by "ADDRESS/CODE/DAY" for reports that quote only the date, or by "ADDRESS/DAY" for reports
	// that quote neither.
	Returns = store.NewKind("returned", store.Text(), store.Number())

	StrangerDays = store.NewSingle("strangers", store.JSON[StrangersDay]()) // the counts of strangers' mails today, so that they survive a restart

	Alive   = store.NewSingle("alive", store.Moment(time.RFC3339))              // when the service last received mail
	Paced   = store.NewSingle("paced", store.Text())                            // the pace for which deadlines were set
	Readers = store.NewKind("reader", store.Text(), store.Moment(time.RFC3339)) // the services of this store that read its mailbox; when they last said so
	Probes  = store.NewSingle("probe", store.Moment(time.RFC3339))              // written to find out whether the store accepts commits
	Logins  = store.NewSingle("login", store.JSON[Login]())                     // whether the mailbox has let the service in at its last starts
	secrets = store.NewSingle("secret", secretForm)                             // the key from which all tokens are made
	indexes = store.NewSingle("index", store.Text())                            // the version of the keys by which games and members are found
)

// Kinds lists all kinds. Every stored mark has one of them.
var Kinds = []store.AnyKind{
	people.Members, people.ByAddress, people.ByCode, lobby.Gatherings, lobby.Rematches, intake.Left, intake.LastUID,
	Confirms, Diaries, Suspensions, CatchUps, Silences, Bans, Endings, Invitations, Outages, Returns, StrangerDays,
	Alive, Paced, Readers, Nodes, Rulings, Surveys, Probes, Logins, secrets, indexes, Canaries, Sendings, Tokens, Forgettings, Erasures, Zipped,
}

// A Login says of the last starts of a service whether the mailbox let it in.
type Login struct {
	With   string    `json:"with"`  // a hash of the log-in that was refused last
	Times  int       `json:"times"` // one after the other
	Last   time.Time `json:"last"`
	Worked string    `json:"worked,omitempty"` // a hash of the settings with which the mailbox was last opened
}

// A SilenceKey is an address, and when its players were asked without knowing it.
type SilenceKey struct {
	Address string
	From    time.Time
}

var silenceForm = store.Form[SilenceKey]{
	Write: func(k SilenceKey) (string, error) {
		return people.Lower(k.Address) + "/" + k.From.UTC().Format(time.RFC3339), nil
	},
	Read: func(text string) (k SilenceKey, err error) {
		i := strings.LastIndex(text, "/")
		if i < 0 {
			return k, fmt.Errorf("%q names no silence", text)
		}
		k.Address = text[:i]
		k.From, err = time.Parse(time.RFC3339, text[i+1:])
		return k, err
	},
}

// An InviteKey is a running game and the member who was invited to it.
type InviteKey struct{ Game, Member string }

var inviteForm = store.Form[InviteKey]{
	Write: func(k InviteKey) (string, error) { return k.Game + "/" + k.Member, nil },
	Read: func(text string) (InviteKey, error) {
		game, member, ok := strings.Cut(text, "/")
		if !ok {
			return InviteKey{}, fmt.Errorf("%q names no invitation", text)
		}
		return InviteKey{game, member}, nil
	},
}

var secretForm = store.Form[[]byte]{
	Write: func(key []byte) (string, error) { return hex.EncodeToString(key), nil },
	Read:  hex.DecodeString,
}

// A Note is an entry in a player's diary of one game, stored as the mark
// "note/GAME/PLAYER/NUMBER". Only its writer can read it. If the writer agrees, everybody
// can read it in the archive of the finished game. It stays theirs if the seat changes
// hands.
type Note struct {
	By       string    `json:"by"` // member id
	Name     string    `json:"name"`
	At       time.Time `json:"at"`
	Position int       `json:"position"`
	Text     string    `json:"text"`
}

// A NoteKey is a seat and the number of a note.
type NoteKey struct {
	Game, Player string
	N            int // counts from 1
}

// Diaries is the kind of marks that hold notes.
var Diaries = store.NewKind("note", store.Form[NoteKey]{
	Write: func(k NoteKey) (string, error) { return fmt.Sprintf("%s/%s/%04d", k.Game, k.Player, k.N), nil },
	Read: func(text string) (k NoteKey, err error) {
		f := strings.Split(text, "/")
		if len(f) != 3 {
			return k, fmt.Errorf("%q names no note", text)
		}
		k.Game, k.Player = f[0], f[1]
		k.N, err = strconv.Atoi(f[2])
		return k, err
	},
}, store.JSON[Note]())
