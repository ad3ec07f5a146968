package letter

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// TestClassify: one header makes the difference.
func TestClassify(t *testing.T) {
	for _, c := range []struct {
		header, text string
		want         Class
	}{
		{"", "pass", Human},
		{"X-PBEM-Loop: g12", "pass", Loop},
		{strings.Repeat("Received: from a by b\n", 51) + "X: y", "pass", Loop},
		{strings.Repeat("Received: from a by b\n", 50) + "X: y", "pass", Human},
		{"Auto-Submitted: no", "pass", Human},
		{"Auto-Submitted: auto-replied; owner-email=x", "away", AutoReply},
		{"Auto-Submitted: auto-generated (vacation)", "away", AutoReply},
		{"X-Autoreply: yes", "away", AutoReply},
		{"X-Autorespond: yes", "away", AutoReply},
		{"X-Autoreply: no", "pass", Human},
		{"Precedence: auto_reply", "away", AutoReply},
		{"X-Auto-Response-Suppress: All", "pass", Human},
		{"Subject: Out of office: your turn", "pass", Human},
		{"Subject: Out of office: your turn\nX-Auto-Response-Suppress: All", "away", AutoReply},
		{"Subject: Abwesenheitsnotiz: Zug\nPrecedence: bulk", "weg", AutoReply},
		{"Return-Path: <>", "away", AutoReply},
		{"Precedence: bulk", "news", List},
		{"Precedence: List", "news", List},
		{"Precedence: junk", "news", List},
		{"List-Id: <x.example.org>", "news", List},
		{"List-Unsubscribe: <mailto:x@example.org>", "news", List},
		{"Subject: Undeliverable: your turn\nReturn-Path: <>", "x", Bounce},
		{"Subject: Re: Undeliverable: your turn", "The mail to amy@example.org was not delivered, I saw. pass", Human},
		{"Subject: failure notice", "pass", Human},
		{"Subject: delivery of trains failed", "My mail to bob@example.org failed, it was not delivered. pass", Human},
		{"X-Failed-Recipients: amy@example.org", "x", Bounce},
		{"From: post_master@example.org\nSubject: Re: your turn could not be delivered", "User unknown: amy@example.org", Bounce},
		{"From: postmaster@example.org\nSubject: Re: Undeliverable: your turn", "pass", Human},
		{"Subject: bounce", `{"event": "failed", "recipient": "amy@example.org", "reason": "bounce"}`, Bounce},
		{"Subject: Re: your turn\nIn-Reply-To: <3.p1@example.net>", `[{"email":"amy@example.org","event":"bounce","status":"5.1.1"}]`, Bounce},
		{"Subject: hook", `{"RecordType":"HardBounce","Email":"amy@example.org"}`, Bounce},
		{"Subject: hook", `{"opened": true}`, AutoReply},
		{"", "{pass}", Human},
		{"Subject: Mail could not be delivered", "The mail to amy@example.org could not be delivered", Bounce},
		{"Content-Type: multipart/report; report-type=disposition-notification; boundary=b", "--b\n\nread\n--b--", AutoReply},
		{"Content-Type: multipart/report; report-type=feedback-report; boundary=b", "--b\n\ncomplaint\n--b--", Bounce},
	} {
		from := "From: amy@example.org\n"
		if strings.HasPrefix(c.header, "From:") {
			from = ""
		}
		l := Read([]byte(from+c.header+"\n\n"+c.text), usual)
		if l.Class != c.want {
			t.Errorf("%s: %s (%s), want %s", c.header, l.Class, l.Why, c.want)
		}
		if (l.Class == Human) != (len(l.Commands) > 0) || l.Why == "" {
			t.Errorf("%s: class %s, commands %v, why %q", c.header, l.Class, l.Commands, l.Why)
		}
	}
}

// TestBounce reads what delivery reports state.
func TestBounce(t *testing.T) {
	const head = "From: MAILER-DAEMON@mx.example.net (Mail System)\nTo: game@example.net\nReturn-Path: <>\n"
	for _, c := range []struct {
		name, raw string
		want      Failure
	}{
		{"report", head + "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nSorry.\n" +
			"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\nOriginal-Recipient: rfc822;Amy@Example.org\n" +
			"Final-Recipient: rfc822; amy.smith@inner.example.org\nAction: failed\nStatus: 5.1.1\n" +
			"--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: <g12.7@example.net>\nTo: amy@example.org\n--b--\n",
			Failure{Address: "amy.smith@inner.example.org", Original: "Amy@example.org", Class: 5, Status: "5.1.1", MessageID: "<g12.7@example.net>", State: Failed}},
		{"delay", head + "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nLater.\n" +
			"--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; amy@example.org\nAction: delayed\nStatus: 4.4.1\n--b--\n",
			Failure{Address: "amy@example.org", Original: "", Class: 4, Status: "4.4.1", MessageID: "", State: Delayed}},
		{"words", head + "Subject: failure notice\n\nFor help ask help@mx.example.net\n\n<amy@example.org>:\n" +
			"host said: 550 no such user\n\n--- Below this line is a copy\n\nMessage-ID: <g12.7@example.net>\nTo: amy@example.org\n\n552 5.2.2 x\n",
			Failure{Address: "amy@example.org", Original: "", Class: 5, Status: "", MessageID: "<g12.7@example.net>", State: Failed}},
		{"words with a signed mail", head + "Subject: failure notice\n\n<amy@example.org>: 550 no such user\n\n--- Below this line is a copy\n\n" +
			"DKIM-Signature: v=1; d=example.net;\n\th=to:subject:message-id:date:from; b=abc\nMessage-ID:\n <g12.7@example.net>\nTo: amy@example.org\n",
			Failure{Address: "amy@example.org", Original: "", Class: 5, Status: "", MessageID: "<g12.7@example.net>", State: Failed}},
		{"words with an id among them", head + "Subject: failure notice\n\n<amy@example.org>: 550 no such user\nMessage-ID:<g12.7@example.net>\n",
			Failure{Address: "amy@example.org", Original: "", Class: 5, Status: "", MessageID: "<g12.7@example.net>", State: Failed}},
		{"words with a status", head + "\nThe mail to bob@example.org failed: 452 4.2.2 mailbox full\n",
			Failure{Address: "bob@example.org", Original: "", Class: 4, Status: "4.2.2", MessageID: "", State: Failed}},
		{"header", head + "X-Failed-Recipients: amy@example.org\n\nThis is a permanent error.\n",
			Failure{Address: "amy@example.org", Original: "", Class: 5, Status: "", MessageID: "", State: Failed}},
		{"warning", head + "Subject: Warning: message delayed\n\namy@example.org\n  we will keep trying\n",
			Failure{Address: "amy@example.org", Original: "", Class: 4, Status: "", MessageID: "", State: Delayed}},
		{"nothing stated", head + "\n...\n", Failure{}},
	} {
		l := Read([]byte(c.raw), usual)
		if l.Bounce != nil {
			l.Bounce.Quoted = "" // TestQuoted looks at it
		}
		if l.Bounce == nil || *l.Bounce != c.want {
			t.Errorf("%s: %s %+v, want %+v", c.name, l.Class, l.Bounce, c.want)
		}
	}
}

// TestQuoted keeps what a report repeats of the mail that came back, within a bound.
func TestQuoted(t *testing.T) {
	report := "From: MAILER-DAEMON@mx.example.net\nReturn-Path: <>\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nSorry.\n" +
		"--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; amy@example.org\nAction: failed\nStatus: 5.1.1\n" +
		"--b\nContent-Type: message/rfc822\n\nReply-To: Game\n <game+x@example.net>\nX: " + strings.Repeat("y", 2*mostQuoted) + "\n\ntext\n--b--\n"
	l := Read([]byte(report), usual)
	if l.Bounce == nil || !strings.Contains(l.Bounce.Quoted, "game+x@example.net") || !strings.Contains(l.Bounce.Quoted, "Sorry.") || len(l.Bounce.Quoted) > mostQuoted {
		t.Errorf("%.300v", l.Bounce)
	}
}

// TestStates tells mails that were given up from those that were not.
func TestStates(t *testing.T) {
	const head = "From: MAILER-DAEMON@mx.example.net\nTo: game@example.net\nReturn-Path: <>\nSubject: Mail\n"
	dsn := func(action, status string) string {
		return head + "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nx\n--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; amy@example.org\nAction: " + action + "\nStatus: " + status + "\n--b--\n"
	}
	for raw, want := range map[string]State{
		dsn("failed", "5.1.1"):    Failed,
		dsn("failed", "4.4.7"):    Failed, // it was tried for days
		dsn("delayed", "4.4.1"):   Delayed,
		dsn("delivered", "2.0.0"): Delivered,
		dsn("relayed", "2.1.9"):   Delivered,
		dsn("expanded", "2.0.0"):  Delivered,
		head + "\n<amy@example.org>:\nI'm not going to try again; this message has been in the queue too long.\n":                                        Failed,
		head + "\nA message that you sent has not yet been delivered to amy@example.org after more than 24 hours. Delivery attempts will continue.\n":    Delayed,
		head + "\nTHIS IS A WARNING MESSAGE ONLY. Delivery to amy@example.org has been delayed. Message will be retried for 2 more day(s). 421 failed\n": Delayed,
		head + "\nYour mail was successfully delivered to amy@example.org\n":                                                                             Delivered,
		head + "\n...\n": "",
	} {
		if l := Read([]byte(raw), usual); l.Bounce == nil || l.Bounce.State != want {
			t.Errorf("%+v is not %q:\n%s", l.Bounce, want, raw)
		}
	}
}

// TestEnvelope reads header fields, good and bad.
func TestEnvelope(t *testing.T) {
	for _, c := range []struct{ from, address, name string }{
		{"From: Amy <Amy@Example.ORG>", "Amy@example.org", "Amy"},
		{"From: amy@example.org", "amy@example.org", ""},
		{"From: amy@example.org (Amy)", "amy@example.org", "Amy"},
		{"From: =?utf-8?q?J=C3=BCrgen_=22J=22?= <j@example.org>", "j@example.org", "Jürgen \"J\""},
		{"From: =?iso-2022-jp?B?GyRCJUYlOSVIGyhC?= <j@example.org>", "j@example.org", "テスト"},
		{"From: \"bob@example.org\" <amy@example.org>", "amy@example.org", "bob@example.org"},
		{"From: Amy [18xx] <amy@example.org>", "amy@example.org", "Amy [18xx]"},
		{"From: A, B. C <amy@example.org>", "amy@example.org", "A, B. C"},
		{"From: bob@example.org <amy@example.org>", "", ""},
		{"From: amy@example.org, bob@example.org", "", ""},
		{"From: amy@example.org\nFrom: bob@example.org", "", ""},
		{"From: amy@example (comment) .org", "", ""},
		{"From: nobody", "", ""},
		{"From: < amy@example.org >", "amy@example.org", ""},
		{"From: \"a my\"@example.org", "", ""},
		{"From: \u017fam@example.org", "", ""},
		{"From: mar\u212a@example.org", "", ""},
		{"From: Amy <\"a\\ my\"@example.org>", "", "Amy"},
		{"From: =?utf-8?q?x=0ABcc:_y?= <amy@example.org>", "amy@example.org", "x Bcc: y"},
		{"X: y", "", ""},
	} {
		if l := Read([]byte(c.from+"\n\npass"), usual); l.From != c.address || l.FromName != c.name {
			t.Errorf("%s: %q %q", c.from, l.FromName, l.From)
		}
	}
	l := Read([]byte("To: a@X.org, \"B\" <game+k3y@example.net>\nCc: undisclosed:;\nDelivered-To: game+k3y@example.net\n"+
		"X-Original-To: c@x.org\nEnvelope-To: <d@x.org>\nSubject: =?utf-8?B?w5xi?=\n =?utf-8?B?ZXI=?= all\nMessage-Id: <1@x>\n"+
		"In-Reply-To: <g12.7@example.net>\nReferences: <a@b>\n <g12.7@example.net>\nDate: Tue, 1 Jul 2031 10:52:37 +0200 (CEST)\n"+
		"Return-path: <amy@Example.org>\n\npass"), usual)
	want := Letter{Class: Human, Why: l.Why, To: []string{"a@x.org", "game+k3y@example.net", "c@x.org", "d@x.org"},
		Subject: "Über all", MessageID: "<1@x>", InReplyTo: "<g12.7@example.net>", References: []string{"<a@b>", "<g12.7@example.net>"},
		Date: l.Date, ReturnPath: "amy@example.org", Commands: []Line{{1, "pass"}}, Text: "pass"}
	if !reflect.DeepEqual(l, want) || !l.Date.Equal(time.Date(2031, 7, 1, 8, 52, 37, 0, time.UTC)) {
		t.Errorf("got  %+v\nwant %+v", l, want)
	}
}

// TestArrived reads when a mail came, from the topmost Received field alone.
func TestArrived(t *testing.T) {
	for received, want := range map[string]string{
		"Received: from a by b; Tue, 1 Jul 2031 10:52:37 +0200 (CEST)":                                     "2031-07-01T08:52:37Z",
		"Received: by b;\n\tTue, 01 Jul 2031 10:52:37 -0700\nReceived: by a; Mon, 30 Jun 2031 1:1:1 +0000": "2031-07-01T17:52:37Z",
		"Received: from a (b; c) by d; 1 Jul 2031 08:52:37 +0000":                                          "2031-07-01T08:52:37Z",
		"Received: from a by b":                "0001-01-01T00:00:00Z",
		"Received: from a by b; tomorrow":      "0001-01-01T00:00:00Z",
		"Date: Tue, 1 Jul 2031 10:52:37 +0200": "0001-01-01T00:00:00Z",
	} {
		l := Read([]byte("From: amy@example.org\n"+received+"\n\npass"), usual)
		if got := l.Arrived.UTC().Format(time.RFC3339); got != want {
			t.Errorf("%s: %s", received, got)
		}
	}
}
