package batch

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/desk"
	"pbem/pbem/letter"
)

// An outdated error refuses a line that was written for an older position.
type outdated struct {
	*engine.Refusal
	since []engine.Event // what has happened since that position
}

func (o *outdated) Unwrap() error { return o.Refusal }

// fresh refuses a line that was written for an older position: others have acted since, and
// the player's question is newer. The line may no longer mean what its writer thinks. With
// "anyway", sameThen checks this after the last line.
func (p *Speaker) fresh() error {
	if p.Batch == nil || p.applied > 0 || p.Table.IsSandbox() {
		return nil
	}
	n, ok := Position(p.Batch.Draft.Desk, p.Batch.Letter, p.Table.ID)
	if !ok || !p.Table.PassedBy(p.Player, n) {
		return nil
	}
	if p.Batch.Anyway {
		p.answersOld, p.old = true, n
		return nil
	}
	return &outdated{engine.Refuse(`Your mail answers position %d, but the game is at position %d now. What has happened is below. Answer this mail, or send your lines again with a line "anyway": they are carried out if they still do the same.`, n, len(p.Table.Log)), p.Table.Log[n:]}
}

// sameThen replays the lines for this game on the old position that they answer. It
// refuses them unless they do there what they have done now.
func (p *Speaker) sameThen() error {
	if !p.answersOld {
		return nil
	}
	if err := p.costs(p.charged); err != nil {
		return err
	}
	old := *p.Before
	old.Log = p.Before.Log[:p.old:p.old]
	old.Game = engine.Open(old.Title.Rules, old.Log)
	then := &Speaker{Before: &old, Table: &old, Player: p.Player}
	var err error
	for _, part := range p.parts {
		if err = then.Line(part); err != nil {
			break
		}
	}
	if err == nil && reflect.DeepEqual(then.sealed, p.sealed) && reflect.DeepEqual(done(then.Table.Log[p.old:]), done(p.Table.Log[len(p.Before.Log):])) {
		return nil
	}
	return &outdated{engine.Refuse(`At position %d, which your mail answers, these lines would not have done what they would do now, at position %d. What has happened is below; please answer this mail.`, p.old, len(p.Before.Log)), p.Before.Log[p.old:]}
}

// done returns the events that change a game. It leaves out the engine's flow, notes, and
// what happens beside the game.
func done(log []engine.Event) []engine.Event {
	return slices.DeleteFunc(slices.Clone(log), func(e engine.Event) bool {
		switch e.(type) {
		case engine.Flowed, engine.Noted, engine.Hosted, engine.Seated:
			return true
		}
		return false
	})
}

// cutPosition finds the position in the line below which a reply is cut off. It also
// reads the older form "(g12 #178)".
var cutPosition = regexp.MustCompile(letter.CutLine + ` \((?:game )?([gs][0-9]+)(?:, position | #)([0-9]+)\)`)

// Position returns the position of a game that a mail answers. It reads it from the
// Message-IDs that the mail refers to, or else from the service's line that the mail
// quotes. Of several mails that are answered at once, the newest counts: its writer has
// read that.
func Position(s *desk.Desk, l letter.Letter, game string) (n int, ok bool) {
	for _, id := range append([]string{l.InReplyTo}, l.Beside...) {
		if at, here := PositionOf(s, id, game); here {
			n, ok = max(n, at), true
		}
	}
	if ok {
		return n, true
	}
	for _, id := range slices.Backward(l.References) {
		if n, ok := PositionOf(s, id, game); ok {
			return n, true
		}
	}
	quoted := strings.Join(strings.Fields(strings.ReplaceAll(l.Ignored, ">", " ")), " ")
	for _, m := range cutPosition.FindAllStringSubmatch(quoted, -1) {
		if at, err := strconv.Atoi(m[2]); err == nil && m[1] == game {
			n, ok = max(n, at), true
		}
	}
	return n, ok
}

// PositionOf reads a Message-ID of the service: "<move.g1.178.p1.uqguqez4@...>".
func PositionOf(s *desk.Desk, id, game string) (n int, ok bool) {
	local, _, _ := strings.Cut(strings.Trim(id, "<>"), "@")
	f := strings.Split(local, ".")
	if len(f) < 5 {
		return 0, false
	}
	f = f[len(f)-5:]
	n, err := strconv.Atoi(f[2])
	whole := strings.TrimSuffix(local, "."+f[4])
	if err != nil || f[1] != game || s.Office.Seal(whole) != f[4] {
		return 0, false
	}
	return n, true
}
