package people

import (
	"strings"
	"testing"
	"time"

	"pbem/pbem/calendar"
)

// Daily mails are sent at the hour on the reader's clock, even on days when summer time changes.
func TestDaily(t *testing.T) {
	berlin, err := calendar.ParseZone("Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for now, want := range map[string]string{
		"2026-03-02T17:59:00Z": "2026-03-03T06:00:00Z",
		"2026-03-02T05:59:00Z": "2026-03-02T06:00:00Z",
		"2026-03-02T06:00:00Z": "2026-03-03T06:00:00Z",
		"2026-03-28T12:00:00Z": "2026-03-29T05:00:00Z", // summer time begins
		"2026-10-24T12:00:00Z": "2026-10-25T06:00:00Z", // and ends
	} {
		at, err := time.Parse(time.RFC3339, now)
		if err != nil {
			t.Fatal(err)
		}
		if got := NextDaily(at, "07:00", berlin).UTC().Format(time.RFC3339); got != want {
			t.Errorf("after %s comes %s, want %s", now, got, want)
		}
	}
}

// The hours that people write for daily mails.
func TestDailyHours(t *testing.T) {
	for typed, want := range map[string]string{
		"daily": AnyHour, "once a day": AnyHour, "daily 7:30": "07:30", "daily at 9": "09:00", "daily 6 pm": "18:00", "daily 6:15pm": "18:15", "once a day at 21": "21:00",
		"at once": "", "immediately": "",
	} {
		m := Member{Settings: Settings{Daily: "00:00"}}
		if err := m.Set("mail " + typed); err != nil || m.Daily != want {
			t.Errorf("set mail %s: %q, %v", typed, m.Daily, err)
		}
	}
	for _, typed := range []string{"daily 25", "daily noonish", "weekly", "", "at twice"} {
		if err := new(Member).Set("mail " + typed); err == nil {
			t.Errorf("set mail %s is understood", typed)
		}
	}
}

// Names of people and games can stand in subjects, headers and HTML.
func TestPlainName(t *testing.T) {
	for typed, want := range map[string]string{"Amy": "Amy", ` "Amy  Smith" `: "Amy Smith", "José": "José", "O'Neil-Jr. 2": "O'Neil-Jr. 2", "王小明": "王小明"} {
		if got, ok := PlainName(typed); !ok || got != want {
			t.Errorf("%q is read as %q, %v", typed, got, ok)
		}
	}
	for _, typed := range []string{"", " ", "<b>", "2", ". lay", "a\u202eb", "a\nb<", "buy at http://x", strings.Repeat("x", 25)} {
		if got, ok := PlainName(typed); ok {
			t.Errorf("%q is read as %q", typed, got)
		}
	}
}

// When news mails come; the last setting counts.
func TestNews(t *testing.T) {
	for words, want := range map[string]string{
		"mail all": "all ", "mails at once": "all ", "mail turn": "turn ", "mails on my turn": "turn ", "mail my turn.": "turn ",
		"mail daily 7 am": " 07:00", "mail turn; mail daily": " any", "mail daily; mail turn": "turn ", "mail turn; mail table": " ", "mail daily; mail all": "all ",
		"mail turn; mail often": "turn refused", "mail turn; mail plain": "turn ",
	} {
		var m Member
		got := ""
		for line := range strings.SplitSeq(words, "; ") {
			if err := m.Set(line); err != nil {
				got = "refused"
			}
		}
		if got = m.News + " " + m.Daily + got; got != want {
			t.Errorf("%q sets %q, want %q", words, got, want)
		}
	}
}
