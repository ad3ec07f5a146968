package letter

import (
	"strings"
	"testing"
)

// htmlBody makes a mail of HTML alone.
func htmlBody(text string) []byte {
	return []byte("From: Amy <amy@example.org>\nContent-Type: text/html; charset=utf-8\n\n" + text)
}

// TestHTMLClients answers as the common programs do, in HTML alone.
func TestHTMLClients(t *testing.T) {
	const old = `<div>sell all shares</div>`
	for _, c := range []struct{ name, in, want string }{
		{"gmail", `<div dir="ltr">buy B&amp;O<br>pass</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">` +
			`Host kirjoittaa näin<br></div><blockquote class="gmail_quote" style="margin:0">` + old + `</blockquote></div>`,
			"buy B&O\npass"},
		{"gmail, between", `<div class="gmail_quote">ei tunnettu kieli<blockquote class="gmail_quote">one?</blockquote>` +
			`<div>yes</div><blockquote class="gmail_quote">two?</blockquote><div>no</div></div>`, "yes\nno"},
		{"gmail, forwarded", `<div>pass</div><div class="gmail_quote"><div class="gmail_attr">---- Edelleen</div>` + old +
			`<div class="gmail_quote">x<blockquote class="gmail_quote">y</blockquote>sell all</div></div>`, "pass"},
		{"gmail, signature", `<div>pass</div><div class="gmail_signature" data-smartmail="gmail_signature">Amy<br>buy now</div>`, "pass"},
		{"gmail, indented", `<blockquote style="margin:0 0 0 40px; border: none; padding:0"><div>pass</div></blockquote>`, "pass"},
		{"outlook", `<div class=WordSection1><p class=MsoNormal>pass<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>` +
			`<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p><b>Aaa:</b> Host</p></div>` +
			old + `</div>`, "pass"},
		{"outlook, old", `<p>pass</p><div style='border:none;border-left:solid blue 1.5pt;padding:0'>` + old + `</div><p>run auto</p>`,
			"pass\nrun auto"},
		{"outlook on the web", `<div>pass</div><div id="Signature">Amy<br>director</div><div id="appendonsend"></div>` +
			`<hr><div id="divRplyFwdMsg"><b>X:</b> y</div>` + old, "pass"},
		{"outlook for phones", `<div>pass</div><div id="ms-outlook-mobile-signature">x</div>` +
			`<div id="mail-editor-reference-message-container">` + old + `</div>`, "pass"},
		{"apple", `<div>pass</div><div><br><blockquote type="cite"><div>On 3 Jan 2031, Host wrote:</div>` + old +
			`</blockquote></div>`, "pass"},
		{"apple, between", `<blockquote type="cite">one?</blockquote><div>yes</div><blockquote type="cite">two?</blockquote>no`,
			"yes\nno"},
		{"thunderbird", `pass<br><br><div class="moz-cite-prefix">Kirjoitti joku näin<br></div>` +
			`<blockquote type="cite" cite="mid:1@x">` + old + `</blockquote><br><div class="moz-signature">-- <br>Amy</div>`, "pass"},
		{"yahoo", `<div>pass</div><div class="yahoo_quoted" id="yahoo_quoted_1">` + old + `</div>`, "pass"},
		{"proton", `pass<br><div class="protonmail_signature_block">Sent with X</div><div class="protonmail_quote">` + old + `</div>`, "pass"},
		{"zimbra", `<div>pass</div><hr id="zwchr" data-marker="__DIVIDER__">` + old, "pass"},
		{"web.de", `<div>pass<div name="quote" style="margin:10px">` + old + `</div></div>`, "pass"},
		{"header block by a rule", `<div>pass<hr><b>From: </b>host@example.net<br><b>To: </b>amy@example.org<br>` +
			`<b>Sent: </b>Friday<br><br>` + old + `</div>`, "pass"},
		{"tables and lists", `<table><tr><td>lay</td><td>H6</td></tr><tr><td>pass</td></tr></table><ul><li>run auto<li>pay</ul>`,
			"lay H6\npass\nrun auto\npay"},
		{"paragraphs never closed", `<p>one<p>two<div>three<br/>four`, "one\ntwo\nthree\nfour"},
		{"preformatted", "<pre>one\ntwo   three</pre>", "one\ntwo   three"},
		{"words", `b<b>u</b>y&nbsp;B&amp;O <i>now</i> &lt;ok&gt;`, "buy\u00a0B&O now <ok>"},
		{"not shown", `<head><title>t</title><style>p{}</style></head><script>x()</script><div style="display: none">no</div>` +
			`<!-- c --><p>pass</p>`, "pass"},
		{"cut line", `<div>pass</div><p>unknown words</p><div style="margin:4px">---- Write your <b>commands</b> above this line` +
			`</div>` + old, "pass\nunknown words"},
		{"cut line quoted, answer below", `<blockquote>---- write your commands above this line ----` + old +
			`</blockquote><p>pass</p>`, "pass"},
		{"broken", `<div><blockquote>x</div>y</blockquote></b></i><<p>pass`, "y\n<\npass"},
	} {
		if got := typedIn(htmlBody(c.in)); got != c.want {
			t.Errorf("%s: typed %q, want %q", c.name, got, c.want)
		}
	}
}

// TestForwardedHTML: text below a reply mark, with nothing typed above it, is shown but never carried out.
func TestForwardedHTML(t *testing.T) {
	l := Read(htmlBody(`<div id="divRplyFwdMsg">X: y</div><div>sell all shares</div>`), usual)
	if !strings.Contains(l.Text, "sell all shares") || l.Commands != nil || l.Note == "" {
		t.Errorf("text %q, commands %v, note %q", l.Text, l.Commands, l.Note)
	}
}

// In HTML a program says where its quote ends, so what is typed right below a long line of it is no rest of that line.
func TestBelowALongLineOfHTML(t *testing.T) {
	const page = `<blockquote type="cite">On 23 Nov 2026, at 10:04, Shoreline &lt;pbem@play.example&gt; wrote:<br></blockquote>` +
		`<blockquote type="cite"><div><p>-- ` + CutLine + ` (game g12, position 0) --</p><p>Amy: your move</p>` +
		`<table><tr><td>free</td><td>B3 B7 B11 B15 B19 B21 B23 C4 C6 C10 C16 C18 D3 D5 D11 D15 D17 D21 D23 E2 E4 E6 E8</td></tr></table></div></blockquote>`
	for _, typed := range []string{"pass", "sell 2 NYC", "run auto"} {
		if l := Read(htmlBody(page+`<div dir="ltr">`+typed+`</div>`), usual); len(l.Commands) != 1 || l.Commands[0].Text != typed || l.Note != "" {
			t.Errorf("%q: %v, %q", typed, l.Commands, l.Note)
		}
	}
}
