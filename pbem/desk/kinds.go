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

// The kinds of marks, together with those of people, lobby and intake. Marks store what belongs to
// no game's log. Each kind is described where it is used.
var (
	Suspensions = store.NewKind("suspended", people.Address(), store.Moment(time.RFC3339)) // addresses that get no mail, and since when
	Silences    = store.NewKind("silence", silenceForm, store.Moment(time.RFC3339))        // since when nobody at an address could know, and until when
	Bans        = store.NewKind("banned", people.Address(), store.Moment(time.DateOnly))   // addresses whose mails are not read, and since when
	Endings     = store.NewKind("ends", people.Address(), store.JSON[Ends]())              // how the mails of an address end
	Invitations = store.NewKind("invited", inviteForm, store.Moment(time.DateOnly))        // who was asked to take an open seat, and when
	Outages     = store.NewKind("outage", store.Moment(time.RFC3339), store.Moment(time.RFC3339))

	// returns hold how many points the reports about a mail have counted so far: by its Message-ID,
	// by "ADDRESS/CODE/DAY" for reports that quote only the date, or by "ADDRESS/DAY" for reports
	// that quote neither.
	Returns = store.NewKind("returned", store.Text(), store.Number())

	StrangerDays = store.NewSingle("strangers", store.JSON[StrangersDay]()) // what strangers have sent today, so that the count goes on after a restart

	Alive   = store.NewSingle("alive", store.Moment(time.RFC3339)) // when the service last could hear the players
	Paced   = store.NewSingle("paced", store.Text())               // the host's times by which deadlines were set
	Probes  = store.NewSingle("probe", store.Moment(time.RFC3339)) // written to see whether anything can be
	secrets = store.NewSingle("secret", secretForm)                // the key of all tokens
	indexes = store.NewSingle("index", store.Text())               // games and members are found by their addresses; databases from before that are gone through once
)

// Kinds are all there are: a mark of none is nobody's.
var Kinds = []store.AnyKind{
	people.Members, people.ByAddress, people.ByCode, lobby.Gatherings, intake.Left, intake.LastUID,
	Confirms, Diaries, Suspensions, Silences, Bans, Endings, Invitations, Outages, Returns, StrangerDays,
	Alive, Paced, Probes, secrets, indexes, Canaries,
}

// A SilenceKey is an address, and since when its players could not know that
// they were asked.
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

// An InviteKey is a game with an open seat, and the member who was asked.
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

// A Note is an entry of a player's diary of one game, stored as the mark
// "note/GAME/PLAYER/NUMBER". Only its writer sees it, and everybody in the
// archive of the finished game if the writer agrees. It stays theirs when the
// seat goes to somebody else.
type Note struct {
	By       string    `json:"by"` // member
	Name     string    `json:"name"`
	At       time.Time `json:"at"`
	Position int       `json:"position"`
	Text     string    `json:"text"`
}

// A NoteKey is where a note stands: the seat, and which of its notes it is.
type NoteKey struct {
	Game, Player string
	N            int // from 1
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
