package pbem

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"pbem/pbem/letter"
	"pbem/pbem/pace"
	"pbem/pbem/trust"
	"pbem/store"
)

// A Seat is a player of one game, or a guest who watches it.
type Seat struct {
	ID      string `json:"id,omitempty"` // of a guest, "w1"; a player's is their place
	Name    string `json:"name"`
	Address string `json:"address"`
	Token   int    `json:"token"` // generation of the seat's token; renewing raises it
	Told    int    `json:"told"`  // events of the log this player's mails have covered
	From    int    `json:"from"`  // events that were covered before the last of these mails

	Orders []Order      `json:"orders,omitempty"` // what the player said in advance
	Ended  []EndedOrder `json:"ended,omitempty"`  // of these what is over, and may not have been told yet

	Asked    time.Time     `json:"asked,omitzero"`    // when the question was put that waits for them; zero for none
	AskedAt  int           `json:"askedAt,omitempty"` // length of the log then
	Question int           `json:"question,omitempty"`
	Late     pace.Lateness `json:"late,omitzero"`     // how far it has gone with this question
	Offered  bool          `json:"offered,omitempty"` // it is whether to agree to an offer
	Open     bool          `json:"open,omitempty"`    // the player has left; somebody may take over
	Publish  []string      `json:"publish,omitempty"` // members who let their notes on this seat be read
}

// lobby stands in a tag for the game when a mail is for none.
const lobby = "me"

// A tag says which seat of which game a mail is for, or which member it is
// from, and proves it.
type tag struct{ game, player, token string }

// String is "g12.p1.k7w2...", as it stands in addresses and Message-IDs.
func (t tag) String() string { return t.game + "." + t.player + "." + t.token }

// tagHead is how every tag begins: a player or a guest of a game, or a member.
const tagHead = `(?:g[0-9]+\.[pw]|` + lobby + `\.m)[0-9]+`

var wholeTag = regexp.MustCompile(`^(` + tagHead + `)\.([^.]*)$`)

func parseTag(text string) (tag, bool) {
	m := wholeTag.FindStringSubmatch(strings.ToLower(text))
	if m == nil {
		return tag{}, false
	}
	game, player, _ := strings.Cut(m[1], ".")
	return tag{game, player, m[2]}, true
}

var base32Lower = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// tokenLen is the length of a token: 80 bits. sealLen is that of the seal of a
// Message-ID, 40 bits.
const (
	tokenLen = 16
	sealLen  = 8
)

// secrets finds the codes with which anybody could act for a player, or make
// their address look dead, wherever they stand and in either case: in a tag, in
// an envelope sender, behind "confirm", at the end of a Message-ID of ours.
var secrets = regexp.MustCompile(fmt.Sprintf(`(?i)(%s\.|(?:\+|%%2b)b\.|confirm(?:\\[nrt]|[^a-z0-9])+)[a-z2-7]{%d}|(\b[a-z]+[0-9]*(?:\.[a-z0-9]+)+\.)[a-z2-7]{%d}@`, tagHead, tokenLen, sealLen))

// Discreet returns a writer that passes on what it is given without its
// secrets: for a log, of which every write is a whole line.
func Discreet(w io.Writer) io.Writer { return discreet{w} }

type discreet struct{ to io.Writer }

func (d discreet) Write(line []byte) (int, error) {
	n := len(line)
	line = secrets.ReplaceAllFunc(line, func(found []byte) []byte {
		m := secrets.FindSubmatch(found)
		if m[2] != nil {
			return slices.Concat(m[2], []byte("...@"))
		}
		return slices.Concat(m[1], []byte("..."))
	})
	_, err := d.to.Write(line)
	return n, err
}

// token is the secret of a seat: nobody can make one without the service's key.
func (s *Service) token(game, player string, generation int) string {
	mac := hmac.New(sha256.New, s.key)
	fmt.Fprintf(mac, "seat %s %s %d", game, player, generation)
	return base32Lower.EncodeToString(mac.Sum(nil))[:tokenLen]
}

// secretOf makes a code of a text that nobody else can make.
func (s *Service) secretOf(kind string, about ...any) string {
	mac := hmac.New(sha256.New, s.key)
	fmt.Fprintf(mac, "%s %q", kind, about)
	return base32Lower.EncodeToString(mac.Sum(nil))[:tokenLen]
}

// mailID is the Message-ID of a mail of ours, "<move.g1.178.p1.uqguqez4@...>".
func (s *Service) mailID(parts ...any) string {
	id := strings.TrimSuffix(strings.Repeat("%v.", len(parts)), ".")
	id = fmt.Sprintf(id, parts...)
	return fmt.Sprintf("<%s.%s@%s>", id, s.seal(id), s.cfg.Domain())
}

// seal tells Message-IDs of this database from those of another that hosts, or
// hosted, games of the same numbers at the same address.
func (s *Service) seal(id string) string {
	mac := hmac.New(sha256.New, s.key)
	fmt.Fprintf(mac, "id %s", id)
	return base32Lower.EncodeToString(mac.Sum(nil))[:sealLen]
}

// replyTo is the address a player's answers go to.
func (s *Service) replyTo(t tag) string {
	return s.cfg.Local() + "+" + t.String() + "@" + s.cfg.Domain()
}

// thread is the Message-ID all mails of a seat refer to.
func (s *Service) thread(t tag) string { return "<" + t.String() + "@" + s.cfg.Domain() + ">" }

// addressed returns the tags in the addresses a mail was sent to.
func (s *Service) addressed(l letter.Letter) []tag {
	var out []tag
	for _, a := range l.To {
		local, domain, _ := strings.Cut(a, "@")
		user, extra, ok := strings.Cut(local, "+")
		if ok && strings.EqualFold(user, s.cfg.Local()) && strings.EqualFold(domain, s.cfg.Domain()) {
			out = addTag(out, extra)
		}
	}
	return out
}

// answered returns the tags in the Message-IDs a mail answers.
func answered(l letter.Letter) []tag {
	var out []tag
	for _, id := range append([]string{l.InReplyTo}, l.References...) {
		id, _, _ = strings.Cut(strings.TrimPrefix(id, "<"), "@")
		out = addTag(out, id)
	}
	return out
}

func addTag(list []tag, text string) []tag {
	t, ok := parseTag(text)
	if !ok || slices.Contains(list, t) {
		return list
	}
	return append(list, t)
}

// A sender is who a mail is from, as far as it can be told.
type sender struct {
	member Member
	table  *table // the game the mail is for; nil for none
	player string // a seat of it
	// doubt is why the mail is not believed, a sentence; "" when it is.
	doubt string
	// suspect is why a mail with a good token may be somebody else's; the
	// player is asked.
	suspect string
	marks   map[string]string // to be written with what the mail does
}

// address is the one on file.
func (w sender) address() string {
	if w.table != nil {
		return w.table.seat(w.player).Address
	}
	return w.member.Address
}

// name is what the sender is called.
func (w sender) name() string {
	if w.table != nil {
		return w.table.seat(w.player).Name
	}
	return w.member.callName()
}

// id is the tag of the sender without its proof.
func (w sender) id() (game, player string) {
	if w.table != nil {
		return w.table.id, w.player
	}
	return lobby, w.member.ID
}

// identify finds the seat, or the member, a mail speaks for. Both the token and
// the address must be theirs. ok is false for strangers, who get no answer. The
// error is ours: the mail names a game that cannot be opened.
func (s *draft) identify(l letter.Letter) (who sender, ok bool, err error) {
	found, err := s.proven(s.addressed(l))
	if len(found) == 0 && err == nil {
		found, err = s.proven(answered(l))
	}
	if err != nil {
		return sender{}, false, err
	}
	if len(found) == 0 {
		return s.withoutToken(l)
	}
	who = found[0]
	if !strings.EqualFold(l.From, who.address()) {
		who.suspect = fmt.Sprintf("A mail with commands of yours came from %s, not from your address.", orUnread(l.From))
	}
	if len(found) > 1 {
		who.suspect, who.doubt = "", "Your mail is addressed to more than one seat. Please write a mail of its own for each."
	}
	return who, true, nil
}

func orUnread(address string) string {
	if address == "" {
		return "an address that cannot be read"
	}
	return address
}

// proven returns the seats and members whose tokens are among the tags.
func (s *draft) proven(tags []tag) ([]sender, error) {
	var out []sender
	for _, t := range tags {
		who, generation, ok, err := s.claimed(t)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		want := s.token(t.game, t.player, generation)
		if subtle.ConstantTimeCompare([]byte(want), []byte(t.token)) == 1 {
			out = append(out, who)
		}
	}
	return out, nil
}

// claimed finds whom a tag names, and the generation of their token.
func (s *draft) claimed(t tag) (who sender, generation int, ok bool, err error) {
	if t.game == lobby {
		m, ok, err := s.memberByID(t.player)
		return sender{member: m}, m.Token, ok, err
	}
	tb, err := s.table(t.game)
	if errors.Is(err, store.ErrNotFound) {
		return sender{}, 0, false, nil
	}
	if err != nil {
		return sender{}, 0, false, err
	}
	seat := tb.seat(t.player)
	if seat == nil || seat.Open {
		return sender{}, 0, false, nil
	}
	m, err := s.member(seat.Address)
	return sender{member: m, table: tb, player: t.player}, seat.Token, true, err
}

// withoutToken looks for a player by address alone: enough to say what is
// missing, not to act, unless the host's policy asks for no more. A game that
// the mail names comes first; one of no game is held for the member's word.
func (s *draft) withoutToken(l letter.Letter) (who sender, ok bool, err error) {
	if l.From == "" {
		return sender{}, false, nil
	}
	if forHost(l) && s.cfg.IsHost(l.From) {
		who, err = s.hostUnproven(l.From)
		return who, err == nil, err
	}
	tags := append(s.addressed(l), answered(l)...)
	seats := s.seatsOf(l.From)
	for i := range seats {
		if seats[i].member, err = s.member(l.From); err != nil {
			return sender{}, false, err
		}
	}
	named := slices.IndexFunc(seats, func(w sender) bool {
		return slices.ContainsFunc(tags, func(t tag) bool { return t.game == w.table.id })
	})
	switch {
	case named >= 0:
		who = seats[named]
		who.doubt = "The address you wrote to is not that of your seat."
	case s.forLobby(l):
		return s.lobbyMail(l)
	case len(seats) == 0:
		return sender{}, false, nil
	default:
		who = seats[0]
		who.doubt = "Your mail does not say which game it is for."
		if len(tags) > 0 {
			who.doubt = "The address you wrote to is not that of your seat."
		}
	}
	who.doubt += " Nothing was carried out. Please answer a mail of the game: its reply address names the game and your seat."
	if s.cfg.Trust.Policy == trust.NoToken && (named >= 0 || len(seats) == 1) {
		who.doubt = ""
	}
	return who, true, nil
}

// seatsOf returns the seats of an address in the games that are on.
func (s *draft) seatsOf(address string) []sender {
	var out []sender
	for _, tb := range s.tablesAt(address) {
		for _, id := range tb.everybody() {
			if seat := tb.seat(id); !seat.Open && strings.EqualFold(seat.Address, address) {
				out = append(out, sender{table: tb, player: id})
			}
		}
	}
	return out
}
