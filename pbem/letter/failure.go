package letter

import (
	"regexp"
	"strconv"
	"strings"
)

var (
	recipientField = regexp.MustCompile(`(?im)^[ \t>]*(original|final|x-actual)-recipient[ \t]*:[ \t]*(?:[\w/.-]*[ \t]*;)?[ \t]*(.*)$`)
	statusField    = regexp.MustCompile(`(?im)^[ \t>]*status[ \t]*:[ \t]*([245]\.\d{1,3}\.\d{1,3})`)
	actionField    = regexp.MustCompile(`(?im)^[ \t>]*action[ \t]*:[ \t]*(\w+)`)
	statusCode     = regexp.MustCompile(`(?:^|[^\d.])([45]\.\d{1,3}\.\d{1,3})(?:[^\d.]|\.?$|\.\s)`)
	replyCode      = regexp.MustCompile(`(?m)(?:^|[\s:(#"\]])([45])[0-5]\d(?:[ \-#]|$)`)
	complained     = regexp.MustCompile(`(?im)^(?:original-rcpt-to|x-hmxmroriginalrecipient|removal-recipient)[ \t]*:[ \t]*(.*)$`)
	leadingAddress = regexp.MustCompile(`(?m)^[ \t>]*<?` + bareAddress.String())
	stated         = regexp.MustCompile(`(?i)permanent(?:ly)? (?:fatal )?(?:error|fail)|giving up|given up`)
	passing        = regexp.MustCompile(`(?i)not yet been delivered|delay|warning|will (?:be retried|continue|keep trying|retry)|retry(?:ing)?|temporar|mailbox (?:is )?full|mailfolder is full|quota`)
	lasting        = regexp.MustCompile(`(?i)permanent|fatal|not reach|not deliver|fail|unknown|no such|not (?:found|listed|exist)|invalid|could not be delivered|undeliverable|rejected|expired|exceeded|denied|refused|unable`)

	returnedID = regexp.MustCompile(`(?im)^[ \t>]*message-id[ \t]*:\s*(<[^<>\s]+>)`)

	// returnedBelow matches the line at which a report goes over to the returned mail.
	returnedBelow = regexp.MustCompile(`(?im)^[ \t>*]*(?:-+ *below this line|-+ *(?:this is a copy of|the (?:header|body|mail)|returned m|original m|unsent message|undelivered message|start of)|original message (?:follows|headers)|message headers? follow|-*original message|-+ ?returned message|-+.*(?:original|copy of (?:the|your)) (?:message|mail)|received: (?:from|by)|return-path:|from: .*\n(?:to|date|subject): |subject: .*\n(?:from|to|date): |date: .*\n(?:from|to|subject): |message-id: )`)
)

// failure reads what a bounce says: from its machine-readable part, its header, its words, and last from the
// returned mail.
func failure(l *Letter, p *part, c *content) *Failure {
	f := &Failure{}
	text := c.reportText()
	words, below := text, ""
	if at := returnedAt(text); at > 0 {
		words, below = text[:at], text[at:]
	}
	f.fromFields(c.status)
	f.setAddress(firstOf(addresses(p.header.Get("X-Failed-Recipients"))))
	f.fromFields(text)
	f.setID(c.returned, below, words)
	recipient := returnedTo(c.returned, below, ownAddresses(l, p))
	if strings.Contains(strings.ToLower(words), strings.ToLower(recipient)) {
		f.setAddress(recipient)
	}
	if c.status == "" || recipient == "" {
		f.setAddress(strangerIn(words, ownAddresses(l, p)))
	}
	f.setAddress(recipient)
	words = l.Subject + "\n" + words + "\n" + flat(words)
	f.judge(words)
	f.conclude(c, words)
	f.Quoted = c.quoted(text)
	return f
}

// returnedAt returns where the returned mail begins in a report, 0 if nowhere. A report may name the subject
// and date of that mail in its own words; if nothing is said above them, the report continues below.
func returnedAt(text string) int {
	at := 0
	for {
		loc := returnedBelow.FindStringIndex(text[at:])
		if loc == nil {
			return 0
		}
		if found := at + loc[0]; found > 0 && (says(failedText, text[:found]) || says(lasting, text[:found]) || says(triedOn, text[:found]) || statusCode.MatchString(text[:found]) || !saysBelow(text[at+loc[1]:])) {
			return found
		}
		at += loc[1]
	}
}

// saysBelow reports whether a report tells the fate of the mail below the fields it quotes.
func saysBelow(text string) bool {
	_, words, _ := strings.Cut(text, "\n\n")
	words = shorten(words, 2000)
	return says(failedText, words) || says(triedOn, words) || says(stated, words) || says(succeeded, words)
}

// mostQuoted limits what is kept of the returned mail, in bytes.
const mostQuoted = 64 << 10

// quoted returns what a report repeats of the returned mail: its header, and the text of the report.
func (c *content) quoted(text string) string {
	var b strings.Builder
	if c.returned != nil {
		for fields := c.returned.header.Fields(); fields.Next() && b.Len() < mostQuoted/2; {
			b.WriteString(shorten(oneLine(fields.Key()+": "+fields.Value()), mostQuoted/4) + "\n")
		}
	}
	b.WriteString(text)
	return shorten(b.String(), mostQuoted)
}

var (
	// triedOn matches words of servers that still try. tooLate matches words of those that have given up
	// although they speak of delays.
	triedOn       = regexp.MustCompile(`(?i)not yet been delivered|has been delayed|delivery delayed|\(delay\)|will (?:be retried|continue|keep trying|retry)|still (?:being )?(?:tried|trying)|warning message only|could not send message for|you do not need to resend|delivery attempts will continue`)
	tooLate       = regexp.MustCompile(`(?i)giv(?:e|en|ing) up[^.]{0,40}(?:now|sorry)|i'?ve given up|not going to try again|in the queue too long|retry time ?out|expired|has failed|permanent(?:ly)? (?:fatal )?(?:error|fail)`)
	arrivedStatus = regexp.MustCompile(`(?im)^[ \t>]*status[ \t]*:[ \t]*2\.`)
	abuse         = regexp.MustCompile(`(?i)^(?:e-?mail )?(?:abuse|feedback) report\b|notificationType\\?"?\s*:\s*\\?"Complaint`)
	succeeded     = regexp.MustCompile(`(?i)success(?:ful)?(?:ly)? (?:delivered|delivery)|delivery status notification \(success\)|(?:was|were|has been|have been) (?:successfully )?(?:delivered|relayed) to|delivery .{0,20}(?:was )?success|return receipt`)
)

// conclude decides what became of the mail: from the machine-readable part, otherwise from the words.
func (f *Failure) conclude(c *content, words string) {
	states := map[string]bool{}
	for _, m := range actionField.FindAllStringSubmatch(c.status, 20) {
		states[strings.ToLower(m[1])] = true
	}
	complains := strings.Contains(strings.Join(c.reports, " "), "feedback-report") || complaint.MatchString(words) || abuse.MatchString(words)
	switch {
	case states["failed"]:
		f.State = Failed
	case states["delayed"]:
		f.State = Delayed
	case states["delivered"], states["relayed"], states["expanded"]:
		f.State = Delivered
	case complains:
		f.State = Complained
	case triedOn.MatchString(words) && !tooLate.MatchString(words):
		f.State = Delayed
	case f.Status == "" && (succeeded.MatchString(words) && !lasting.MatchString(words) || arrivedStatus.MatchString(words)):
		f.State = Delivered
	case f.Class != 0, c.returned != nil, tooLate.MatchString(words):
		f.State = Failed
	}
}

// ownAddresses returns addresses that a report names without a fault: its receiver's and its sender's.
func ownAddresses(l *Letter, p *part) []string {
	own := []string{l.From, l.ReturnPath}
	for _, name := range []string{"To", "Delivered-To", "Envelope-To", "Reply-To"} {
		own = appendNew(own, addresses(p.header.Get(name)))
	}
	return own
}

// fromFields reads the fields of RFC 3464, for the first recipient.
func (f *Failure) fromFields(s string) {
	if f.Address == "" {
		for _, m := range recipientField.FindAllStringSubmatch(s, 20) {
			a := firstOf(addresses(strings.TrimSpace(m[2])))
			switch strings.ToLower(m[1]) {
			case "final":
				f.setAddress(a)
			case "original":
				if f.Original == "" {
					f.Original = a
				}
			}
			if f.Address != "" && f.Original != "" {
				break
			}
		}
		if f.Address == "" {
			f.Address = f.Original
		}
		if strings.EqualFold(f.Address, f.Original) {
			f.Original = ""
		}
	}
	if m := complained.FindStringSubmatch(s); m != nil && f.Address == "" {
		f.setAddress(firstOf(addresses(m[1])))
	}
	if m := statusField.FindStringSubmatch(s); m != nil && f.Status == "" && m[1][0] != '2' {
		f.Status = m[1]
	}
	if m := actionField.FindStringSubmatch(s); m != nil && strings.EqualFold(m[1], "delayed") {
		f.Class = 4
	}
}

func (f *Failure) setAddress(a string) {
	if f.Address == "" {
		f.Address = a
	}
}

// setID finds the id of the returned mail: in its own part, below the report, or in the words.
func (f *Failure) setID(returned *part, texts ...string) {
	if returned != nil {
		f.MessageID = firstID(returned.header.Get("Message-Id"))
	}
	for _, text := range texts {
		if f.MessageID == "" {
			f.MessageID = idBelow(text)
		}
	}
}

// idBelow finds the id of the returned mail in a text. It has to be a header field, not a name in the field
// list of a signature.
func idBelow(text string) string {
	if m := returnedID.FindStringSubmatch(text); m != nil {
		return shorten(m[1], 998)
	}
	return ""
}

// returnedField matches the field in which a returned mail names its recipient.
var returnedField = regexp.MustCompile(`(?im)^to:(.*)$`)

// returnedTo returns the recipient of the returned mail, from its own part or below the report.
func returnedTo(returned *part, below string, own []string) string {
	if returned == nil {
		if m := returnedField.FindStringSubmatch(below); m != nil {
			return strangerIn(m[1], own)
		}
		return ""
	}
	for _, name := range []string{"X-Hmxmroriginalrecipient", "To", "X-Original-To", "Delivered-To"} {
		if a := firstOf(addresses(returned.header.Get(name))); a != "" {
			return a
		}
	}
	return ""
}

// judge finds the status and the class in the words of a report.
func (f *Failure) judge(words string) {
	if f.Status == "" {
		if m := statusCode.FindStringSubmatch(words); m != nil {
			f.Status = m[1]
		}
	}
	if f.Class != 0 {
		return
	}
	if f.Status != "" {
		f.Class, _ = strconv.Atoi(f.Status[:1])
		return
	}
	if m := replyCode.FindStringSubmatch(words); m != nil {
		f.Class, _ = strconv.Atoi(m[1])
		return
	}
	switch {
	case stated.MatchString(words):
		f.Class = 5
	case passing.MatchString(words):
		f.Class = 4
	case lasting.MatchString(words):
		f.Class = 5
	}
}

// strangerIn returns the first address in a text that is neither in own nor a mail daemon's. It prefers one
// at the beginning of a line.
func strangerIn(text string, own []string) string {
	for _, pattern := range []*regexp.Regexp{leadingAddress, bareAddress} {
		for _, a := range pattern.FindAllString(text, 50) {
			a = lowerDomain(strings.TrimRight(strings.TrimLeft(a, " \t\n<>"), ".'"))
			local, _, _ := strings.Cut(a, "@")
			if a != "" && !daemon.MatchString(local) && !contains(own, a) && !strings.EqualFold(local, "postmaster") {
				return a
			}
		}
	}
	return ""
}

func firstOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}
