package letter

import (
	"reflect"
	"strings"
	"testing"
)

func TestCommands(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []Line
	}{
		{"buy B&O\n\n  pass  ", []Line{{1, "buy B&O"}, {3, "pass"}}},
		{". buy B&O\n# note\n> quoted\n-----\npass", []Line{{1, "buy B&O"}, {5, "pass"}}},
		{"pass\nEND\nsell", []Line{{1, "pass"}}},
		{"pass\n Stop \nsell", []Line{{1, "pass"}}},
		{"pass\nquit\nsell", []Line{{1, "pass"}}},
		{"pass\n-- \nAmy", []Line{{1, "pass"}}},
		{"pass\n-- Amy\nsell", []Line{{1, "pass"}}},
		{"1. buy B&O\n2) pass\n(3) sell 1 NYC\n4: pass", []Line{{1, "buy B&O"}, {2, "pass"}, {3, "sell 1 NYC"}, {4, "pass"}}},
		{"1. see you\n3 pass\n2.5 pass", []Line{{1, "1. see you"}, {2, "3 pass"}, {3, "2.5 pass"}}},
		{"end of turn", []Line{{1, "end of turn"}}},
		{"\ufeffｌａｙ　Ｈ６\u00a08\u200b W–SE", []Line{{1, "lay H6 8 W-SE"}}},
		{"say “it’s on”\u2009—\tok…", []Line{{1, "say \"it's on\" - ok…"}}},
		{"", nil},
	} {
		if got, _ := commands(c.in, 10, gameWords); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: %v, want %v", c.in, got, c.want)
		}
	}
}

// A line that the mail program broke is one command again; lines that people broke are not joined.
func TestRejoin(t *testing.T) {
	const long = "run 3: Boston Providence \"New London\" \"New Haven\" Bridgeport; 4: Hartford"
	for in, want := range map[string]string{
		long + "\nSpringfield Worcester Boston\npay":                      long + " Springfield Worcester Boston\npay",
		long + "\n" + strings.ReplaceAll(long[7:], ";", ",") + "\nBoston": long + " " + strings.ReplaceAll(long[7:], ";", ",") + " Boston",
		long + "\npay the shareholders":                                   long + "\npay the shareholders",
		long + "\nThanks a lot, see you":                                  long,
		long + "\nNYC: lay H6 8":                                          long + "\nNYC: lay H6 8",
		long + "\n\nSpringfield":                                          long + "\n\nSpringfield",
		"run 3: Boston Providence\nSpringfield":                           "run 3: Boston Providence\nSpringfield",
		long + " Springfield Worcester Boston Lowell\nPortland":           long + " Springfield Worcester Boston Lowell\nPortland",
		"run 3: Boston Providence \"New London\" \"New Haven\" Bridgeport\nSpringfield-Worcester-Line": "run 3: Boston Providence \"New London\" \"New Haven\" Bridgeport Springfield-Worcester-Line",
	} {
		if got := said(in); got != strings.ReplaceAll(want, "\n\n", "\n") {
			t.Errorf("%q: %q", in, got)
		}
	}
}

// A choice that was copied from our mail with its dot is a command.
func TestCopiedChoices(t *testing.T) {
	for in, want := range map[string]string{
		". sell 1 NYC": "sell 1 NYC",
		"  . buy NYC from ipo   buy one share: pay $70": "buy NYC from ipo",
		". sell 1 NYC\n\n-- write your commands above this line (game g12, position 7) --\n  . buy NYC from ipo   pay $70\n  . pass   do nothing": "sell 1 NYC",
		"pass\n\nOn Fri, Jul 10, 2031 at 1:14 PM Host <host@example.net> wrote:\n> x\n\n. buy NYC from ipo   pay $70":                             "pass\nbuy NYC from ipo",
		".\npass": "pass", ". \npass": "pass", "...\npass": "pass",
	} {
		if got := said(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// Of a mail without a text the subject is read, where it begins as a command does.
func TestCommandInSubject(t *testing.T) {
	for _, c := range []struct{ subject, text, want string }{
		{"pass", "", "pass"}, {"sell 1 NYC", "\n\n", "sell 1 NYC"}, {"pass", "-- \nAmy", "pass"}, {"pass", "run auto", "run auto"},
		{"Re: pass", "", ""}, {"[Shoreline] your move", "", ""}, {"Hello", "", ""}, {"pass", "> quoted", "pass"}, {"pass", "> -- write your commands above this line (g12 #7) --\n> x", "pass"}, {"", "", ""},
	} {
		l := Read([]byte("From: amy@example.org\nSubject: "+c.subject+"\n\n"+c.text), usual)
		var got []string
		for _, line := range l.Commands {
			got = append(got, line.Text)
		}
		if strings.Join(got, "\n") != c.want || c.want != "" && l.Note != "" {
			t.Errorf("%q over %q: %q, want %q; note %q", c.subject, c.text, got, c.want, l.Note)
		}
	}
}
