package batch

import (
	"fmt"

	"pbem/engine"
	"pbem/pbem/sheet"
)

// What is asked in secret is answered by several, and nobody is told of an answer
// before all have given theirs. // 20-RU-48
//
// An answer may open those of the others, so it is said last of all that a mail says:
// no line that is refused, and no preview, tells what comes of it.

// AfterSeal refuses a move or plan behind an answer in secret.
func (p *Speaker) AfterSeal(part string) error {
	if p.sealed == nil {
		return nil
	}
	return engine.Refuse("%q comes after %q, which is answered in secret: nobody knows before all have answered how the game goes on. Send it in your next mail.", part, p.sealed)
}

// Unseal says what was answered in secret.
func (p *Speaker) Unseal() error {
	if p.sealed == nil {
		return nil
	}
	g, events, err := p.Table.Game.Decide(*p.sealed)
	if err != nil {
		return err
	}
	p.Table, p.sealed = p.Table.With(g, events), nil
	return nil
}

// unsealed says what was answered in secret in all games of a mail.
func (b *Batch) unsealed() error {
	for _, d := range b.Drafts {
		if err := d.Unseal(); err != nil {
			return err
		}
	}
	return nil
}

// takenDown tells in a preview of an answer in secret.
func (p *Speaker) takenDown() []sheet.Section {
	if p.sealed == nil {
		return nil
	}
	return []sheet.Section{{Head: "An answer in secret", Lines: []string{
		fmt.Sprintf("  Your answer %q is possible, and is taken down when you send it without \"preview\". What comes of it you are told when all have answered: no preview shows it. The position below is the one before it.", p.sealed)}}}
}
