package postbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"pbem/pbem/postoffice"
)

// spammer is another client of the mailbox, which plays the provider.
func spammer(t *testing.T, o *postoffice.Office, folder string) *imapclient.Client {
	t.Helper()
	c, err := imapclient.DialInsecure(o.IMAPAddr(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.Login(pbem, "secret").Wait(); err != nil {
		t.Fatal(err)
	}
	if err := c.Create(folder, nil).Wait(); err != nil {
		t.Fatal(err)
	}
	return c
}

// lay puts a mail into a folder.
func lay(t *testing.T, c *imapclient.Client, folder, subject string, flags ...imap.Flag) {
	t.Helper()
	raw := mail(subject)
	cmd := c.Append(folder, int64(len(raw)), &imap.AppendOptions{Flags: flags})
	if _, err := cmd.Write(raw); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
}

// isOurs takes mails with "ours" in their subject. It notes all that it sees.
func isOurs(seen *[]string) func([]byte) (bool, error) {
	return func(head []byte) (bool, error) {
		_, rest, _ := bytes.Cut(head, []byte("Subject: "))
		subject, _, _ := strings.Cut(string(rest), "\r\n")
		*seen = append(*seen, subject)
		return strings.HasPrefix(subject, "ours"), nil
	}
}

// Ours are moved to the inbox, each mail is looked at once, and those that were worked on are left alone.
func TestSpamFolder(t *testing.T) {
	for _, c := range []struct {
		folder string
		say    string // the host's word
	}{
		{"Junk", ""}, {"[Gmail]/Spam", ""}, {"Junk E-mail", ""}, {"Bulk", ""}, {"Müll", "Müll"},
	} {
		t.Run(c.folder, func(t *testing.T) {
			o := office(t, postoffice.Config{})
			provider := spammer(t, o, c.folder)
			cfg := imapConfig(o)
			cfg.Spam = c.say
			deliver(t, o, "in the inbox")
			for _, subject := range []string{"ours 1", "cheap", "ours 2"} {
				lay(t, provider, c.folder, subject)
			}
			lay(t, provider, c.folder, "ours, done", "$PBEMDone")
			var seen []string
			spam := NewSpamFolder(cfg)
			fetch := func(want int) {
				t.Helper()
				if n, err := spam.Fetch(t.Context(), isOurs(&seen)); n != want || err != nil {
					t.Fatalf("%d were fetched: %v; want %d", n, err, want)
				}
			}
			fetch(2)
			fetch(0)
			lay(t, provider, c.folder, "ours 3")
			lay(t, provider, c.folder, "cheaper")
			fetch(1)
			if got := strings.Join(seen, ", "); got != "ours 1, cheap, ours 2, ours 3, cheaper" {
				t.Errorf("it looked at %s", got)
			}
			if inbox, left := flags(t, o, "INBOX"), flags(t, o, c.folder); len(inbox) != 4 || len(left) != 3 {
				t.Errorf("in the inbox are %v, in the folder %v", inbox, left)
			}
		})
	}
}

// A server that cannot move leaves what was copied, marked as deleted. A service that starts anew does not fetch it again, nor what a
// person has deleted.
func TestSpamIsCopiedOnce(t *testing.T) {
	o := office(t, postoffice.Config{Basic: true})
	provider := spammer(t, o, "Junk")
	lay(t, provider, "Junk", "ours 1")
	lay(t, provider, "Junk", "ours, deleted", imap.FlagDeleted)
	for _, want := range []int{1, 0} {
		var seen []string
		if n, err := NewSpamFolder(imapConfig(o)).Fetch(t.Context(), isOurs(&seen)); n != want || err != nil || len(seen) != want {
			t.Errorf("%d were fetched of %v: %v; want %d", n, seen, err, want)
		}
	}
	if inbox := flags(t, o, "INBOX"); len(inbox) != 1 {
		t.Errorf("in the inbox are %v", inbox)
	}
}

// A mailbox without a spam folder, or with one that the host wants left alone, is not touched.
func TestNoSpamFolder(t *testing.T) {
	o := office(t, postoffice.Config{})
	cfg := imapConfig(o)
	never := func([]byte) (bool, error) { t.Error("a message was looked at"); return true, nil }
	if n, err := NewSpamFolder(cfg).Fetch(t.Context(), never); n != 0 || err != nil {
		t.Error(n, err)
	}
	lay(t, spammer(t, o, "Junk"), "Junk", "ours")
	for folder, read := range map[string]string{NoSpam: "", "": "Junk"} { // the host may read the spam folder itself
		cfg.Spam, cfg.Folder = folder, read
		if n, err := NewSpamFolder(cfg).Fetch(t.Context(), never); n != 0 || err != nil {
			t.Errorf("%q, reading %q: %d, %v", folder, read, n, err)
		}
	}
	cfg.Spam, cfg.Folder = "Junk", "Junk"
	if n, err := NewSpamFolder(cfg).Fetch(t.Context(), never); n != 0 || err != nil {
		t.Errorf("the spam folder is the one that is read: %d, %v", n, err)
	}
	cfg.Spam, cfg.Folder = "Nowhere", ""
	_, err := NewSpamFolder(cfg).Fetch(t.Context(), never)
	sentence(t, err, NoFolder, "Nowhere")
}

// A server that says what its folders are for is believed, also if it does so only when nobody asks, and its names say nothing.
func TestNamedSpamFolder(t *testing.T) {
	for _, asked := range []bool{true, false} {
		cfg := imapSaying(t, func(word, rest string) (says, end string) {
			switch {
			case word == "CAPABILITY":
				return "* CAPABILITY IMAP4rev1 SPECIAL-USE\r\n", ""
			case word == "LIST" && strings.Contains(rest, "RETURN") != asked:
				return "", "BAD what is RETURN?"
			case word == "LIST":
				return "* LIST () \"/\" Spam\r\n* LIST (\\Noselect) \"/\" Junk\r\n* LIST (\\Junk) \"/\" Ablage\r\n", ""
			}
			return "", ""
		})
		if name, err := open(t, cfg).spam(t.Context()); name != "Ablage" || err != nil {
			t.Errorf("asked %v: the spam folder is %q: %v", asked, name, err)
		}
	}
}

// Of a folder that has been filled for years the newest are looked at, and what cannot be moved is tried again.
func TestFullSpamFolder(t *testing.T) {
	o := office(t, postoffice.Config{})
	provider := spammer(t, o, "Spam")
	lay(t, provider, "Spam", "ours, old")
	for i := range mostSpam - 1 {
		lay(t, provider, "Spam", fmt.Sprint("cheap ", i))
	}
	lay(t, provider, "Spam", "ours")
	var seen []string
	spam := NewSpamFolder(imapConfig(o))
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if n, err := spam.Fetch(stopped, isOurs(&seen)); n != 0 || err == nil {
		t.Fatalf("%d were fetched without a connection: %v", n, err)
	}
	n, err := spam.Fetch(t.Context(), isOurs(&seen))
	if n != 1 || err != nil || len(seen) != mostSpam || slices.Contains(seen, "ours, old") {
		t.Errorf("%d of %d were fetched: %v", n, len(seen), err)
	}
}

// What cannot be judged because the store is away is looked at again.
func TestSpamIsJudgedLater(t *testing.T) {
	o := office(t, postoffice.Config{})
	lay(t, spammer(t, o, "Junk"), "Junk", "ours")
	spam, away := NewSpamFolder(imapConfig(o)), errors.New("the store is away")
	if n, err := spam.Fetch(t.Context(), func([]byte) (bool, error) { return false, away }); n != 0 || !errors.Is(err, away) {
		t.Fatalf("%d were fetched: %v", n, err)
	}
	var seen []string
	if n, err := spam.Fetch(t.Context(), isOurs(&seen)); n != 1 || err != nil {
		t.Errorf("%d were fetched when it is back: %v", n, err)
	}
}

// The check tells what lies there.
func TestCheckSpamFolder(t *testing.T) {
	o := office(t, postoffice.Config{})
	provider := spammer(t, o, "Junk")
	found := func(spam string) string {
		cfg := imapConfig(o)
		cfg.Spam = spam
		var out []string
		for _, f := range Check(t.Context(), cfg, smtpConfig(o)) {
			out = append(out, f.String())
		}
		return strings.Join(out, "\n")
	}
	if got := found(""); !strings.Contains(got, "ok    the IMAP server "+o.IMAPAddr()+": the spam folder Junk has 0 messages; answers to our mails are fetched from there.") {
		t.Error(got)
	}
	lay(t, provider, "Junk", "cheap")
	if got := found(""); !strings.Contains(got, "the spam folder Junk has one message") || !strings.Contains(got, "look whether there is any") {
		t.Error(got)
	}
	if got := found(NoSpam); strings.Contains(got, "spam") {
		t.Error(got)
	}
	if got := found("Nowhere"); !strings.Contains(got, "FAIL") || !strings.Contains(got, `Set "spam_folder" in [imap]`) {
		t.Error(got)
	}
}
