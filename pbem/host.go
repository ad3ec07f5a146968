package pbem

import (
	"strings"

	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/hosting"
	"pbem/pbem/letter"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
)

// HostSays carries out a line of the host, such as "pause g12". It returns the answer in
// lines of at most 76 columns. If the line is refused, the error is an *engine.Refusal.
func (s *Service) HostSays(line string) (answer string, err error) {
	defer s.Keeper.Done()
	unit := func(work func(*desk.Draft) error) error { return s.Unit(nil, work) }
	if hosting.Anywhere(line) {
		unit = func(work func(*desk.Draft) error) error { return desk.Tell(s.Desk, work) }
	}
	err = unit(func(d *desk.Draft) error {
		h := hosting.New(d)
		if answer, err = h.Say(line); err != nil {
			return err
		}
		return h.Commit()
	})
	if err != nil {
		return "", err
	}
	lines := sheet.Fit(strings.Split(strings.TrimRight(answer, "\n"), "\n")...)
	return strings.Join(lines, "\n") + "\n", nil
}

// obeyHost carries out a trusted mail with lines of the host: all of them or none.
func obeyHost(d *desk.Draft, key string, l letter.Letter, who desk.Sender) (outcome string, err error) {
	if !d.Config.IsHost(who.Address()) {
		return senders.RefuseTyped(d, key, l, who, &sheet.Refusal{Lines: senders.Texts(l), Fault: -1,
			Reason: "Lines that begin with \"host\" are for the host of this service only. Nothing was carried out."}, senders.Texts(l))
	}
	began := d.Point()
	h := hosting.New(d)
	lines := hosting.Lines(l)
	h.Lines = len(lines)
	h.C.Cause, h.C.Outcome = key, desk.OutcomeApplied
	for name, value := range who.Marks {
		h.C.Marks[name] = value
	}
	var answers []sheet.Section
	for i, line := range lines {
		answer, err := h.Mailed(line)
		refused := &sheet.Refusal{Lines: lines, Fault: i}
		switch {
		case err != nil && batch.FillReason(refused, err):
			d.Back(began)
			return senders.RefuseTyped(d, key, l, who, refused, senders.Texts(l))
		case err != nil:
			return "", err
		}
		if answer == "" {
			continue // h.Work.Left tells the host
		}
		h.Work.Question(batch.ByteWork * min(len(answer), batch.MostAnswered))
		answers = append(answers, sheet.Section{Head: "The answer to " + hosting.Shown(line), Lines: setIn(answer)})
	}
	left := batch.MostAnswered
	answers = append(batch.CutShort(answers, &left, "host list running"), h.Work.Left()...)
	if err := h.Answer(l, who.Address(), answers); err != nil {
		return "", err
	}
	return desk.OutcomeApplied, h.Commit()
}

// setIn sets the lines of an answer in as all lines of a mail are: whoever answers that mail would seem to have written them.
func setIn(answer string) []string {
	lines := strings.Split(strings.TrimRight(answer, "\n"), "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "  " + line
		}
	}
	return lines
}
