package joining

import (
	"slices"

	"pbem/pbem/batch"
	"pbem/pbem/grammar"
	"pbem/pbem/table"
)

// Answers makes the command with which a player answers a request: "accept" with the kind
// of request, or alone if there is only one request. The game comes first: a bare word is
// a move if the rules offer it.
func Answers(verb string, do func(p *batch.Speaker, r table.Request) error) batch.Saying {
	return func(b *batch.Batch, rest string) (bool, error) {
		kind := table.Wished(rest)
		if do := invited[verb]; do != nil && b.At == nil && kind == "" {
			return do(b, rest)
		}
		if b.At != nil && kind == "" && slices.Contains(grammar.Offered(b.At.Table.Game.Pending(), b.At.Player), verb) {
			return false, nil
		}
		return batch.ByPlayers(func(p *batch.Speaker, _ string) error {
			r, err := p.Meant(verb, kind, rest)
			if err != nil {
				return err
			}
			return do(p, r)
		})(b, rest)
	}
}

// invited says what a bare answer means if the mail is about no game: it answers an
// invitation.
var invited = map[string]batch.Saying{"accept": Join, "decline": Leave}
