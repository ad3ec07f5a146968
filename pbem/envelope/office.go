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

// An Office makes the addresses, codes and Message-IDs of one service, and
// recognises them.
type Office struct {
	key           []byte // key of the database
	local, domain string // the two halves of the service's address
}

// New is that of the service at an address.
func New(key []byte, address string) Office {
	local, domain, _ := strings.Cut(address, "@")
	return Office{key, local, domain}
}

// Coded returns the codes in the envelope senders to which a mail was sent.
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

// mostFound is how many of our Message-IDs and tags a report may have.
const mostFound = 20

// IDsIn returns, in lower case, what may be Message-IDs of ours in the text
// that a report quotes: servers change their case and break lines within them.
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

// TagsIn returns the tags of our reply addresses in the text that a report
// quotes. Whoever wrote it had the mail, so it had the tags.
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

// VERP returns the envelope sender for mails to an address. Only reports about
// such mails can know it.
func (o Office) VERP(to string) string {
	return o.local + "+b." + o.Code(to) + "@" + o.domain
}

// Code returns the code of an address in envelope senders.
func (o Office) Code(address string) string {
	return o.Secret("verp", strings.ToLower(address))
}

// NoGame takes the place of the game in a tag of a mail that is for no game.
const NoGame = "me"

// A Tag says which seat of which game a mail is for, or which member it is
// from. Its token proves that.
type Tag struct{ Game, Player, Token string }

// String returns "g12.p1.k7w2...", as it stands in addresses and Message-IDs.
func (t Tag) String() string { return t.Game + "." + t.Player + "." + t.Token }

// tagHead matches the beginning of a tag: a player or a guest of a game or sandbox, or a member.
const tagHead = `(?:[gs][0-9]+\.[pw]|` + NoGame + `\.m)[0-9]+`

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

// tokenLen is the length of a token: 80 bits. sealLen is the length of the seal of a Message-ID: 40 bits.
const (
	tokenLen = 16
	sealLen  = 8
)

// secrets matches the codes with which anybody could act for a player, or make their address look dead: in a
// tag, in an envelope sender, after "confirm", and at the end of one of our Message-IDs, in either case.
var secrets = regexp.MustCompile(fmt.Sprintf(`(?i)(%s\.|(?:\+|%%2b)b\.|confirm(?:\\[nrt]|[^a-z0-9])+)[a-z2-7]{%d}|(\b[a-z]+[0-9]*(?:\.[a-z0-9]+)+\.)[a-z2-7]{%d}@`, tagHead, tokenLen, sealLen))

// Discreet returns a writer that removes secrets from what it passes on. It is
// for a log in which every write is a whole line.
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

// token returns the secret of a seat. Nobody can compute it without the key of the service.
func (o Office) token(game, player string, generation int) string {
	mac := hmac.New(sha256.New, o.key)
	fmt.Fprintf(mac, "seat %s %s %d", game, player, generation)
	return base32Lower.EncodeToString(mac.Sum(nil))[:tokenLen]
}

// Tag is that of a seat or member, with its proof.
func (o Office) Tag(game, player string, generation int) Tag {
	return Tag{game, player, o.token(game, player, generation)}
}

// Proves reports whether a tag has the right token for its seat or member.
func (o Office) Proves(t Tag, generation int) bool {
	return subtle.ConstantTimeCompare([]byte(o.token(t.Game, t.Player, generation)), []byte(t.Token)) == 1
}

// Secret makes a code of some values that nobody else can make.
func (o Office) Secret(kind string, about ...any) string {
	mac := hmac.New(sha256.New, o.key)
	fmt.Fprintf(mac, "%s %q", kind, about)
	return base32Lower.EncodeToString(mac.Sum(nil))[:tokenLen]
}

// ID returns the Message-ID of a mail of ours, "<move.g1.178.p1.uqguqez4@...>".
func (o Office) ID(parts ...any) string {
	id := strings.TrimSuffix(strings.Repeat("%v.", len(parts)), ".")
	id = fmt.Sprintf(id, parts...)
	return fmt.Sprintf("<%s.%s@%s>", id, o.Seal(id), o.domain)
}

// Seal distinguishes the Message-IDs of this database from those of another
// database with games of the same numbers at the same address.
func (o Office) Seal(id string) string {
	mac := hmac.New(sha256.New, o.key)
	fmt.Fprintf(mac, "id %s", id)
	return base32Lower.EncodeToString(mac.Sum(nil))[:sealLen]
}

// ReplyTo is the address a player's answers go to.
func (o Office) ReplyTo(t Tag) string {
	return o.local + "+" + t.String() + "@" + o.domain
}

// Thread returns the Message-ID to which all mails of a seat refer.
func (o Office) Thread(t Tag) string { return "<" + t.String() + "@" + o.domain + ">" }

// mostTags is how many tags of a mail count. An answer has the tag of its seat, once in an address and once
// in what it refers to.
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

// IsTag reports whether a text has the form of what stands after the + in an address of a
// service: of a reply address, or of an envelope sender.
func IsTag(text string) bool {
	if code, ok := strings.CutPrefix(strings.ToLower(text), "b."); ok {
		return len(code) == tokenLen
	}
	t, ok := parseTag(text)
	return ok && len(t.Token) == tokenLen
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
