package pace

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"pbem/engine"
	"pbem/engine/step"
	"pbem/pbem/calendar"
)

// A Pace says how long a table waits for a decision, which time counts, and
// what happens when no answer comes. It is stored with the game.
type Pace struct {
	Move        Wait   `json:"move,omitzero"`         // time for a decision
	Grace       Wait   `json:"grace,omitzero"`        // time after that
	Policy      Remedy `json:"policy,omitempty"`      // what happens when the grace is over; "" is WaitOn
	WeekendsOff bool   `json:"weekendsOff,omitempty"` // Saturdays and Sundays do not count
	Quiet       string `json:"quiet,omitempty"`       // hours that do not count, as calendar.ParseQuiet reads them
	Idle        Idle   `json:"idle,omitempty"`        // who is asked though there is nothing or little to decide
	Zone        string `json:"zone,omitempty"`        // for weekends and quiet hours, as calendar.ParseZone reads it; "" is the host's
}

// A Remedy is what the service does for a player whose grace is over.
type Remedy string

// The policies. WaitOn, the default, goes on waiting. PassFor passes for the
// player where the rules offer it. OpenSeat gives the seat to whoever takes it
// over. Caretaker lets the caretaker play it until its player writes; it also
// plays open seats until somebody takes them over. Robot and EasyRobot let a robot
// do so.
const (
	WaitOn    Remedy = "wait"
	PassFor   Remedy = "pass"
	OpenSeat  Remedy = "open"
	Caretaker Remedy = "caretaker"
	Robot     Remedy = "robot"
	EasyRobot Remedy = "easy robot"
)

// An Idle says who is asked though there is nothing, or little, to decide.
type Idle string

// What tables may agree on. By default nobody is asked who can say but one thing. IdleAsk asks even them. With
// IdlePass nobody is asked, either, who can only raise money in a stock turn: they pass.
const (
	IdleOnly Idle = "only"
	IdleAsk  Idle = "ask"
	IdlePass Idle = "pass"
)

// A Wait is an amount of counted time. One day is what counts of one whole day:
// three days are three days with quiet hours too, while 72 counted hours take
// longer.
type Wait struct {
	Days    int `json:"days,omitempty"`
	Minutes int `json:"minutes,omitempty"`
}

// shortest is the shortest time for a decision that players may agree on.
const shortest = time.Hour

const Day = 24 * time.Hour

// dayWords matches a day or a week in the words of a duration.
var dayWords = regexp.MustCompile(`(?i)(?:^|[\d\s])(?:d|days?|w|wks?|weeks?)(?:[^\p{L}]|$)`)

// readWait parses "3 days", "48 hours", "1 day 12 hours".
func readWait(text string) (Wait, error) {
	d, err := calendar.ParseDuration(text)
	switch {
	case text == "":
		return Wait{}, engine.Refuse("Say how long it is, such as: grace 2 days, or: grace none.")
	case err != nil:
		return Wait{}, Readable(err)
	case d < shortest:
		return Wait{}, engine.Refuse("%s is too short for a game by mail: an hour is the least.", calendar.Words(d))
	case !dayWords.MatchString(text):
		return Wait{Minutes: int(d / time.Minute)}, nil
	}
	return Wait{Days: int(d / Day), Minutes: int(d % Day / time.Minute)}, nil
}

// of returns the counted time of a wait with the given hours.
func (w Wait) of(h calendar.Hours) time.Duration {
	quiet := time.Duration(h.Quiet.To-h.Quiet.From) * time.Minute
	if quiet < 0 {
		quiet += Day
	}
	return time.Duration(w.Days)*(Day-quiet) + time.Duration(w.Minutes)*time.Minute
}

// String writes a wait as readWait reads it; "none" for no time.
func (w Wait) String() string {
	var parts []string
	if w.Days > 0 {
		parts = append(parts, calendar.Words(time.Duration(w.Days)*Day))
	}
	switch {
	case w.Minutes > 0 && w.Minutes%60 == 0:
		parts = append(parts, step.Plural(w.Minutes/60, "hour"))
	case w.Minutes > 0:
		parts = append(parts, step.Plural(w.Minutes, "minute"))
	case w.Days == 0:
		parts = append(parts, none)
	}
	return strings.Join(parts, " ")
}

const none = "none"

// paceKeys begin the parts of a pace. Words before the first key are the time for a decision.
var paceKeys = map[string]string{
	"move": "move", "decision": "move", "weekends": "weekends", "weekend": "weekends",
	"quiet": "quiet", "zone": "zone", "grace": "grace", "policy": "policy", "idle": "idle",
}

// Parse reads a pace in words, "3 days, weekends off, quiet 22-8 Europe/Berlin,
// grace 2 days, policy pass", in any order. What is not mentioned stays as in
// base. An error is a refusal for the player.
func Parse(words string, base Pace) (Pace, error) {
	parts := pacePartsOf(words)
	if len(parts) == 0 || len(words) > longestPace {
		return base, engine.Refuse("Say what the pace is to be, with words such as: %s.", paceExample)
	}
	p := base
	for _, part := range parts {
		if err := p.set(part.key, strings.Join(part.words, " ")); err != nil {
			return base, err
		}
	}
	return p, nil
}

// A pacePart is one statement about a pace.
type pacePart struct {
	key   string
	words []string
}

func pacePartsOf(words string) []pacePart {
	var out []pacePart
	for _, word := range strings.Fields(words) {
		word = strings.Trim(word, `,;."`)
		key, begins := paceKeys[strings.ToLower(word)]
		switch {
		case slices.Contains(bareRemedies, strings.ToLower(word)) && (len(out) == 0 || out[len(out)-1].key != "policy"):
			out = append(out, pacePart{key: "policy"})
		case begins:
			out = append(out, pacePart{key: key})
			continue
		case len(out) == 0:
			out = append(out, pacePart{key: "move"})
		}
		last := &out[len(out)-1]
		if filler := slices.Contains(paceFillers, strings.ToLower(word)); !filler || len(last.words) > 0 {
			last.words = append(last.words, word)
		}
	}
	return slices.DeleteFunc(out, func(p pacePart) bool { return p.key == "move" && len(p.words) == 0 })
}

// paceFillers may stand before the value of a part.
var paceFillers = []string{"", "of", "is", "to", "and", "=", ":"}

// longestPace is the greatest length of a pace in words, in bytes.
const longestPace = 200

const paceExample = "3 days, weekends off, quiet 22-8 Europe/Berlin, grace 2 days, policy pass"

// set changes one part of a pace.
func (p *Pace) set(key, value string) (err error) {
	switch key {
	case "move":
		if p.Move, err = readWait(value); err != nil {
			err = engine.Refuse("%s A pace is written like this: %s.", err, paceExample)
		}
	case "grace":
		p.Grace = Wait{}
		if !off(value) {
			p.Grace, err = readWait(value)
		}
	case "zone":
		err = p.setZone(value)
	case "quiet":
		err = p.setQuiet(value)
	case "weekends":
		p.WeekendsOff = off(value)
		if !p.WeekendsOff && !strings.EqualFold(value, "on") {
			err = engine.Refuse("Weekends count or not: say \"weekends on\" or \"weekends off\".")
		}
	case "policy":
		err = p.setPolicy(value)
	case "idle":
		err = p.setIdle(value)
	}
	return err
}

// off reports whether a word means "none".
func off(word string) bool {
	return slices.Contains([]string{"off", none, "no"}, strings.ToLower(word))
}

// setIdle reads who is asked though there is little to decide.
func (p *Pace) setIdle(value string) error {
	rule, ok := idles[strings.ToLower(value)]
	if !ok {
		return engine.Refuse("Say \"idle pass\", so that who can only sell in a stock turn passes without being asked; \"idle only\", so that nobody is asked who can say but one thing; or \"idle ask\".")
	}
	p.Idle = rule
	return nil
}

// idles are the ways to write an Idle.
var idles = map[string]Idle{
	"pass": IdlePass, "passes": IdlePass, "on": IdlePass, "skip": IdlePass,
	"only": "", "usual": "", "off": "", "ask": IdleAsk, "asked": IdleAsk, "asks": IdleAsk,
}

func (p *Pace) setZone(value string) error {
	zone, err := calendar.ParseZone(value)
	if err != nil {
		return Readable(err)
	}
	p.Zone = zone.String()
	return nil
}

// setQuiet parses quiet hours, with or without a zone after them.
func (p *Pace) setQuiet(value string) error {
	if off(value) {
		p.Quiet = ""
		return nil
	}
	words := slices.DeleteFunc(strings.Fields(value), func(w string) bool { return strings.EqualFold(w, "hours") })
	var wrong error
	for n := len(words); n > 0; n-- {
		q, err := calendar.ParseQuiet(strings.Join(words[:n], " "))
		if err != nil {
			wrong = err
			continue
		}
		p.Quiet = q.String()
		if n < len(words) {
			return p.setZone(strings.Join(words[n:], " "))
		}
		return nil
	}
	if wrong == nil {
		return engine.Refuse("Say which hours are quiet, such as: quiet 22-8 Europe/Berlin, or: quiet none.")
	}
	return Readable(wrong)
}

// Hours returns the hours that count. Tables without a zone use zone.
func (p Pace) Hours(zone *time.Location) calendar.Hours {
	h := calendar.Hours{Zone: zone, WeekendsOff: p.WeekendsOff}
	if p.Zone != "" {
		if z, err := calendar.ParseZone(p.Zone); err == nil {
			h.Zone = z
		}
	}
	if p.Quiet != "" {
		if q, err := calendar.ParseQuiet(p.Quiet); err == nil {
			h.Quiet = q
		}
	}
	return h
}

// String writes a pace as Parse reads it, without the defaults.
func (p Pace) String() string {
	usual := []string{"weekends on", "quiet none", "grace none", "policy wait", "idle only"}
	parts := strings.Split(p.Whole(), ", ")
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return slices.Contains(usual, part) }), ", ")
}

// Whole writes a pace in full, so that Parse reads the same with any base.
func (p Pace) Whole() string {
	parts := []string{p.Move.String(), "weekends on", "quiet " + cmp.Or(p.Quiet, none)}
	if p.WeekendsOff {
		parts[1] = "weekends off"
	}
	if p.Zone != "" {
		parts = append(parts, "zone "+p.Zone)
	}
	parts = append(parts, "grace "+p.Grace.String(), "policy "+string(cmp.Or(p.Policy, WaitOn)), "idle "+string(cmp.Or(p.Idle, IdleOnly)))
	return strings.Join(parts, ", ")
}

// UsualMove is the time for a decision if nobody has said anything.
const UsualMove = 48 * time.Hour

// GraceText tells what happens when the time for a decision is over.
func (p Pace) GraceText() string {
	if p.Grace == (Wait{}) {
		return "none; the others are told a day later"
	}
	return p.Grace.String() + "; the others are told halfway through it"
}

// Afterwards tells what the policy does.
func (p Pace) Afterwards() string {
	switch p.Policy {
	case PassFor:
		return "the service passes for the player where the rules allow it"
	case OpenSeat:
		return "the seat is open for somebody else"
	case Caretaker:
		return "the caretaker plays until the player writes"
	case Robot, EasyRobot:
		return "a robot plays until the player writes"
	}
	return "the game waits"
}

// IdleText tells who is asked though there is little to decide.
func (p Pace) IdleText() string {
	switch p.Idle {
	case IdleAsk:
		return "who can say but one thing is asked all the same"
	case IdlePass:
		return "who can say but one thing, or in a stock turn only sell, is not asked; who said \"ask me\" is"
	}
	return "who can say but one thing is not asked: it is said for them"
}

// Readable turns an error of the calendar into a refusal.
func Readable(err error) error {
	return engine.Refuse("%s.", step.Capital(err.Error()))
}
