package envelope

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"pbem/pbem/letter"
)

// An Office makes the addresses, codes and Message-IDs of one service, and knows
// them again.
type Office struct {
	key           []byte // of its database
	local, domain string // the two halves of its address
}

// New is that of the service at an address.
func New(key []byte, address string) Office {
	local, domain, _ := strings.Cut(address, "@")
	return Office{key, local, domain}
}

// Coded returns the codes in the envelope senders that a mail was sent to.
func (o Office) Coded(l letter.Letter) []string {
	var out []string
	for _, to := range l.To {
		local, domain, _ := strings.Cut(strings.ToLower(to), "@")
		code, ok := strings.CutPrefix(local, strings.ToLower(o.local)+"+b.")
		if ok && strings.EqualFold(domain, o.domain) {
			out = append(out, code)
		}
	}
	return out
}

// mostFound is how many Message-IDs and tags of ours are looked for in one report.
const mostFound = 20

// IDsIn finds what may be Message-IDs of ours in what a report quotes, in lower case:
// servers write them in another case, and break lines within them.
func (o Office) IDsIn(quoted string) (ids []string) {
	text := strings.ToLower(strings.Join(strings.Fields(quoted), ""))
	end := "@" + strings.ToLower(o.domain) + ">"
	for len(ids) < mostFound {
		before, after, ok := strings.Cut(text, end)
		if !ok {
			return ids
		}
		if i := strings.LastIndexByte(before, '<'); i >= 0 && len(before)-i < longestID && !slices.Contains(ids, before[i:]+end) {
			ids = append(ids, before[i:]+end)
		}
		text = after
	}
	return ids
}

// TagsIn finds the tags in reply addresses of ours that a report quotes: those who
// had the mail had them.
func (o Office) TagsIn(quoted string) (tags []Tag) {
	text := strings.ToLower(strings.Join(strings.Fields(quoted), ""))
	begin, end := strings.ToLower(o.local)+"+", "@"+strings.ToLower(o.domain)
	for len(tags) < mostFound {
		_, after, ok := strings.Cut(text, begin)
		if !ok {
			return tags
		}
		if tag, rest, ok := strings.Cut(after, end); ok && len(tag) < 80 && !strings.HasPrefix(rest, ".") {
			tags = addTag(tags, tag)
		}
		text = after
	}
	return tags
}

// VERP is the envelope sender that only the reports about mails to an address
// can know.
func (o Office) VERP(to string) string {
	return o.local + "+b." + o.Code(to) + "@" + o.domain
}

// Code is what stands for an address in envelope senders.
func (o Office) Code(address string) string {
	return o.Secret("verp", strings.ToLower(address))
}

// NoGame stands in a tag for the game when a mail is for none.
const NoGame = "me"

// A Tag says which seat of which game a mail is for, or which member it is
// from, and proves it.
type Tag struct{ Game, Player, Token string }

// String is "g12.p1.k7w2...", as it stands in addresses and Message-IDs.
func (t Tag) String() string { return t.Game + "." + t.Player + "." + t.Token }

// tagHead is how every tag begins: a player or a guest of a game, or a member.
const tagHead = `(?:g[0-9]+\.[pw]|` + NoGame + `\.m)[0-9]+`

var wholeTag = regexp.MustCompile(`^(` + tagHead + `)\.([^.]*)$`)

func parseTag(text string) (Tag, bool) {
	m := wholeTag.FindStringSubmatch(strings.ToLower(text))
	if m == nil {
		return Tag{}, false
	}
	game, player, _ := strings.Cut(m[1], ".")
	return Tag{Game: game, Player: player, Token: m[2]}, true
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
func (o Office) token(game, player string, generation int) string {
	mac := hmac.New(sha256.New, o.key)
	fmt.Fprintf(mac, "seat %s %s %d", game, player, generation)
	return base32Lower.EncodeToString(mac.Sum(nil))[:tokenLen]
}

// Tag is that of a seat or member, with its proof.
func (o Office) Tag(game, player string, generation int) Tag {
	return Tag{game, player, o.token(game, player, generation)}
}

// Proves reports whether a tag holds the token of its seat or member.
func (o Office) Proves(t Tag, generation int) bool {
	return subtle.ConstantTimeCompare([]byte(o.token(t.Game, t.Player, generation)), []byte(t.Token)) == 1
}

// Secret makes a code of a text that nobody else can make.
func (o Office) Secret(kind string, about ...any) string {
	mac := hmac.New(sha256.New, o.key)
	fmt.Fprintf(mac, "%s %q", kind, about)
	return base32Lower.EncodeToString(mac.Sum(nil))[:tokenLen]
}

// ID is the Message-ID of a mail of ours, "<move.g1.178.p1.uqguqez4@...>".
func (o Office) ID(parts ...any) string {
	id := strings.TrimSuffix(strings.Repeat("%v.", len(parts)), ".")
	id = fmt.Sprintf(id, parts...)
	return fmt.Sprintf("<%s.%s@%s>", id, o.Seal(id), o.domain)
}

// Seal tells Message-IDs of this database from those of another that hosts, or
// hosted, games of the same numbers at the same address.
func (o Office) Seal(id string) string {
	mac := hmac.New(sha256.New, o.key)
	fmt.Fprintf(mac, "id %s", id)
	return base32Lower.EncodeToString(mac.Sum(nil))[:sealLen]
}

// ReplyTo is the address a player's answers go to.
func (o Office) ReplyTo(t Tag) string {
	return o.local + "+" + t.String() + "@" + o.domain
}

// Thread is the Message-ID all mails of a seat refer to.
func (o Office) Thread(t Tag) string { return "<" + t.String() + "@" + o.domain + ">" }

// mostTags is how many tags of a mail count: an answer has that of its seat, once in
// an address and once in what it refers to.
const mostTags = 5

// Tags returns the tags of a mail: those in addresses, then those it answers.
func (o Office) Tags(l letter.Letter) []Tag {
	tags := o.Addressed(l)
	for _, t := range Answered(l) {
		if len(tags) < mostTags && !slices.Contains(tags, t) {
			tags = append(tags, t)
		}
	}
	return tags
}

// Addressed returns the tags in the addresses a mail was sent to.
func (o Office) Addressed(l letter.Letter) []Tag {
	var out []Tag
	for _, a := range l.To {
		local, domain, _ := strings.Cut(a, "@")
		user, extra, ok := strings.Cut(local, "+")
		if ok && strings.EqualFold(user, o.local) && strings.EqualFold(domain, o.domain) {
			out = addTag(out, extra)
		}
	}
	return out
}

// Answered returns the tags in the Message-IDs a mail answers.
func Answered(l letter.Letter) []Tag {
	var out []Tag
	for _, id := range append([]string{l.InReplyTo}, l.References...) {
		id, _, _ = strings.Cut(strings.TrimPrefix(id, "<"), "@")
		out = addTag(out, id)
	}
	return out
}

func addTag(list []Tag, text string) []Tag {
	if len(list) == mostTags {
		return list
	}
	t, ok := parseTag(text)
	if !ok || slices.Contains(list, t) {
		return list
	}
	return append(list, t)
}

// AnyTag finds a tag of any service at any address.
func AnyTag(l letter.Letter) (Tag, bool) {
	var tags []Tag
	for _, a := range l.To {
		local, _, _ := strings.Cut(a, "@")
		if _, extra, ok := strings.Cut(local, "+"); ok {
			tags = addTag(tags, extra)
		}
	}
	tags = append(tags, Answered(l)...)
	i := slices.IndexFunc(tags, func(t Tag) bool { return len(t.Token) == tokenLen })
	if i < 0 {
		return Tag{}, false
	}
	return tags[i], true
}
