package letter

import (
	"regexp"
	"strings"
)

// What companies and mail servers add to a mail: a banner above it, a disclaimer below it.

const (
	maxBanner     = 6  // lines, as wrapped
	wrappedLength = 50 // shorter lines were not wrapped
)

var (
	// bannerBegin matches the beginning of a warning that a server adds above an external mail.
	bannerBegin = regexp.MustCompile(`(?i)^\W*(?:` + strings.Join([]string{
		`(?:caution|warning|attention|alert|notice|important|security (?:notice|warning)|be careful|achtung|vorsicht|warnung|hinweis|prudence|avertissement|atención|precaución|advertencia|atenção|cuidado|attenzione|let op|waarschuwing|varning|advarsel|uwaga|внимание)\b.*(?:extern|outside|originat|sender|absender|unknown|links?\b|außerhalb|expéditeur|remitente|remetente|mittente|afzender|buiten|fuera de|fora da|avsändare|avsender|nadawc|zewnętrzn|внешн)`,
		`(?:this|the) (?:e-?mail|message) (?:was sent from|originated|originates|is from|comes from|came from) (?:an? |the )?(?:extern|outside|unknown)`,
		`(?:diese (?:e-?mail|nachricht)) (?:stammt|kommt|wurde) .*extern`,
		`(?:external|extern|externe|ext)(?: e-?mail| message| sender| mail|er absender|e e-?mail| e-?mail)?\W*$`,
		`(?:external|extern(?:e|er|al)?) (?:e-?mail|sender|message|absender|mail)\b\W.*`,
		`you don['’]t often get e?-?mails? from\b`, `some people who received this message don['’]t often get`,
		`sie erhalten nicht (?:häufig|oft) e-?mails? von\b`, `vous n['’](?:obtenez|recevez) pas souvent`, `no suele recibir correo`,
		`non si ricevono spesso messaggi`, `u ontvangt niet vaak e-?mail`, `você não costuma receber`,
	}, "|") + `)`)

	// bannerWords match words later in a banner.
	bannerWords = regexp.MustCompile(`(?i)\b(?:links?|attachments?|sender|organi[sz]ation|content is safe|recogni[sz]e|phishing|absenders?|anhänge?|vertrauen|expéditeur|pièces jointes|remitente|adjuntos|mittente|allegati|afzender|bijlagen?)\b`)

	// disclaimerBegin matches the beginning of a disclaimer. disclaimerWords have to be in its first lines.
	disclaimerBegin = regexp.MustCompile(`(?i)^\W*(?:` + strings.Join([]string{
		`(?:this (?:e-?mail|electronic|message|mail|communication|transmission|correspondence|document)|the (?:information|contents?|materials?)|any views|all information|information (?:contained|in)|privileged)\b`,
		`(?:confidential(?:ity)?|legal|privacy|important|e-?mail) (?:notice|note|statement|disclaimer|warning)`, `disclaimer\b`, `confidential\b`,
		`diese(?:r|s)? (?:e-?mail|nachricht|mail)|der inhalt dieser|die (?:in dieser|informationen)|haftungsausschluss|vertraulichkeit`,
		`ce (?:message|courriel|mail|courrier)|cet? (?:e-?mail|avis)|les informations (?:contenues|figurant)|avis de confidentialité`,
		`este (?:mensaje|correo|e-?mail)|la información (?:contenida|de este)|aviso (?:legal|de confidencialidad|de privacidad)`,
		`esta mensagem|este e-?mail|as informações|a informação`, `quest[oa] (?:messaggio|e-?mail|comunicazione)|le informazioni|il presente messaggio|avvertenza|ai sensi`,
		`dit (?:e-?mail)?(?:bericht| bericht)|deze (?:e-?mail|boodschap)|de informatie`,
		`(?:detta|denna|dette|denne) (?:e-?post|meddelande|mail|e-?mail|besked|melding|meldingen|e-?posten)`, `tämä (?:viesti|sähköposti)`,
		`(?:ta|niniejsza) wiadomość|treść (?:tej|niniejszej)|informacje zawarte`, `tato zpráva|tento e-?mail|táto správa`,
		`(?:это|настоящее|данное) (?:сообщение|письмо|электронное)|информация, содержащ`, `bu (?:e-?posta|mesaj)`, `ez az (?:üzenet|e-?mail)`,
	}, "|") + `)`)
	disclaimerWords = regexp.MustCompile(`(?i)confidenti|privileged|intended (?:solely|only|recipient|for|exclusively)|unauthori[sz]ed|legally (?:privileged|protected)|vertraulich|rechtlich geschützt|adressat|empfänger|irrtümlich|destinataire|confidencia|destinatari|riservat|vertrouwelijk|geadresseerde|bestemd voor|konfidentiel|fortrolig|konfidensiel|avsedd?|tiltenkt|luottamuksel|poufn|adresat|důvěrn|dôvern|конфиденц|предназнач|gizli|bizalmas`)

	// paper matches the request not to print the mail.
	paper = regexp.MustCompile(`(?i)(?:consider|think of|denken sie|schonen|respect|pens|piense|pense|rispetta|denk aan|tänk på|tenk på|tænk på|pomyśl|environment).{0,60}(?:before|bevor|avant|antes|prima|voordat|innan|før|zanim|printing|print (?:this|it)|imprimir|imprimer|stampare|drucken)|^(?:before|antes|avant|prima|bevor|innan|før|przed)\b.{0,40}(?:print|imprim|stampa|druck|skriv|wydruk).{0,80}(?:environ|ambient|umwelt|miljö|miljø|nature|środowisk)`)
)

// banner returns how many lines a server's warning takes that begins here, including the rules around it; 0
// if there is none.
func banner(lines []line, verbs Words) int {
	if !isRule(lines[0].text) {
		return warning(lines, verbs)
	}
	start := nextShown(lines, 1)
	n := warning(lines[start:], verbs)
	if n == 0 {
		return 0
	}
	if end := nextShown(lines, start+n); end < len(lines) && isRule(lines[end].text) {
		return end + 1
	}
	return start + n
}

// warning is banner for a warning without rules.
func warning(lines []line, verbs Words) int {
	if len(lines) == 0 || !mayBanner(lines[0]) || !bannerBegin.MatchString(strings.TrimSpace(joinFirst(lines, 2))) || verbs.begin(lines[0].text) {
		return 0
	}
	n := 1
	for n < len(lines) && n < maxBanner && lines[n].mark == typed && !isBlank(lines[n].text) && goesOnBanner(lines[n-1].text, lines[n].text, verbs) {
		n++
	}
	return n
}

func mayBanner(l line) bool { return l.mark == typed && len(l.text) < 1500 && !isBlank(l.text) }

// goesOnBanner reports whether a line continues the warning above it: that line was wrapped, or this one is
// about the same subject.
func goesOnBanner(above, s string, verbs Words) bool {
	above = strings.TrimSpace(above)
	if len(above) >= wrappedLength && !strings.ContainsAny(above[len(above)-1:], ".!?])*>") {
		return verbs.surety(s) != sure && !verbs.begin(s) || bannerWords.MatchString(s)
	}
	return verbs.surety(s) != sure && len(s) >= 20 && bannerWords.MatchString(s)
}

// begin reports whether a line begins with a word of a command.
func (w Words) begin(s string) bool {
	words := courtesyWords(shorten(s, 200))
	return len(words) > 0 && w[plainWord(words[0])]
}

// isFooter reports whether a disclaimer begins here, or another notice of a company.
func isFooter(lines []line) bool {
	s := strings.TrimSpace(lines[0].text)
	if lines[0].mark != typed || len(s) < 10 || len(s) > 5000 {
		return false
	}
	if len(s) > wrappedLength/2 && len(s) < 200 && paper.MatchString(s) {
		return true
	}
	if len(s) < wrappedLength && !isHeading(s) {
		return false
	}
	return disclaimerBegin.MatchString(s) && disclaimerWords.MatchString(joinFirst(lines, 3))
}

// isHeading reports whether a line is the heading of a disclaimer: short, with a colon or in capitals.
func isHeading(s string) bool { return strings.HasSuffix(s, ":") || s == strings.ToUpper(s) }

// joinFirst joins the first lines of a paragraph, at most n.
func joinFirst(lines []line, n int) string {
	var b strings.Builder
	for i := 0; i < n && i < len(lines) && lines[i].mark == typed && (i == 0 || !isBlank(lines[i].text)); i++ {
		b.WriteString(shorten(lines[i].text, 1500))
		b.WriteByte(' ')
	}
	return b.String()
}

// isLink reports whether a line is only a link.
func isLink(s string) bool {
	s = strings.Trim(s, " <>()[]")
	return (strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")) && !strings.ContainsAny(s, " \t")
}
