package letter

import (
	"regexp"
	"strings"
)

// Notes that programs send while somebody is away, without a header that says so. One sign alone may be in a
// person's mail. So a note needs two signs, has no command and quotes nothing.

var (
	// noteSubject matches subjects that such programs write, alone or before a colon and the subject they
	// answer.
	noteSubject = regexp.MustCompile(`(?i)^\s*(?:(?:re|aw|sv|tr)\s*:\s*)?(?:automatic (?:reply|response)|auto(?:mated)?[- ]?(?:reply|response|antwort|svar)|out of (?:the )?office(?: (?:auto)?reply| notification| message)?|abwesenheits?(?:notiz|nachricht|benachrichtigung|meldung)?|automatische (?:antwort|rückmeldung)|réponse automatique|message d['’]absence|absence du bureau|respuesta automática|fuera de la oficina|risposta automatica|fuori (?:sede|ufficio)|resposta automática|ausência|automatisch(?:e)? (?:antwoord|reactie)|afwezig(?:heids(?:bericht|assistent))?|autosvar|automatiskt? svar|frånvaro(?:meddelande)?|fraværs?(?:besked|melding)?|automaattinen vastaus|poissaoloviesti|odpowiedź automatyczna|autoodpowiedź|nieobecność|automatická odpověď|автоматический ответ|автоответ|自動応答|自動返信|不在通知|自动回复|자동 ?응답|부재중|otomatik yanıt|automatikus válasz|răspuns automat)\s*(?:[:：(-].*)?$`)

	// absent matches words for being away.
	absent = regexp.MustCompile(`(?i)\bout of (?:the )?office\b|\b(?:on|taking) (?:\w+ )?(?:leave|vacation|holidays?)\b|\baway from (?:my |the )?(?:office|desk|e-?mail|computer)|\b(?:currently|presently) (?:away|unavailable|traveling|travelling)|limited access to (?:my )?(?:e-?mail|internet)` +
		`|nicht im (?:haus|büro|dienst)|außer haus|\babwesend|im urlaub|nicht erreichbar|keinen zugriff auf meine|\babsente?\b|en congés?\b|en vacances|en déplacement|hors du bureau|fuera de la oficina|de vacaciones|estoy ausente|estaré ausente|fuori (?:sede|ufficio)|in ferie|sono assente|sarò assente` +
		`|fora do escritório|de férias|estou ausente|estarei ausente|\bafwezig|niet (?:aanwezig|op kantoor|bereikbaar)|met vakantie|op vakantie|inte (?:på kontoret|anträffbar)|på semester|frånvarande|ikke (?:på kontoret|til stede|å treffe)|på ferie|har ferie|fraværende|\bpoissa\b|\blomalla\b|vuosilomalla|poza biurem|na urlopie|nieobecn[ay]|mimo kancelář|na dovolené|nepřítom` +
		`|в отпуске|отсутству|нет на рабочем месте|у відпустці|відсутн|不在|休暇|外出しており|休假|不在办公室|휴가|부재|ofis dışında|izinde(?:yim)?\b|szabadságon|házon kívül|concediu|în afara biroului`)

	// noteSigns match other things that such notes say. Each counts once.
	noteSigns = []*regexp.Regexp{
		regexp.MustCompile(`(?i)\b(?:i will|i'll|i shall|we will) (?:be back|return|reply|respond|answer|get back|be able|read|be (?:returning|in the office))|\breturn(?:ing)? (?:to (?:the|my) office )?on\b|\bupon my return\b|when i return|ab dem \d|wieder (?:für sie )?(?:da|erreichbar|im büro|im haus)|nach meiner rückkehr|de retour|à mon retour|reprendrai|a mi regreso|a mi vuelta|regresaré|vuelvo el|al mio (?:ritorno|rientro)|rientrerò|sarò di nuovo|regresso|de volta|retornarei|ben (?:ik )?(?:weer|terug)|weer (?:aanwezig|bereikbaar)|tillbaka|åter på|är åter|tilbake|tilbage|palaan|palattuani|wracam|powrocie|wrócę|vrátím|po návratu|вернусь|буду (?:на|доступ)|після повернення|戻り|復帰|返回|돌아|döneceğim|dönüşümde|visszatér|mă întorc`),
		regexp.MustCompile(`(?i)\burgent|\bimmediate (?:assistance|attention)|in an emergency|please contact|dringend|wenden sie sich|in eiligen|vertretung|en cas d['’]urgence|veuillez (?:contacter|vous adresser)|si es urgente|urgencia|asuntos urgentes|póngase en contacto|urgenz|urgent[ei]|contattare|urgênc|urgente|contacte|contatar|dringende|neem(?:t)? (?:u )?contact|brådskande|akuta|kontakta|hast(?:er|esaker)|presserende|kontakt(?:e)? |kiireellis|yhteyttä|piln(?:ych|e)|proszę o kontakt|naléhav|kontaktujte|срочн|обращайтесь|терміново|звертайтес|緊急|お急ぎ|紧急|긴급|acil|sürgős|urgențe`),
		regexp.MustCompile(`(?i)\bthank(?:s| you) for your (?:e-?mail|message|mail|note)|vielen dank für ihre|danke für (?:ihre|deine|die) (?:e-?mail|nachricht|mail)|merci (?:de|pour) votre|j['’]ai bien reçu votre|gracias por su|he recibido su|grazie per (?:il|la|aver|averci)|ho ricevuto|obrigad[oa] (?:pel|por)|recebi (?:o )?s(?:eu|ua)|bedankt voor uw|dank (?:u )?voor uw|tack för ditt|tak for din|takk for (?:din|e-post)|kiitos (?:viestistä|sähköposti)|dziękuję za (?:wiadomość|e-?mail|maila)|děkuji za (?:vaši|váš|zprávu|e-?mail)|спасибо за (?:ваше|письмо|сообщение)|дякую за|ご連絡|メールをいただ|感谢您的|teşekkür`),
		regexp.MustCompile(`(?i)\bautomat(?:ed|ic(?:ally)?|isch\w*|ique\w*|ic[ao]\w*|iskt?|ycz\w+|ick\w+|ическ\w+|ично)\b|do not reply|nicht weitergeleitet|wird nicht gelesen|not (?:be )?(?:monitored|forwarded)|ne sera pas (?:lu|transféré)|no será (?:leído|reenviado)|wordt niet (?:gelezen|doorgestuurd)|自動|자동|自动`),
	}
)

// mostNote is the greatest length of a note. A person wrote anything longer.
const mostNote = 4000

// absence reports whether a text is a note that somebody is away, although its header does not say so.
func absence(l *Letter, c *content, verbs Words) (Class, string) {
	var b strings.Builder
	for _, line := range c.lines {
		if line.mark != typed || b.Len() > mostNote || verbs.surety(line.text) >= bare {
			return "", ""
		}
		b.WriteString(shorten(line.text, mostNote) + " ")
	}
	text := Fold(b.String())
	if len(text) > mostNote || strings.Contains(strings.ToLower(text), CutLine) {
		return "", ""
	}
	signs := 0
	for _, sign := range noteSigns {
		if sign.MatchString(text) {
			signs++
		}
	}
	away := absent.MatchString(text)
	switch subject := noteSubject.MatchString(l.Subject); {
	case subject && (away || signs > 0):
		return AutoReply, "its subject and its words are those of a note that somebody is away"
	case away && signs > 1 && answerPrefix.MatchString(l.Subject):
		return AutoReply, "its words are those of a note that somebody is away"
	}
	return "", ""
}
