package sheet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/titles/title"
)

// subject writes the subject line: "[Shoreline] OR 2.1 - your move: B&M   (g12)".
func (v *view) subject() string {
	what := ""
	switch v.Kind {
	case Ended:
		what = "the game is over"
		if !v.unscored() {
			what += ": " + v.winners()
		}
	case Rejected:
		what = v.round() + "nothing was carried out"
		if v.Refused.held() {
			what = v.round() + "is this mail yours?"
		}
	case Status:
		what = v.round() + "the position"
	case Answer:
		what = v.round() + "what you asked"
	case Preview:
		what = "preview, nothing was carried out: " + v.whose()
	case Reminder:
		what = v.round() + "reminder, " + v.whose()
	default:
		what = v.round() + v.whose()
	}
	return fmt.Sprintf("[%s] %s   (%s)", oneLine(cmp.Or(v.Name, v.Title.Facts.Name)), what, v.Game)
}

// round returns "OR 2.1 - ", and "game over - " once the game has ended.
func (v *view) round() string {
	if v.State.Result != nil {
		return "game over - "
	}
	return v.pos.Round + " - "
}

// whose says in short who is to move, and for which company.
func (v *view) whose() string {
	if len(v.Wanted) > 0 && v.State.Result == nil {
		var kinds []string
		for _, w := range v.Wanted {
			kinds = append(kinds, w.Name)
		}
		return "your answer is wanted: " + list(kinds, "and") + ", " + v.toMove()
	}
	return v.toMove()
}

func (v *view) toMove() string {
	if v.Still != "" {
		return "on hold"
	}
	if v.Paused != "" {
		return "paused"
	}
	if len(v.turn) > 0 {
		if firms := companiesOf(v.turn); len(firms) > 0 {
			return "your move: " + strings.Join(firms, ", ")
		}
		return "your move"
	}
	actors := engine.Actors(v.asked)
	if len(actors) == 0 {
		return "news"
	}
	names := v.names(actors)
	if firms := companiesOf(v.asked); len(firms) > 0 && len(actors) == 1 {
		return names + " to move: " + strings.Join(firms, ", ")
	}
	return names + " to move"
}

// names lists players: "Amy, Brian and Cleo".
func (v *view) names(ids []string) string {
	var out []string
	for _, id := range ids {
		out = append(out, v.name(id))
	}
	return list(out, "and")
}

// list joins words: "a, b and c".
func list(words []string, and string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " " + and + " " + words[n-1]
	}
}

// companiesOf returns the companies that the choices are for, each once.
func companiesOf(choices []engine.Choice) []string {
	var out []string
	for _, ch := range choices {
		if ch.For != "" && !slices.Contains(out, ch.For) {
			out = append(out, ch.For)
		}
	}
	return out
}

// headline says whose turn it is, for which company, and until when.
func (v *view) headline(d *doc) {
	d.add(block{Big: true, Text: v.whoseTurn()})
	if s := v.until(); s != "" {
		d.add(block{Text: strong(s)})
	}
	for _, s := range v.Time {
		d.say(oneLine(s))
	}
	if v.First {
		d.say(v.welcome())
	}
	v.aside(d)
	if v.Kind == Rejected || len(v.turn) == 0 {
		return
	}
	if v.Alone {
		v.anytime(d)
	}
	others := slices.DeleteFunc(engine.Actors(v.asked), func(p string) bool { return p == v.Reader })
	sealed := func(ch engine.Choice) bool { return slices.Contains(v.Title.Sealed, ch.Question) }
	switch {
	case v.Alone && len(others) > 0:
		d.say("After that you answer for " + v.names(others) + ".")
	case v.Secret && len(others) == 0:
		d.say(`Your answer is the last: it opens those of the others, and then "undo" needs everybody.`)
	case len(others) == 0:
	case slices.ContainsFunc(v.turn, sealed):
		d.say(v.names(others) + ` can answer now too; nobody sees the answers until all are in. After that "undo" needs everybody.`)
	case !slices.ContainsFunc(v.turn, func(ch engine.Choice) bool { return ch.Question != step.Consent }):
		d.say(v.names(others) + " can answer now too; all must agree.")
	default:
		d.say(v.names(others) + " can act now too: first come, first served.")
	}
}

// anytime tells a reader who plays every seat what other players may say now though the
// game does not wait for them.
func (v *view) anytime(d *doc) {
	own := func(verb string) bool {
		return slices.ContainsFunc(v.mine, func(ch engine.Choice) bool { return ch.Verb == verb })
	}
	for _, id := range v.State.Players() {
		var verbs []string
		for _, ch := range engine.Of(v.Pending, id) {
			if ch.Unawaited && id != v.Reader && !own(ch.Verb) && !slices.Contains(verbs, ch.Verb) {
				verbs = append(verbs, ch.Verb)
			}
		}
		if len(verbs) > 0 {
			d.say("You may also say for " + v.name(id) + ": " + strings.Join(verbs, ", ") + ".")
		}
	}
}

// welcome explains the game to a reader who has had no mail of it before.
func (v *view) welcome() string {
	facts := v.Title.Facts
	game := "a game of " + facts.Name
	if v.Name != "" && v.Name != facts.Name {
		game = oneLine(v.Name) + ", " + game
	}
	return fmt.Sprintf("Welcome to %s with %s.%s You play by answering its mails, one command a line; \"help\" explains the commands, \"help %s\" the game.",
		game, v.names(v.State.Players()), v.inForce(), facts.Slug)
}

// inForce names the variants of the game.
func (v *view) inForce() string {
	var out []string
	for _, x := range v.Title.Played(v.State) {
		out = append(out, x.Key+": "+x.Text)
	}
	switch len(out) {
	case 0:
		return ""
	case 1:
		return " Its variant is " + out[0] + "."
	}
	return " Its variants are " + strings.Join(out, "; ") + "."
}

// aside tells what the reader has to know besides whose turn it is.
func (v *view) aside(d *doc) {
	if v.State.Result != nil || v.Kind == Answer {
		return
	}
	if v.Again != "" && v.Kind != Rejected {
		d.say(oneLine(v.Again))
	}
	for _, w := range v.Wanted {
		d.add(block{Text: strong("Your answer is wanted on the " + oneLine(w.Text) + ": see below.")})
	}
	waits := slices.DeleteFunc(engine.Actors(v.asked), func(p string) bool { return !slices.Contains(v.Open, p) || slices.Contains(v.Kept, p) })
	if len(waits) > 0 {
		d.say("The game waits until somebody takes over the seat of " + v.names(waits) + ".")
	}
}

func (v *view) whoseTurn() cell {
	switch {
	case v.State.Result != nil:
		return strong(v.overLine())
	case v.Kind == Rejected && v.Refused.held():
		return strong(v.addressed("a mail in your name is waiting for you to confirm it."))
	case v.Kind == Rejected:
		return strong(v.addressed("none of your mail was carried out."))
	case v.Still != "":
		return strong(oneLine(v.Still))
	case v.Paused != "":
		return strong(oneLine(v.Paused))
	case len(v.turn) > 0:
		return v.addressedTurn()
	case len(v.Pending) == 0:
		return strong(v.addressed("nobody can move now."))
	}
	actors := engine.Actors(v.asked)
	verb := " is"
	if len(actors) > 1 {
		verb = " are"
	}
	text := v.names(actors) + verb + " to move"
	if firms := companiesOf(v.asked); len(firms) > 0 {
		text += " for " + v.fullNames(firms)
	}
	return strong(text + " - " + tied(v.pos.Round))
}

// addressedTurn tells the reader what their move is.
func (v *view) addressedTurn() cell {
	text := "it is your move"
	if firms := companiesOf(v.turn); len(firms) > 0 {
		text = "your move for " + v.fullNames(firms)
	}
	if v.Kind == Reminder {
		text = "the game is waiting for you; " + text
	}
	return strong(v.addressed(text + " - " + tied(v.pos.Round)))
}

// addressed puts the name of the reader before a sentence.
func (v *view) addressed(text string) string {
	if v.Reader == "" {
		return step.Capital(text)
	}
	return v.name(v.Reader) + ": " + text
}

// fullNames writes company names in full if there are at most two.
func (v *view) fullNames(firms []string) string {
	if len(firms) > 2 {
		return list(firms, "and")
	}
	var out []string
	for _, sym := range firms {
		if c := v.Title.Facts.Company(sym); c != nil {
			sym = c.Name + " (" + sym + ")"
		}
		out = append(out, sym)
	}
	return list(out, "and")
}

// until gives the deadline in the zone of the reader.
func (v *view) until() string {
	if v.Deadline.IsZero() || v.State.Result != nil || len(v.Pending) == 0 || v.Refused.held() {
		return ""
	}
	at := v.Style.Instant(v.Deadline, v.Zone)
	if len(v.turn) > 0 {
		return "Please answer by " + at + "."
	}
	if actors := engine.Actors(v.asked); len(actors) == 1 {
		return v.name(actors[0]) + " has until " + at + "."
	}
	return "They have until " + at + "."
}

// overLine says how the game ended.
func (v *view) overLine() string {
	if v.unscored() {
		return "The game is over: " + strings.TrimRight(v.State.Result.Reason, ".") + "."
	}
	if v.Title.AgreedOn(v.State) {
		return "The game is over: " + v.State.Result.Reason + "."
	}
	return "The game is over: " + v.State.Result.Reason + ". " + v.winners() + " with " + v.money(v.places()[0].Score) + "."
}

// unscored reports whether the game ended without scores.
func (v *view) unscored() bool { return len(v.State.Result.Scores) == 0 }

// places ranks the players of a game that is over.
func (v *view) places() []title.Place { return v.Title.Final(v.State, v.pos.Players) }

// winners names the winners.
func (v *view) winners() string {
	var out []string
	for _, p := range v.State.Players() {
		if slices.ContainsFunc(v.places(), func(x title.Place) bool { return x.Player == p && x.N == 1 }) {
			out = append(out, p)
		}
	}
	if len(out) > 1 {
		return v.names(out) + " share the win"
	}
	return v.names(out) + " wins"
}
