package letter

import (
	"strings"
	"testing"
)

// TestProgramsHTML reads what many programs make of "run auto" and "pay" in HTML alone; what they quote says "sell".
func TestProgramsHTML(t *testing.T) {
	const typed = `<div>run auto</div><div>pay</div>`
	for _, p := range []struct{ name, in string }{
		{"Samsung", typed + `<div><br></div><div id="composer_signature" dir="auto"><div style="font-size:12px">Sent from my Galaxy</div></div><div><br></div>` +
			`<div align="left" dir="auto" style="font-size:100%;color:#000000"><div>-------- Original message --------</div><div>From: Host &lt;host@example.net&gt; </div>` +
			`<div>Date: 10/07/2031  13:14  (GMT+01:00) </div><div>To: Amy </div><div>Subject: turn </div><div><br></div></div><div>sell</div>`},
		{"Yahoo", `<html><head></head><body><div class="ydp1yahoo-style-wrap" style="font-family:Helvetica"><div dir="ltr" data-setdir="false">run auto</div><div dir="ltr">pay</div><div><br></div></div>` +
			`<div id="ydp9ayahoo_quoted_123" class="ydp9ayahoo_quoted"><div style="font-family:Helvetica"><div>On Friday, July 10, 2031 at 01:14:00 PM GMT+1, Host &lt;host@example.net&gt; wrote: </div>` +
			`<div><br></div><div>sell</div></div></div></body></html>`},
		{"Yahoo for Android", typed + `<br><br><div id="ymail_android_signature"><a href="https://mail.onelink.example">Sent from Yahoo Mail on Android</a></div><br>` +
			`<blockquote style="margin: 0 0 20px 0;"><div style="font-family:Roboto">On Fri, Jul 10, 2031 at 1:14 PM, Host</div><div>&lt;host@example.net&gt; wrote:</div><div>sell</div></blockquote>`},
		{"K-9", `<!DOCTYPE html><html><body>run auto<br>pay<br><br><div class="gmail_quote"><div dir="auto">On 10 July 2031 13:14:00 BST, Host &lt;host@example.net&gt; wrote:</div>` +
			`<blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex;">sell</blockquote></div><div dir="auto"><div class='k9mail-signature'>-- <br>Sent from my Android device with K-9 Mail. Please excuse my brevity.</div></div></body></html>`},
		{"K-9, signature first", `run auto<br>pay<br><div class='k9mail-signature'>Amy of the Shoreline<br>We sell</div>`},
		{"Outlook for iOS", `<html><head></head><body><div dir="ltr">run auto</div><div dir="ltr">pay</div><div><br></div><div id="ms-outlook-mobile-signature"><div style="direction:ltr">Get <a href="https://aka.example/o0ukef">Outlook for iOS</a></div></div>` +
			`<hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>From:</b> Host<br><b>Sent:</b> Friday<br></font></div>sell</body></html>`},
		{"Outlook for Android, plain signature", typed + `<div id="ms-outlook-mobile-body-separator-line"><br></div><div>Get <a href="https://aka.example/x">Outlook for Android</a></div><hr><div><b>From:</b> Host &lt;host@example.net&gt;<br><b>Sent:</b> Friday 13:14<br><b>To:</b> Amy<br><b>Subject:</b> turn<br></div><div>sell</div>`},
		{"Apple, German", `<html><body dir="auto">run auto<div>pay<br><br><div dir="ltr">Von meinem iPhone gesendet</div><div dir="ltr"><br><blockquote type="cite">Am 10.07.2031 um 13:14 schrieb Host &lt;host@example.net&gt;:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">sell</div></blockquote></div></body></html>`},
		{"Apple on a Mac", `<html><body style="overflow-wrap: break-word;">run auto<div>pay<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 10 Jul 2031, at 13:14, Host &lt;host@example.net&gt; wrote:</div><br class="Apple-interchange-newline"><div>sell</div></blockquote></div><br></div></body></html>`},
		{"Gmail on a phone", `<div dir="auto"><div>run auto</div><div dir="auto">pay</div></div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Fri, Jul 10, 2031, 1:14 PM Host &lt;<a href="mailto:host@example.net">host@example.net</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">sell</blockquote></div>`},
		{"GMX", `<html><head></head><body><div style="font-family: Verdana;"><div>run auto</div><div>pay</div><div>&nbsp;<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;"><b>Gesendet:</b>&nbsp;Freitag<br/><b>Von:</b>&nbsp;Host</div><div name="quoted-content">sell</div></div></div></div></body></html>`},
		{"GMX, new", `<div>run auto<br>pay</div><div id="sp-quoted-part"><p>Am 10.07.31 um 13:14 schrieb Host</p><blockquote>sell</blockquote></div>`},
		{"Proton Mail", `<div style="font-family: Arial">run auto</div><div>pay</div><div><br></div><div class="protonmail_signature_block"><div class="protonmail_signature_block-proton">Sent with <a href="https://proton.example">Proton Mail</a> secure email.</div></div><div><br></div><div class="protonmail_quote">On Friday, July 10th, 2031 at 13:14, Host &lt;host@example.net&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">sell</blockquote></div>`},
		{"Tuta", `<div dir="auto">run auto<br></div><div dir="auto">pay<br></div><div dir="auto">--<br></div><div dir="auto">Secured with Tuta Mail:<br></div><div dir="auto">https://tuta.example<br></div><div dir="auto"><br></div><div dir="auto">Jul 10, 2031, 13:14 by host@example.net:<br></div><blockquote class="tutanota_quote">sell</blockquote>`},
		{"Spark", `<html><body><div name="messageBodySection"><div dir="auto">run auto<br>pay</div></div><div name="messageSignatureSection"><br>Sent via Spark</div><div name="messageReplySection">On 10 Jul 2031 at 13:14 +0200, Host, wrote:<br><blockquote type="cite">sell</blockquote></div></body></html>`},
		{"Zoho", `<div style="font-family: Verdana"><div>run auto</div><div>pay</div><div><br></div><div class="zmail_extra_hr"></div><div class="zmail_extra"><div><br></div><div id="Zm-_Id_-Sgn1">---- On Fri, 10 Jul 2031 13:14:00 +0200 <b>Host &lt;host@example.net&gt;</b> wrote ---</div><blockquote id="blockquote_zmail">sell</blockquote></div></div>`},
		{"Fastmail", `<!DOCTYPE html><html><body><div>run auto</div><div>pay</div><div><br></div><div>On Fri, 10 Jul 2031, at 1:14 PM, Host wrote:</div><blockquote type="cite" id="qt"><div>sell</div></blockquote></body></html>`},
		{"QQ", `<div>run auto</div><div>pay</div><div><br></div><div><div style="font-size: 12px;font-family: Arial Narrow;padding:2px 0 2px 0;">------------------&nbsp;原始邮件&nbsp;------------------</div><div style="background:#efefef;"><div><b>发件人:</b>&nbsp;"Host"</div><div><b>主题:</b>&nbsp;turn</div></div><div>sell</div></div>`},
		{"Thunderbird, German", `<html><body><p>run auto<br>pay</p><div class="moz-cite-prefix">Am 10.07.31 um 13:14 schrieb Host:<br></div><blockquote type="cite" cite="mid:x@example.net">sell</blockquote></body></html>`},
		{"Outlook, banner above", `<html><body><table border="0" width="100%"><tr><td style="background:#FFEB9C"><p><b>CAUTION:</b> This email originated from outside of the organization. Do not click links or open attachments unless you recognize the sender.</p></td></tr></table><br>` + typed + `</body></html>`},
		{"Outlook, first contact", `<div style="border:0"><table role="presentation"><tr><td>You don't often get email from amy@example.org. <a href="https://aka.example/x">Learn why this is important</a></td></tr></table></div>` + typed},
		{"Outlook, disclaimer", `<div class=WordSection1><p class=MsoNormal>run auto</p><p class=MsoNormal>pay</p></div><br><p><font size=2>This email and any files transmitted with it are confidential and intended solely for the addressee.</font></p><p>sell</p>`},
		{"Outlook, closing and banner in the quote", `<p>run auto</p><p>pay</p><p>Kind regards,</p><p>Amy</p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Host</p></div><p>CAUTION: This email originated from outside.</p><p>sell</p>`},
	} {
		l := Read(htmlBody(p.in), usual)
		var got []string
		for _, c := range l.Commands {
			got = append(got, c.Text)
		}
		if strings.Join(got, "; ") != "run auto; pay" {
			t.Errorf("%s: commands %q", p.name, got)
		}
	}
}
