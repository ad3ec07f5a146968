package pbem

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/letter"
)

// fresh refuses a line that was written to an older position than the one that
// asks the player: others have acted since, and the line may no longer mean
// what its writer thinks. It says so once a mail; "anyway" has it carried out if
// it would have done the same then.
func (p *speaker) fresh() error {
	if p.errand == nil || p.applied > 0 {
		return nil
	}
	n, ok := p.errand.s.position(p.errand.l, p.table.id)
	if !ok || !p.table.passedBy(p.player, n) {
		return nil
	}
	if !p.errand.anyway {
		return engine.Refuse(`Your mail answers position %d, but the game has gone on to position %d; what has changed is in this mail. Answer this mail, or send your lines again with a line "anyway": they are carried out if they would still do the same.`, n, len(p.table.log))
	}
	return p.sameThen(n)
}

// passedBy reports whether the question that waits for a player is newer than a
// position, and somebody else has acted between.
func (t *table) passedBy(player string, n int) bool {
	seat := t.seat(player)
	if n >= len(t.log) || seat.Asked.IsZero() || n >= seat.AskedAt {
		return false
	}
	return slices.ContainsFunc(t.log[n:], func(e engine.Event) bool {
		switch e := e.(type) {
		case engine.Said:
			return e.By != player
		case engine.Undone:
			return e.By != player
		}
		return false
	})
}

// sameThen plays the mail's lines for this game on the old position and on the
// present one, and refuses unless both come to the same facts.
func (p *speaker) sameThen(n int) error {
	old := *p.before
	old.log = p.before.log[:n:n]
	old.game = engine.Open(old.title.Rules, old.log)
	then, err := play(&old, p.player, p.errand.l.Commands)
	if err != nil {
		return err
	}
	now, err := play(p.before, p.player, p.errand.l.Commands)
	if err != nil {
		return err
	}
	switch {
	case now.refused != nil:
		return nil // the line itself says why
	case then.refused != nil || !reflect.DeepEqual(done(then.next.log[n:]), done(now.next.log[len(p.before.log):])):
		return engine.Refuse(`At position %d, which your mail answers, these lines would have done something else than now, at position %d. Please answer this mail.`, n, len(p.before.log))
	}
	return nil
}

// done keeps the facts of a log: not how the game came to them, nor the words.
func done(log []engine.Event) []engine.Event {
	return slices.DeleteFunc(slices.Clone(log), func(e engine.Event) bool {
		switch e.(type) {
		case engine.Flowed, engine.Noted, engine.Hosted:
			return true
		}
		return false
	})
}

// cutPosition finds the position in the line above which players write.
var cutPosition = regexp.MustCompile(letter.CutLine + ` \((g[0-9]+) #([0-9]+)\)`)

// position returns the position of a game that a mail answers: the Message-IDs
// it refers to say it, else the line of ours that it quotes.
func (s *Service) position(l letter.Letter, game string) (n int, ok bool) {
	ids := []string{l.InReplyTo}
	for _, id := range slices.Backward(l.References) {
		ids = append(ids, id)
	}
	for _, id := range ids {
		if n, ok := s.positionOf(id, game); ok {
			return n, true
		}
	}
	quoted := strings.Join(strings.Fields(strings.ReplaceAll(l.Ignored, ">", " ")), " ")
	if m := cutPosition.FindStringSubmatch(quoted); m != nil && m[1] == game {
		n, err := strconv.Atoi(m[2])
		return n, err == nil
	}
	return 0, false
}

// positionOf reads a Message-ID of ours, "<move.g1.178.p1.uqguqez4@...>".
func (s *Service) positionOf(id, game string) (n int, ok bool) {
	local, _, _ := strings.Cut(strings.Trim(id, "<>"), "@")
	f := strings.Split(local, ".")
	if len(f) < 5 {
		return 0, false
	}
	f = f[len(f)-5:]
	n, err := strconv.Atoi(f[2])
	whole := strings.TrimSuffix(local, "."+f[4])
	if err != nil || f[1] != game || s.seal(whole) != f[4] {
		return 0, false
	}
	return n, true
}
