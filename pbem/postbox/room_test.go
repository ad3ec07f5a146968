package postbox

import "testing"

// A mailbox of which nothing is in use has a limit all the same. Of several limits the one counts of which most is used, and of the
// limits of other things none.
func TestRoom(t *testing.T) {
	for quota, want := range map[string]string{
		`(STORAGE 0 1000)`:                   "0 % of its 1000 KB",
		`(STORAGE 0 1000 MESSAGE 0 50)`:      "0 % of its 1000 KB",
		`(STORAGE 100 1000 MESSAGE 20 50)`:   "40 % of its 50 messages",
		`(STORAGE 10240 20480 MESSAGE 0 50)`: "50 % of its 20 MB",
		`(MAILBOX 7 10)`:                     "",
		`(STORAGE 0 0)`:                      "",
		`()`:                                 "",
	} {
		r, err := RoomOf(t.Context(), imapSaying(t, func(word, rest string) (says, end string) {
			switch word {
			case "CAPABILITY":
				return "* CAPABILITY IMAP4rev1 QUOTA\r\n", ""
			case "GETQUOTAROOT":
				return "* QUOTAROOT INBOX \"\"\r\n* QUOTA \"\" " + quota + "\r\n", ""
			}
			return "", ""
		}))
		if got := r.String(); err != nil || r.Known() != (want != "") || r.Known() && got[:len(want)] != want {
			t.Errorf("%s: %q, known %v, %v; want %q", quota, got, r.Known(), err, want)
		}
	}
}
