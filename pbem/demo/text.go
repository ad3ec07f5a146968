package demo

import (
	"io"
	"strings"

	"github.com/emersion/go-message"
)

// textOf returns the text/plain part of a mail.
func textOf(r io.Reader) (string, error) {
	e, err := message.Read(r)
	if err != nil && !message.IsUnknownCharset(err) {
		return "", err
	}
	text := ""
	err = e.Walk(func(_ []int, part *message.Entity, err error) error {
		if err != nil {
			return err
		}
		kind, _, _ := part.Header.ContentType()
		if kind != "text/plain" || text != "" {
			return nil
		}
		body, err := io.ReadAll(part.Body)
		text = strings.ReplaceAll(string(body), "\r\n", "\n")
		return err
	})
	return text, err
}
