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
func Answers(verb string, do func(d *batch.Speaker, r table.Request) error) batch.Saying {
	return func(e *batch.Batch, rest string) (bool, error) {
		kind := table.Wished(rest)
		if do := invited[verb]; do != nil && e.At == nil && kind == "" {
			return do(e, rest)
		}
		if e.At != nil && kind == "" && slices.Contains(grammar.Offered(e.At.Table.Game.Pending(), e.At.Player), verb) {
			return false, nil
		}
		return batch.ByPlayers(func(d *batch.Speaker, _ string) error {
			r, err := d.Meant(verb, kind, rest)
			if err != nil {
				return err
			}
			return do(d, r)
		})(e, rest)
	}
}

// invited says what a bare answer means if the mail is about no game: it answers an
// invitation.
var invited = map[string]batch.Saying{"accept": Join, "decline": Leave}
