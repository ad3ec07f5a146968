package program

import "strings"

// A language is how programs name days in it, and how people end their mails.
type language struct {
	code                      string
	weekday, month, wday, mon []string // the last two are abbreviations
	original                  string   // the line above the header of a quoted mail
	business                  []string // endings; NAME and ADDRESS are replaced with the writer's
}

// Languages returns the codes of the languages of the programs.
func Languages() (codes []string) {
	for _, l := range languages {
		codes = append(codes, l.code)
	}
	return codes
}

// tongue returns the language of a code, nil for none.
func tongue(code string) *language {
	for i := range languages {
		if languages[i].code == code {
			return &languages[i]
		}
	}
	return nil
}

var languages = []language{
	{
		"en", words("Sunday Monday Tuesday Wednesday Thursday Friday Saturday"),
		words("January February March April May June July August September October November December"),
		words("Sun Mon Tue Wed Thu Fri Sat"), words("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
		"Original Message",
		[]string{
			"Kind regards,\n\nNAME\nSenior Engineer\nNorthgate Bridges Ltd | 12 Canal Street, York YO1 7AA\nT +44 1904 000000 | M +44 7700 900000",
			"Best,\n\nNAME, PhD (she/her)\nPrincipal Architect | Rail & Bridges\n[Northgate Logo]\n📞 +44 7700 900000   ✉ ADDRESS\nwww.northgate.example\nRegistered in England and Wales No. 00000000",
		},
	},
	{
		"de", words("Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag"),
		words("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
		words("So. Mo. Di. Mi. Do. Fr. Sa."), words("Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez."),
		"Ursprüngliche Nachricht",
		[]string{
			"Mit freundlichen Grüßen\n\nNAME\nProjektleitung\nBrückenbau Nordtor GmbH\nKanalstraße 12, 50667 Köln\nTel.: +49 221 000000\nSitz der Gesellschaft: Köln | Amtsgericht Köln HRB 00000",
			"Viele Grüße\nNAME\n\nDipl.-Ing. NAME | Teamleitung Planung\nBrückenbau Nordtor GmbH · Kanalstraße 12 · 50667 Köln\nMobil 0170 0000000 · ADDRESS\n\nGeschäftsführer: Jonas Weber",
		},
	},
	{
		"fr", words("dimanche lundi mardi mercredi jeudi vendredi samedi"),
		words("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
		words("dim. lun. mar. mer. jeu. ven. sam."), words("janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."),
		"Message d'origine",
		[]string{
			"Cordialement,\n\nNAME\nChef de projet\nPonts du Nord SARL\n12 rue du Canal\n59000 Lille\nTél. : +33 3 00 00 00 00",
			"Bien à vous,\n\nNAME | Ingénieure d'études\n📱 06 00 00 00 00\n✉️ ADDRESS\nSIRET 000 000 000 00000",
		},
	},
	{
		"es", words("domingo lunes martes miércoles jueves viernes sábado"),
		words("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
		words("dom lun mar mié jue vie sáb"), words("ene feb mar abr may jun jul ago sept oct nov dic"),
		"Mensaje original",
		[]string{
			"Un saludo,\n\nNAME\nJefa de Proyecto\nPuentes del Norte S.L.\nC/ Canal, 12\n28004 Madrid\nTel. +34 910 000 000",
			"Saludos cordiales\n\nNAME\n[Logo Puentes]\nDepartamento de Obras | Puentes del Norte S.L.\n☎ 910 000 000\nADDRESS",
		},
	},
	{
		"nl", words("zondag maandag dinsdag woensdag donderdag vrijdag zaterdag"),
		words("januari februari maart april mei juni juli augustus september oktober november december"),
		words("zo ma di wo do vr za"), words("jan feb mrt apr mei jun jul aug sep okt nov dec"),
		"Oorspronkelijk bericht",
		[]string{
			"Met vriendelijke groet,\n\nNAME\nProjectleider\nNoordpoort Bruggen B.V.\nKanaalstraat 12\n3531 CJ Utrecht\nT 030 000 00 00",
			"Groeten,\nNAME\n\ndrs. NAME (zij/haar)\nNoordpoort Bruggen B.V.\nM 06 00000000\nKvK 00000000",
		},
	},
	{
		"it", words("domenica lunedì martedì mercoledì giovedì venerdì sabato"),
		words("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
		words("dom lun mar mer gio ven sab"), words("gen feb mar apr mag giu lug ago set ott nov dic"),
		"Messaggio originale",
		[]string{
			"Cordiali saluti,\n\nNAME\nResponsabile tecnico\nPonti del Nord S.r.l.\nVia del Canale 12, 10121 Torino\nTel. +39 011 000000",
			"Grazie e buona giornata,\n\nIng. NAME\nPonti del Nord S.r.l. - Ufficio tecnico\ncell. +39 333 0000000\nADDRESS\nP.IVA 00000000000",
		},
	},
}

func words(s string) []string { return strings.Fields(s) }

// Attributions as the programs write them above a quote. Braces contain the names of values (fill.go), or a
// layout of package time.
var (
	gmailSaid = map[string]string{
		"en": "On {wday}, {mon} {2}, {2006} at {3:04\u202fPM} {name} <{addr}> wrote:",
		"de": "Am {wday}, {2}. {mon} {2006} um {15:04} Uhr schrieb {name} <{addr}>:",
		"fr": "Le {wday} {2} {mon} {2006} à {15:04}, {name} <{addr}> a écrit :",
		"es": "El {wday}, {2} {mon} {2006} a las {15:04}, {name} (<{addr}>) escribió:",
		"nl": "Op {wday} {2} {mon} {2006} om {15:04} schreef {name} <{addr}>:",
		"it": "Il giorno {wday} {2} {mon} {2006} alle ore {15:04} {name} <{addr}> ha scritto:",
	}
	gmailAppSaid = map[string]string{
		"en": "On {wday}, {mon} {2}, {2006}, {3:04\u202fPM} {name} <{addr}> wrote:",
		"de": "{name} <{addr}> schrieb am {wday}, {2}. {mon} {2006}, {15:04}:",
		"fr": "Le {wday} {2} {mon} {2006}, {15:04}, {name} <{addr}> a écrit :",
		"es": "El {wday}, {2} {mon} {2006}, {15:04}, {name} <{addr}> escribió:",
		"nl": "Op {wday} {2} {mon} {2006} {15:04} schreef {name} <{addr}>:",
		"it": "Il {wday} {2} {mon} {2006}, {15:04} {name} <{addr}> ha scritto:",
	}
	appleSaid = map[string]string{
		"en": "On {2} {mon} {2006}, at {15:04}, {name} <{addr}> wrote:",
		"de": "Am {02.01.2006} um {15:04} schrieb {name} <{addr}>:",
		"fr": "Le {2} {mon} {2006} à {15:04}, {name} <{addr}> a écrit :",
		"es": "El {2} {mon} {2006}, a las {15:04}, {name} <{addr}> escribió:",
		"nl": "Op {2} {mon} {2006}, om {15:04} heeft {name} <{addr}> het volgende geschreven:",
		"it": "Il giorno {2} {mon} {2006}, alle ore {15:04}, {name} <{addr}> ha scritto:",
	}
	iphoneSaid = map[string]string{
		"en": "On {mon} {2}, {2006}, at {3:04\u202fPM}, {name} <{addr}> wrote:",
		"de": "Am {02.01.2006} um {15:04} schrieb {name} <{addr}>:",
		"fr": "Le {2} {mon} {2006} à {15:04}, {name} <{addr}> a écrit :",
		"es": "El {2} {mon} {2006}, a las {15:04}, {name} <{addr}> escribió:",
		"nl": "Op {2} {mon} {2006} om {15:04} heeft {name} <{addr}> het volgende geschreven:",
		"it": "Il giorno {2} {mon} {2006}, alle ore {15:04}, {name} <{addr}> ha scritto:",
	}
	birdSaid = map[string]string{
		"en": "On {1/2/06} {3:04 PM}, {name} wrote:",
		"de": "Am {02.01.06} um {15:04} schrieb {name}:",
		"fr": "Le {02/01/2006} à {15:04}, {name} a écrit :",
		"es": "El {2/1/06} a las {15:04}, {name} escribió:",
		"nl": "Op {02-01-2006} om {15:04} schreef {name}:",
		"it": "Il {02/01/2006} {15:04}, {name} ha scritto:",
	}
	k9Said = map[string]string{
		"en": "On {month} {2}, {2006} {3:04:05 PM} {zone}, {name} <{addr}> wrote:",
		"de": "Am {2}. {month} {2006} {15:04:05} {zone} schrieb {name} <{addr}>:",
		"fr": "Le {2} {month} {2006} {15:04:05} {zone}, {name} <{addr}> a écrit :",
		"es": "El {2} de {month} de {2006} {15:04:05} {zone}, {name} <{addr}> escribió:",
		"nl": "Op {2} {month} {2006} {15:04:05} {zone} schreef {name} <{addr}>:",
		"it": "Il {2} {month} {2006} {15:04:05} {zone}, {name} <{addr}> ha scritto:",
	}
	// Mutt's default is English; some people set another language.
	muttSaid = map[string]string{
		"en": "On {Mon, Jan 02, 2006 at 03:04:05PM -0700}, {name} wrote:",
		"de": "Am {02.01.2006} um {15:04} schrieb {name}:",
		"fr": "Le {02/01/2006} à {15:04}, {name} a écrit :",
		"es": "El {02/01/2006} a las {15:04}, {name} escribió:",
		"nl": "Op {02-01-2006} om {15:04} schreef {name}:",
		"it": "On {Mon, Jan 02, 2006 at 03:04:05PM -0700}, {name} wrote:",
	}
	yahooSaid = map[string]string{
		"en": "On {weekday}, {month} {2}, {2006} at {03:04:05 PM} {zone}, {name} <{addr}> wrote:",
		"de": "Am {weekday}, {2}. {month} {2006} um {15:04:05} {zone} hat {name} <{addr}> Folgendes geschrieben:",
		"fr": "Le {weekday} {2} {month} {2006} à {15:04:05} {zone}, {name} <{addr}> a écrit :",
		"es": "En {weekday}, {2} de {month} de {2006}, {15:04:05} {zone}, {name} <{addr}> escribió:",
		"nl": "Op {weekday} {2} {month} {2006} om {15:04:05} {zone} schreef {name} <{addr}>:",
		"it": "Il {weekday} {2} {month} {2006} alle ore {15:04:05} {zone}, {name} <{addr}> ha scritto:",
	}
	yahooAppSaid = map[string]string{
		"en": "On {wday}, {mon} {2}, {2006} at {3:04 PM}, {name}\n<{addr}> wrote:",
		"de": "Am {wday}, {mon} {2}, {2006} at {15:04} schrieb {name}\n<{addr}>:",
		"fr": "Le {wday}, {mon} {2}, {2006} à {15:04}, {name}\n<{addr}> a écrit :",
		"es": "El {wday}, {mon} {2}, {2006} a la(s) {15:04}, {name}\n<{addr}> escribió:",
		"nl": "Op {wday}, {mon} {2}, {2006} om {15:04} schreef {name}\n<{addr}>:",
		"it": "Il {wday}, {mon} {2}, {2006} alle {15:04}, {name}\n<{addr}> ha scritto:",
	}
	gmxAppSaid = map[string]string{
		"en": "On {1/2/06, 3:04 PM} {name} <{addr}> wrote:",
		"de": "Am {02.01.06, 15:04} schrieb {name} <{addr}>:",
		"fr": "Le {02/01/2006 15:04}, {name} <{addr}> a écrit :",
		"es": "El {2/1/06 15:04}, {name} <{addr}> escribió:",
		"nl": "Op {02-01-06 15:04} schreef {name} <{addr}>:",
		"it": "Il {02/01/06, 15:04} {name} <{addr}> ha scritto:",
	}
	samsungSaid = map[string]string{
		"en": "From|Date|To|Subject|{1/2/06  3:04 PM  (GMT-07:00)}",
		"de": "Von|Datum|An|Betreff|{02.01.06  15:04  (GMT-07:00)}",
		"fr": "De|Date|À|Objet|{02/01/2006  15:04  (GMT-07:00)}",
		"es": "De|Fecha|Para|Asunto|{2/1/06  15:04  (GMT-07:00)}",
		"nl": "Van|Datum|Aan|Onderwerp|{02-01-06  15:04  (GMT-07:00)}",
		"it": "Da|Data|A|Oggetto|{02/01/06  15:04  (GMT-07:00)}",
	}
	// Header fields instead of an attribution: the names of the fields, "|", and the date.
	outlookSaid = map[string]string{
		"en": "From|Sent|To|Subject|{weekday}, {month} {2}, {2006} {3:04 PM}",
		"de": "Von|Gesendet|An|Betreff|{weekday}, {2}. {month} {2006} {15:04}",
		"fr": "De|Envoyé|À|Objet|{weekday} {2} {month} {2006} {15:04}",
		"es": "De|Enviado|Para|Asunto|{weekday}, {2} de {month} de {2006} {15:04}",
		"nl": "Van|Verzonden|Aan|Onderwerp|{weekday} {2} {month} {2006} {15:04}",
		"it": "Da|Inviato|A|Oggetto|{weekday} {2} {month} {2006} {15:04}",
	}
	gmxSaid = map[string]string{
		"en": "From|Sent|To|Subject|{weekday}, {month} {02}, {2006} at {3:04 PM}",
		"de": "Von|Gesendet|An|Betreff|{weekday}, {02}. {month} {2006} um {15:04} Uhr",
		"fr": "De|Envoyé|À|Objet|{weekday} {2} {month} {2006} à {15:04}",
		"es": "De|Enviado|Para|Asunto|{weekday}, {2} de {month} de {2006}, {15:04}",
		"nl": "Van|Verzonden|Aan|Onderwerp|{weekday} {2} {month} {2006} om {15:04}",
		"it": "Da|Inviato|A|Oggetto|{weekday} {2} {month} {2006} alle {15:04}",
	}
)

// Prefixes that programs add to a subject.
var (
	rePrefix      = all("Re:")
	outlookPrefix = map[string]string{"en": "RE:", "de": "AW:", "fr": "RE:|RÉF:", "es": "RE:", "nl": "RE:|Antw:", "it": "R:"}
	webPrefix     = map[string]string{"en": "Re:", "de": "AW:", "fr": "RE:|Re :", "es": "Re:|RE:", "nl": "Re:|Antw:", "it": "R:|Re:"}
	gmxPrefix     = map[string]string{"en": "Re:", "de": "Aw:", "fr": "Re:", "es": "Re:", "nl": "Re:", "it": "Re:"}
	dearPrefix    = map[string]string{"en": "Re:", "de": "Re:|AW:", "fr": "Re:|Re :", "es": "Re:", "nl": "Re:|Antw:", "it": "Re:|R:"}
)

// all returns the same text for all languages.
func all(s string) map[string]string {
	m := map[string]string{}
	for _, l := range Languages() {
		m[l] = s
	}
	return m
}

// Lines that programs add below the typed text.
var (
	iphoneOwn = map[string]string{
		"en": "Sent from my iPhone", "de": "Von meinem iPhone gesendet", "fr": "Envoyé de mon iPhone",
		"es": "Enviado desde mi iPhone", "nl": "Verstuurd vanaf mijn iPhone", "it": "Inviato da iPhone",
	}
	outlookOwn = map[string]string{
		"en": "Get Outlook for iOS<https://aka.ms/o0ukef>", "de": "Outlook für iOS<https://aka.ms/o0ukef> beziehen",
		"fr": "Télécharger Outlook pour iOS<https://aka.ms/o0ukef>", "es": "Obtener Outlook para iOS<https://aka.ms/o0ukef>",
		"nl": "Outlook voor iOS<https://aka.ms/o0ukef> downloaden", "it": "Scarica Outlook per iOS<https://aka.ms/o0ukef>",
	}
	k9Own = map[string]string{
		"en": "-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.",
		"de": "-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
		"fr": "-- \nEnvoyé de mon appareil Android avec Courriel K-9 Mail. Veuillez excuser ma brièveté.",
		"es": "-- \nEnviado desde mi dispositivo Android con K-9 Mail. Por favor, disculpa mi brevedad.",
		"nl": "-- \nVerstuurd vanaf mijn Android apparaat met K-9 Mail. Excuseer mijn beknoptheid.",
		"it": "-- \nInviato dal mio dispositivo Android con K-9 Mail. Perdonate la brevità.",
	}
	yahooOwn = map[string]string{
		"en": "Sent from Yahoo Mail on Android", "de": "Von Yahoo Mail auf Android gesendet", "fr": "Envoyé à partir de Yahoo Mail sur Android",
		"es": "Enviado desde Yahoo Mail con Android", "nl": "Verzonden met Yahoo Mail op Android", "it": "Inviato da Yahoo Mail su Android",
	}
	samsungOwn = map[string]string{
		"en": "Sent from my Galaxy", "de": "Von meinem Galaxy gesendet", "fr": "Envoyé depuis mon appareil Galaxy",
		"es": "Enviado desde mi Galaxy", "nl": "Verzonden vanaf mijn Galaxy", "it": "Inviato dal mio Galaxy",
	}
	gmxOwn = map[string]string{
		"en": "-- \nSent from my Android phone with mail.com Mail. Please excuse my brevity.",
		"de": "-- \nDiese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.",
		"fr": "-- \nEnvoyé de mon téléphone Android avec GMX Mail. Veuillez excuser ma brièveté.",
		"es": "-- \nEnviado desde mi teléfono Android con GMX Mail. Disculpa mi brevedad.",
		"nl": "-- \nSent from my Android phone with mail.com Mail. Please excuse my brevity.",
		"it": "-- \nInviato dal mio cellulare Android con GMX Mail.",
	}
	outlookForWindows = map[string]string{
		"en": "Sent from Outlook", "de": "Gesendet von Outlook", "fr": "Envoyé à partir d’Outlook",
		"es": "Enviado desde Outlook", "nl": "Verzonden vanuit Outlook", "it": "Inviato da Outlook",
	}
)
