package letter

import "strings"

// field is a kind of header field that mail programs quote.
type field int

const (
	noField field = iota
	fromField
	toField
	sentField
	subjectField
	otherField
)

// fieldNames maps the names of fields, in lower case and in the languages of our players' mail programs, to
// their kinds.
var fieldNames = func() map[string]field {
	names := map[field]string{
		fromField: `from|von|de|da|van|från|fra|lähettäjä|od|от|от кого|від|feladó|de la|από|kimden|gönderen|发件人|寄件者|寄件人|發件人
			|差出人|送信者|보낸 사람|보낸사람|발신|từ|dari|מאת|من|expéditeur|remitente|mittente|afzender|nuo|no|saatja|šalje|pošiljatelj`,
		toField: `to|an|à|a|para|aan|voor|till|til|vastaanottaja|do|dla|komu|pro|кому|címzett|către|catre|προς|kime|alıcı|收件人|收件者|宛先
			|받는 사람|받는사람|수신|đến|kepada|אל|إلى|destinataire|destinatario|ontvanger|pour|prima|per|za|kam|kam|saaja`,
		sentField: `sent|date|gesendet|datum|envoyé|date d'envoi|envoyé le|enviado|enviado el|enviada|enviada em|enviado em|fecha|data
			|inviato|verzonden|skickat|sendt|dato|lähetetty|päivämäärä|päiväys|wysłano|wysłane|odesláno|odoslané|poslano|дата
			|отправлено|надіслано|дата отправки|elküldve|dátum|trimis|trimis|στάλθηκε|ημερομηνία|gönderildi|tarih|gönderme tarihi
			|发送时间|发送日期|日期|時間|时间|寄件日期|傳送日期|送信日時|日付|日時|보낸 날짜|보낸날짜|날짜|ngày|tanggal|dikirim|נשלח|תאריך|تاريخ|التاريخ
			|išsiųsta|nosūtīts|saadetud|kuupäev`,
		subjectField: `subject|betreff|objet|sujet|asunto|assunto|oggetto|onderwerp|ämne|emne|aihe|temat|předmět|predmet|тема|tárgy|subiect
			|θέμα|konu|主题|主旨|主題|標題|件名|제목|chủ đề|judul|perihal|נושא|الموضوع|tema|teema|zadeva|naslov|assumpte|re`,
		otherField: `cc|bcc|kopie|copie|cópia|copia|copy|kopia|kopi|kopio|dw|копия|копія|másolatot kap|抄送|副本|참조|reply-to|reply to
			|antwort an|risposta|répondre à|responder a|beantwoorden|svar till|svar til|importance|wichtigkeit|importancia
			|attachments|anlagen|anhänge|resent-from|sender|organization|newsgroups|message-id|x-mailer|priority|priorität|cci`,
	}
	m := map[string]field{}
	for f, list := range names {
		for n := range strings.SplitSeq(list, "|") {
			m[strings.TrimSpace(n)] = f
		}
	}
	return m
}()

// fieldOf returns the kind of header field in a line, and its value.
func fieldOf(s string) (field, string) {
	if len(s) > 2000 || !strings.ContainsAny(s, ":：") {
		return noField, ""
	}
	s = strings.TrimLeft(bidi.Replace(s), " \t*_|")
	i := strings.IndexAny(s, ":：")
	if i <= 0 || i > 60 {
		return noField, ""
	}
	name := strings.ToLower(strings.Join(strings.Fields(strings.Trim(s[:i], " *_\t")), " "))
	return fieldNames[name], strings.Trim(s[i:], ":： *_\t")
}

// headerBlock returns how many lines a quoted header takes that begins here: the rule or title above it, the
// fields, and their continuations. A title alone is enough. Fields need a sender and one more.
func headerBlock(lines []line) int {
	if lines[0].mark == quoted || lines[0].mark == below || isBlank(lines[0].text) {
		return 0
	}
	titled := isTitle(lines[0].text)
	start := 0
	if titled || isRule(lines[0].text) {
		start = nextShown(lines, 1)
	}
	n := headerFields(lines[start:])
	switch {
	case n > 0:
		return start + n
	case titled:
		return 1
	}
	return 0
}

// nextShown returns the index of the next line that is not blank, at most two lines on.
func nextShown(lines []line, i int) int {
	for k := i; k < len(lines) && k < i+3; k++ {
		if !isBlank(lines[k].text) {
			return k
		}
	}
	return min(i, len(lines))
}

// headerFields returns how many lines the header fields take that begin here, 0 if they are not convincing.
func headerFields(lines []line) int {
	seen := map[field]string{}
	last, strange := 0, 0
	for i := 0; i < len(lines) && i < 20 && strange < 3; i++ {
		if lines[i].mark == quoted {
			break
		}
		f, value := fieldOf(lines[i].text)
		switch {
		case f != noField:
			if seen[f] == "" {
				seen[f] = value + " "
			}
			last, strange = i+1, 0
		case i == 0:
			return 0
		default:
			strange++
		}
	}
	if !convincing(seen) {
		return 0
	}
	for last < len(lines) && !isBlank(lines[last].text) && lines[last].mark != quoted && continued(lines, last) {
		last++
	}
	return last
}

// convincing reports whether the fields make a header: a sender and one more, or a date and one that
// identifies the mail.
func convincing(seen map[field]string) bool {
	if value, ok := seen[fromField]; ok {
		return len(seen) > 2 || len(seen) == 2 && (strings.Contains(value, "@") || isDated(seen[sentField]))
	}
	return (seen[subjectField] != "" || strings.Contains(seen[toField], "@")) && isDated(seen[sentField])
}

// continued reports whether a line continues the header field above: it is indented, or the field above is
// not complete.
func continued(lines []line, i int) bool {
	above := strings.TrimRight(lines[i-1].text, " \t")
	return strings.HasPrefix(lines[i].text, " ") || strings.HasPrefix(lines[i].text, "\t") ||
		strings.HasSuffix(above, ",") || strings.HasSuffix(above, ";")
}
