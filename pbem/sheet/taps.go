package sheet

import (
	"net/url"
	"strings"
)

// A tap is a link that opens the reader's mail program with an answer already written.
type tap struct{ Label, Says string }

// answering is what a link needs to write an answer.
type answering struct{ to, subject, cut string }

// paper begins the document of a mail.
func (v *view) paper() *doc {
	d := &doc{}
	cut := CutLine(v.Game, v.Mail.Position)
	if v.Answer != "" {
		d.answer = &answering{v.Answer, "Re: " + v.subject(), cut}
	}
	d.add(block{Cut: cut})
	return d
}

// tapped reports whether the mail has such links.
func (d *doc) tapped() bool { return d.answer != nil }

// mostLink is the longest mailto address in bytes. Outlook does not open any longer than 2,083.
const mostLink = 2000

// link returns the address for an answer, "" if there is none: a mailto URL with subject and text (RFC 6068).
// The cut line at the end of the text tells which position the answer is for.
func (d *doc) link(says string) string {
	if d.answer == nil || says == "" {
		return ""
	}
	body := strings.ReplaceAll(says+"\n\n"+d.answer.cut, "\n", "\r\n")
	address := "mailto:" + mailtoPart(d.answer.to) + "?subject=" + mailtoPart(d.answer.subject) + "&body=" + mailtoPart(body)
	if len(address) > mostLink {
		return ""
	}
	return address
}

// helpLink returns the address for a mail that asks what a word means, "" if there is none. It needs no cut line:
// the answer is the same in every position.
func (d *doc) helpLink(word string) string {
	if d.answer == nil || word == "" {
		return ""
	}
	return "mailto:" + mailtoPart(d.answer.to) + "?subject=" + mailtoPart("Help") + "&body=" + mailtoPart("help "+strings.ToLower(word))
}

// mailtoPart escapes everything but letters, digits and unreserved marks. A blank becomes %20, because some
// programs show a plus as it is. The @ stays, because some programs look for it.
func mailtoPart(s string) string { return mailtoMarks.Replace(url.QueryEscape(s)) }

var mailtoMarks = strings.NewReplacer("+", "%20", "%40", "@", "%2B", "%2B")

// says returns what an example answers when it is tapped.
func (e example) says() string {
	if e.Form != "" {
		return e.Form
	}
	return e.Command
}
