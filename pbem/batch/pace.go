package batch

import (
	"fmt"

	"pbem/pbem/desk"
	"pbem/pbem/pace"
	"pbem/pbem/sheet"
	"pbem/pbem/table"
)

// PaceSection shows a pace.
func PaceSection(s *desk.Desk, p pace.Pace) sheet.Section {
	var uncounted []string
	if p.WeekendsOff {
		uncounted = append(uncounted, "weekends")
	}
	if p.Quiet != "" {
		uncounted = append(uncounted, p.Quiet)
	}
	sec := sheet.Section{Head: "The pace", Facts: []sheet.Fact{{Name: "A decision", Text: p.Move.String()}}}
	if len(uncounted) > 0 {
		zone := p.Hours(s.Config.Zone).Zone
		sec.Facts = append(sec.Facts, sheet.Fact{Name: "Not counted", Text: fmt.Sprintf("%s (%s)", table.List(uncounted), zone)})
	}
	sec.Facts = append(sec.Facts,
		sheet.Fact{Name: "Grace", Text: p.GraceText()},
		sheet.Fact{Name: "After that", Text: p.Afterwards()},
		sheet.Fact{Name: "No choice", Text: p.IdleText()},
		sheet.Fact{Name: "Never counted", Text: "vacations, pauses, and times when the service could not be reached"})
	return sec
}

// HowToPace shows lines that change a pace.
func HowToPace() []sheet.Saying {
	return []sheet.Saying{
		{Line: "pace 3 days, weekends off", Gloss: "the time for a decision"},
		{Line: "pace quiet 22-8 Europe/Berlin", Gloss: "hours that do not count; or quiet none"},
		{Line: "pace grace 2 days, policy pass", Gloss: "or policy wait, open, caretaker, robot, easy robot"},
		{Line: "pace idle pass", Gloss: "or idle only, idle ask"},
	}
}
