package letter

import (
	"regexp"
	"strings"
	"unicode"
)

// What people put beside and below their names: degrees, pronouns, company registers, pictures.

var (
	// honours may follow a name.
	honours = phraseSet(`phd|ph|msc|bsc|mba|mph|llm|llb|md|dds|dphil|edd|jd|rn|esq|jr|sr|ii|iii|cpa|pmp|cfa|mag|dipl|ing|bed|med|beng|meng|bcom|mcom|frcs|psyd|dvm|mdiv
		|she|her|hers|he|him|his|they|them|theirs|sie|ihr|ihre|er|ihm|ihn|elle|il|lui|ella|él|elle|zij|haar|hij|hem|hun|hon|henne|han|honom|hun|hende|ham|lei|lui`)
	// shortDegrees count only in capitals after a name.
	shortDegrees = phraseSet(`ba|ma|bs|ms|be|dr|m|a|d|sc|b|phil|ed|eng`)

	// registered matches what companies have to state by law.
	registered = regexp.MustCompile(`(?i)\b(?:HR[AB] ?\d+|Amtsgericht|Registergericht|Handelsregister|Sitz der Gesellschaft|Geschäftsführer(?:in)?\b|Vorstand:|Aufsichtsrat|USt-?Id|Steuernummer|Registered (?:in|office|number)|(?:Company|Reg(?:istration)?|VAT|Charity)\.? (?:No|Number|Reg)|VAT [A-Z]{2} ?\d|SIRET|SIREN|RCS [A-Z]|au capital de|TVA|KvK|BTW|CVR|Org\.? ?-?(?:nr|nummer)|P\. ?IVA|Partita IVA|C\.F\.|NIF|CIF|NIP|REGON|KRS|IČO?|DIČ|Y-tunnus|CHE-\d|UID|ABN|ACN|CNPJ|ÖVR|FN \d|Firmenbuch)`)

	picture = regexp.MustCompile(`(?i)^(?:\[(?:cid:[^\]]*|(?:image|bild|imagen|immagine|afbeelding|photo|foto|picture|inline image)\b[^\]]{0,80}|[^\]]{0,80}\b(?:logo|icon|banner|automatically generated|automatisch generiert)\b[^\]]{0,80}|[^\]]{1,80}\.(?:png|jpe?g|gif|svg))\]|<?image\d{3}\.(?:png|jpe?g|gif)>?)$`)
)

// isPicture reports whether a line is the placeholder of a picture: "[cid:image001.png@01DA]", "[Acme Logo]".
func isPicture(s string) bool { return len(s) < 300 && picture.MatchString(strings.TrimSpace(s)) }

// honour reports whether the words after a name are degrees and pronouns.
func (m matcher) honour(words []string) bool {
	for _, w := range words {
		for part := range strings.SplitSeq(w, "-") {
			p := plainWord(part)
			if m.verbs[p] || !honours[p] && !(shortDegrees[p] && unicode.IsUpper([]rune(w)[0])) && p != "" {
				return false
			}
		}
	}
	return true
}

// honours reports whether a line below a name has only pronouns: "(she/her)", "Pronouns: they/them".
func (m matcher) honours(s string) bool {
	words := courtesyWords(s)
	for len(words) > 1 && pronouns[plainWord(words[0])] {
		words = words[1:]
	}
	return len(words) > 0 && len(words) < 5 && m.honour(words)
}

var pronouns = phraseSet(`pronouns|pronomen|pronoms|pronombres|my|pronomi`)

// ownAddress reports whether a line is only the writer's address.
func (m matcher) ownAddress(s string) bool {
	s, link, _ := strings.Cut(strings.Trim(strings.TrimSpace(s), "<>()[]"), "<")
	s = strings.TrimSpace(s)
	if _, mailto, ok := strings.Cut(link, "mailto:"); link != "" && (!ok || !strings.EqualFold(strings.TrimRight(mailto, ">"), s)) {
		return false
	}
	return m.address != "" && strings.EqualFold(strings.TrimPrefix(strings.ToLower(s), "mailto:"), m.address)
}

// monogram reports whether a line is the initials of the writer: "AS", "-as", "A.S.".
func (m matcher) monogram(s string) bool {
	s = strings.TrimSpace(s)
	bare := strings.TrimSpace(strings.TrimLeft(s, "-–—/~"))
	letters := strings.ReplaceAll(bare, ".", "")
	if m.initials == "" || m.verbs[plainWord(letters)] || letters != strings.ToUpper(letters) && bare == s {
		return false
	}
	return strings.ToUpper(letters) == m.initials
}

// trade reports whether the text after a name and a bar may be a job: a few words in lower case, none of a
// command.
func (m matcher) trade(s string) bool {
	words := courtesyWords(s)
	for _, w := range words {
		if m.verbs[plainWord(w)] && !posts[plainWord(w)] || strings.ContainsAny(w, "0123456789") {
			return false
		}
	}
	return len(words) > 0 && len(words) < 7
}

// post reports whether a line below a name is a job although it begins with a word of a command: "Director of
// Railways".
func (m matcher) post(s string) bool {
	words := courtesyWords(s)
	return len(words) > 0 && len(words) < 7 && posts[plainWord(words[0])] && unicode.IsUpper([]rune(words[0])[0]) && m.verbs.surety(s) < bare && m.trade(strings.Join(words[1:], " ")+" of")
}
