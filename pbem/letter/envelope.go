package letter

import (
	"mime"
	"net/mail"
	"regexp"
	"strings"
	"time"
)

const (
	maxAddresses  = 200
	maxReferences = 50
	maxAuthResult = 8000
)

var addressParser = mail.AddressParser{WordDecoder: &mime.WordDecoder{CharsetReader: charsetReader}}

// bareAddress matches addresses in text and in header fields that cannot be parsed.
var bareAddress = regexp.MustCompile(`[\pL\pN.!#$%&'*+/=?^_{|}~-]+@[\pL\pN](?:[\pL\pN.-]*[\pL\pN])?`)

var messageID = regexp.MustCompile(`<[^<>\s]+>`)

// envelope reads sender, recipients and dates from the header.
func (p *part) envelope() Letter {
	l := Letter{
		Subject:    shorten(p.get("Subject"), 500),
		MessageID:  firstID(p.header.Get("Message-Id")),
		InReplyTo:  firstID(p.header.Get("In-Reply-To")),
		Date:       readDate(p.header.Get("Date")),
		Arrived:    arrived(p.header.Get("Received")),
		ReturnPath: returnPath(p.all("Return-Path")),
		AuthResult: shorten(oneLine(p.header.Get("Authentication-Results")), maxAuthResult),
	}
	l.From, l.FromName = sender(p.all("From"))
	for _, field := range []string{"To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To"} {
		for _, v := range p.all(field) {
			l.To = appendNew(l.To, addresses(v))
		}
	}
	if ids := messageID.FindAllString(oneLine(p.header.Get("In-Reply-To")), maxReferences); len(ids) > 1 {
		l.Beside = ids[1:]
	}
	for _, v := range p.all("References") {
		l.References = append(l.References, messageID.FindAllString(oneLine(v), -1)...)
	}
	l.References = l.References[max(0, len(l.References)-maxReferences):]
	return l
}

// sender returns the address of the From field. It is "" unless there is one From field with one address. A
// field that cannot be parsed is accepted only if it has exactly one address.
func sender(fields []string) (address, name string) {
	if len(fields) != 1 {
		return "", ""
	}
	if list, err := addressParser.ParseList(fields[0]); err == nil {
		if len(list) != 1 {
			return "", ""
		}
		return lowerDomain(list[0].Address), shorten(decodeWords(list[0].Name), 200)
	}
	decoded := decodeWords(fields[0])
	found := bareAddress.FindAllStringIndex(decoded, 2)
	if len(found) != 1 || strings.Count(decoded, "@") != 1 || !standsAlone(decoded, found[0]) {
		return "", ""
	}
	name, _, _ = strings.Cut(decoded, "<")
	if strings.Contains(name, "@") {
		name = ""
	}
	return lowerDomain(decoded[found[0][0]:found[0][1]]), shorten(strings.Trim(name, `" `), 200)
}

// standsAlone reports whether the match at loc is all of s, or is in angle brackets.
func standsAlone(s string, loc []int) bool {
	before, after := strings.TrimSpace(s[:loc[0]]), strings.TrimSpace(s[loc[1]:])
	return before == "" && after == "" || strings.HasSuffix(before, "<") && strings.HasPrefix(after, ">")
}

// addresses returns the addresses of a field, even if the field is malformed.
func addresses(field string) []string {
	var out []string
	if list, err := addressParser.ParseList(field); err == nil {
		for _, a := range list {
			out = append(out, lowerDomain(a.Address))
		}
		return out
	}
	for _, a := range bareAddress.FindAllString(decodeWords(field), maxAddresses) {
		out = append(out, lowerDomain(a))
	}
	return out
}

func appendNew(list, more []string) []string {
	for _, a := range more {
		if a != "" && len(list) < maxAddresses && !contains(list, a) {
			list = append(list, a)
		}
	}
	return list
}

func contains(list []string, s string) bool {
	for _, e := range list {
		if strings.EqualFold(e, s) {
			return true
		}
	}
	return false
}

// lowerDomain returns an address with its domain in lower case. It returns "" for one with a blank or a control character
// before the @: "a my"@example.org is another mailbox than amy@example.org. Nor does it return one with a letter there that is
// no ASCII and whose other case is: a long s and the sign of kelvin would count as s and k wherever case does not count.
func lowerDomain(a string) string {
	a = strings.TrimSpace(oneLine(a))
	i := strings.LastIndexByte(a, '@')
	if i < 0 || len(a) > 320 || strings.ContainsAny(a[:i], " \u017f\u212a") {
		return ""
	}
	return a[:i] + strings.ToLower(strings.ReplaceAll(a[i:], " ", ""))
}

// returnPath returns the topmost Return-Path that has a value.
func returnPath(fields []string) string {
	for _, v := range fields {
		v = strings.TrimSpace(oneLine(v))
		switch strings.ToLower(strings.Trim(v, "<>")) {
		case "":
			if v != "" {
				return "<>"
			}
		case "null", "mailer-daemon":
			return "<>"
		default:
			return lowerDomain(strings.Trim(v, "<>"))
		}
	}
	return ""
}

// arrived returns the time at the end of a Received field.
func arrived(received string) time.Time {
	i := strings.LastIndexByte(received, ';')
	if i < 0 {
		return time.Time{}
	}
	return readDate(strings.TrimSpace(oneLine(received[i+1:])))
}

func firstID(v string) string { return shorten(messageID.FindString(oneLine(v)), 998) }

var (
	dateComment = regexp.MustCompile(`\([^()]*\)`)
	dateLayouts = []string{"Mon, 2 Jan 2006 15:04:05", "2 Jan 2006 15:04:05 -0700", "2 Jan 06 15:04:05 MST", time.ANSIC}
)

func readDate(v string) time.Time {
	if t, err := mail.ParseDate(v); err == nil {
		return t
	}
	v = strings.Join(strings.Fields(dateComment.ReplaceAllString(v, " ")), " ")
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, v); err == nil {
			return t
		}
	}
	return time.Time{}
}
