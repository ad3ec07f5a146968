package pbem

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pbem/internal/testsize"
	"pbem/pbem/desk"
	"pbem/pbem/letter"
	"pbem/pbem/senders"
)

// A report is a delivery report as a server sends it: a file in testdata/reports, whose
// name says what it reports, or a real one, of which it must be found out.
type report struct {
	name string
	raw  []byte
	own  bool
}

func reports(t *testing.T, pattern string, own bool) []report {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var out []report
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
		out = append(out, report{strings.TrimSuffix(filepath.Base(name), ".eml"), raw, own})
	}
	return out
}

// about returns the report as if it were about a mail of the service; n tells it from
// others. quotes says whether it quotes anything of the mail.
func (r report) about(m sent, n int, service string) (raw []byte, quotes bool) {
	head, _, _ := bytes.Cut(bytes.ReplaceAll(m.raw, []byte("\r\n"), []byte("\n")), []byte("\n\n"))
	if r.own {
		rewritten := regexp.MustCompile(`(?m)^Message-Id: .*\n|^Message-ID: .*\n`).ReplaceAll(head, fmt.Appendf(nil, "Message-ID: <0100%d-ses@email.amazonses.example>\n", n))
		text := string(r.raw)
		quotes = strings.Contains(text, "@HEADER@") || strings.Contains(text, "@REWRITTEN@")
		return []byte(strings.NewReplacer("@HEADER@", string(head), "@REWRITTEN@", string(rewritten), "@TO@", m.to, "@SERVICE@", service, "@N@", fmt.Sprint(n)).Replace(text)), quotes
	}
	top, body, _ := bytes.Cut(r.raw, []byte("\n\n"))
	top = regexp.MustCompile(`(?mi)^(message-id:\s*<)`).ReplaceAll(top, fmt.Appendf(nil, "${1}%d.", n))
	top = fmt.Appendf(top, "\nX-Report: %d", n)
	block := quotedHeader(string(body))
	if block == "" {
		body = senders.DateQuoted.ReplaceAll(body, fmt.Appendf(nil, "Date: the %d. of March", n)) // the date of another mail
		return bytes.Join([][]byte{top, body}, []byte("\n\n")), false
	}
	prefix := block[:strings.IndexFunc(block, func(r rune) bool { return r != ' ' && r != '\t' && r != '>' })]
	ours := prefix + strings.ReplaceAll(string(head), "\n", "\n"+prefix) + "\n"
	return bytes.Join([][]byte{top, []byte(strings.Replace(string(body), block, ours, 1))}, []byte("\n\n")), true
}

var (
	headerLine   = regexp.MustCompile(`^[ \t>]*[A-Za-z][A-Za-z0-9-]*:`)
	headerOfMail = regexp.MustCompile(`(?i)^[ \t>]*(message-id|from|to|subject|received|date|return-path|mime-version):`)
)

// quotedHeader finds the header of the returned mail in the body of a report: the run of
// fields that has most of those that mails have.
func quotedHeader(body string) string {
	best, most, block, n := "", 2, "", 0
	end := func() {
		if n > most {
			best, most = block, n
		}
		block, n = "", 0
	}
	for line := range strings.SplitAfterSeq(body, "\n") {
		switch {
		case headerLine.MatchString(line):
			if headerOfMail.MatchString(line) {
				n++
			}
			block += line
		case block != "" && strings.TrimSpace(line) != "" && (line[0] == ' ' || line[0] == '\t'):
			block += line
		default:
			end()
		}
	}
	end()
	return best
}

// replayed sends a report about each of three mails that the service has sent to a
// player. after is the number of reports after which the player's address is suspended,
// or 0.
func (r report) replayed(t *testing.T, verp bool) (after, score int, quotes bool) {
	t.Helper()
	d := newTestService(t)
	d.cfg.VERP = verp
	d.restart(d.db)
	d.three()
	const to = "brian@example.org"
	n := len(r.raw)
	for i := range 3 {
		d.now = d.now.Add(time.Hour)
		d.receive(d.from("p1", fmt.Sprintf("%d@example.org", i), []string{"press hello", "press again", "press once more"}[i]), desk.OutcomeApplied)
		var mail sent
		for _, m := range d.flush() {
			if m.to == to {
				mail = m
			}
		}
		var raw []byte
		raw, quotes = r.about(mail, n+i, testAddress)
		if verp {
			raw = append([]byte("Delivered-To: "+d.service.Office.VERP(to)+"\n"), raw...)
		}
		d.receive(raw, desk.OutcomeIgnored)
		if away, err := d.service.Draft().Suspended(to); err != nil {
			t.Fatal(err)
		} else if away {
			return i + 1, d.score(to), quotes
		}
	}
	if d.score("amy@example.org")+d.score("crystal@example.org") > 0 {
		t.Errorf("%s: somebody else is blamed", r.name)
	}
	return 0, d.score(to), quotes
}

// Reports in the form of the most common servers: if they are about mails that were given
// up, the third one suspends the player, with or without VERP. Reports about delays and
// successes, and automatic answers in their words, count nothing.
func TestReports(t *testing.T) {
	testsize.SkipRace(t)
	all := reports(t, "testdata/reports/*.eml", true)
	if len(all) < 14 {
		t.Fatalf("%d reports", len(all))
	}
	for _, r := range all {
		for _, verp := range []bool{false, true} {
			after, score, _ := r.replayed(t, verp)
			if want := strings.HasPrefix(r.name, "failed-"); want && after != 3 || !want && score != 0 {
				t.Errorf("%s, VERP %v: suspended after %d mails, score %d", r.name, verp, after, score)
			}
		}
	}
}

// everyNth yields each n-th of a list.
func everyNth[T any](all []T, n int) iter.Seq[T] {
	return func(yield func(T) bool) {
		for i := 0; i < len(all) && yield(all[i]); i += n {
		}
	}
}

// Real reports, changed so that they are about mails of the service.
func TestRealReports(t *testing.T) {
	serial(t)
	all := reports(t, "../../shared/mails/bounces/*.eml", false)
	if len(all) == 0 {
		t.Skip("no real reports here: ../../shared/mails/bounces is absent")
	}
	all = slices.Collect(everyNth(all, testsize.Part(4, 3, 2, 1)))
	states, found := map[letter.State]int{}, map[string]int{}
	for _, r := range all {
		l := letter.Read(r.raw, letter.Limits{})
		if l.Bounce == nil {
			found[string(l.Class)]++
			continue
		}
		states[l.Bounce.State]++
		for _, verp := range []bool{false, true} {
			after, score, quotes := r.replayed(t, verp)
			switch failed := l.Bounce.State == letter.Failed; {
			case l.Bounce.State == letter.Delayed || l.Bounce.State == letter.Delivered:
				if score != 0 {
					t.Errorf("%s, VERP %v: a report of no failure counts %d", r.name, verp, score)
				}
			case failed && quotes && after != 3:
				t.Errorf("%s, VERP %v: suspended after %d mails, score %d", r.name, verp, after, score)
			case failed && after == 3:
				found[fmt.Sprintf("suspends, VERP %v", verp)]++
			case failed:
				found["quotes nothing of the mail"]++
			}
		}
	}
	t.Logf("%d files: %v", len(all), states)
	for _, what := range slices.SortedFunc(maps.Keys(found), cmp.Compare[string]) {
		t.Logf("%s: %d", what, found[what])
	}
	if states[letter.Failed] < len(all)*4/5 || found["suspends, VERP false"] < states[letter.Failed]*4/5 || found["suspends, VERP true"] != found["suspends, VERP false"] {
		t.Errorf("states %v, found %v", states, found)
	}
}

// A reply address proves nothing, whoever writes it. The address of one seat is not
// proven by the Message-ID of another seat's mail.
func TestForgedReplyAddresses(t *testing.T) {
	d := newTestService(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	brians := quotedTo(t, d.flush(), "brian@example.org")
	for i, replyTo := range []string{
		"pbem+g1.p1.aaaaaaaaaaaaaaaa@play.example",
		"pbem+g1.p1@play.example", "pbem+g1.p9.aaaaaaaaaaaaaaaa@play.example", "pbem+g99.p1.aaaaaaaaaaaaaaaa@play.example",
		strings.Replace(d.reply("g1.p1"), ".p1.", ".p2.", 1),
		strings.Replace(d.reply("g1.p1"), "@play.example", "@play.example.net", 1), d.reply("g1.p1"),
	} {
		raw := bytes.Replace(bounce(i, testAddress, "amy@example.org", "5.1.1", "<x@y>"), []byte("Subject: a game"), []byte("Reply-To: "+replyTo), 1)
		d.receive(raw, desk.OutcomeIgnored)
	}
	both := bytes.Replace(bounce(50, testAddress, "amy@example.org", "5.1.1", brians), []byte("Subject: a game"), []byte("Reply-To: "+d.reply("g1.p1")), 1)
	d.receive(both, desk.OutcomeIgnored)
	if a, b := d.score("amy@example.org"), d.score("brian@example.org"); a != 0 || b != 0 {
		t.Errorf("scores %d and %d", a, b)
	}
}
