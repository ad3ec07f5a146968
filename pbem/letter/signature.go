package letter

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isSignature reports whether a line begins a signature: two dashes, one long dash, or a long underscore rule.
func isSignature(s string) bool {
	s = strings.TrimSpace(strings.Map(visible, s))
	switch s {
	case "--", "—", "–":
		return true
	}
	return len(s) >= 10 && strings.Trim(s, "_") == ""
}

// endsWithRule reports whether the first line is a rule and a signature follows: a few lines, none of which
// could be a command, even misspelt.
func (f *findings) endsWithRule(lines []line) bool {
	if !isRule(lines[0].text) && !groupRule.MatchString(strings.TrimSpace(lines[0].text)) {
		return false
	}
	m, shown := matcher{verbs: f.verbs}, 0
	for _, l := range lines[1:] {
		if isBlank(l.text) {
			continue
		}
		if shown++; shown > maxSignature || l.mark != typed {
			return shown > 1 && l.mark != typed
		}
		words := courtesyWords(shorten(l.text, 200))
		if len(words) > 0 && !m.unlikeVerbs(plainWord(words[0])) {
			return false
		}
	}
	return shown > 0
}

// maxSignature limits the lines of a signature below a rule.
const maxSignature = 8

// groupRule matches the line with which mail groups begin what they add.
var groupRule = regexp.MustCompile(`^_{2,}[._,]+_*$`)

// isRule reports whether a line is a rule: two or more of the same sign, a long dash, or a pattern of a few
// signs.
func isRule(s string) bool {
	s = strings.Map(func(r rune) rune {
		if invisible(r) || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
	signs := []rune(s)
	if len(signs) == 0 || len(signs) > 200 {
		return false
	}
	kinds := map[rune]bool{}
	for _, r := range signs {
		if kinds[r] = true; !isDrawn(r) {
			return false
		}
	}
	switch {
	case len(kinds) > 1:
		return len(kinds) <= 3 && len(signs) >= 5
	case len(signs) == 1:
		return signs[0] == '—' || signs[0] == '–' || signs[0] == '⸺' || signs[0] == '⸻'
	}
	return true
}

// isDrawn reports whether rules are drawn with this character.
func isDrawn(r rune) bool {
	return strings.ContainsRune("-_=*~#+•·‗¯▬■●", r) || unicode.Is(unicode.Pd, r) || r >= 0x2500 && r <= 0x259F
}

// isDecoration reports whether a line at the end of a text is not text.
func isDecoration(s string) bool { return isRule(s) || strings.TrimSpace(s) == "ᐧ" }

var (
	title = regexp.MustCompile(`(?i)^(?:begin forwarded message|forwarded message|original message|original email|mail original|original appointment|ursprüngliche nachricht|originalnachricht|original-nachricht|weitergeleitete nachricht|anfang der weitergeleiteten nachricht|message original|message d'origine|message d’origine|courriel original|message transféré|message réexpédié|début du message réexpédié|début du message transféré|mensaje original|mensaje reenviado|inicio del mensaje reenviado|messaggio originale|messaggio inoltrato|inizio messaggio inoltrato|mensagem original|mensagem encaminhada|mensagem reencaminhada|início da mensagem encaminhada|oorspronkelijk bericht|oorspronkelijke bericht|origineel bericht|doorgestuurd bericht|begin doorgestuurd bericht|ursprungligt meddelande|originalmeddelande|vidarebefordrat meddelande|vidarebefordrat brev|oprindelig meddelelse|oprindelig besked|oprindelig mail|oprindelig e-mail|reply message|antwortnachricht|opprinnelig e-post|videresendt meddelelse|videresendt besked|opprinnelig melding|original melding|videresendt melding|alkuperäinen viesti|välitetty viesti|oryginalna wiadomość|wiadomość oryginalna|treść oryginalnej wiadomości|wiadomość przekazana dalej|przekazana wiadomość|původní zpráva|původní e-mail|přeposlaná zpráva|pôvodná správa|исходное сообщение|исходное письмо|пересылаемое сообщение|пересланное сообщение|переадресованное сообщение|початкове повідомлення|переслане повідомлення|оригінальне повідомлення|eredeti üzenet|továbbított üzenet|mesaj original|mesaj redirecționat|αρχικό μήνυμα|orijinal mesaj|özgün ileti|asıl mesaj|iletilen mesaj|yönlendirilen ileti|original|原始邮件|原始郵件|原邮件|邮件原件|转发邮件|轉寄郵件|转发的邮件|元のメッセージ|元のメール|転送メッセージ|원본 메시지|원본 메일|전달된 메시지|thư gốc|pesan asli|הודעה מקורית|הודעה שהועברה|الرسالة الأصلية|originalna poruka|izvirno sporočilo|algne kiri|missatge original|message du ?:? ?\d.{0,40}|nachricht vom \d.{0,40}|messaggio del \d.{0,40})$`)

	clientLine = regexp.MustCompile(`(?i)^(?:` + strings.Join([]string{
		`from my (?:iphone|ipad|ipod|phone|mobile|blackberry|android|samsung|galaxy|cell)\b.*`,
		`(?:\S+ ){0,2}from (?:my )?mobile`,
		`get .{0,3}outlook for (?:ios|android|mac).*`, `get (?:\S+ ){1,3}for (?:ios|iphone|ipad|android|mobile|mac|windows)\b.*`,
		`(?:hol|holen|lade|laden) (?:dir|sie|sie sich) (?:\S+ ){1,3}für (?:ios|iphone|android|windows)\b.*`,
		`(?:ios|android|mac) ?版 ?outlook.*`, `(?:yahoo|aol) mail:? .*(?:search, organize|organise|simple|conquer).*`,
		`secured? with tuta.*`,
		`(?:von|gesendet von|gesendet mit|gesendet aus|gesendet über|versendet mit|versandt mit) (?:meine[mr] |der |dem |)\S.*`,
		`diese (?:nachricht|e-?mail) wurde von .*gesendet.*`,
		`(?:envoyée?|expédiée?) (?:(?:depuis|de|à partir de|avec|via|par) |(?:à partir |depuis )?[dl]['’]).*`,
		`(?:télécharger|obtenir|obtenez|téléchargez) outlook pour .*`,
		`enviad[oa] (?:desde|con|mediante|a partir d[eo]|d[eo]|pelo|pela|via|com|a través de) .*`,
		`(?:obtener|obter|baixar|descargar) (?:o )?outlook para .*`,
		`inviat[oa] (?:da|dal|dalla|dallo|con|tramite|dall['’])\s?.*`, `(?:ottieni|scarica) outlook per .*`,
		`(?:verzonden|verstuurd) (?:vanaf|met|van|via|vanuit) .*`, `(?:download |haal )?outlook voor .*`,
		`skicka(?:t|des) (?:från|med|via) .*`, `send(?:t|es) (?:fra|med|via) .*`, `(?:hämta|hent|få) outlook for .*`,
		`lähetetty .*`, `wysłan[eoy] (?:z|ze|za pomocą|przy użyciu) .*`, `(?:odesláno|odoslané) (?:z|ze|zo|pomocí) .*`,
		`отправлено (?:с|со|из|от) .*`, `(?:надіслано|відправлено) (?:з|із|зі) .*`, `изпратено от .*`,
		`trimis (?:de pe|din|cu|de la) .*`, `στάλθηκε από .*`, `poslano (?:s|sa|iz|z) .*`, `послато са .*`,
		`enviat (?:des|amb) .*`, `saadetud .*`, `nosūtīts no .*`, `išsiųsta iš .*`, `dikirim dari .*`,
		`(?:được )?(?:đã )?gửi từ .*`, `נשלח מ.*`, `(?:أرسلت|مرسل|تم الإرسال) من .*`,
		`[從从]我的 ?.{1,40}[傳发發][送].*`, `(?:发自|發自|寄自)我的.*`, `.{1,30}から送信.*`, `나의 .{1,30}에서 보냄.*`, `.{1,30}에서 보냄`,
		`.{1,40}(?:ről|ról|mről|emről) küldve.*`, `.{1,40}(?:dan|den|ımdan|umdan) gönderildi.*`, `von meinem .* gesendet`,
		`(?:(?:sent )?(?:via|from|by) (?:my )?)(?:mobile|phone|cell|handy|iphone|ipad|android|smartphone|tablet)`, `(?:via|via mijn|per|vom|von|da|dal|du|depuis mon|desde mi) (?:mobiel|handy|iphone|ipad|android|smartphone|cellulare|móvil|celular|mobile|portable|téléphone|telefon)(?: gesendet| gestuurd)?`,
		`von unterwegs(?: gesendet)?\.?`, `mobil gesendet\.?`, `sent on the go\.?`, `mit .{2,40} gesendet`, `on the (?:go|road)\W.{0,20}sent from .*`, `provenance ?: .{2,30} pour windows.*`,
		// "Get BlueMail for Android", in other languages
		`(?:obtenir|obtenez|téléchargez|télécharger|obtener|obtén|obtenga|descargar|descarga|ottieni|scarica|download|haal|hent|hämta|skaffa|skaff deg|få|obter|obtenha|baixar|baixe|pobierz|uzyskaj|získejte|získat|stáhněte(?: si)?|stáhnout|hanki|lataa) .{2,40} (?:pour|para|per|voor|til|för|for|dla|dla systemu|pro) (?:android|ios|iphone|ipad|mac|windows)`,
		`(?:hanki|lataa|lähetetty) .{2,40} (?:androidille|iosille|iphonelle|android|ios)`,
		`.{0,40}\b(?:www\.)?(?:avast|avg)\.com.{0,20}`,
		`this e-?mail (?:has been|was) (?:checked|scanned) .*virus.*`, `(?:virus-free|virenfrei|sans virus|libre de virus|senza virus|priva di virus|virusvrij|virusfri|vrij van virussen|livre de vírus|wolny od wirusów|без вирусов)\W.*`,
		`(?:sensitivity|classification|klassifizierung|vertraulichkeit|classificatie|sensibilité|clasificación) ?: \S+(?: \S+)?`, `diese e-?mail wurde von avast.*`, `.{0,40}this message was sent from my .*`,
	}, "|") + `)$`)

	// excused matches excuses for dictated text or for typing on a touch screen.
	excused = regexp.MustCompile(`(?i)^\W*(?:` + strings.Join([]string{
		`(?:dictated|voice[- ]typed|typed|thumbed|written|swiped|composed)\b.*(?:typos?|errors?|mistakes?|brevity|siri|voice|dictation|phone|thumbs?|glass|keyboard|autocorrect)\b.*`,
		`.{0,60}(?:excuse|pardon|forgive|ignore|blame|apologies for|sorry for)\b.{0,40}(?:typos?|typing errors?|spelling|brevity|autocorrect|auto-correct|thumbs)\b.{0,40}`,
		`(?:diktiert|per siri|mit siri|dicté|dictée|dictado|dettato|gedicteerd)\b.*`,
		`.{0,60}(?:entschuldig|verzeih)\S*\b.{0,30}(?:tippfehler|kürze|autokorrektur)\b.{0,30}`, `.{0,40}(?:excuse[zr]?|désolé)\b.{0,30}(?:fautes|brièveté|concision)\b.{0,30}`,
		`.{0,40}(?:disculp\S*|perdón|perdon\S*)\b.{0,30}(?:errores|erratas|brevedad)\b.{0,30}`, `.{0,40}scus\S*\b.{0,30}(?:errori|brevità)\b.{0,30}`,
	}, "|") + `)$`)

	zohoLine = regexp.MustCompile(`(?i)^sent (?:using|with|from|via) <?https?://\S+$`)

	outlookFor = regexp.MustCompile(`(?i)^(?:\S+ ){0,3}outlook \S+ (?:\S+ )?(?:ios|android|mac)(?: \S+)?$`)

	sentFrom  = regexp.MustCompile(`(?i)^sent (?:from|via|with|using|by|on|through) (.*)`)
	device    = regexp.MustCompile(`(?i)phone|ipad|ipod|blackberry|android|mobile|galaxy|samsung|htc|nokia|lumia|windows|outlook|yahoo|mail|cell|tablet|device|pixel|huawei|xiaomi|oneplus|motorola|droid|handheld|wireless|smart|ios\b|spark|thunderbird|laptop|watch|tuta|proton`)
	linkTail  = regexp.MustCompile(`\s*(?:<[^<>]*>|\(https?:[^()]*\)|https?://\S+)`)
	firstStop = regexp.MustCompile(`[,.;!]`)
)

// dashedTitle matches other titles between dashes, by the word for a message.
var dashedTitle = regexp.MustCompile(`(?i)^-{3,} ?(?:\pL[\pL'’.-]* ){0,3}(?:message|e-?mail|courriel|nachricht|mitteilung|mensaje|mensagem|messaggio|bericht|meddelande|meddelelse|melding|besked|viesti|wiadomość|zpráva|správa|сообщение|письмо|повідомлення|üzenet|mesaj|ileti|poruka|sporočilo|missatge|μήνυμα)(?: \pL[\pL'’.-]*){0,3} ?-{3,}$`)

// forwardedFrom and forwardedEnd match the lines that mutt writes above and below a forwarded mail.
var (
	forwardedFrom = regexp.MustCompile(`(?i)^-{3,} ?forwarded message from .{1,140} -{3,}$`)
	forwardedEnd  = regexp.MustCompile(`(?i)^-{3,} ?end (?:of )?forwarded message ?-{3,}$`)
)

// isTitle reports whether a line announces another mail: "-----Original Message-----".
func isTitle(s string) bool {
	if len(s) > 200 {
		return false
	}
	s = strings.ReplaceAll(s, "\u2010", "-") // Proton Mail
	bare := strings.Trim(bidi.Replace(s), " \t-_=*~#:：.|<>")
	if len(bare) <= 60 && dashedTitle.MatchString(strings.TrimSpace(s)) || forwardedFrom.MatchString(strings.TrimSpace(s)) {
		return true
	}
	if len(bare) > 60 || !title.MatchString(bare) {
		return false
	}
	// "Original" alone needs dashes.
	return strings.Contains(bare, " ") || strings.Contains(s, "--") || strings.HasSuffix(s, ":") || bare[0] >= utf8.RuneSelf
}

// isClientLine reports whether the writer's mail program added a line: "Sent from my phone".
func isClientLine(s string) bool {
	s = strings.Map(visible, bidi.Replace(shorten(s, 300)))
	if isPicture(s) || zohoLine.MatchString(strings.TrimSpace(s)) {
		return true
	}
	if len(s) < 160 && excused.MatchString(s) {
		return true
	}
	s = strings.TrimSpace(linkTail.ReplaceAllString(s, ""))
	s = strings.Trim(s, "<>()[]*_-– ")
	if s == "" || utf8.RuneCountInString(s) > 160 {
		return false
	}
	if m := sentFrom.FindStringSubmatch(s); m != nil {
		return isDevice(m[1])
	}
	return utf8.RuneCountInString(s) <= 100 && (clientLine.MatchString(s) || strings.Contains(s, "Outlook") && outlookFor.MatchString(s))
}

// isDevice tells "my phone, excuse the brevity" from "my desk, which is quieter".
func isDevice(s string) bool {
	head := s
	if loc := firstStop.FindStringIndex(s); loc != nil {
		head = s[:loc[0]]
	}
	return len(strings.Fields(s)) <= 5 || device.MatchString(head) && len(strings.Fields(head)) <= 10
}
