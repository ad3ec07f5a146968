package program

import (
	"mime"
	"strings"
)

// Styles returns the programs.
func Styles() []Style {
	return []Style{
		gmailWeb, gmailApp, outlookClassic, outlookPlain, outlookNew, outlookMobile, appleMail, appleOlder, iphone,
		thunderbird, thunderbirdPlain, k9, mutt, yahooWeb, yahooApp, gmxWeb, gmxApp, samsung,
	}
}

var (
	anywhere = []Place{Above, Below, Between}
	ontop    = []Place{Above}
	pageToo  = []Parts{PageOnly}
	either   = []Parts{PageOnly, TextOnly}

	utf8QP   = code{charsets: []string{"UTF-8"}, ascii: "7bit", other: "quoted-printable", longest: 998, kind: `; charset="%s"`}
	appleQP  = code{charsets: []string{"us-ascii", "utf-8"}, ascii: "7bit", other: "quoted-printable", longest: 76, kind: ";\r\n\tcharset=%s"}
	asItIs   = code{charsets: []string{"us-ascii", "iso-8859-1", "utf-8"}, ascii: "7bit", other: "8bit", longest: 998, kind: "; charset=%s"}
	exchange = code{charsets: []string{"us-ascii", "iso-8859-1", "Windows-1252", "utf-8"}, ascii: "quoted-printable", other: "quoted-printable", longest: 76, kind: `; charset="%s"`, around: true}
	inBase64 = code{charsets: []string{"utf-8"}, ascii: "base64", other: "base64", longest: 76, kind: `; charset="%s"`, words: mime.BEncoding}
)

// The headers that the programs write, in their order.
const (
	gmailHeader = `MIME-Version: 1.0
References: {references}
In-Reply-To: {parent}
From: {from}
Date: {date}
Message-ID: {id}
Subject: {subject}
To: {to}
{content}`
	appleHeader = `From: {from}
{content}
Mime-Version: 1.0 (Mac OS X Mail 16.0 \(3826.400.131.1.6\))
Subject: {subject}
Date: {date}
References: {references}
To: {to}
In-Reply-To: {parent}
Message-Id: {id}
X-Mailer: Apple Mail (2.3826.400.131.1.6)`
	iphoneHeader = `{content}
From: {from}
Mime-Version: 1.0 (1.0)
Subject: {subject}
Date: {date}
Message-Id: {id}
References: {references}
In-Reply-To: {parent}
To: {to}
X-Mailer: iPhone Mail (22F76)`
	outlookHeader = `From: {from}
To: {to}
References: {references}
In-Reply-To: {parent}
Subject: {subject}
Date: {date}
Message-ID: {id}
MIME-Version: 1.0
{content}
X-Mailer: Microsoft Outlook 16.0
Thread-Index: {b64:56}=
Content-Language: en-us`
	exchangeHeader = `From: {from}
To: {to}
Subject: {subject}
Thread-Topic: {topic}
Thread-Index: {b64:43}=
Date: {date}
Message-ID: {id}
References: {references}
In-Reply-To: {parent}
Accept-Language: en-US
Content-Language: en-US
X-MS-TNEF-Correlator: <{HEX:32}@{domain}>
{content}
MIME-Version: 1.0`
	birdHeader = `Message-ID: {id}
Date: {date}
MIME-Version: 1.0
User-Agent: Mozilla Thunderbird
Subject: {subject}
To: {to}
References: {references}
Content-Language: en-US
From: {from}
In-Reply-To: {parent}
{content}`
	k9Header = `Date: {date}
From: {from}
To: {to}
Subject: {subject}
User-Agent: K-9 Mail for Android
In-Reply-To: {parent}
References: {references}
Message-ID: {id}
MIME-Version: 1.0
{content}`
	muttHeader = `Date: {date}
From: {from}
To: {to}
Subject: {subject}
Message-ID: {id}
References: {references}
MIME-Version: 1.0
{content}
Content-Disposition: inline
In-Reply-To: {parent}`
	yahooHeader = `Date: {Mon, 2 Jan 2006 15:04:05 -0700} ({zone})
From: {from}
To: {to}
Message-ID: {id}
In-Reply-To: {parent}
References: {references}
Subject: {subject}
MIME-Version: 1.0
{content}
X-Mailer: WebService/1.1.24076 YMailNorrin`
	samsungHeader = `Date: {date}
Subject: {subject}
Message-ID: {id}
In-Reply-To: {parent}
References: {references}
Importance: normal
From: {from}
To: {to}
MIME-Version: 1.0
{content}`
	gmxHeader = `MIME-Version: 1.0
Message-ID: {id}
From: {from}
To: {to}
Subject: {subject}
{content}
Date: {date}
Importance: normal
Sensitivity: Normal
In-Reply-To: {parent}
References: {references}
X-Priority: 3
X-UI-Message-Type: mail`
)

var gmailWeb = Style{
	Name: "Gmail, web", Parts: either, Places: anywhere, Endings: []Ending{Dashes, Business},
	header: gmailHeader, id: "<CA{b64:22}+{b64:8}={b64:18}@mail.gmail.com>", boundary: "000000000000{hex:16}", fold: " ",
	subject: rePrefix, said: gmailSaid, code: utf8QP,
	plain: plain{head: "{said}", mark: "> ", width: 78, page: reading{bold: "*", cell: " ", link: " <%s>", img: "[image: %s]"}},
	markup: markup{
		page: "{body}\n", typed: `<div dir="ltr">{lines}</div><br>`, first: "%s", line: "<div>%s</div>", blank: "<div><br></div>",
		sign: `<div><br clear="all"></div><br>{dashes}<div dir="ltr" class="gmail_signature"><div dir="ltr">{lines}</div></div>`, dashes: `<span class="gmail_signature_prefix">-- </span><br>`,
		head: `<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">{said}<br></div>`,
		cite: `<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">%s</blockquote>`, tail: "</div>\n", cid: "ii_{hex:12}",
	},
}

var gmailApp = Style{
	Name: "Gmail, app", Parts: pageToo, Places: anywhere, Endings: []Ending{Business}, smart: true,
	header: gmailHeader, id: "<CA{b64:22}+{b64:8}={b64:18}@mail.gmail.com>", boundary: "000000000000{hex:16}", fold: " ",
	subject: rePrefix, said: gmailAppSaid, code: code{charsets: []string{"UTF-8"}, ascii: "7bit", other: "base64", longest: 998, kind: `; charset="%s"`}, signTop: true,
	plain: plain{head: "{said}", mark: "> ", width: 78, page: reading{bold: "*", cell: " ", link: " <%s>", img: "[image: %s]"}},
	markup: markup{
		page: "{body}\n", typed: `<div dir="auto">{lines}</div><br>`, first: "%s", line: `<div dir="auto">%s</div>`, blank: `<div dir="auto"><br></div>`,
		sign: `<div dir="auto"><br></div><div data-smartmail="gmail_signature" dir="auto">{lines}</div>`,
		head: `<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">{said}<br></div>`,
		cite: `<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex">%s</blockquote>`, tail: "</div>\n",
	},
}

// wordHead begins a page of Outlook on Windows.
const wordHead = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns:m="http://schemas.microsoft.com/office/2004/12/omml" xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv=Content-Type content="text/html; charset={charset}"><meta name=Generator content="Microsoft Word 15 (filtered medium)"><style><!--
/* Style Definitions */
p.MsoNormal, li.MsoNormal, div.MsoNormal
	{margin:0in;
	font-size:11.0pt;
	font-family:"Aptos",sans-serif;}
--></style></head><body lang=EN-US link="#467886" vlink="#96607D" style='word-wrap:break-word'><div class=WordSection1>{body}</div></body></html>
`

var outlookClassic = Style{
	Name: "Outlook, classic", Parts: pageToo, Places: ontop, Endings: []Ending{Business}, signTop: true,
	header: outlookHeader, id: "<{digits:6}01dc{hex:4}${hex:8}${hex:8}$@{domain}>", boundary: "----=_NextPart_000_{HEX:4}_01DC{HEX:4}.{HEX:8}", fold: "\t",
	subject: outlookPrefix, said: outlookSaid, form: alike,
	code:  code{charsets: []string{"us-ascii", "iso-8859-1", "utf-8"}, ascii: "7bit", other: "quoted-printable", longest: 998, kind: ";\r\n\tcharset=\"%s\"", around: true},
	plain: plain{head: "{From} {name} <{addr}> \n{Sent} {sent}\n{To} {recipients}\n{Subject} {topic}", open: true, page: reading{cell: "\t", link: " <%s> ", img: "[image]"}},
	markup: markup{
		page: wordHead, typed: "{lines}<p class=MsoNormal><o:p>&nbsp;</o:p></p>", first: "<p class=MsoNormal>%s<o:p></o:p></p>", line: "<p class=MsoNormal>%s<o:p></o:p></p>", blank: "<p class=MsoNormal><o:p>&nbsp;</o:p></p>",
		sign: "{lines}<p class=MsoNormal><o:p>&nbsp;</o:p></p>",
		head: `<div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in'><p class=MsoNormal><b>{From}</b> {name} &lt;{addr}&gt; <br><b>{Sent}</b> {sent}<br><b>{To}</b> {recipients}<br><b>{Subject}</b> {topic}<o:p></o:p></p></div></div><p class=MsoNormal><o:p>&nbsp;</o:p></p>`,
		cite: "<div>%s</div>", class: "MsoNormal", cid: "image{digits:3}.png@01DC{HEX:4}.{HEX:8}", width: 76,
	},
}

var outlookPlain = Style{
	Name: "Outlook, classic, plain text", Places: ontop, Endings: []Ending{Business}, signTop: true,
	header: outlookHeader, id: "<{digits:6}01dc{hex:4}${hex:8}${hex:8}$@{domain}>", boundary: "----=_NextPart_000_{HEX:4}_01DC{HEX:4}.{HEX:8}", fold: "\t",
	subject: outlookPrefix, said: outlookSaid, form: textAlone,
	code:  code{charsets: []string{"us-ascii", "Windows-1252", "utf-8"}, ascii: "7bit", other: "8bit", longest: 998, kind: ";\r\n\tcharset=\"%s\""},
	plain: plain{head: "-----{original}-----\n{From} {name} <{addr}> \n{Sent} {sent}\n{To} {recipients}\n{Subject} {topic}", page: reading{cell: "\t", link: " <%s> "}},
}

// fluentHead begins a page of Outlook on the web, of the new one on Windows and of the mobile ones.
const fluentHead = `<html>
<head>
<meta http-equiv="Content-Type" content="text/html; charset={charset}">
<style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style>
</head>
<body dir="ltr">
{body}</body>
</html>
`

// fluentQuote announces the quote in these programs.
const fluentQuote = `<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000"><b>{From}</b> {name} &lt;{addr}&gt;<br>
<b>{Sent}</b> {sent}<br>
<b>{To}</b> {recipients}<br>
<b>{Subject}</b> {topic}</font>
<div>&nbsp;</div>
</div>
`

const fluentText = "________________________________\n{From} {name} <{addr}>\n{Sent} {sent}\n{To} {recipients}\n{Subject} {topic}"

const fluentLine = `<div class="elementToProof" style="font-family: Aptos, Aptos_EmbeddedFont, Aptos_MSFontService, Calibri, Helvetica, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);">` + "\n"

var outlookNew = Style{
	Name: "Outlook, new", Parts: either, Places: ontop, Endings: []Ending{Business, Own}, signTop: true,
	header: exchangeHeader, id: "<{ALNUM:6}PR0{digits:1}MB{digits:4}{HEX:22}@{ALNUM:6}PR0{digits:1}MB{digits:4}.eurprd0{digits:1}.prod.outlook.com>", boundary: "_000_{ALNUM:22}{HEX:12}_", fold: "\t",
	subject: webPrefix, said: outlookSaid, own: outlookForWindows, code: exchange,
	plain: plain{head: fluentText, page: reading{cell: "\t", link: "<%s>", img: "[%s]"}},
	markup: markup{
		page: fluentHead, typed: "{lines}", first: fluentLine + "%s</div>\n", line: fluentLine + "%s</div>\n", blank: fluentLine + "<br>\n</div>\n",
		sign: `<div id="Signature" class="elementToProof">` + "\n{lines}</div>\n",
		head: `<div id="appendonsend"></div>` + "\n" + `<hr style="display:inline-block;width:98%" tabindex="-1">` + "\n" + fluentQuote,
		cite: `<div class="BodyFragment">%s</div>` + "\n", prefix: "x_", cid: "{uuid}",
	},
}

var outlookMobile = Style{
	Name: "Outlook, mobile", Parts: pageToo, Places: ontop, Endings: []Ending{Own}, smart: true, signTop: true,
	header: exchangeHeader, id: "<{ALNUM:6}PR0{digits:1}MB{digits:4}{HEX:22}@{ALNUM:6}PR0{digits:1}MB{digits:4}.namprd0{digits:1}.prod.outlook.com>", boundary: "_000_{ALNUM:22}{HEX:12}_", fold: "\t",
	subject: webPrefix, said: outlookSaid, own: outlookOwn, code: inBase64,
	plain: plain{head: fluentText, page: reading{cell: "\t", link: "<%s>", img: "[%s]"}},
	markup: markup{
		page: fluentHead, typed: `<div dir="ltr">{lines}</div>` + "\n" + `<div id="ms-outlook-mobile-body-separator-line" dir="ltr" style="font-family: Aptos, sans-serif;"><br></div>` + "\n",
		first: "%s", line: `<div dir="ltr" data-outlook-trace="F:1|T:1">%s</div>`, blank: `<div dir="ltr"><br></div>`,
		sign: `<div id="ms-outlook-mobile-signature"><div dir="ltr">{lines}</div></div>` + "\n",
		head: `<div id="mail-editor-reference-message-container" class="ms-outlook-mobile-reference-message skipProofing">` + "\n" + `<hr style="display:inline-block;width:98%" tabindex="-1">` + "\n" + fluentQuote,
		cite: "%s", tail: "</div>\n", prefix: "x_", cid: "{uuid}",
	},
}

var appleMail = Style{
	Name: "Apple Mail, macOS", Parts: either, Places: anywhere, Endings: []Ending{Dashes, Business}, signTop: true, smart: true,
	header: appleHeader, id: "<{UUID}@{domain}>", boundary: "Apple-Mail=_{UUID}", fold: "\t",
	subject: rePrefix, said: appleSaid, code: appleQP, form: alike,
	plain: plain{head: "{said}", mark: "> ", full: true, marked: true, page: reading{cell: "\t", link: " <%s>", img: "<%s.png>"}},
	markup: markup{
		page:  `<html><head><meta http-equiv="content-type" content="text/html; charset={charset}"></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">{body}</body></html>`,
		typed: "{lines}", first: "%s", line: "<div>%s</div>", blank: "<div><br></div>",
		sign: `<div><br></div><div><div>{dashes}{lines}</div></div>`, dashes: "-- <br>",
		head: `<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>{said}</div><br class="Apple-interchange-newline"></blockquote>`,
		cite: `<blockquote type="cite"><div>%s</div></blockquote>`, tail: "</div><br>", cid: "{UUID}",
	},
}

// appleOlder is Apple Mail before macOS 11, in plain text.
var appleOlder = Style{
	Name: "Apple Mail, macOS, older", Places: anywhere, Endings: []Ending{Dashes, Business}, signTop: true,
	header: strings.NewReplacer("Mac OS X Mail 16.0", "Mac OS X Mail 12.4", "3826.400.131.1.6", "3445.104.21").Replace(appleHeader), id: "<{UUID}@{domain}>", boundary: "Apple-Mail=_{UUID}", fold: "\t",
	subject: rePrefix, said: appleSaid, form: textAlone,
	code:  code{charsets: []string{"us-ascii", "iso-8859-1", "windows-1252", "utf-8"}, ascii: "7bit", other: "quoted-printable", longest: 998, kind: ";\r\n\tcharset=%s"},
	plain: plain{head: "{said}", mark: "> ", marked: true, width: 76, flowed: true, delsp: true, own: true},
}

var iphone = Style{
	Name: "Apple Mail, iOS", Parts: pageToo, Places: anywhere, Endings: []Ending{Own}, signTop: true, smart: true,
	header: iphoneHeader, id: "<{UUID}@{domain}>", boundary: "Apple-Mail-{UUID}", fold: "\t",
	subject: rePrefix, said: iphoneSaid, own: iphoneOwn, code: appleQP, form: alike,
	plain: plain{head: "{said}", mark: "> ", full: true, marked: true, page: reading{cell: "\n", link: " <%s>", img: "<%s.png>"}},
	markup: markup{
		page:  `<html><head><meta http-equiv="content-type" content="text/html; charset={charset}"></head><body dir="auto">{body}</body></html>`,
		typed: `<div dir="ltr">{lines}</div>`, first: "%s", line: `<div>%s</div>`, blank: "<div><br></div>",
		sign: `<div dir="ltr"><br>{lines}</div>`,
		head: `<div dir="ltr"><br><blockquote type="cite">{said}<br><br></blockquote></div>`,
		cite: `<blockquote type="cite"><div dir="ltr">` + "\ufeff" + `%s</div></blockquote>`,
	},
}

var birdMarkup = markup{
	page:  "<!DOCTYPE html>\n<html>\n  <head>\n    <meta http-equiv=\"Content-Type\" content=\"text/html; charset={charset}\">\n  </head>\n  <body>\n{body}  </body>\n</html>\n",
	typed: "    <p>{lines}</p>\n", first: "%s", line: "<br>\n      %s", blank: "<br>\n",
	sign: "    <div class=\"moz-signature\">{dashes}{lines}</div>\n", dashes: "-- <br>\n",
	head: "    <div class=\"moz-cite-prefix\">{said}<br>\n    </div>\n",
	cite: "    <blockquote type=\"cite\" cite=\"mid:{mid}\">\n%s\n    </blockquote>\n", cid: "part1.{alnum:8}.{alnum:8}@{domain}", width: 72,
}

var thunderbird = Style{
	Name: "Thunderbird", Parts: pageToo, Places: anywhere, Endings: []Ending{Dashes, Business},
	header: birdHeader, id: "<{uuid}@{domain}>", boundary: "------------{alnum:24}", fold: " ",
	subject: rePrefix, said: birdSaid, refs: trim{bytes: 986}, form: alike,
	code:  code{charsets: []string{"UTF-8"}, ascii: "7bit", other: "8bit", longest: 998, kind: "; charset=%s"},
	plain: plain{head: "{said}", mark: "> ", close: true, width: 72, flowed: true, page: reading{bold: "*", cell: " ", link: " <%s>", img: ""}}, markup: birdMarkup,
}

var thunderbirdPlain = Style{
	Name: "Thunderbird, plain text", Places: anywhere, Endings: []Ending{Dashes, Business},
	header: birdHeader, id: "<{uuid}@{domain}>", boundary: "------------{alnum:24}", fold: " ",
	subject: rePrefix, said: birdSaid, refs: trim{bytes: 986}, form: textAlone,
	code:  code{charsets: []string{"UTF-8"}, ascii: "7bit", other: "8bit", longest: 998, kind: "; charset=%s"},
	plain: plain{head: "{said}", mark: "> ", close: true, width: 72, flowed: true, own: true},
}

var k9 = Style{
	Name: "K-9 Mail", Parts: either, Places: anywhere, Endings: []Ending{Own, Dashes}, smart: true,
	header: k9Header, id: "<{UUID}@{domain}>", boundary: "----{ALNUM:30}", fold: " ",
	subject: rePrefix, said: k9Said, own: k9Own, form: alike,
	code:  code{charsets: []string{"utf-8"}, ascii: "quoted-printable", other: "quoted-printable", longest: 76, kind: ";\r\n charset=%s"},
	plain: plain{head: "{said}", mark: ">", close: true, page: reading{cell: " "}},
	markup: markup{
		page:  `<!DOCTYPE html><html><body>{body}</body></html>`,
		typed: "{lines}<br><br>", first: "%s", line: "<br>%s", blank: "<br>",
		sign: `<div dir="auto"><div class='k9mail-signature'>{dashes}{lines}</div></div>`, dashes: "-- <br>",
		head: `<div class="gmail_quote"><div dir="auto">{said}</div>`,
		cite: `<blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex; border-left: 1px solid rgb(204, 204, 204); padding-left: 1ex;">` + "\n%s</blockquote>", tail: "</div>",
	},
}

var mutt = Style{
	Name: "mutt", Places: anywhere, Endings: []Ending{Dashes},
	header: muttHeader, id: "<{b64:16}@{letter:7}>", boundary: "{b64:16}", fold: " ",
	subject: rePrefix, said: muttSaid, refs: trim{most: 10}, form: textAlone, code: asItIs,
	plain: plain{head: "{said}", mark: "> ", full: true, close: true, own: true},
}

var yahooWeb = Style{
	Name: "Yahoo, web", Parts: either, Places: ontop, Endings: []Ending{Business}, signTop: true,
	header: yahooHeader, id: "<{digits:9}.{digits:6}.{ms}@mail.yahoo.com>", boundary: "----=_Part_{digits:6}_{digits:9}.{ms}", fold: "\t",
	subject: dearPrefix, said: yahooSaid, code: utf8QP,
	plain: plain{head: "    {said}  ", mark: " ", page: reading{cell: " ", link: "", img: ""}},
	markup: markup{
		page: `<html><head></head><body>{body}</body></html>`, typed: `<div class="ydp{hex:8}yahoo-style-wrap" style="font-family:Helvetica Neue, Helvetica, Arial, sans-serif;font-size:16px;"><div></div>` + "\n{lines}" + `<div dir="ltr" data-setdir="false"><br></div></div>`,
		first: `<div dir="ltr" data-setdir="false">%s</div>`, line: `<div dir="ltr" data-setdir="false">%s</div>`, blank: `<div dir="ltr" data-setdir="false"><br></div>`,
		sign: `<div class="ydp{hex:8}signature"><div style="font-family:Helvetica Neue, Helvetica, Arial, sans-serif;font-size:16px;">{lines}</div></div>`,
		head: `<div id="ydp{hex:8}yahoo_quoted_{digits:10}" class="ydp{hex:8}yahoo_quoted"><div style="font-family:'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:13px;color:#26282a;"><div>{said} </div><div><br></div><div><br></div>`,
		cite: `<div><div id="ydp{hex:8}yiv{digits:10}">%s</div></div>`, tail: `</div></div>`,
	},
}

var yahooApp = Style{
	Name: "Yahoo, app", Parts: pageToo, Places: ontop, Endings: []Ending{Own}, smart: true, signTop: true,
	header: yahooHeader, id: "<{digits:9}.{digits:6}.{ms}@mail.yahoo.com>", boundary: "----=_Part_{digits:6}_{digits:9}.{ms}", fold: "\t",
	subject: rePrefix, said: yahooAppSaid, own: yahooOwn, code: utf8QP,
	plain: plain{head: "  {said} ", mark: "  ", page: reading{cell: " ", link: "", img: ""}},
	markup: markup{
		page: "{body}", typed: "{lines}<br><br>", first: "%s", line: "<div>%s</div>", blank: "<div><br></div>",
		sign: `<div id="ymail_android_signature"><a id="ymail_android_signature_link" href="https://mail.onelink.me/107872968?pid=nativeplacement">{lines}</a></div><br>`,
		head: ` <br> <blockquote style="margin: 0 0 20px 0;"><div style="font-family:Roboto, sans-serif; color:#6D00F6;"><div>{said}</div></div><div style="padding: 10px 0 0 20px; margin: 10px 0 0 0; border-left: 1px solid #6D00F6;">`,
		cite: "%s", tail: "</div></blockquote>",
	},
}

var gmxWeb = Style{
	Name: "GMX, web", Places: ontop, Endings: []Ending{Business}, signTop: true,
	header: gmxHeader, id: "<trinity-{uuid}-{ms}@3c-app-gmx-bs{digits:2}>", boundary: "{uuid}", fold: " ",
	subject: gmxPrefix, said: gmxSaid, form: pageAlone, code: code{charsets: []string{"UTF-8"}, ascii: "quoted-printable", other: "quoted-printable", longest: 76, kind: "; charset=%s"},
	plain: plain{page: reading{}},
	markup: markup{
		page: `<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;">{body}</div></body></html>` + "\n", typed: "{lines}\n", first: "<div>%s</div>\n\n", line: "<div>%s</div>\n\n", blank: "<div>&nbsp;</div>\n\n",
		sign: `<div class="signature">{lines}</div>` + "\n",
		head: `<div>&nbsp;` + "\n" + `<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5; word-wrap: break-word; -webkit-nbsp-mode: space; -webkit-line-break: after-white-space;">` + "\n" +
			`<div style="margin:0 0 10px 0;"><b>{Sent}</b>&nbsp;{sent}<br/>` + "\n" + `<b>{From}</b>&nbsp;&quot;{name}&quot; &lt;{addr}&gt;<br/>` + "\n" + `<b>{To}</b>&nbsp;{recipients}<br/>` + "\n" + `<b>{Subject}</b>&nbsp;{topic}</div>` + "\n\n",
		cite: `<div name="quoted-content">%s</div>` + "\n", tail: "</div>\n</div>\n",
	},
}

var gmxApp = Style{
	Name: "GMX, app", Parts: pageToo, Places: ontop, Endings: []Ending{Own}, smart: true,
	header: k9Header, id: "<{UUID}@{domain}>", boundary: "----{ALNUM:30}", fold: " ",
	subject: gmxPrefix, said: gmxAppSaid, own: gmxOwn, signTop: true,
	code:  code{charsets: []string{"utf-8"}, ascii: "quoted-printable", other: "quoted-printable", longest: 76, kind: ";\r\n charset=%s"},
	plain: plain{head: "{said}", mark: "> ", close: true, page: reading{cell: " "}},
	markup: markup{
		page: `<html><head></head><body>{body}</body></html>`, typed: "{lines}<br><br>", first: "%s", line: "<br>%s", blank: "<br>",
		sign: "{dashes}{lines}<br><br>", dashes: "-- <br>",
		head: `<div class="gmail_quote">{said}`,
		cite: `<blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex; border-left: 1px solid rgb(204, 204, 204); padding-left: 1ex;">%s</blockquote>`, tail: "</div>",
	},
}

var samsung = Style{
	Name: "Samsung Email", Parts: pageToo, Places: ontop, Endings: []Ending{Own}, signTop: true,
	header: samsungHeader, id: "<{letter:20}.{digits:13}@email.android.com>", boundary: "--_com.samsung.android.email_{digits:16}0", fold: " ",
	subject: dearPrefix, said: samsungSaid, own: samsungOwn,
	code:  code{charsets: []string{"utf-8"}, ascii: "base64", other: "base64", longest: 76, kind: "; charset=%s", words: mime.BEncoding},
	plain: plain{head: "-------- {original} --------\n{From} {name} <{addr}> \n{Sent} {sent} \n{To} {recipients} \n{Subject} {topic} ", page: reading{cell: " "}},
	markup: markup{
		page:  `<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body dir="auto">{body}</body></html>`,
		typed: "{lines}<div dir=\"auto\"><br></div>", first: `<div dir="auto">%s</div>`, line: `<div dir="auto">%s</div>`, blank: `<div dir="auto"><br></div>`,
		sign: `<div id="composer_signature" dir="auto"><div style="font-size:12px;color:#575757" dir="auto">{lines}</div></div><div dir="auto"><br></div>`,
		head: `<div align="left" dir="auto" style="font-size:100%;color:#000000"><div>-------- {original} --------</div><div>{From} {name} &lt;{addr}&gt; </div><div>{Sent} {sent} </div><div>{To} {recipients} </div><div>{Subject} {topic} </div><div><br></div></div>`,
		cite: "%s", cid: "{digits:13}@email.android.com",
	},
}
