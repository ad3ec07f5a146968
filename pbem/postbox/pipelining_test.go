package postbox

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

// both runs a test with and without PIPELINING.
func both(t *testing.T, f func(t *testing.T, s *scripted, together bool)) {
	t.Run("together", func(t *testing.T) { f(t, scriptedServer(t, "PIPELINING"), true) })
	t.Run("one by one", func(t *testing.T) { f(t, scriptedServer(t), false) })
}

// taken fails unless a mail is taken, after so many turns for the connection, and the commands come as they should.
func taken(t *testing.T, s *scripted, from *Sender, before int, together bool) {
	t.Helper()
	if err := within(t, func() error { return from.Send(t.Context(), amy, pbem, mail("x")) }); err != nil {
		t.Fatal(err)
	}
	turns, ahead := before+4, 0
	if together {
		turns, ahead = before+2, 2
	}
	did := s.since()
	if did.turns != turns || did.ahead != ahead || len(did.data) != 1 || !strings.Contains(did.data[0], "\r\n..a leading dot\r\n") {
		t.Errorf("not %d turns and %d commands ahead: %+v", turns, ahead, did)
	}
}

func TestRoundTrips(t *testing.T) {
	both(t, func(t *testing.T, s *scripted, together bool) {
		from := sender(t, s.config())
		taken(t, s, from, 2, together) // the greeting and EHLO
		taken(t, s, from, 0, together)
		taken(t, s, from, 0, together)
	})
}

// refusals are answers with which no mail may be taken, and what Send says of them.
var refusals = map[string]struct {
	answers  map[string]string
	stage    Stage
	code     int
	enhanced string
	msg      string
	again    bool // on a new connection, because the old one cannot be used
	empty    bool // if sent together, an empty mail that goes to nobody
	data     bool // the mail itself was sent
}{
	"MAIL": {answers: map[string]string{"MAIL": "550 5.7.1 not you", "RCPT": "503 5.5.1 MAIL first", "DATA": "503 5.5.1 MAIL first"},
		stage: AtMail, code: 550, enhanced: "5.7.1", msg: "not you"},
	"MAIL for now": {answers: map[string]string{"MAIL": "451-4.3.0 one\r\n451 4.3.0 two", "RCPT": "503 no", "DATA": "503 no"},
		stage: AtMail, code: 451, enhanced: "4.3.0", msg: "one\ntwo"},
	"MAIL, but nothing else": {answers: map[string]string{"MAIL": "550 not you"}, stage: AtMail, code: 550, msg: "not you", again: true},
	"RCPT": {answers: map[string]string{"RCPT": "550 5.1.1 nobody", "DATA": "554 5.5.1 no recipients"},
		stage: AtRcpt, code: 550, enhanced: "5.1.1", msg: "nobody"},
	"RCPT for now": {answers: map[string]string{"RCPT": "450-4.2.0 grey\r\n450-4.2.0\r\n450 wait", "DATA": "503 no"},
		stage: AtRcpt, code: 450, enhanced: "4.2.0", msg: "grey\n4.2.0\nwait"},
	"RCPT, but not DATA":           {answers: map[string]string{"RCPT": "550 nobody", ".": "554 no recipients"}, stage: AtRcpt, code: 550, msg: "nobody", empty: true},
	"RCPT, but not an empty mail":  {answers: map[string]string{"RCPT": "451 later"}, stage: AtRcpt, code: 451, msg: "later", empty: true},
	"RCPT with an odd answer":      {answers: map[string]string{"RCPT": "354 what"}, stage: AtRcpt, code: 354, msg: "what", again: true},
	"DATA":                         {answers: map[string]string{"DATA": "451 4.3.1 full"}, stage: AtData, code: 451, enhanced: "4.3.1", msg: "full"},
	"DATA for good":                {answers: map[string]string{"DATA": "554 5.7.0 no"}, stage: AtData, code: 554, enhanced: "5.7.0", msg: "no"},
	"DATA with an odd answer":      {answers: map[string]string{"DATA": "250 ok"}, stage: AtData, code: 250, msg: "ok", again: true},
	"the mail":                     {answers: map[string]string{".": "552 5.3.4 too large"}, stage: AtData, code: 552, enhanced: "5.3.4", msg: "too large", data: true},
	"the mail for now":             {answers: map[string]string{".": "451 4.0.0 later"}, stage: AtData, code: 451, enhanced: "4.0.0", msg: "later", data: true},
	"MAIL, then closed":            {answers: map[string]string{"MAIL": "554 5.7.1 go" + gone}, stage: AtMail, code: 554, enhanced: "5.7.1", msg: "go", again: true},
	"RCPT, then closed":            {answers: map[string]string{"RCPT": "554 5.7.1 go" + gone}, stage: AtRcpt, code: 554, enhanced: "5.7.1", msg: "go", again: true},
	"MAIL with 421":                {answers: map[string]string{"MAIL": "421 4.3.2 down", "RCPT": gone}, stage: AtMail, code: 421, enhanced: "4.3.2", msg: "down", again: true},
	"RCPT with 421":                {answers: map[string]string{"RCPT": "421 4.3.2 down" + gone}, stage: AtRcpt, code: 421, enhanced: "4.3.2", msg: "down", again: true},
	"DATA with 421":                {answers: map[string]string{"DATA": "421 4.3.2 down" + gone}, stage: AtData, code: 421, enhanced: "4.3.2", msg: "down", again: true},
	"RCPT, then 421":               {answers: map[string]string{"RCPT": "550 nobody", "DATA": "421 too many errors" + gone, "RSET": gone}, stage: AtRcpt, code: 550, msg: "nobody", again: true},
	"RCPT, then 421 to the dot":    {answers: map[string]string{"RCPT": "550 nobody", ".": "421 too many errors" + gone, "RSET": gone}, stage: AtRcpt, code: 550, msg: "nobody", empty: true, again: true},
	"RCPT, then gone with the dot": {answers: map[string]string{"RCPT": "550 nobody", ".": gone, "RSET": gone}, stage: AtRcpt, code: 550, msg: "nobody", empty: true, again: true},
	"the mail with 421":            {answers: map[string]string{".": "421 4.3.2 down" + gone}, stage: AtData, code: 421, enhanced: "4.3.2", msg: "down", again: true, data: true},
	"an answer too many":           {answers: map[string]string{"RCPT": "550 nobody\r\n550 nobody", "RSET": gone}, stage: AtRcpt, code: 550, msg: "nobody", again: true},
	"an odd answer, then one more": {answers: map[string]string{"MAIL": "550 no", "RCPT": "what\r\n503 no", "DATA": "503 no"}, stage: AtMail, code: 550, msg: "no", again: true},
	"codes without a text":         {answers: map[string]string{"RCPT": "550 5.1.1", "DATA": "503 5.5.1"}, stage: AtRcpt, code: 550, msg: "5.1.1"},
}

// A refusal at any stage is told with its stage, whatever comes after it, and costs the next mail nothing.
func TestRefusedAtEachStage(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(refusals)) {
		want := refusals[name]
		t.Run(name, func(t *testing.T) {
			both(t, func(t *testing.T, s *scripted, together bool) {
				from := sender(t, s.config())
				s.say(want.answers)
				e := classified(t, within(t, func() error { return from.Send(t.Context(), amy, pbem, mail("x")) }))
				if e.Stage != want.stage || e.Code != want.code || e.Enhanced != want.enhanced || e.Msg != want.msg || e.Temporary != (want.code < 500) {
					t.Errorf("says %+v", e)
				}
				did := s.since()
				switch data := did.data; {
				case want.data && len(data) == 1 && data[0] != "":
				case want.empty && together && len(data) == 1 && data[0] == "":
				case !want.data && !(want.empty && together) && len(data) == 0:
				default:
					t.Errorf("%+v", did)
				}
				s.say(nil)
				closed := from.conn == nil
				if closed != want.again && together {
					t.Errorf("closed: %v", closed)
				}
				if closed {
					taken(t, s, from, 2, together)
				} else {
					taken(t, s, from, 0, together)
				}
			})
		})
	}
}

// A server that closes the connection within a group is not sent groups for a while. It says nothing of the
// mail. On a connection that was used before, the mail is sent again at once, where nothing of it can have
// been taken.
func TestClosedWithinAGroup(t *testing.T) {
	for _, reused := range []bool{false, true} {
		for word, stage := range map[string]Stage{"MAIL": AtMail, "RCPT": AtRcpt, "DATA": AtData} {
			t.Run(fmt.Sprint(word, reused), func(t *testing.T) {
				s := scriptedServer(t, "PIPELINING")
				from := sender(t, s.config())
				if reused {
					taken(t, s, from, 2, true)
				}
				s.offer(false, "PIPELINING")
				s.say(map[string]string{word: gone})
				e := classified(t, from.Send(t.Context(), amy, pbem, mail("x")))
				did := s.since()
				if e.Code != 0 || !e.Temporary || e.Stage != stage || len(did.data) > 0 {
					t.Errorf("says %+v: %+v", e, did)
				}
				if again := reused && word != "DATA"; again != (did.conns == 1 && reused) {
					t.Errorf("reused %v: %+v", reused, did)
				}
				s.say(nil)
				taken(t, s, from, 2, false)
				s.offer(true, "PIPELINING")
				from.hangUp()
				from.single = time.Now()
				s.since()
				taken(t, s, from, 2, true)
			})
		}
	}
}

// On a connection that was used before, a mail is sent again at once if the server cannot have taken it.
func TestSentAgainAtOnce(t *testing.T) {
	for word, mails := range map[string]int{"MAIL": 1, "RCPT": 1, "DATA": 0, ".": 1} {
		t.Run(word, func(t *testing.T) {
			both(t, func(t *testing.T, s *scripted, together bool) {
				from := sender(t, s.config())
				if err := from.Send(t.Context(), amy, pbem, mail("x")); err != nil {
					t.Fatal(err)
				}
				s.since()
				s.offer(false, s.offers...)
				s.mend()
				s.say(map[string]string{word: gone})
				err := from.Send(t.Context(), amy, pbem, mail("x"))
				did := s.since()
				if len(did.data) != mails || (err == nil) != (word == "MAIL" || word == "RCPT") {
					t.Errorf("%v: %+v", err, did)
				}
				if within := together && (word == "RCPT" || word == "DATA"); within == from.single.IsZero() {
					t.Errorf("one at a time until %v", from.single)
				}
			})
		})
	}
}

// A server that falls silent within a group is not sent groups for a while.
func TestSilentWithinAGroup(t *testing.T) {
	for word, stage := range map[string]Stage{"MAIL": AtMail, "RCPT": AtRcpt, "DATA": AtData} {
		s := scriptedServer(t)
		s.offer(false, "PIPELINING")
		cfg := s.config()
		cfg.Timeout = short
		from := sender(t, cfg)
		s.say(map[string]string{word: silence})
		err := within(t, func() error { return from.Send(t.Context(), amy, pbem, mail("x")) })
		sentence(t, err, TimedOut, "gave no answer within 300ms ("+string(stage)+")")
		if e := classified(t, err); e.Stage != stage || !e.Temporary {
			t.Errorf("says %+v", e)
		}
		s.since()
		s.say(nil)
		taken(t, s, from, 2, false)
	}
}

// After 421 no answers to the rest of a group come.
func TestNothingAfter421(t *testing.T) {
	s := scriptedServer(t)
	s.offer(false, "PIPELINING")
	cfg := s.config()
	cfg.Timeout = time.Hour
	from := sender(t, cfg)
	s.say(map[string]string{"MAIL": "421 down", "RCPT": silence})
	if e := classified(t, within(t, func() error { return from.Send(t.Context(), amy, pbem, mail("x")) })); e.Code != 421 {
		t.Errorf("says %+v", e)
	}
}

// An answer that comes late, after one that could not be read, is not taken for that to another command.
func TestLateAnswer(t *testing.T) {
	s := scriptedServer(t)
	s.offer(false, "PIPELINING")
	from := sender(t, s.config())
	s.say(map[string]string{"MAIL": "550 no", "RCPT": "what", "DATA": late + "250 ok"})
	if e := classified(t, from.Send(t.Context(), amy, pbem, mail("x"))); e.Code != 550 || from.conn != nil {
		t.Errorf("says %+v; closed: %v", e, from.conn == nil)
	}
}

// A server that has closed an idle connection says nothing of PIPELINING.
func TestClosedBetweenMails(t *testing.T) {
	for _, answer := range []string{"250 taken" + gone, "250 taken\r\n421 idle" + gone, "250 taken\r\n250 taken"} {
		s := scriptedServer(t, "PIPELINING")
		from := sender(t, s.config())
		s.say(map[string]string{".": answer})
		taken(t, s, from, 2, true)
		s.say(nil)
		taken(t, s, from, 2, true)
		if !from.single.IsZero() {
			t.Error("groups are not sent any more")
		}
	}
}

// What a server says after it has asked for the mail cannot be its answer to the mail.
func TestAnsweredInAdvance(t *testing.T) {
	both(t, func(t *testing.T, s *scripted, _ bool) {
		from := sender(t, s.config())
		s.say(map[string]string{"DATA": "354 go on\r\n250 taken"})
		e := classified(t, from.Send(t.Context(), amy, pbem, mail("x")))
		if did := s.since(); e.Code != 0 || !e.Temporary || e.Stage != AtData || len(did.data) > 0 || from.conn != nil {
			t.Errorf("says %+v: %+v", e, did)
		}
	})
}

// An answer without an end is cut off.
func TestEndlessAnswer(t *testing.T) {
	for _, word := range []string{"", "EHLO", "MAIL", "RCPT", "DATA", "."} {
		both(t, func(t *testing.T, s *scripted, _ bool) {
			from := sender(t, s.config())
			s.say(map[string]string{word: strings.Repeat("250-more\r\n", mostSaid/4)})
			err := within(t, func() error { return from.Send(t.Context(), amy, pbem, mail("x")) })
			sentence(t, err, Lost, "more than it was asked for")
		})
	}
}

// What a mail's MAIL says depends on what the server offers.
func TestParametersOfMail(t *testing.T) {
	size := fmt.Sprint(len(mail("x")))
	for offers, lines := range map[string][2]string{
		"":                               {"MAIL FROM:<" + amy + ">", ""},
		"SIZE 1000,8BITMIME,SMTPUTF8":    {"MAIL FROM:<" + amy + "> BODY=8BITMIME SIZE=" + size, "MAIL FROM:<" + amy + "> BODY=8BITMIME SIZE=" + size + " SMTPUTF8"},
		"size,smtputf8":                  {"MAIL FROM:<" + amy + "> SIZE=" + size, "MAIL FROM:<" + amy + "> SIZE=" + size + " SMTPUTF8"},
		"8BITMIME,PIPELINING":            {"MAIL FROM:<" + amy + "> BODY=8BITMIME", ""},
		"8BITMIME,DSN,SMTPUTF8,CHUNKING": {"MAIL FROM:<" + amy + "> BODY=8BITMIME", "MAIL FROM:<" + amy + "> BODY=8BITMIME SMTPUTF8"},
	} {
		s := scriptedServer(t, strings.Split(offers, ",")...)
		from := sender(t, s.config())
		for i, to := range []string{pbem, "åsa@demo.example"} {
			err := from.Send(t.Context(), amy, to, mail("x"))
			heard := s.since().heard
			if lines[i] == "" {
				sentence(t, err, Misconfigured, "letters outside of ASCII")
				continue
			}
			if err != nil || !slices.Contains(heard, lines[i]) || !slices.Contains(heard, "RCPT TO:<"+to+">") {
				t.Errorf("%q: %v: %q", offers, err, heard)
			}
		}
		err := from.Send(t.Context(), "åsa@demo.example", pbem, mail("x"))
		if can := lines[1] != ""; (err == nil) != can || !can && KindOf(err) != Misconfigured {
			t.Errorf("%q: from an address that begins with such a letter: %v", offers, err)
		}
	}
}

// Why a server turns us away is told, however early it does so.
func TestTurnedAway(t *testing.T) {
	for word, want := range map[string]string{
		"": "lets nobody in for now (greeting): 421 try again later", "EHLO": "lets nobody in for now (greeting): 421 try again later",
		"STARTTLS": "lets nobody in for now (greeting): 421 try again later", "AUTH": "lets nobody in for now (logging in): 421 try again later",
	} {
		s := scriptedServer(t, "STARTTLS", "AUTH PLAIN")
		cfg := s.config()
		cfg.User = amy
		if word == "STARTTLS" {
			cfg.Security = StartTLS
		}
		s.say(map[string]string{word: "421-4.7.0 try again\r\n421 4.7.0 later" + gone})
		sentence(t, sender(t, cfg).Send(t.Context(), amy, pbem, mail("x")), Busy, want)
	}
}

// A server that does not know EHLO is greeted with HELO.
func TestHelo(t *testing.T) {
	s := scriptedServer(t)
	s.say(map[string]string{"EHLO": "502 5.5.1 what"})
	taken(t, s, sender(t, s.config()), 3, false)
}

// What stands in plain text after the answer to STARTTLS may be from somebody else.
func TestInjectedBeforeTLS(t *testing.T) {
	s := scriptedServer(t, "STARTTLS", "AUTH PLAIN")
	cfg := s.config()
	cfg.Security, cfg.User = StartTLS, amy
	s.say(map[string]string{"STARTTLS": "220 go\r\n250-hello\r\n250 AUTH PLAIN"})
	sentence(t, sender(t, cfg).Send(t.Context(), amy, pbem, mail("x")), Lost, "answered what it was not asked")
	if heard := s.since().heard; heard[len(heard)-1] != "STARTTLS" {
		t.Errorf("heard %q", heard)
	}
}

// Commands cannot be added to by a name with a line break.
func TestLineBreakInCommand(t *testing.T) {
	s := scriptedServer(t)
	cfg := s.config()
	cfg.Hello = "me\r\nRSET"
	sentence(t, sender(t, cfg).Send(t.Context(), amy, pbem, mail("x")), Misconfigured, "cannot be sent")
	if heard := s.since().heard; len(heard) > 0 {
		t.Errorf("heard %q", heard)
	}
}

// A challenge that a mechanism does not know ends the connection.
func TestOddChallenge(t *testing.T) {
	for _, answer := range []string{"334 bW9yZQ==", "334 !"} {
		s := scriptedServer(t, "AUTH PLAIN")
		cfg := s.config()
		cfg.User = amy
		s.say(map[string]string{"AUTH": answer})
		sentence(t, sender(t, cfg).Send(t.Context(), amy, pbem, mail("x")), Lost, "logging in")
	}
}
