package lmtp

import (
	"bytes"
	"strings"
)

// Delivered returns a mail as a mail server lays it into a mailbox, with its envelope in
// fields on top: Return-Path, and Delivered-To for each recipient. Fields of these names
// that the mail had are below.
//
// Authentication-Results says what a mail server found out about a mail, and anybody can
// write it. local gets the values of those fields that the local mail server can have
// written: it, or the sender, wrote them when the mail came to it, not servers before. It
// returns the one value to believe, "" for none. That stands on top; all the others are
// removed, as RFC 8601 5 asks for.
func (m Message) Delivered(local func(fields []string) string) []byte {
	head, text := splitHead(m.Raw)
	kept, found := withoutResults(head)
	var b bytes.Buffer
	b.Grow(len(m.Raw) + 100*(1+len(m.To)))
	b.WriteString("Return-Path: <" + cleaned(m.From) + ">\r\n")
	for _, to := range m.To {
		b.WriteString("Delivered-To: " + to + "\r\n")
	}
	if believed := local(found); believed != "" {
		b.WriteString("Authentication-Results: " + believed + "\r\n")
	}
	b.Write(kept)
	b.Write(text)
	return b.Bytes()
}

// cleaned drops from an envelope sender what would end the field.
func cleaned(address string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '<' || r == '>' {
			return -1
		}
		return r
	}, address)
}

// splitHead splits a mail before the empty line that ends its header.
func splitHead(raw []byte) (head, text []byte) {
	for at := 0; at < len(raw); {
		end := bytes.IndexByte(raw[at:], '\n')
		if end < 0 {
			return raw, nil
		}
		if line := raw[at : at+end+1]; len(bytes.TrimRight(line, "\r\n")) == 0 {
			return raw[:at], raw[at:]
		}
		at += end + 1
	}
	return raw, nil
}

const resultsField = "authentication-results"

// withoutResults returns a header without Authentication-Results fields, and the values of
// those above the second Received field.
func withoutResults(head []byte) (kept []byte, found []string) {
	received, dropping := 0, false
	for line := range bytes.Lines(head) {
		if line[0] != ' ' && line[0] != '\t' {
			name, value, _ := bytes.Cut(line, []byte(":"))
			key := strings.ToLower(string(bytes.TrimRight(name, " \t")))
			if key == "received" {
				received++
			}
			if dropping = key == resultsField; dropping && received < 2 {
				found = append(found, string(bytes.TrimSpace(value)))
			}
		} else if dropping && received < 2 {
			found[len(found)-1] += " " + string(bytes.TrimSpace(line))
		}
		if !dropping {
			kept = append(kept, line...)
		}
	}
	return kept, found
}
