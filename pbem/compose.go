package pbem

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-message"

	"pbem/engine"
	"pbem/engine/board"
	"pbem/pbem/letter"
	"pbem/pbem/sheet"
	"pbem/store"
)

func boardOf(t *table) *board.Board {
	return t.title.Table(t.game.State()).Board()
}

// sheetOf fills in what every mail to a player says.
func (s *draft) sheetOf(t *table, player string) sheet.Mail {
	m := sheet.Mail{
		Title: t.title, Game: t.id, Name: t.record.Name, Position: len(t.log), Zone: s.cfg.Zone,
		State: t.game.State(), Pending: t.game.Pending(),
	}
	if t.plays(player) {
		m.Reader = player
	}
	s.suit(&m, t, player)
	m.Wanted, m.Open = s.wanted(t, player), t.open()
	if p := t.record.Paused; p != nil {
		m.Paused, m.Pending = p.sentence(), nil
	}
	if t.game.Frozen() != nil {
		m.Still = standsStill
	}
	return m
}

// A reply is what is owed to the player whose mail is being settled.
type reply struct {
	player  string          // "" when it was no mail
	to      string          // Message-ID of the mail
	answers []sheet.Section // to its questions
	note    string          // what of it could not be read
	whole   bool            // everybody is to get the whole position
}

// sections is what a reply says beside the game.
func (re reply) sections() []sheet.Section {
	if re.note == "" {
		return re.answers
	}
	return append(re.answers[:len(re.answers):len(re.answers)], sheet.Section{Head: "About your mail", Lines: []string{re.note}})
}

// tell writes to every player what they have not been told yet, and notes in
// the table that they have.
func (s *draft) tell(next *table, re reply) ([]store.Mail, error) {
	var out []store.Mail
	if err := s.db.read(s.aboutSeats(next)); err != nil {
		return nil, err
	}
	for _, id := range next.everybody() {
		seat := next.seat(id)
		from, away, err := s.untold(next, id, *seat)
		if err != nil {
			return nil, err
		}
		if away || seat.Open {
			continue
		}
		m := s.sheetOf(next, id)
		m.Since = next.log[min(from, len(next.log)):]
		m.First = seat.Told == 0 && m.Reader != ""
		seat.From, seat.Told, seat.Ended = from, len(next.log), seat.since(from)
		to := ""
		if id == re.player {
			to, m.Extra = re.to, re.sections()
		}
		asked := re.whole || id == re.player && len(re.answers) > 0
		if asked && len(engine.Of(m.Pending, m.Reader)) == 0 && m.State.Result == nil {
			m.Kind = sheet.Status // who asked gets the whole position
		}
		mail, err := s.write(next, id, m, "move", to)
		if err != nil {
			return nil, err
		}
		mail.Topic = moveTopic(next.id, id)
		s.hasten(&mail, next, id, re)
		out = append(out, mail)
	}
	return out, nil
}

// aboutSeats asks for what mails to the seats of a table need: whether they get
// any, who reads them, and what became of the last.
func (s *draft) aboutSeats(t *table) (q store.Query) {
	for _, id := range t.everybody() {
		seat := t.seat(id)
		q.Marks = append(q.Marks, suspendName(seat.Address), addressMark+lower(seat.Address))
		q.Mails = append(q.Mails, s.mailID("move", t.id, seat.Told, id))
	}
	return q
}

// write makes the mail of a sheet to a seat. Kind keeps mails about the same
// position apart; the Message-ID is made of game, version, player and kind.
// Answered is the Message-ID of the mail this one answers, "" for none.
func (s *draft) write(t *table, to string, m sheet.Mail, kind, answered string) (store.Mail, error) {
	return s.writeAs(t, to, m, s.mailID(kind, t.id, len(t.log), to), answered)
}

// writeAs makes the mail of a sheet under a Message-ID.
func (s *draft) writeAs(t *table, to string, m sheet.Mail, id, answered string) (store.Mail, error) {
	seat := t.seat(to)
	picture, err := s.picture(t, to, m)
	if err != nil {
		return store.Mail{}, err
	}
	if picture != nil {
		m.Picture = "cid:" + pictureID
	}
	m.Extra = append(slices.Clip(m.Extra), s.standing(t, to)...)
	tg, reader := tag{t.id, to, s.token(t.id, to, seat.Token)}, s.reader(t, to)
	m.Answer = s.replyTo(tg)
	page := sheet.Write(m)
	e := envelope{
		from: mail.Address{Name: s.cfg.Name, Address: s.cfg.Address}, to: mail.Address{Name: cmp.Or(reader.Name, seat.Name), Address: seat.Address},
		replyTo: m.Answer, id: id, references: []string{s.thread(tg)}, answers: plainID(answered),
		plain: reader.Plain, subject: page.Subject, date: s.now().In(s.cfg.Zone), list: t.id + "." + s.cfg.Domain(),
		text: page.Text, html: page.HTML, picture: picture,
	}
	if !t.plays(to) {
		e.unsubscribe = unsubscribe(e.replyTo, unobserveSubject)
	}
	raw, err := e.bytes()
	return store.Mail{ID: id, To: seat.Address, Raw: raw}, err
}

// unsubscribe is the URL of a mail to an address that has nothing but a
// subject.
func unsubscribe(address, subject string) string {
	return "mailto:" + address + "?subject=" + url.PathEscape(subject)
}

// An envelope is an outgoing mail before it is written in MIME.
type envelope struct {
	from, to   mail.Address
	replyTo    string
	id         string
	references []string
	answers    string // Message-ID of the mail this one answers
	subject    string
	list       string
	date       time.Time
	text, html string
	picture    []byte // PNG; nil for none
	plain      bool   // text only, no HTML

	unsubscribe string // the URL of a mail that ends such mails; "" for none
}

// bytes writes the mail: text first, HTML with the same content beside it.
func (e envelope) bytes() ([]byte, error) {
	var h message.Header
	if !e.plain {
		h.SetContentType("multipart/alternative", map[string]string{"boundary": e.boundary("mail")})
	}
	set := func(key, value string) {
		if value != "" {
			h.SetText(key, value)
		}
	}
	h.Set("MIME-Version", "1.0")
	h.Set("Date", e.date.Format("Mon, 02 Jan 2006 15:04:05 -0700"))
	h.Set("From", e.from.String())
	h.Set("To", e.to.String())
	h.Set("Reply-To", (&mail.Address{Name: e.from.Name, Address: e.replyTo}).String())
	set("Subject", e.subject)
	set("Message-ID", e.id)
	if e.answers != "" {
		set("In-Reply-To", e.answers)
		e.references = append(e.references, e.answers)
	}
	set("References", strings.Join(e.references, " "))
	set("Auto-Submitted", "auto-generated")
	set(letter.LoopHeader, "yes")
	if e.list != "" {
		h.Set("List-Id", "<"+e.list+">")
	}
	if e.unsubscribe != "" {
		h.Set("List-Unsubscribe", "<"+e.unsubscribe+">")
	}
	var b bytes.Buffer
	if e.plain {
		err := whole(&b, h, e.text)
		return b.Bytes(), err
	}
	w, err := message.CreateWriter(&b, h)
	if err != nil {
		return nil, err
	}
	if err := part(w, "text/plain", e.text); err != nil {
		return nil, err
	}
	if err := e.page(w); err != nil {
		return nil, err
	}
	err = w.Close() // writes the end of the last part
	return b.Bytes(), err
}

// page writes the HTML, with the picture it shows if there is one.
func (e envelope) page(w *message.Writer) error {
	if e.picture == nil {
		return part(w, "text/html", e.html)
	}
	var h message.Header
	h.SetContentType("multipart/related", map[string]string{"boundary": e.boundary("page")})
	r, err := w.CreatePart(h)
	if err != nil {
		return err
	}
	if err := part(r, "text/html", e.html); err != nil {
		return err
	}
	var ph message.Header
	ph.SetContentType("image/png", map[string]string{"name": "map.png"})
	ph.Set("Content-Transfer-Encoding", "base64")
	ph.Set("Content-ID", "<"+pictureID+">")
	ph.Set("Content-Disposition", `inline; filename="map.png"`)
	p, err := r.CreatePart(ph)
	if err != nil {
		return err
	}
	if _, err := p.Write(e.picture); err != nil {
		return err
	}
	if err := p.Close(); err != nil {
		return err
	}
	return r.Close()
}

func part(w *message.Writer, kind, body string) error {
	var h message.Header
	textHeader(&h, kind)
	p, err := w.CreatePart(h)
	if err != nil {
		return err
	}
	return fill(p, body)
}

// whole writes a mail that is nothing but text.
func whole(to io.Writer, h message.Header, body string) error {
	textHeader(&h, "text/plain")
	w, err := message.CreateWriter(to, h)
	if err != nil {
		return err
	}
	return fill(w, body)
}

func textHeader(h *message.Header, kind string) {
	h.SetContentType(kind, map[string]string{"charset": "utf-8"})
	h.Set("Content-Transfer-Encoding", "quoted-printable")
}

func fill(w io.WriteCloser, body string) error {
	if _, err := w.Write([]byte(strings.ReplaceAll(body, "\n", "\r\n"))); err != nil {
		return err
	}
	return w.Close()
}

// boundary parts a mail or its page; it is as long as it may be, whatever the
// domain.
func (e envelope) boundary(of string) string {
	sum := sha256.Sum256([]byte(e.id))
	return fmt.Sprintf("pbem-%s-%x", of, sum[:12])
}

// longestID is the longest Message-ID that is quoted back.
const longestID = 400

// plainID returns a Message-ID that a stranger chose, or "" when it cannot
// stand in a header as it is.
func plainID(id string) string {
	odd := func(r rune) bool { return r <= ' ' || r > '~' }
	if len(id) > longestID || strings.ContainsFunc(id, odd) || !strings.HasSuffix(id, ">") {
		return ""
	}
	return id
}
