package sheet

import (
	"net/url"
	"strings"
)

// A tap is a word that, tapped, opens the reader's mail program with an answer
// written.
type tap struct{ Label, Says string }

// answering is how an answer to a mail is written for its reader.
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

// tapped reports whether answers can be written for the reader.
func (d *doc) tapped() bool { return d.answer != nil }

// mostLink is the longest address of an answer, in bytes: Outlook opens none
// that is longer than 2,083.
const mostLink = 2000

// link is the address of an answer that says something, "" for none: mailto
// with subject and text (RFC 6068), the cut line below, so that the answer is
// known for one to this position.
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

// mailtoPart escapes everything but letters, digits and the marks that have no
// meaning of their own: a blank is %20, for some programs show a plus as it is.
// The @ stays, for some look for it.
func mailtoPart(s string) string { return mailtoMarks.Replace(url.QueryEscape(s)) }

var mailtoMarks = strings.NewReplacer("+", "%20", "%40", "@", "%2B", "%2B")

// says is what an example answers when it is tapped.
func (e example) says() string {
	if e.Form != "" {
		return e.Form
	}
	return e.Command
}
