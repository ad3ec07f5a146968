package envelope

import (
	"bytes"
	"io"
	"regexp"
	"strings"

	"github.com/emersion/go-message"
)

// gameID matches the id of a game or a sandbox in a List-Id.
var gameID = regexp.MustCompile(`^<([gs][0-9]+)\.`)

// GameOf returns the game that a mail of the service is about, "" for none.
func GameOf(raw []byte) string {
	m, err := message.Read(bytes.NewReader(raw))
	if m == nil || err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
		return ""
	}
	if found := gameID.FindStringSubmatch(m.Header.Get("List-Id")); found != nil {
		return found[1]
	}
	return ""
}

// Reworded returns a mail of the service in other words: change is called with its subject and each of its texts. All else stays.
func Reworded(raw []byte, change func(string) string) ([]byte, error) {
	m, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	for _, key := range []string{"Subject", newsField} {
		text, err := m.Header.Text(key)
		if err != nil {
			return nil, err
		}
		if other := change(text); other != text {
			m.Header.SetText(key, other)
		}
	}
	var b bytes.Buffer
	err = reworded(m, change, func(h message.Header) (*message.Writer, error) { return message.CreateWriter(&b, h) })
	return b.Bytes(), err
}

// reworded writes a part, and those in it, to what create opens.
func reworded(part *message.Entity, change func(string) string, create func(message.Header) (*message.Writer, error)) error {
	kind, _, err := part.Header.ContentType()
	if err != nil && part.Header.Has("Content-Type") {
		return err
	}
	if parts := part.MultipartReader(); parts != nil {
		w, err := create(part.Header)
		for err == nil {
			var inner *message.Entity
			if inner, err = parts.NextPart(); err == nil {
				err = reworded(inner, change, w.CreatePart)
			}
		}
		if err != io.EOF {
			return err
		}
		return w.Close()
	}
	body, err := io.ReadAll(part.Body)
	if err != nil {
		return err
	}
	text := kind == "" || strings.HasPrefix(kind, "text/")
	if text {
		body = []byte(change(string(body)))
	}
	if text && !part.Header.Has("Content-Disposition") {
		part.Header.Set("Content-Transfer-Encoding", encodingOf(strings.ReplaceAll(string(body), "\r\n", "\n")))
	}
	w, err := create(part.Header)
	if err != nil {
		return err
	}
	if _, err := w.Write(body); err != nil {
		return err
	}
	return w.Close()
}
