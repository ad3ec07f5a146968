package pbem

import (
	"encoding/hex"
	"fmt"
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
	suspensions = store.NewKind("suspended", people.Address(), store.Moment(time.RFC3339)) // addresses that get no mail, and since when
	silences    = store.NewKind("silence", silenceForm, store.Moment(time.RFC3339))        // since when nobody at an address could know, and until when
	bans        = store.NewKind("banned", people.Address(), store.Moment(time.DateOnly))   // addresses whose mails are not read, and since when
	endings     = store.NewKind("ends", people.Address(), store.JSON[ends]())              // how the mails of an address end
	invitations = store.NewKind("invited", inviteForm, store.Moment(time.DateOnly))        // who was asked to take an open seat, and when
	outages     = store.NewKind("outage", store.Moment(time.RFC3339), store.Moment(time.RFC3339))

	// returns hold how many points the reports about a mail have counted so far: by its Message-ID,
	// by "ADDRESS/CODE/DAY" for reports that quote only the date, or by "ADDRESS/DAY" for reports
	// that quote neither.
	returns = store.NewKind("returned", store.Text(), store.Number())

	strangerDays = store.NewSingle("strangers", store.JSON[strangersDay]()) // what strangers have sent today, so that the count goes on after a restart

	alive   = store.NewSingle("alive", store.Moment(time.RFC3339)) // when the service last could hear the players
	paced   = store.NewSingle("paced", store.Text())               // the host's times by which deadlines were set
	probes  = store.NewSingle("probe", store.Moment(time.RFC3339)) // written to see whether anything can be
	secrets = store.NewSingle("secret", secretForm)                // the key of all tokens
	indexes = store.NewSingle("index", store.Text())               // games and members are found by their addresses; databases from before that are gone through once
)

// kinds are all there are: a mark of none is nobody's.
var kinds = []store.AnyKind{
	people.Members, people.ByAddress, people.ByCode, lobby.Gatherings, intake.Left, intake.LastUID,
	confirms, diaries, suspensions, silences, bans, endings, invitations, outages, returns, strangerDays,
	alive, paced, probes, secrets, indexes, canaries,
}

// A silenceKey is an address, and since when its players could not know that
// they were asked.
type silenceKey struct {
	address string
	from    time.Time
}

var silenceForm = store.Form[silenceKey]{
	Write: func(k silenceKey) (string, error) {
		return people.Lower(k.address) + "/" + k.from.UTC().Format(time.RFC3339), nil
	},
	Read: func(text string) (k silenceKey, err error) {
		i := strings.LastIndex(text, "/")
		if i < 0 {
			return k, fmt.Errorf("%q names no silence", text)
		}
		k.address = text[:i]
		k.from, err = time.Parse(time.RFC3339, text[i+1:])
		return k, err
	},
}

// An inviteKey is a game with an open seat, and the member who was asked.
type inviteKey struct{ game, member string }

var inviteForm = store.Form[inviteKey]{
	Write: func(k inviteKey) (string, error) { return k.game + "/" + k.member, nil },
	Read: func(text string) (inviteKey, error) {
		game, member, ok := strings.Cut(text, "/")
		if !ok {
			return inviteKey{}, fmt.Errorf("%q names no invitation", text)
		}
		return inviteKey{game, member}, nil
	},
}

var secretForm = store.Form[[]byte]{
	Write: func(key []byte) (string, error) { return hex.EncodeToString(key), nil },
	Read:  hex.DecodeString,
}
