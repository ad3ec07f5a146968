package envelope

import (
	"bytes"
	"io"
	"strings"

	"github.com/emersion/go-message"
)

// deepestMail limits mails within mails.
const deepestMail = 5

// Everything returns what can be read in a mail, decoded: its header, all its texts, and those of the mails in it. What cannot be
// decoded is left as it is.
func Everything(raw []byte) string {
	var b strings.Builder
	everything(&b, raw, deepestMail)
	return b.String()
}

func everything(b *strings.Builder, raw []byte, depth int) {
	b.Write(raw)
	m, err := message.Read(bytes.NewReader(raw))
	if m == nil || err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
		return
	}
	_ = m.Walk(func(_ []int, part *message.Entity, err error) error {
		if part == nil || err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
			return err
		}
		for f := part.Header.Fields(); f.Next(); {
			text, _ := f.Text()
			b.WriteString("\n" + text)
		}
		kind, _, _ := part.Header.ContentType()
		switch {
		case strings.HasPrefix(kind, "text/"), kind == "":
			b.WriteString("\n")
			_, _ = io.Copy(b, part.Body)
		case kind == "message/rfc822" && depth > 0:
			if inner, err := io.ReadAll(part.Body); err == nil {
				everything(b, inner, depth-1)
			}
		}
		return nil
	})
}
