package letter

import (
	"encoding/json"
	"regexp"
	"strings"
	"unicode"
)

// maxReceived is how many Received fields a mail may have. More mean that it loops.
const maxReceived = 50

// classify returns the kind of mail and the reason. It checks the strongest reasons first: a report is a
// report even if it came through a list.
func classify(l *Letter, p *part, c *content, verbs Words) (Class, string) {
	if p.header.Has(LoopHeader) {
		return Loop, "it carries our own " + LoopHeader + " header"
	}
	if len(p.all("Received")) > maxReceived {
		return Loop, "it passed more than 50 servers"
	}
	for _, test := range []func(*Letter, *part, *content) (Class, string){bounced, automatic, listed} {
		if class, why := test(l, p, c); why != "" {
			return class, why
		}
	}
	if class, why := absence(l, c, verbs); why != "" {
		return class, why
	}
	if c.trouble != "" {
		return Unreadable, c.trouble
	}
	return Human, "nothing says otherwise"
}

var (
	daemon     = regexp.MustCompile(`(?i)^mail(?:er)?[-_. ]?daemon|^mmdf|^mail-deliver`)
	postmaster = regexp.MustCompile(`(?i)^poo?st[-_]?master|^mail[-_.]?(?:admin|delivery|system)|^(?:no[-_.]?reply|sysadmin|administrator|bounces?|amministratore)\b|^$`)
	daemonName = regexp.MustCompile(`(?i)mail(?:er)?[- ]?daemon|mail deliver[a-z]* (?:sub)?s(?:ystem|ervice)|internet mail delivery|mail administrator|system administrator|postmaster|interscan|mail gateway|mail delivery`)

	// failedSubject matches subjects of delivery reports. It is never enough alone.
	failedSubject = regexp.MustCompile(`(?i)undeliver|un-?deliverable|non[- ]?deliver|not (?:be )?deliver|(?:could|can)(?: ?not|'t) be (?:sent|delivered)|deliver[a-z]* (?:has |have |was )?(?:status|fail|report|problem|error|notif|delay|been delay|incomplete)|fail[a-z]* (?:notice|notification|delivery|mail|to deliver)|^failure|returned? (?:mail|to sender|message)|mail (?:delivery|system error|failure|error)|error sending your mail|message (?:status|delivery)|delayed mail|warning: (?:message|could not send)|postmaster notify|\[bounce\]|nicht (?:zugestellt|zustellbar)|unzustellbar|недостав|не доставлен|non (?:remis|distribu)|échec|no (?:se )?(?:ha podido )?entregad|mancata consegna|onbestelbaar|kan inte levereras|配信|送信でき|送信失敗|エラー|退信|投递失败`)

	// failedText matches the words that mail servers use in reports.
	failedText = regexp.MustCompile(`(?i)could ?not be (?:sent|delivered)|couldn'?t (?:be delivered|deliver)|unable to deliver|undeliver(?:able|ed)|delivery (?:status notification|has failed|to the following|failure|failed|attempts|of the following)|did not reach|not reach(?:ed)? the following|not (?:yet )?(?:been )?delivered|was not delivered|permanent (?:fatal )?error|permanent failure|fatal errors?|user unknown|unknown user|no such user|mailbox (?:full|unavailable|not found)|message delivery|failed recipient|invalid (?:final delivery userid|recipient|address)|recipient(?:s)? (?:address )?rejected|remote (?:host|mail server) said|host (?:unknown|not found)|error (?:occurred )?while trying to deliver|error delivering your mail|failed:? |(?:final|original)-recipient\s*:|action: (?:failed|delayed)|55\d[ -]5\.\d|\b55[0-4][ -]|\b4[25]\d[ -]4\.\d|delivery expired|envelope expired|returned (?:to sender|message|mail)|will be retried|original message follows|このメール|送信できません|送信に失敗|não foi entregue|не доставлен|недостав`)

	// reportSubject and reportText are stricter. Together they recognise a report even if the sender's
	// address gives no hint.
	reportSubject = regexp.MustCompile(`(?i)^\s*(?:undeliver|non[- ]?deliver|mail (?:could not|delivery|system error)|returned? (?:mail|to sender)|failure notice|delivery (?:status|fail|notif|report|has failed)|message (?:could not|not delivered|undeliver)|メール(?:を|が|の)?(?:配信|送信))`)
	reportText    = regexp.MustCompile(`(?i)could not be (?:sent|delivered)|not delivered|undeliverable|delivery (?:status|has failed|failure|to the following)|permanent (?:fatal )?error|user unknown|no such user|recipient address rejected|\b55\d[ -]5\.\d|\b55\d [a-z<]|final-recipient\s*:|original message follows|メール(?:を|が|の)?(?:配信|送信)`)

	// notification matches the reports of Amazon's mail service, which are data. event matches those of other
	// mail services.
	event        = regexp.MustCompile(`(?i)"(?:event|event_?type|type|record_?type|notification_?type|status|name)"\s*:\s*"[a-z._-]*(?:bounced?|complaint|failed|failure|dropped|rejected|undelivered|undeliverable|spam_?report)"`)
	notification = sifted{regexp.MustCompile(`notificationType\\?"?\s*:\s*\\?"(?:Bounce|Complaint)|Feedback-Type:\s*abuse`), mayNotify}
	complaint    = regexp.MustCompile(`(?i)^\s*complaint about message from|^\s*(?:e-?mail )?(?:abuse|feedback) report\b`)
	answerPrefix = regexp.MustCompile(`(?i)^\s*(?:re|r|rif|ref|res|aw|sv|antw|fwd?|wg|tr|rv|vs|vl|odp|ynt|回复|答复|转发)\s*(?:\[\d+\])?\s*[:：]`)
)

// bounced recognises delivery reports and complaints.
func bounced(l *Letter, p *part, c *content) (Class, string) {
	for _, r := range c.reports {
		switch r {
		case "delivery-status", "feedback-report":
			return Bounce, "it is a " + r + " report"
		case "disposition-notification":
			return AutoReply, "it is a read receipt"
		}
	}
	local, _, _ := strings.Cut(l.From, "@")
	raw := strings.Join(p.all("From"), " ")
	if p.header.Has("X-Failed-Recipients") {
		return Bounce, "it names failed recipients in its header"
	}
	if daemon.MatchString(local) || daemon.MatchString(strings.TrimSpace(raw)) {
		return Bounce, "a mailer daemon sent it"
	}
	if complaint.MatchString(l.Subject) && c.returned != nil {
		return Bounce, "it is a complaint about a mail"
	}
	null := l.ReturnPath == "<>" || isDaemonPath(l.ReturnPath) || strings.Contains(raw, "<>")
	official := postmaster.MatchString(local) || daemonName.MatchString(raw)
	return bouncedByWords(l, p, c, null, official)
}

// bouncedByWords recognises delivery reports by their words alone. null means that the mail has no return
// path, and official that its From field names a mail system.
func bouncedByWords(l *Letter, p *part, c *content, null, official bool) (Class, string) {
	text := c.reportText()
	if l.InReplyTo == "" && notification.MatchString(text) {
		return Bounce, "it is a notification of a bounce or a complaint"
	}
	if isData(text) && event.MatchString(text) {
		return Bounce, "it is data about a bounce or a complaint"
	}
	answer := answerPrefix.MatchString(l.Subject) && !(official && says(failedText, text))
	subject := failedSubject.MatchString(l.Subject) && !answer
	words := (subject || null || official) && says(failedText, text)
	switch {
	case null && (subject || words):
		return Bounce, "it has no return path and speaks of a failed delivery"
	case official && (subject || words && c.returned != nil):
		return Bounce, "a mail system sent it and speaks of a failed delivery"
	case reportSubject.MatchString(l.Subject) && says(reportText, text) && !answers(p) && bareAddress.MatchString(text) && !vacation(p):
		return Bounce, "its subject and its text are those of a delivery report"
	}
	return "", ""
}

// says reports whether a text contains something, even if it is broken over two lines.
func says(what *regexp.Regexp, text string) bool {
	return what.MatchString(text) || what.MatchString(flat(text))
}

// flat joins the lines of a text, without quote marks.
func flat(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '>' || r == '*' }), " ")
}

// vacation reports whether an auto-responder of a person says that it answers. Its owner chose the words, and
// they may resemble those of a report.
func vacation(p *part) bool {
	return firstWord(p.header.Get("Auto-Submitted")) == "auto-replied" && !p.header.Has("X-Failed-Recipients")
}

// isData reports whether a text is JSON.
func isData(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && strings.ContainsRune("{[", rune(s[0])) && json.Valid([]byte(s))
}

func isDaemonPath(s string) bool { return daemon.MatchString(s) }

func answers(p *part) bool { return p.header.Has("In-Reply-To") || p.header.Has("References") }

var autoSubject = regexp.MustCompile(`(?i)^\s*(?:(?:re|aw|sv)\s*:\s*)?(?:auto(?:matic|mated|matische|matisk|matique|mática)?[- :]|automat|auto:|out of (?:the )?office|ooo\b|vacation|i am away|on (?:vacation|holiday|leave)|away from (?:my|the) (?:mail|office|desk)|abwesen|réponse automatique|absence|absent|respuesta automática|risposta automatica|fuori (?:sede|ufficio)|resposta automática|automatisch antwoord|afwezig|frånvaro|autosvar|automaattinen|odpowiedź automatyczna|nieobecno|автоответ|автоматическ|自动回复|自動回覆|自動応答|不在)`)

// automatic recognises answers that nobody typed.
func automatic(l *Letter, p *part, c *content) (Class, string) {
	if v := firstWord(p.header.Get("Auto-Submitted")); v != "" && v != "no" {
		return AutoReply, "it says Auto-Submitted: " + shorten(oneLine(v), 40)
	}
	for _, name := range []string{"X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Reply", "X-Autoreply-From",
		"X-Mail-Autoreply", "X-Vacation", "X-Apple-Action", "X-Mlserver"} {
		if v := firstWord(p.header.Get(name)); p.header.Has(name) && v != "no" && v != "false" {
			return AutoReply, "it has the header " + name
		}
	}
	if v := precedence(p); strings.HasPrefix(v, "auto") {
		return AutoReply, "it says Precedence: " + v
	}
	if autoSubject.MatchString(l.Subject) && hinted(l, p) {
		return AutoReply, "its subject and its header are those of an automatic reply"
	}
	if l.ReturnPath == "<>" || isDaemonPath(l.ReturnPath) {
		return AutoReply, "it has no return path"
	}
	if isData(c.reportText()) {
		return AutoReply, "it is data, not words"
	}
	return "", ""
}

// hinted reports whether a header field suggests an automatic reply. None of these is enough alone.
func hinted(l *Letter, p *part) bool {
	for _, name := range []string{"X-Auto-Response-Suppress", "X-Autogenerated", "X-Auto-Generated", "X-Loop",
		"X-Ms-Exchange-Inbox-Rules-Loop", "Precedence", "X-Ms-Exchange-Generated-Message-Source", "X-Bounce-Tracking-Id"} {
		if p.header.Has(name) {
			return true
		}
	}
	return l.ReturnPath == "<>"
}

// listed recognises mailing lists and bulk mail.
func listed(_ *Letter, p *part, _ *content) (Class, string) {
	switch v := precedence(p); v {
	case "bulk", "list", "junk":
		return List, "it says Precedence: " + v
	}
	for _, name := range []string{"List-Id", "List-Unsubscribe", "List-Post", "List-Help", "Mailing-List", "X-Mailing-List"} {
		if p.header.Has(name) {
			return List, "it has the header " + name
		}
	}
	return "", ""
}

func precedence(p *part) string { return firstWord(p.header.Get("Precedence")) }

// firstWord returns the first word of a header field in lower case, without parameters and comments.
func firstWord(v string) string {
	if i := strings.IndexAny(v, ";("); i >= 0 {
		v = v[:i]
	}
	return strings.ToLower(strings.TrimSpace(v))
}

// maxReport limits the text that is searched for the words of mail servers.
const maxReport = 16 << 10

// reportText returns the readable text of a report, up to the limit.
func (c *content) reportText() string {
	var b strings.Builder
	for _, l := range c.lines {
		if b.Len() > maxReport {
			break
		}
		b.WriteString(shorten(l.text, maxReport))
		b.WriteByte('\n')
	}
	b.WriteString(c.status)
	return b.String()
}
