package letter

import (
	"encoding/base64"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

// TestCharsets reads one line in each charset, declared, wrongly declared and not declared.
func TestCharsets(t *testing.T) {
	for _, c := range []struct {
		charset, text string
		enc           encoding.Encoding
	}{
		{"utf-8", "kaufe Übersee – ja", unicode.UTF8},
		{"", "kaufe Übersee – ja", unicode.UTF8},
		{"", "kaufe Übersee – ja", charmap.Windows1252},
		{"utf-8", "kaufe Übersee", charmap.Windows1252},
		{"us-ascii", "kaufe Übersee", charmap.Windows1252},
		{"x-nonsense", "kaufe Übersee", charmap.Windows1252},
		{"iso-8859-1", "kaufe “Übersee”", charmap.Windows1252},
		{"ISO-8859-2", "kupuję Łódź", charmap.ISO8859_2},
		{"iso-8859-15", "pour 10 €", charmap.ISO8859_15},
		{"koi8-r", "покупаю акцию", charmap.KOI8R},
		{"windows-1251", "покупаю акцию", charmap.Windows1251},
		{"cp866", "покупаю акцию", charmap.CodePage866},
		{"Shift_JIS", "株を買います", japanese.ShiftJIS},
		{"x-sjis", "株を買います", japanese.ShiftJIS},
		{"iso-2022-jp", "株を買います", japanese.ISO2022JP},
		{"", "株を買います", japanese.ISO2022JP},
		{"iso-2022-jp", "株を買います。よろしくお願いします", japanese.EUCJP},
		{"euc-jp", "株を買います", japanese.EUCJP},
		{"gbk", "买一股", simplifiedchinese.GBK},
		{"gb2312", "买一股", simplifiedchinese.GBK},
		{"gb18030", "买一股", simplifiedchinese.GB18030},
		{"euc-kr", "주식을 삽니다", korean.EUCKR},
		{"ks_c_5601-1987", "주식을 삽니다", korean.EUCKR},
		{"utf-8", "kaufe Übersee", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)},
		{"utf-16", "kaufe Übersee", unicode.UTF16(unicode.BigEndian, unicode.UseBOM)},
	} {
		b, err := c.enc.NewEncoder().Bytes([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		ctype := "Content-Type: text/plain"
		if c.charset != "" {
			ctype += "; charset=" + c.charset
		}
		for _, raw := range []string{
			ctype + "\nContent-Transfer-Encoding: 8bit\n\n" + string(b),
			ctype + "\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString(b),
		} {
			if got := strings.TrimSpace(Read([]byte(raw), usual).Text); got != c.text && !strings.Contains(raw, "\x00") {
				t.Errorf("%s: %q, want %q", c.charset, got, c.text)
			}
		}
	}
}

// TestTransferEncodings reads encodings, right and wrong.
func TestTransferEncodings(t *testing.T) {
	for _, c := range []struct{ cte, in, want string }{
		{"quoted-printable", "buy=20B=26O and =\npass=\n\nx=3D=zz", "buy B&O and pass\nx==zz"},
		{"Quoted Printable", "a=C3=A4", "aä"},
		{"base64", "cGFz\r\ncw==\r\n", "pass"},
		{"base64", "cGFzcw\n", "pass"},
		{"base64", "cGFzcw==\n_____\nlist footer here", "pass\n_____\nlist footer here"},
		{"base64", "lay H6 8 W-SE\nrun auto", "lay H6 8 W-SE\nrun auto"},
		{"x-uuencode", "begin 644 a.txt\n$<&%S<P``\n`\nend\n", "pass"},
		{"uuencode", "pass", "pass"},
		{"8-bits", "pass", "pass"},
		{"text/html", "pass", "pass"},
		{"", "pass", "pass"},
	} {
		raw := "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: " + c.cte + "\n\n" + c.in
		if got := Read([]byte(raw), usual).Text; got != c.want {
			t.Errorf("%s %q: %q, want %q", c.cte, c.in, got, c.want)
		}
	}
}

// TestFlowed rejoins what format=flowed broke, and nothing else.
func TestFlowed(t *testing.T) {
	for _, c := range []struct{ params, in, want string }{
		{"format=flowed", "lay H6 \n8 W-SE\nrun auto", "lay H6 8 W-SE\nrun auto"},
		{"format=flowed; delsp=yes", "lay H6 8 W- \nSE\npa \nss", "lay H6 8 W-SE\npass"},
		{"format=flowed", "pass\n-- \nAmy \nsells", "pass"},
		{"format=flowed", "> one \n> two\npass \n> three", "pass"},
		{"format=flowed", " From here\n  pass", "From here\n pass"},
		{"charset=utf-8", "lay H6 \n8 W-SE", "lay H6\n8 W-SE"},
	} {
		raw := "Content-Type: text/plain; " + c.params + "\n\n" + c.in
		if got := Read([]byte(raw), usual).Text; got != c.want {
			t.Errorf("%s %q: %q, want %q", c.params, c.in, got, c.want)
		}
	}
}

// mixed makes a multipart mail of parts, each a header and a body.
func mixed(kind string, parts ...string) []byte {
	var b strings.Builder
	b.WriteString("From: amy@example.org\nMIME-Version: 1.0\nContent-Type: multipart/" + kind + "; boundary=\"=_x\"\n\npreamble\n")
	for _, p := range parts {
		b.WriteString("--=_x\n" + p + "\n")
	}
	b.WriteString("--=_x--\nepilogue\n")
	return []byte(b.String())
}

// TestParts reads what the parts of a mail hold.
func TestParts(t *testing.T) {
	const plain = "Content-Type: text/plain\n\n"
	const page = "Content-Type: text/html\n\n"
	for _, c := range []struct {
		name        string
		raw         []byte
		text, note  string
		class       Class
		attachments []string
	}{
		{"alternative", mixed("alternative", plain+"pass", page+"<p>sell</p>"), "pass", "", Human, nil},
		{"alternative, html first", mixed("alternative", page+"<p>sell</p>", plain+"pass"), "pass", "", Human, nil},
		{"alternative, empty text", mixed("alternative", plain+"\n \n", page+"<p>pass</p>"), "pass", "", Human, nil},
		{"mixed", mixed("mixed", plain+"pass", "Content-Type: image/png; name=map.png\nContent-Disposition: attachment\n\nx"),
			"pass", "Attachments are ignored.", Human, []string{"map.png"}},
		{"logo", mixed("related", page+"<p>pass</p>", "Content-Type: image/png\nContent-ID: <l>\n\nx"), "pass", "", Human, nil},
		{"text as attachment", mixed("mixed", plain+"pass", "Content-Disposition: attachment; filename=\"=?utf-8?q?z=C3=BCge?=.txt\"\n\nsell"),
			"pass", "Attachments are ignored.", Human, []string{"züge.txt"}},
		{"forwarded as a whole", mixed("mixed", plain+"pass", "Content-Type: message/rfc822\n\nSubject: x\n\nsell"),
			"pass", "Attachments are ignored.", Human, []string{"message/rfc822"}},
		{"signed", mixed("signed", plain+"pass", "Content-Type: application/pgp-signature\n\nx"), "pass", "", Human, nil},
		{"signed, with a card and a key", mixed("signed", "Content-Type: multipart/mixed; boundary=in\n\n--in\n"+plain+"pass\n--in\nContent-Type: text/vcard\nContent-Disposition: attachment; filename=amy.vcf\n\nBEGIN:VCARD\nNOTE:sell\n"+
			"--in\nContent-Type: application/pgp-keys\nContent-Disposition: attachment; filename=key.asc\n\nx\n--in--\n", "Content-Type: application/pgp-signature\n\nx"), "pass", "", Human, nil},
		{"winmail and text", mixed("mixed", plain+"pass", "Content-Type: application/ms-tnef\n\nx"), "pass", "winmail.dat", Human, nil},
		{"winmail", mixed("mixed", "Content-Type: application/ms-tnef\n\nx"), "", "winmail.dat", Unreadable, nil},
		{"encrypted", mixed("encrypted", "Content-Type: application/pgp-encrypted\n\nVersion: 1", plain+"x"), "", "encrypted", Unreadable, nil},
		{"s/mime", []byte("Content-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nMIA="), "", "encrypted", Unreadable, nil},
		{"pgp in the text", body("-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----"), "", "encrypted", Unreadable, nil},
		{"pgp signed text", body("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\npass\n- -- \n-----BEGIN PGP SIGNATURE-----\nx\n-----END PGP SIGNATURE-----\n"),
			"pass", "", Human, nil},
		{"no boundary", []byte("Content-Type: multipart/mixed\n\n--abc\nContent-Type: text/plain\n\npass\n--abc--\n"), "pass", "", Human, nil},
		{"no parts", []byte("Content-Type: multipart/mixed; boundary=zz\n\npass\n"), "pass", "", Human, nil},
		{"never closed", []byte("Content-Type: multipart/mixed; boundary=zz\n\n--zz\n\npass\n"), "pass", "", Human, nil},
		{"longer boundary", []byte("Content-Type: multipart/mixed; boundary=zz\n\n--zz\n\npass\n--zzz\nrun\n--zz--"), "pass\n--zzz\nrun", "", Human, nil},
		{"html called text", []byte("Content-Type: text/plain\n\n<html><p>pass</p></html>"), "pass", "", Human, nil},
		{"enriched", []byte("Content-Type: text/enriched\n\n<bold>pass</bold>"), "pass", "", Human, nil},
		{"no header", []byte("\n\npass"), "pass", "", Human, nil},
		{"no blank line", []byte("Subject: x\npass the turn\nplease\nnow\n"), "pass the turn\nplease\nnow", "", Human, nil},
		{"empty", nil, "", "", Human, nil},
	} {
		l := Read(c.raw, usual)
		if strings.TrimSpace(l.Text) != c.text || l.Class != c.class || !reflect.DeepEqual(l.Attachments, c.attachments) ||
			!strings.Contains(l.Note, c.note) || (c.note == "") != (l.Note == "") {
			t.Errorf("%s: text %q, note %q, class %s, attachments %v", c.name, l.Text, l.Note, l.Class, l.Attachments)
		}
	}
}

// TestLimits: what is over a limit is never carried out in part.
func TestLimits(t *testing.T) {
	many := strings.Repeat("pass\n", 300)
	for _, c := range []struct {
		name     string
		raw      []byte
		limits   Limits
		commands int
		note     string
	}{
		{"all", body(many), Limits{Commands: 300}, 300, ""},
		{"commands", body(many), Limits{}, 0, "too many lines"},
		{"lines", body(many), Limits{Lines: 20}, 0, "too long"},
		{"text", body(many), Limits{Text: 200}, 0, "too long"},
		{"text, but a cut line", body("pass\n> " + CutLine + "\n" + strings.ReplaceAll("\n"+many, "\n", "\n> ")), Limits{Text: 200}, 1, ""},
		{"header", body("pass"), Limits{Header: 20}, 0, "header"},
		{"parts", mixed("mixed", "\npass", "\npass", "\npass"), Limits{Parts: 2}, 0, "too many parts"},
		{"parts, enough", mixed("mixed", "\npass", "\npass", "\npass"), Limits{Parts: 4}, 3, ""},
		{"depth", mixed("mixed", "Content-Type: multipart/mixed; boundary=y\n\n--y\n\npass\n--y--"), Limits{Depth: 1}, 0, "too many parts"},
	} {
		l := Read(c.raw, c.limits)
		if len(l.Commands) != c.commands || !strings.Contains(l.Note, c.note) || (c.note == "") != (l.Note == "") {
			t.Errorf("%s: %d commands, note %q", c.name, len(l.Commands), l.Note)
		}
	}
}
