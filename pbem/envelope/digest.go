package envelope

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

// newsField is a field of the mails that ask nothing of their reader. It says in a few words what is new. Such mails
// may go out together as a digest.
const newsField = "X-PBEM-News"

// IsNews reports whether a mail of the service asks nothing of its reader.
func IsNews(raw []byte) bool {
	m, err := message.Read(bytes.NewReader(raw))
	return err == nil && m.Header.Has(newsField)
}

// News is a mail that asks nothing of its reader, read back.
type News struct {
	ReplyTo, Subject string
	New              string // what is new, in a few words
	Text, HTML       string // no HTML if the mail has only text
}

// ReadNews reads a mail back. It fails on a mail that is no news, or that has more than text, such as a picture.
func ReadNews(raw []byte) (n News, err error) {
	m, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return News{}, err
	}
	if !m.Header.Has(newsField) {
		return News{}, errors.New("the mail is no news")
	}
	reply, err := mail.ParseAddress(m.Header.Get("Reply-To"))
	if err != nil {
		return News{}, err
	}
	n.ReplyTo = reply.Address
	if n.Subject, err = m.Header.Text("Subject"); err != nil {
		return News{}, err
	}
	if n.New, err = m.Header.Text(newsField); err != nil {
		return News{}, err
	}
	if n.New == noNews {
		n.New = ""
	}
	return n, n.body(m)
}

// TextOf returns the subject and the text of a mail of the service that is only text, or text and HTML.
func TextOf(raw []byte) (subject, text string, err error) {
	m, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return "", "", err
	}
	if subject, err = m.Header.Text("Subject"); err != nil {
		return "", "", err
	}
	var n News
	err = n.body(m)
	return subject, n.Text, err
}

// body reads a mail of text, or of text and HTML.
func (n *News) body(m *message.Entity) error {
	return m.Walk(func(_ []int, part *message.Entity, err error) error {
		if err != nil {
			return err
		}
		kind, _, err := part.Header.ContentType()
		if err != nil {
			return err
		}
		into := map[string]*string{"text/plain": &n.Text, "text/html": &n.HTML}[kind]
		switch {
		case kind == "multipart/alternative":
			return nil
		case into == nil || *into != "" || part.Header.Has("Content-Disposition"):
			return fmt.Errorf("the mail has a part %s", kind)
		}
		body, err := io.ReadAll(part.Body)
		*into = strings.ReplaceAll(string(body), "\r\n", "\n")
		return err
	})
}

// noNews is the value of the field where nothing is new.
const noNews = "none"

// digestID begins the Message-IDs of digests.
const digestID = "digest"

// DigestID returns the Message-ID of a digest of some mails. It is always the same for the same mails. It names the
// first of them, by which the others are found when the digest comes back.
func (o Office) DigestID(mails []string) string {
	local, _, _ := strings.Cut(strings.Trim(mails[0], "<>"), "@")
	all := slices.Sorted(slices.Values(mails))
	return o.ID(digestID, o.Secret(digestID, all)[:sealLen], local[:max(0, strings.LastIndex(local, "."))])
}

// Leads returns the Message-ID of the first mail of a digest; "" if id is not that of a digest of ours.
func (o Office) Leads(id string) string {
	local, _, _ := strings.Cut(strings.ToLower(strings.Trim(id, "<>")), "@")
	end := strings.LastIndex(local, ".")
	f := strings.SplitN(local[:max(0, end)], ".", 3)
	if len(f) < 3 || f[0] != digestID || o.Seal(local[:end]) != local[end+1:] {
		return ""
	}
	return o.ID(f[2])
}
