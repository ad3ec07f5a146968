package pace_test

import (
	"testing"

	"pbem/pbem/pace"
)

// Policies that give a late seat to somebody else, as they may be written.
func TestPolicies(t *testing.T) {
	for words, want := range map[string]string{
		"policy robot":                              "2 days, policy robot",
		"policy easy robot":                         "2 days, policy easy robot",
		"policy robot easy":                         "2 days, policy easy robot",
		"policy steady robot, weekends off":         "2 days, weekends off, policy robot",
		"robot after 14 days":                       "2 days, grace 2 weeks, policy robot",
		"3 days, a robot after 14 days, quiet 22-8": "",
		"3 days, robot after 14 days, weekends off": "3 days, weekends off, grace 2 weeks, policy robot",
		"policy robot after 36 hours":               "2 days, grace 36 hours, policy robot",
		"policy open after 1 week":                  "2 days, grace 1 week, policy open",
		"caretaker after 10 days":                   "2 days, grace 10 days, policy caretaker",
		"policy clever robot":                       "",
		"robot after":                               "",
		"robot after supper":                        "",
		"policy robot after 1 minute":               "",
		"policy":                                    "",
		"easy":                                      "",
	} {
		p, err := pace.Parse(words, pace.Pace{Move: pace.Wait{Days: 2}})
		got := ""
		if err == nil {
			got = p.String()
			if again, err := pace.Parse(p.Whole(), pace.Pace{}); err != nil || again != p {
				t.Errorf("%s: %q is read as %q, %v", words, p.Whole(), again.Whole(), err)
			}
		}
		if got != want {
			t.Errorf("pace %s\n got %q, %v\nwant %q", words, got, err, want)
		}
	}
}
