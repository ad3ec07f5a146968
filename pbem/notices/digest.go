package notices

import (
	"cmp"
	"slices"
	"strconv"

	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/people"
	"pbem/pbem/sheet"
	"pbem/store"
)

// DigestList begins the List-Id of digests.
const DigestList = "games."

// mostGames is how many games a digest tells of. mostDigest is how large it gets, in bytes of text or HTML: of
// larger mails Gmail shows only the beginning.
const (
	mostGames  = 20
	mostDigest = 90 << 10
)

// A digest is one mail that is made of several with news, each of another game.
type digest struct {
	mails  []store.Mail
	pieces []sheet.Piece // of the mails, in the same order
	size   int           // of the pieces
	last   store.Mail    // the one that was due last; it names the digest, and its time is the digest's date
	plain  bool          // a mail has only text, so the digest has
}

// Digest makes one mail of several with news to one address. It returns the mail and those that are in it. There are none
// if the first mail cannot be in a digest, or no other can be with it.
//
// Only a member gets digests. Answers to a digest go to the member's reply address, which is for no game: they have to say
// for which game they are. Others have only the reply addresses of their games.
func Digest(d *desk.Draft, mails []store.Mail) (one store.Mail, of []store.Mail, err error) {
	reader, err := d.Member(mails[0].To)
	if err != nil || reader.ID == "" {
		return store.Mail{}, nil, err
	}
	var g digest
	for i, m := range mails {
		if took := g.take(d, m); !took && i == 0 || len(g.mails) == mostGames {
			break
		}
	}
	if len(g.mails) < 2 {
		return store.Mail{}, nil, nil
	}
	one, err = g.write(d, reader)
	return one, g.mails, err
}

// take adds a mail to the digest. It reports false if the mail stays by itself.
func (g *digest) take(d *desk.Draft, m store.Mail) bool {
	n, err := envelope.ReadNews(m.Raw)
	if err != nil {
		d.Log.Warn("outbox.undigested", "to", m.To, "id", m.ID, "error", err)
		return false
	}
	p, ok := sheet.PieceOf(sheet.Page{Subject: n.Subject, Text: n.Text, HTML: n.HTML}, n.ReplyTo, n.New)
	if !ok {
		d.Log.Warn("outbox.undigested", "to", m.To, "id", m.ID, "error", "it has another form")
		return false
	}
	if g.size+p.Size() > mostDigest || slices.ContainsFunc(g.pieces, func(o sheet.Piece) bool { return o.Game == p.Game }) {
		return false
	}
	g.mails, g.pieces, g.size, g.plain = append(g.mails, m), append(g.pieces, p), g.size+p.Size(), g.plain || !p.HTML()
	if len(g.mails) == 1 || cmp.Or(m.Next.Compare(g.last.Next), m.Queued.Compare(g.last.Queued), cmp.Compare(m.ID, g.last.ID)) > 0 {
		g.last = m
	}
	return true
}

// write makes the mail. It is the same each time for the same mails.
func (g *digest) write(d *desk.Draft, reader people.Member) (store.Mail, error) {
	ids := []string{g.last.ID}
	for _, m := range g.mails {
		if m.ID != g.last.ID {
			ids = append(ids, m.ID)
		}
	}
	pieces := slices.SortedStableFunc(slices.Values(g.pieces), func(a, b sheet.Piece) int { return cmp.Compare(numberOf(a.Game), numberOf(b.Game)) })
	e := d.NoteTo(reader, d.Office.DigestID(ids), sheet.Digest(pieces), "")
	e.To.Address, e.Date, e.List = g.last.To, g.last.Next.In(d.Config.Zone), DigestList+d.Config.Domain()
	e.Plain = e.Plain || g.plain
	e.References = append(e.References, ids...) // from which an answer tells the position of the game that it is for
	e.Unsubscribe = envelope.Unsubscribe(e.ReplyTo, QuietSubject)
	raw, err := e.Bytes()
	return store.Mail{ID: e.ID, To: g.last.To, Raw: raw}, err
}

// numberOf returns the number of a game, which sorts "g2" before "g12".
func numberOf(game string) int {
	n, err := strconv.Atoi(game[1:])
	if err != nil {
		return 0
	}
	return n
}
