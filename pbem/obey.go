package pbem

import (
	"fmt"
	"slices"
	"strings"

	"pbem/pbem/batch"
	"pbem/pbem/desk"
	"pbem/pbem/grammar"
	"pbem/pbem/joining"
	"pbem/pbem/letter"
	"pbem/pbem/senders"
	"pbem/pbem/sheet"
)

// obey carries out a trusted mail: lines of the host, a command for the sender's account,
// or anything else.
func obey(d *desk.Draft, key string, l letter.Letter, who desk.Sender) (string, error) {
	if senders.ForHost(l) {
		return obeyHost(d, key, l, who)
	}
	if i, err := batch.Unbounded(senders.Texts(l)); err != nil {
		refused := &sheet.Refusal{Lines: senders.Texts(l), Fault: i}
		batch.FillReason(refused, err)
		return senders.RefuseTyped(d, key, l, who, refused, senders.Texts(l))
	}
	for i, line := range l.Commands {
		do, rest := account(line.Text)
		switch {
		case do == nil:
		case len(l.Commands) > 1:
			return senders.RefuseTyped(d, key, l, who, &sheet.Refusal{Lines: senders.Texts(l), Fault: i,
				Reason: fmt.Sprintf("Please send %q in a mail of its own. Nothing was carried out.", line.Text)}, senders.Texts(l))
		default:
			return do(d, key, l, who, rest)
		}
	}
	return batch.Run(d, key, l, who)
}

// account returns what a line does to the sender's account, or nil for other lines.
func account(line string) (do batch.Accounting, rest string) {
	verb, rest, ok := grammar.Service(line)
	if !ok {
		return nil, ""
	}
	if first, value, _ := strings.Cut(rest, " "); batch.Words[verb+" "+strings.ToLower(first)].Account != nil {
		return batch.Words[verb+" "+strings.ToLower(first)].Account, value
	}
	return batch.Words[verb].Account, rest
}

// confirmed carries out what the code in a mail confirms. ok is false if the mail has no
// known code. The code proves whose mail it is, because it was mailed to one address
// only.
func confirmed(d *desk.Draft, key string, l letter.Letter) (outcome string, ok bool, err error) {
	if !slices.ContainsFunc(l.Commands, func(c letter.Line) bool { return senders.CodeOf(c.Text) != "" }) {
		return "", false, nil
	}
	at := d.Now()
	if !l.Arrived.IsZero() {
		at = l.Arrived // it may have waited for us
	}
	open, stale, err := senders.QuestionsAt(d, at)
	if err != nil {
		return "", false, err
	}
	for _, line := range l.Commands {
		code := senders.CodeOf(line.Text)
		q, known := open[code]
		if !known {
			continue
		}
		who, known, err := senders.Asked(d, q)
		if err != nil {
			return "", true, err
		}
		if !known || q.Held != "" && !strings.EqualFold(q.To, who.Address()) {
			continue // the seat has changed hands since
		}
		a := senders.Answer{Key: key, Letter: l, Code: code, Question: q, Open: open, Marks: stale, Who: who}
		if len(l.Commands) > 1 {
			outcome, err := senders.AnswerCode(d, a, "Please send the line \"confirm\" in a mail of its own, with nothing else in it.")
			return outcome, true, err
		}
		outcome, err := carryOut(d, a)
		return outcome, true, err
	}
	return "", false, nil
}

func carryOut(d *desk.Draft, a senders.Answer) (string, error) {
	if a.Question.Held == "" {
		return senders.Agreed(d, a)
	}
	in, err := d.DB.Inbound(senders.MailKey(a.Question.Held))
	if err != nil {
		return "", err
	}
	held := joining.BySubject(senders.Passages(desk.LetterOf(in.Raw)))
	held.MessageID = a.Letter.MessageID
	desk.Confirms.Clear(a.Marks, a.Code)
	a.Who.Marks = a.Marks
	if err := joining.TakeIn(d, &a.Who); err != nil {
		return "", err
	}
	return obey(d, a.Key, held, a.Who)
}
