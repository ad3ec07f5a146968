package pbem

import (
	"fmt"
	"slices"
	"strings"
)

// How the mails of a transcript are written down.

// mails writes down the mails that are sent now.
func (s *stage) mails() string {
	s.t.Helper()
	all := s.flush()
	for _, m := range all {
		meets(s.t, m.raw)
		if !strings.Contains(s.t.Name(), "press_hostile") { // its press looks like commands, however it is quoted
			quotable(s.t, m)
		}
	}
	if len(all) == 0 {
		return "no mail\n"
	}
	var b strings.Builder
	for _, m := range all {
		o := readBack(s.t, m)
		if f := mailedCode.FindStringSubmatch(o.text); f != nil {
			s.code, s.codes[m.to] = f[1], f[1]
		}
		b.WriteString("\n")
		for _, key := range s.fields() {
			if v := o.header.Get(key); v != "" {
				fmt.Fprintf(&b, "%s: %s\n", key, v)
			}
		}
		body := s.body(o.text)
		if strings.HasPrefix(o.header.Get("List-Id"), "<games.") { // it has several positions
			body = strings.ReplaceAll("| "+strings.ReplaceAll(strings.TrimRight(o.text, "\n"), "\n", "\n| ")+"\n", "| \n", "|\n")
		}
		fmt.Fprintf(&b, "Subject: %s\n%s", o.subject(s.t), body)
		if o.file != "" {
			fmt.Fprintf(&b, "| (with the file %s)\n", o.file)
		}
	}
	return b.String()
}

// atPosition cuts a mail where the position begins, which is with the reader's companies, the map near them or the
// players.
func atPosition(text string) (before, position string) {
	at := len(text)
	for _, head := range []string{"\n\nYOUR COMPANIES", "\n\nTHE MAP NEAR", "\n\nPLAYERS"} {
		if i := strings.Index(text, head); i >= 0 {
			at = min(at, i)
		}
	}
	return text[:at], text[at:]
}

func (s *stage) fields() []string {
	if slices.Contains(s.show, "headers") {
		return []string{"Date", "From", "To", "Reply-To", "Message-ID", "In-Reply-To", "References", "Auto-Submitted", "List-Id", "List-Unsubscribe"}
	}
	return []string{"To", "In-Reply-To"}
}

// body returns the text of a mail, only its headings if it is long. It leaves out the
// position, which begins with the players.
func (s *stage) body(text string) string {
	text, position := atPosition(text)
	var b strings.Builder
	in, before := "headline", ""
	for _, line := range strings.Split(text, "\n") {
		if head, _, _ := strings.Cut(line, "  "); before == "" && head != "" && head == strings.ToUpper(head) {
			in = head
			fmt.Fprintf(&b, "| %s\n", head)
		} else if line != "" && slices.Contains(s.show, in) {
			fmt.Fprintf(&b, "| %s\n", line)
		}
		before = line
	}
	switch {
	case strings.Contains(position, "\nMAP") && strings.Contains(position, "\nHEXES"):
		b.WriteString("| (the whole position)\n")
	case strings.Contains(position, "\nMAP\n"):
		b.WriteString("| (the position for a round)\n")
	case strings.Contains(strings.ReplaceAll(position, "\n", " "), `"map" all of the map`):
		b.WriteString("| (the position for a move)\n")
	case position != "":
		b.WriteString("| (the players)\n")
	}
	for _, part := range strings.Split(position, "\n\n") { // the parts of the position to be shown
		head, _, _ := strings.Cut(strings.SplitN(part, "\n", 2)[0], "  ")
		if head != "" && slices.Contains(s.show, head) {
			fmt.Fprintf(&b, "| %s\n", strings.ReplaceAll(strings.TrimRight(part, "\n"), "\n", "\n| "))
		}
	}
	return b.String()
}
