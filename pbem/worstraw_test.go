package pbem

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pbem/pbem/config"
	"pbem/pbem/postbox"
)

// worstRaw are raw mails made to cost much, by what is in them. Anybody can send them:
// the work begins before it is known who wrote the mail. Each is as large as a mail may
// be, or repeats something as often as possible.
func worstRaw(from, to string) map[string]func() []byte {
	const most = postbox.DefaultMax
	joined := func(head, text string, n int) func() []byte {
		return func() []byte { return append([]byte(head), bytes.Repeat([]byte(text), n)...) }
	}
	fill := func(head, text string) func() []byte { return joined(head, text, most/len(text)) }
	head := "From: " + from + "\r\nTo: " + to + "\r\n"
	plain := head + "Content-Type: text/plain; charset=utf-8\r\n\r\n"
	page := head + "Content-Type: text/html; charset=utf-8\r\n\r\n"
	in := func(charset string) string { return head + "Content-Type: text/plain; charset=" + charset + "\r\n\r\n" }
	var levels, recipients, signed, sealed strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&levels, "Content-Type: multipart/mixed; boundary=\"b%d\"\r\n\r\n--b%d\r\n", i, i)
		fmt.Fprintf(&recipients, "p%d@example.net,\r\n ", i)
	}
	for i := range 900 {
		fmt.Fprintf(&signed, "DKIM-Signature: v=1; a=rsa-sha256; d=d%d.example; s=s; h=from; bh=AAAA; b=AAAA\r\n", i)
		fmt.Fprintf(&sealed, "Received: from a by b; Mon, 02 Mar 2026 18:00:%02d +0000\r\n", i%60)
	}
	return map[string]func() []byte{
		"nested to the bottom":    joined(head+levels.String(), "x\r\n", most/4),
		"the same boundary":       fill(head, "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"),
		"boundaries everywhere":   fill(head+"Content-Type: multipart/mixed; boundary=b\r\n\r\n", "--b\r\n\r\nx\r\n"),
		"almost boundaries":       fill(head+"Content-Type: multipart/mixed; boundary=b\r\n\r\n", "\n--bx"),
		"mails in mails":          fill(head, "Content-Type: message/rfc822\r\n\r\n"),
		"a huge header":           fill(head+"Subject: ", "x y "),
		"header fields":           fill(head, "X: y\r\n"),
		"folded":                  fill(head+"Subject: x\r\n", " y\r\n"),
		"encoded words":           fill(head+"Subject: ", "=?iso-2022-jp?b?GyRC?= "),
		"recipients":              joined(head+"Cc: "+recipients.String()+"last@example.net\r\n\r\n", "status\r\n", 1),
		"recipients in fields":    joined(strings.Repeat("To: a@example.net, b@example.net, c@example.net\r\n", 900)+head, "\r\nstatus\r\n", 1),
		"senders":                 fill("From: ", "a@b.example, "),
		"groups":                  fill("From: a@b.example\r\nTo: ", "g:a@b;,"),
		"comments":                fill("From: a@b.example\r\nTo: ", "("),
		"references":              fill(head+"References: ", "<a@b> "),
		"signatures":              joined(signed.String()+plain, "pass\r\n", most/6),
		"received":                joined(sealed.String()+plain, "status\r\n", 1),
		"base64":                  fill(head+"Content-Transfer-Encoding: base64\r\n\r\n", strings.Repeat("QUFB", 19)+"\r\n"),
		"base64 in parts":         fill(head+"Content-Type: multipart/mixed; boundary=b\r\n\r\n", "--b\r\nContent-Transfer-Encoding: base64\r\n\r\n"+strings.Repeat("QUFB", 4000)+"\r\n"),
		"quoted-printable":        fill(head+"Content-Transfer-Encoding: quoted-printable\r\n\r\n", "=3D=\r\n"),
		"uuencoded":               fill(head+"Content-Transfer-Encoding: x-uuencode\r\n\r\nbegin 644 x\r\n", "M"+strings.Repeat("A", 60)+"\r\n"),
		"tags":                    fill(page, "<b>"),
		"crossed tags":            fill(page, "<div><p><span></div></b>"),
		"tables":                  fill(page, "<table><tr><td>"),
		"quotes":                  fill(page, "<blockquote>"),
		"attributes":              fill(page+"<p ", "style=x "),
		"entities":                fill(page, "&#x41;&amp;"),
		"comments in HTML":        fill(page, "<!--"),
		"Japanese":                fill(in("iso-2022-jp"), "\x1b$B$\"\x1b(B"),
		"Chinese":                 fill(in("gb18030"), "\x81\x30\x81\x30"),
		"HZ":                      fill(in("hz-gb-2312"), "~{VPND~}"),
		"UTF-16":                  fill(in("utf-16"), "\x00a\x00\n"),
		"UTF-7":                   fill(in("utf-7"), "+AGE-"),
		"another charset than it": fill(in("shift_jis"), "\xff\xfe\x80"),
		"attributions":            fill(plain, "On 3 Jan 2031 a@b.c wrote:\r\n"),
		"header blocks":           fill(plain, "From: a\r\nSent: b\r\n"),
		"cut lines":               fill(plain, "write your commands above\r\n"),
		"one line":                fill(plain, "On 3 Jan 2031 wrote "),
		"empty lines":             fill(plain, "\r\n"),
		"quote marks":             fill(plain, ">"),
		"a report":                fill("From: MAILER-DAEMON@x.example\r\nReturn-Path: <>\r\nTo: "+to+"\r\n\r\n", "<a@b.example>: 550 failed\r\nFinal-Recipient: rfc822; a@b.example\r\n"),
		"a report of parts":       fill("From: MAILER-DAEMON@x.example\r\nTo: "+to+"\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n", "--b\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; a@b.example\r\nStatus: 5.1.1\r\n"),
		"data":                    fill("From: x@x.example\r\nTo: "+to+"\r\n\r\n", "[{\"a\":"),
	}
}

// No raw mail uses more than a second or 50 MB besides itself, whoever it claims to be
// from.
func TestWorstRawMails(t *testing.T) {
	serial(t)
	eachWorstRaw(t, func(what string, d *testService, raw []byte) { d.measured(raw).within(t, what) })
}

func eachWorstRaw(t testing.TB, do func(what string, d *testService, raw []byte)) {
	t.Helper()
	d := newTestService(t)
	d.cfg.Lobby, d.cfg.Limits = config.Open, config.Limits{Sender: -1, Game: -1}
	d.restart(d.db)
	d.three()
	for who, all := range map[string]map[string]func() []byte{
		"raw, from a stranger": worstRaw("mallory@example.net", testAddress),
		"raw, from a player":   worstRaw("amy@example.org", d.reply("g1.p1")),
	} {
		for _, what := range some(t, slices.Sorted(maps.Keys(all))) {
			do(who+": "+what, d, all[what]())
		}
	}
}
