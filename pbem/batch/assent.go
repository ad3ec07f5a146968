package batch

import (
	"errors"
	"slices"
	"strings"

	"pbem/pbem/grammar"
	"pbem/pbem/table"
)

// assents are words that agree although they are no command of the service: some titles have moves of that name.
var assents = wordSet(`ok okay sure agreed fine`)

// agreeing are words that may stand beside them and change nothing. None of them denies anything, and "do" is not among them.
var agreeing = wordSet(`ok okay sure agreed fine yes agree with by for me us that thats it its is this good great go ahead of course all right please thanks thank you i im am to the your an a undo request`)

// harmless are words that deny something and agree all the same.
var harmless = strings.NewReplacer("no problems", "", "no problem", "", "no worries", "", "not a problem", "", "'", "", "’", "")

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// assent reads a line such as "Ok, fine with me". agrees means that it says nothing else.
func assent(line string) (begins, agrees bool) {
	words := strings.FieldsFunc(harmless.Replace(strings.ToLower(line)), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r < 0x80 })
	if len(words) == 0 || !assents[words[0]] {
		return false, false
	}
	return true, !slices.ContainsFunc(words, func(w string) bool { return !agreeing[w] })
}

// asked returns the requests that wait for the sender. There are none if the rules of the game ask the sender to agree to
// something, which the words may mean.
func (b *Batch) asked() (out []table.Request) {
	if b.At == nil || slices.Contains(grammar.Offered(b.At.Table.Game.Pending(), b.At.Player), "accept") {
		return nil
	}
	for _, r := range b.At.Table.Record.Requests {
		if slices.Contains(b.At.Table.Missing(r), b.At.Player) {
			out = append(out, r)
		}
	}
	return out
}

// agree lets a line that only agrees answer the one request that waits for the sender. It returns false for other lines.
func (b *Batch) agree(line string) (done bool, err error) {
	_, agrees := assent(line)
	if !agrees {
		return false, nil
	}
	switch open := b.asked(); len(open) {
	case 0:
		return false, nil
	case 1:
		return b.word(Words["accept"], open[0].Kind, "accept "+open[0].Kind)
	}
	return b.word(Words["accept"], "", "accept") // it names the requests
}

// orAgree adds to the refusal of a line that begins with such a word how a request is answered.
func (b *Batch) orAgree(line string, err error) error {
	no := new(grammar.Refusal)
	if begins, _ := assent(line); !begins || !errors.As(err, &no) {
		return err
	}
	open := b.asked()
	if len(open) == 0 {
		return err
	}
	of, say := *no, []string{}
	for _, r := range open {
		say = append(say, "accept "+r.Kind)
	}
	of.Sentence = "To agree to what is asked, say \"" + strings.Join(say, "\" or \"") + "\" on a line of its own. " + no.Sentence
	of.Closest = append(say, no.Closest...)
	return &of
}
