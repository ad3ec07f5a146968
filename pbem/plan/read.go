package plan

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pbem/engine"
	"pbem/pbem/grammar"
	"pbem/titles/title"
)

// The forms in which players write plans. Lines follow the colon.
var (
	nextForm  = regexp.MustCompile(`(?i)^(?:my\s+)?next(?:\s+(?:stock\s+)?turn)?\s*:\s*(.*)$`)
	planForm  = regexp.MustCompile(`(?i)^plan\s+([^:]+?)(\s+(?:every\s+turn|each\s+turn|always))?(\s+(?:(?:in|of|for)\s+)?(?:this|the)\s+set)?\s*:\s*(.*)$`)
	mergeForm = regexp.MustCompile(`(?i)^merger\s+round\s*:\s*(.*)$`)
	passForm  = regexp.MustCompile(`(?i)^pass\s+(?:(?:on\s+)?(?:everything|anything|all)\s+)?(?:(?:for|until|till|through|in)\s+)?(?:the\s+)?(?:(?:rest|end)\s+of\s+)?(?:the\s+|this\s+)?(auction|round|(?:somebody|someone|anybody|anyone)(?:\s+else)?\s+acts?|act|action)(?:\s+(?:is\s+)?(?:over|ends|done|finished))?\.?$`)
	limitForm = regexp.MustCompile(`(?i)^no\s+bids?\s+(?:over|above)\s+[^\s\d]?(\d+)(?:\s+(?:in\s+)?this\s+round)?\.?$`)
	askForm   = regexp.MustCompile(`(?i)^(?:always\s+)?ask\s+me(?:\s+(?:always|anyway|every\s+turn|in\s+every\s+(?:stock\s+)?turn))?\.?$`)
	unless    = regexp.MustCompile(`(?i)[\s,]+unless\s+`)
	parting   = regexp.MustCompile(`(?i)\s*(?:;|,?\s+then\s+|,\s+else\s+)\s*`)
)

// anyway after a pass means that no condition puts it aside.
const anyway = "whatever happens"

// Plans without their colon. They are refused, with the right form.
var (
	nextBare = regexp.MustCompile(`(?i)^(?:my\s+)?next(?:\s+(?:stock\s+)?turn)?[\s,=–—-]+([^\s;:].*)$`)
	planBare = regexp.MustCompile(`(?i)^plan[\s,=–—-]+([^\s;:].*)$`)
)

// every matches the words that keep a plan for later turns too.
var every = regexp.MustCompile(`(?i)(?:\s+(?:every\s+turn|each\s+turn|always))?(?:\s+this\s+set)?$`)

// Whole reports whether a line gives a plan of several lines, even if its colon was
// forgotten. Such a line must not be split at its semicolons.
func Whole(line string) bool {
	return slices.ContainsFunc([]*regexp.Regexp{nextForm, planForm, mergeForm, nextBare, planBare}, func(f *regexp.Regexp) bool { return f.MatchString(line) })
}

// limits matches the beginning of a plan that would otherwise be read as a word of the service.
var limits = regexp.MustCompile(`(?i)^no\s+bids?\s+(?:over|above)\b`)

// Gives reports whether the first words of a line alone show that it gives a plan,
// whatever else they could mean.
func Gives(line string) bool { return Whole(line) || limits.MatchString(line) }

// Plans reads a line that gives plans, as the table stands. ok is false for any other
// line. An error is a refusal for the player.
func (s Scene) Plans(line string) (plans []Plan, ok bool, err error) {
	text, base, err := s.base(line)
	read := s.reader(text)
	if read == nil {
		return nil, false, nil
	}
	if err == nil {
		plans, err = read(base)
	}
	return plans, true, err
}

// Gives reports whether a line gives plans, even plans that will be refused.
func (s Scene) Gives(line string) bool {
	text, _, _ := s.base(line)
	_, _, limited, _ := Maximum(line)
	return limited || s.reader(text) != nil
}

// base returns a plan with the conditions of the line, and the rest of the line.
func (s Scene) base(line string) (text string, p Plan, err error) {
	p = Plan{Since: len(s.Log), Careful: true}
	if text = line; len(line) > MaxLine {
		return text, p, tooLong(line)
	}
	if at := unless.FindStringIndex(line); at != nil {
		text = line[:at[0]]
		p.Unless, p.Careful, err = s.conditions(line[at[1]:])
		if strings.EqualFold(text, "pass") {
			text = "pass for the round"
		}
	}
	if verb, rest, _ := strings.Cut(strings.ToLower(strings.TrimRight(text, ".")), " "); verb == "pass" && strings.TrimSpace(rest) == anyway {
		text, p.Careful = "pass for the round", false
	}
	return text, p, err
}

// reader returns the function that reads the line, nil if the line is not a plan.
func (s Scene) reader(text string) func(Plan) ([]Plan, error) {
	switch {
	case nextForm.MatchString(text):
		return func(p Plan) ([]Plan, error) { return s.nextTurn(p, nextForm.FindStringSubmatch(text)[1]) }
	case planForm.MatchString(text):
		m := planForm.FindStringSubmatch(text)
		return func(p Plan) ([]Plan, error) {
			p.Again = m[2] != ""
			if m[3] != "" {
				p.Set, p.Again = s.set(), p.Again || !turnForm.MatchString(m[4])
			}
			return s.turns(p, m[1], m[4])
		}
	case mergeForm.MatchString(text):
		return func(p Plan) ([]Plan, error) { return s.mergers(p, mergeForm.FindStringSubmatch(text)[1]) }
	case askForm.MatchString(text):
		return func(p Plan) ([]Plan, error) {
			p.Kind, p.Careful = AskMe, false
			p.Round = "game" // no round has that name: to earlier versions, which would pass, the plan is over
			return []Plan{p}, nil
		}
	case limitForm.MatchString(text):
		return func(p Plan) ([]Plan, error) { return s.limit(p, limitForm.FindStringSubmatch(text)[1]) }
	case passForm.MatchString(text):
		return func(p Plan) ([]Plan, error) {
			return s.passFor(p, strings.ToLower(passForm.FindStringSubmatch(text)[1]))
		}
	}
	if right := s.withColon(text); right != "" {
		return func(Plan) ([]Plan, error) { return nil, s.noColon(right) }
	}
	return nil
}

// passFor reads how long to pass. It refuses what it cannot do.
func (s Scene) passFor(p Plan, what string) ([]Plan, error) {
	p.Kind, p.Round = PassUntil, s.round()
	operating := s.position().Operating
	switch {
	case s.state().Result != nil:
		return nil, engine.Refuse("The game is over.")
	case what == "auction" && !s.Bidding() && s.auction() != "":
		p.Kind, p.Lots, p.Careful = PassAuction, s.auction(), false
	case what == "auction" && !s.Bidding() && operating:
		return nil, NoAuction("")
	case what == "auction" && !s.Bidding():
		return nil, NoAuction(`, while "pass for the round" passes whenever you are asked in this round (` + p.Round + `)`)
	case what == "auction":
		p.Kind, p.Entered, p.Careful = PassAuction, s.Entered(), false
	case operating:
		return nil, engine.Refuse(`%s is an operating round, in which "pass" is for one step of one company: say it when you are asked, or plan a turn%s. "pass for the round" and "pass until somebody acts" are for rounds of other kinds.`, p.Round, s.suchAs())
	case what == "round":
		p.Kind = PassRound
	default:
		p.Careful = false
	}
	return []Plan{p}, nil
}

// suchAs gives an example of a plan for the player's companies that is accepted now, or where to read about plans.
func (s Scene) suchAs() string {
	line := "plan all: " + s.plainly("all")
	if plans, _, err := s.Plans(line); err != nil || len(plans) == 0 {
		return ` ("help plan" tells how)`
	}
	return fmt.Sprintf(", such as %q", line)
}

// plainly returns the plainest lines of a plan for the companies: the company pays, unless it is not asked whether it does.
func (s Scene) plainly(who string) string {
	for _, lines := range []string{"run auto; pay", "run auto"} {
		if plans, _, err := s.Plans("plan " + who + ": " + lines); err == nil && len(plans) > 0 {
			return lines
		}
	}
	return "run auto; pay"
}

// NoAuction refuses a plan for an auction when there is none; besides is what to say
// instead.
func NoAuction(besides string) error {
	return engine.Refuse("There is no auction now: an order for one can be given once bidding has begun%s.", besides)
}

// limit reads the highest bid for a round.
func (s Scene) limit(p Plan, most string) ([]Plan, error) {
	n, err := strconv.Atoi(most)
	if err != nil {
		return nil, engine.Refuse("%s is not a bid. Write it like: no bids over 150 this round.", grammar.Brief(most))
	}
	p.Kind, p.Max, p.Round, p.Careful = BidLimit, n, s.round(), false
	return []Plan{p}, nil
}

// split splits the text of a plan into its lines.
func split(text string) []string {
	var out []string
	for _, part := range parting.Split(strings.TrimRight(text, " ."), -1) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// nextTurn reads a plan for the player's next stock turn.
func (s Scene) nextTurn(p Plan, text string) ([]Plan, error) {
	p.Kind = Stock
	if s.around(title.StockTurn) {
		p.Round = s.round()
	}
	turns, err := inTurns(text, false)
	if err != nil {
		return nil, err
	}
	at, err := s.suppose(title.StockTurn, s.Player)
	if err != nil || !at.asked() {
		return nil, nothingToPlan(p)
	}
	p, _, err = at.scripts(p, turns)
	return []Plan{p}, err
}

// script reads the lines of a turn. It says each in the supposed turn to see that the turn can be played to
// its end. It returns the scene there, and which lines could be said.
func (s Scene) script(p Plan, lines []string) (q Plan, after Scene, read []bool, err error) {
	if len(lines) == 0 {
		return p, s, nil, engine.Refuse("Say after the colon what is to be done, such as \"%s\".", s.example(p))
	}
	at, on, from := s, s.turn(), len(s.Log)
	read = make([]bool, len(lines))
	for i, text := range lines {
		next, q, err := at.scriptClauses(p, on, text)
		if err != nil && p.Loose {
			continue
		}
		if err != nil {
			return p, s, nil, ahead(p, err)
		}
		at, p, read[i] = next, q, true
	}
	after, why := at.toEnd(on, func(Scene, engine.Command) string { return "" })
	if why != "" {
		return p, s, nil, engine.Refuse("The turn cannot be planned like that: %s.", strings.TrimRight(why, "."))
	}
	p.work += after.Game.Worked() - s.Game.Worked()
	_, ends := at.rest(on)
	p.seen = []Ahead{{Log: after.Log, From: from, Aside: cmp.Or(p.poor, ends)}}
	return p, after, read, nil
}

// scriptClauses reads a line that is one command, or several as in a mail: "sell 1 NYC, buy D&H".
func (s Scene) scriptClauses(p Plan, on turn, text string) (Scene, Plan, error) {
	next, q, err := s.scriptLine(p, on, text)
	if err == nil {
		return next, q, nil
	}
	parts := grammar.Clauses(s.Title.Verbs, text)
	if len(parts) < 2 {
		return s, p, err
	}
	at, all := s, p
	for _, part := range parts {
		if at, all, err = at.scriptLine(all, on, part); err != nil {
			return s, p, err
		}
	}
	return at, all, nil
}

// example returns a line that a plan may have.
func (s Scene) example(p Plan) string {
	if p.Kind == Operate {
		return "plan " + p.For + ": " + s.plainly(p.For)
	}
	return "next: pass"
}

// scriptLine reads one line of a turn.
func (s Scene) scriptLine(p Plan, on turn, text string) (Scene, Plan, error) {
	if p.Max > 0 {
		return s.afterwards(p, text)
	}
	if s.turn() != on || !s.asked() {
		if s.justPasses(Line{Say: strings.ToLower(text)}) {
			return s, p, nil
		}
		return s, p, engine.Refuse("%q comes too late: the turn is over before it", grammar.Brief(text))
	}
	text, wanted, err := s.holds(text)
	if err != nil {
		return s, p, err
	}
	bid, most, limited, err := Maximum(text)
	if err == nil && limited && s.SaysOnce() {
		limited = false
		bid, err = AtOnce(bid, most)
	}
	if err != nil {
		return s, p, err
	}
	at, c, err := s.Read(bid)
	if err != nil {
		return s, p, err
	}
	next, err := at.decide(c)
	if err != nil {
		return s, p, err
	}
	if at.runsTrains(Line{Say: c.Verb}) {
		var work int
		p.Revenue, work = at.best(p.For)
		p.work += work
		p.poor = p.earnsLess(at, p.Revenue)
	}
	p.Lines = append(slices.Clone(p.Lines), Line{Say: at.symbolic(c, bid)})
	if wanted != nil {
		if err := s.aimed(wanted, c, text); err != nil {
			return s, p, err
		}
		p.Goal = wanted
	}
	switch company := at.companyIn(c); {
	case limited && next.Bidding() && next.Entered() == at.Entered():
		p.Max = most
	case limited && company != "":
		p.Above = append(slices.Clone(p.Above), Condition{above, company, most})
	case limited:
		return s, p, engine.Refuse("%q names no share and begins no auction for which %d could be the most", grammar.Brief(text), most)
	}
	return next, p, nil
}

// afterwards reads a line to be said once an auction is won.
func (s Scene) afterwards(p Plan, text string) (Scene, Plan, error) {
	at, ok := s.WhenAsked()
	if !ok {
		return s, p, engine.Refuse("%q cannot be said once the auction is won", grammar.Brief(text))
	}
	if at.justPasses(Line{Say: strings.ToLower(text)}) {
		return s, p, nil
	}
	at, _, err := at.all(p.After)
	if err != nil {
		return s, p, err
	}
	at, c, err := at.Read(text)
	if err != nil {
		return s, p, err
	}
	if _, err := at.decide(c); err != nil {
		return s, p, err
	}
	p.After = append(slices.Clone(p.After), Line{Say: c.String()})
	return s, p, nil
}

// automatic matches words that leave the choice of routes to the program.
var automatic = regexp.MustCompile(`(?i)\b(?:auto|automatic|automatically|best|optimal|max|maximum)\b`)

// symbolic returns the command as a plan stores it: in canonical words. Routes that the program chooses are
// "auto", because they may be others when the turn comes.
func (s Scene) symbolic(c engine.Command, text string) string {
	if s.runsTrains(Line{Say: c.Verb}) && (automatic.MatchString(text) || !strings.Contains(text, " ")) {
		return c.Verb + " auto"
	}
	return c.String()
}

// companyIn returns the first company that a command names, "" if none.
func (s Scene) companyIn(c engine.Command) string {
	for _, arg := range c.Args {
		if s.Title.Facts.Company(arg) != nil {
			return arg
		}
	}
	return ""
}

// own returns the companies that the player directs.
func (s Scene) own() []string {
	var out []string
	for _, c := range s.position().Companies {
		if c.President == s.Player {
			out = append(out, c.Sym)
		}
	}
	return out
}

// turns reads plans for the next turn of one company, or of all.
func (s Scene) turns(p Plan, who, text string) ([]Plan, error) {
	p.Kind = Operate
	turns, err := inTurns(text, p.Again)
	if err != nil {
		return nil, err
	}
	p.Again = false
	if strings.EqualFold(strings.TrimSpace(who), "all") {
		return s.allTurns(p, turns)
	}
	sym, err := s.company(who)
	switch {
	case err != nil:
		return nil, err
	case !slices.Contains(s.own(), sym):
		return nil, engine.Refuse("%s is not yours to plan for.", sym)
	}
	p.For = sym
	at, err := s.turnOf(sym)
	if err != nil {
		return nil, err
	}
	p, _, err = at.scripts(p, turns)
	return []Plan{p}, err
}

// nothingToPlan refuses a plan for a turn in which the player would be asked nothing.
func nothingToPlan(p Plan) error {
	return engine.Refuse("As the table stands %s: there is nothing to plan.", p.idle())
}

// turnOf returns the scene of a supposed turn of a company.
func (s Scene) turnOf(sym string) (Scene, error) {
	at, err := s.suppose(title.OperatingTurn, sym)
	if err != nil || !at.asked() || at.turn().actor != sym {
		return s, nothingToPlan(Plan{Kind: Operate, For: sym})
	}
	return at, nil
}

// allTurns makes one plan for each company of the player. It leaves out a line that the company cannot say.
// Each line has to fit at least one company.
func (s Scene) allTurns(p Plan, turns []turnText) ([]Plan, error) {
	if len(turns) == 0 {
		return nil, engine.Refuse("Say after the colon what is to be done%s.", s.suchAs())
	}
	p.Loose = true
	var out []Plan
	var lines []string
	for _, t := range turns {
		lines = append(lines, t.lines...)
	}
	fits := make([]bool, len(lines))
	for _, sym := range s.own() {
		at, err := s.turnOf(sym)
		if err != nil {
			continue
		}
		p.For = sym
		one, read, err := at.scripts(p, turns)
		if err != nil || !slices.Contains(read, true) {
			continue
		}
		for i := range read {
			fits[i] = fits[i] || read[i]
		}
		out = append(out, one)
	}
	for i, line := range lines {
		if !fits[i] {
			return nil, engine.Refuse("%q can be said for none of your companies in its next turn, as the table stands.", grammar.Brief(line))
		}
	}
	return out, nil
}

// Ahead reads what a player says before their turn to a question that several players
// are asked at once.
func (s Scene) Ahead(text string) (Plan, error) {
	at, _ := s.WhenAsked()
	at, c, err := at.Read(text)
	if err != nil {
		return Plan{}, err
	}
	if _, err := at.decide(c); err != nil {
		return Plan{}, err
	}
	return Plan{Kind: Deal, Turn: Turn{Lines: []Line{{Say: c.String()}}}, Entered: s.Entered(), Since: len(s.Log), Careful: true}, nil
}

// AfterBid adds to a maximum what to say after the auction is won.
func (s Scene) AfterBid(p Plan, text string) (Plan, error) {
	_, p, err := s.afterwards(p, text)
	return p, err
}
