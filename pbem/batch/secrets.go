package batch

import (
	"fmt"

	"pbem/engine"
	"pbem/pbem/sheet"
)

// Several players answer a question in secret. Nobody is told of an answer before all
// have answered. // 20-RU-48
//
// An answer may be the last one, which opens all. So it is carried out after every other
// line of the mail: no refusal and no preview shows what follows from it.

// AfterSeal refuses a move or plan that follows a secret answer in the same mail.
func (p *Speaker) AfterSeal(part string) error {
	if p.sealed == nil {
		return nil
	}
	return engine.Refuse("%q comes after %q, which is answered in secret: until all have answered nobody knows how the game goes on. Send it in your next mail.", part, p.sealed)
}

// Unseal carries out the secret answer.
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

// unsealed carries out the secret answers in all games of a mail.
func (b *Batch) unsealed() error {
	for _, p := range b.Drafts {
		if err := p.Unseal(); err != nil {
			return err
		}
	}
	return nil
}

// secretAnswerNote tells the reader of a preview about their secret answer.
func (p *Speaker) secretAnswerNote() []sheet.Section {
	if p.sealed == nil {
		return nil
	}
	return []sheet.Section{{Head: "An answer in secret", Lines: []string{
		fmt.Sprintf("  Your answer %q is possible, and is recorded when you send it without \"preview\". You see the result when all have answered; no preview shows it. The position below is the one before it.", p.sealed)}}}
}
