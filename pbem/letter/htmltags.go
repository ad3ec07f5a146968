package letter

import (
	"strings"

	"golang.org/x/net/html"
)

// effect is what an element does to the text in it.
type effect int

const (
	none effect = iota
	quotes
	replyBox    // quotes until a blockquote begins within it
	signs       // a signature
	hides       // not shown
	keepsLines  // preformatted
	startsBelow // from here on everything is the mail that is answered
	effects
)

type element struct {
	tag    string
	effect effect
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

var (
	blockTags = set(`address article aside blockquote body br center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6
		head header hr html li main nav ol p pre section table tbody tfoot thead tr ul`)
	voidTags = set(`area base basefont bgsound br col embed frame hr img input link meta param source track wbr`)
	hideTags = set(`head style script title noscript select template svg math object`)

	// Class names and ids that mail programs use. Classes are compared word by word, ids as a whole.
	quoteNames = set(`moz-cite-prefix moz-email-headers-table moz-forward-container yahoo_quoted yahoo-quoted-begin
		gmail_attr protonmail_quote tutanota_quote zmail_extra OLK_SRC_BODY_SECTION isReplyContent isForwardContent
		ms-outlook-mobile-reference-message mail-editor-reference-message-container freebirdQuote front-blockquote
		sh-quoted-content mail-quote-collapse quoted-text reply-quote iosQuote skyTableDiv messageReplySection quote
		ntes-pcmail-quote airmail_ext_on reply_body_quote replyHeader`)
	boxNames   = set(`gmail_quote gmail_quote_container gmail_extra_quote`)
	belowNames = set(`divRplyFwdMsg appendonsend stopSpelling zwchr OutlookMessageHeader replySplit __DIVIDER__
		__QUOTED_TEXT__`)
	signNames = set(`gmail_signature gmail_signature_prefix moz-signature protonmail_signature_block Signature
		ms-outlook-mobile-signature messageSignatureSection tutanota_signature zmail_signature_below
		k9mail-signature composer_signature ymail_android_signature ymail_ios_signature`)
)

// effectOf returns what an element does, from its tag, class, id, name and style.
func effectOf(t html.Token) effect {
	if hideTags[t.Data] {
		return hides
	}
	style, names := "", []string{}
	cite, styled := false, t.Data == "blockquote"
	for _, a := range t.Attr {
		switch a.Key {
		case "style":
			style = squeeze(a.Val)
		case "class":
			names = append(names, strings.Fields(shorten(a.Val, 500))...)
		case "id", "name", "data-marker", "data-smartmail":
			names = append(names, a.Val)
		case "type", "cite":
			cite = true
		}
	}
	if e := effectOfNames(names); e == replyBox && t.Data == "blockquote" {
		return quotes // although Gmail uses the same class for the box
	} else if e != none {
		return e
	}
	if e := effectOfStyle(style); e != none {
		return e
	}
	switch {
	case styled && !cite && strings.Contains(style, "border:none"):
		return none // made by the indent button of web mail, so not a quote
	case t.Data == "blockquote":
		return quotes
	case t.Data == "pre" || t.Data == "textarea":
		return keepsLines
	}
	return none
}

func effectOfNames(names []string) effect {
	for _, n := range names {
		switch {
		case boxNames[n]:
			return replyBox
		case quoteNames[n] || strings.HasPrefix(n, "yahoo_quoted"):
			return quotes
		case belowNames[n]:
			return startsBelow
		case signNames[n]:
			return signs
		}
	}
	return none
}

// effectOfStyle recognises the borders that Outlook draws: a line above the header of the answered mail, and
// a line at the left of a quote. It also recognises hidden text.
func effectOfStyle(style string) effect {
	switch {
	case style == "":
		return none
	case strings.Contains(style, "display:none") || strings.Contains(style, "mso-hide:all"):
		return hides
	case strings.Contains(style, "border:none;border-left:solid"):
		return quotes
	case strings.Contains(style, "border-top:solid#e1e1e1"), strings.Contains(style, "border-top:solid#b5c4df"):
		return startsBelow
	case strings.Contains(style, "white-space:pre"):
		return keepsLines
	}
	return none
}

// squeeze makes a style comparable: lower case without blanks.
func squeeze(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(shorten(s, 1000)), ""))
}
