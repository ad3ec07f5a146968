package pbem

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/pbem/letter"
)

// A Seat is a player of one game.
type Seat struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	Token   int    `json:"token"` // generation of the seat's token; renewing raises it
	Told    int    `json:"told"`  // events of the log this player's mails have covered
}

// A tag says which seat of which game a mail is for, and proves it.
type tag struct{ game, player, token string }

// String is "g12.p1.k7w2...", as it stands in addresses and Message-IDs.
func (t tag) String() string { return t.game + "." + t.player + "." + t.token }

func parseTag(text string) (tag, bool) {
	f := strings.Split(strings.ToLower(text), ".")
	if len(f) != 3 || !strings.HasPrefix(f[0], "g") || !strings.HasPrefix(f[1], "p") {
		return tag{}, false
	}
	return tag{f[0], f[1], f[2]}, true
}

var base32Lower = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// tokenLen is the length of a token: 80 bits.
const tokenLen = 16

// token is the secret of a seat: nobody can make one without the service's key.
func (s *Service) token(game, player string, generation int) string {
	mac := hmac.New(sha256.New, s.key)
	fmt.Fprintf(mac, "seat %s %s %d", game, player, generation)
	return base32Lower.EncodeToString(mac.Sum(nil))[:tokenLen]
}

// replyTo is the address a player's answers go to.
func (s *Service) replyTo(t tag) string {
	return s.cfg.local() + "+" + t.String() + "@" + s.cfg.domain()
}

// thread is the Message-ID all mails of a seat refer to.
func (s *Service) thread(t tag) string { return "<" + t.String() + "@" + s.cfg.domain() + ">" }

// tags returns the tags a mail carries: in the addresses it was sent to, or in
// the Message-IDs it answers.
func (s *Service) tags(l letter.Letter) []tag {
	var out []tag
	add := func(text string) {
		if t, ok := parseTag(text); ok && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	for _, a := range l.To {
		local, domain, _ := strings.Cut(a, "@")
		if user, extra, ok := strings.Cut(local, "+"); ok && strings.EqualFold(user, s.cfg.local()) && strings.EqualFold(domain, s.cfg.domain()) {
			add(extra)
		}
	}
	for _, id := range append([]string{l.InReplyTo}, l.References...) {
		id, _, _ = strings.Cut(strings.TrimPrefix(id, "<"), "@")
		add(id)
	}
	return out
}

// A sender is who a mail is from, as far as it can be told.
type sender struct {
	table  *table
	player string
	// doubt is why the mail is not believed, a sentence; "" when it is.
	doubt string
}

// identify finds the seat a mail speaks for. Both the token and the address
// must be the seat's. ok is false for strangers, who get no answer.
func (s *Service) identify(l letter.Letter) (who sender, ok bool) {
	for _, t := range s.tags(l) {
		tb, err := s.table(t.game)
		if err != nil {
			continue
		}
		seat := tb.seat(t.player)
		if seat == nil {
			continue
		}
		if want := s.token(t.game, t.player, seat.Token); subtle.ConstantTimeCompare([]byte(want), []byte(t.token)) != 1 {
			continue
		}
		who = sender{table: tb, player: t.player}
		if !strings.EqualFold(l.From, seat.Address) {
			who.doubt = fmt.Sprintf("A mail with commands for your seat came from %s, not from your address. Nothing of it was carried out.", l.From)
		}
		return who, true
	}
	return s.withoutTag(l)
}

// withoutTag looks for a player by address alone: enough to say what is
// missing, not to act.
func (s *Service) withoutTag(l letter.Letter) (who sender, ok bool) {
	for _, tb := range s.running() {
		for i := range tb.record.Seats {
			if l.From != "" && strings.EqualFold(tb.record.Seats[i].Address, l.From) {
				return sender{tb, engine.PlayerID(i), "Your mail does not say which game it is for. Please answer a mail of the game: its reply address names the game and your seat."}, true
			}
		}
	}
	return sender{}, false
}
