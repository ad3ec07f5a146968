package envelope

import (
	"bytes"
	"io"
	"strings"

	"github.com/emersion/go-message"
)

// deepestMail limits mails within mails, and deepestPart parts within parts of each: every level reads all that is in it once more.
const (
	deepestMail = 5
	deepestPart = 20
)

// Everything returns what can be read in a mail, decoded: its header, all its texts, and those of the mails in it. What cannot be
// decoded, or is deeper within parts than anybody writes, is left as it is.
func Everything(raw []byte) string {
	var b strings.Builder
	everything(&b, raw, deepestMail)
	return b.String()
}

func everything(b *strings.Builder, raw []byte, depth int) {
	b.Write(raw)
	m, err := message.Read(bytes.NewReader(raw))
	if m != nil && readable(err) {
		allIn(b, m, depth, deepestPart)
	}
}

// readable reports whether a part was read with an error: an unknown charset or encoding is left as it is.
func readable(err error) bool {
	return err == nil || message.IsUnknownCharset(err) || message.IsUnknownEncoding(err)
}

// allIn adds what can be read in a part and in those within it.
func allIn(b *strings.Builder, part *message.Entity, depth, level int) {
	for f := part.Header.Fields(); f.Next(); {
		text, _ := f.Text()
		b.WriteString("\n" + text)
	}
	kind, _, _ := part.Header.ContentType()
	parts := part.MultipartReader()
	switch {
	case parts != nil && level > 0:
		for {
			inner, err := parts.NextPart()
			if inner == nil || !readable(err) {
				return
			}
			allIn(b, inner, depth, level-1)
		}
	case parts != nil:
	case strings.HasPrefix(kind, "text/"), kind == "":
		b.WriteString("\n")
		_, _ = io.Copy(b, part.Body)
	case kind == "message/rfc822" && depth > 0:
		if inner, err := io.ReadAll(part.Body); err == nil {
			everything(b, inner, depth-1)
		}
	}
}
