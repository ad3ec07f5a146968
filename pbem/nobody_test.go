package pbem

import (
	"slices"
	"strings"
	"testing"

	"pbem/pbem/desk"
	"pbem/pbem/intake"
	"pbem/pbem/postbox"
)

// The host is told of an address that does not exist when the first mail to it comes back, or is refused at once; the other players are
// not. With the right address the player gets the mail that begins the game.
func TestMistypedAddress(t *testing.T) {
	for name, back := range map[string]func(d *testService){
		"came back": func(d *testService) {
			id := quotedTo(t, d.flush(), "brain@example.org")
			d.receive(bounce(1, testAddress, "brain@example.org", "5.1.1", id), desk.OutcomeIgnored)
		},
		"refused": func(d *testService) {
			d.post.refuse = refuses("brain@example.org", &postbox.SendError{Stage: postbox.AtRcpt, Code: 550, Enhanced: "5.1.1", Msg: "no such user"})
			d.flush()
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newTestService(t)
			d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brain@example.org>", "Crystal <crystal@example.org>")...)
			back(d)
			mails := d.flush()
			if got := recipients(mails); !slices.Equal(got, []string{"host@example.org"}) {
				t.Fatalf("told: %v", got)
			}
			said := readBack(t, mails[0])
			for _, want := range []string{"There is no address brain@example.org", "g1 (Shoreline): Brian", "host address all brain@example.org NEW"} {
				if !strings.Contains(said.header.Get("Subject")+said.text, want) {
					t.Errorf("the host is not told %q:\n%s", want, said.text)
				}
			}
			d.post.refuse = nil
			d.says("address all brain@example.org brian@example.org")
			told := false
			for _, m := range d.flush() {
				told = told || m.to == "brian@example.org" && strings.Contains(text(t, m), "Welcome to Shoreline")
			}
			if !told {
				t.Error("the player is not told that the game has begun")
			}
		})
	}
}

// A full mailbox is no reason to call the host at once: the player will see to it.
func TestMailThatComesBackForAnotherReason(t *testing.T) {
	d := newTestService(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	id := quotedTo(t, d.flush(), "brian@example.org")
	d.receive(bounce(1, testAddress, "brian@example.org", "5.2.2", id), desk.OutcomeIgnored)
	if got := recipients(d.flush()); len(got) > 0 {
		t.Errorf("told: %v", got)
	}
}

// Whoever's provider puts the first mail off gets the next one in its place, which welcomes them all the same.
func TestFirstMailThatIsPutOff(t *testing.T) {
	d := newTestService(t)
	d.start("Shoreline", seats(t, "Amy <amy@example.org>", "Brian <brian@example.org>", "Crystal <crystal@example.org>")...)
	d.post.refuse = away("brian@example.org")
	d.flush()
	d.receive(d.from("p1", "1@example.org", "reserve NLN"), desk.OutcomeApplied)
	d.post.refuse = nil
	d.now = d.now.Add(intake.LastRetry)
	if got := to(d.flush(), "brian@example.org"); !strings.Contains(got, "Welcome to Shoreline") || !strings.Contains(got, "NLN") {
		t.Errorf("Brian is told:\n%s", got)
	}
}
