package grammar

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Words that people bring with them who have played on a site or with a spreadsheet, and have not read what things are
// called here. A whole line of such words is read as the word of the service that answers it, or refused with the
// lines that do here what they want.

// asked are lines that ask, by what answers them: a word of the service, and what follows it.
var asked = map[string][]string{
	"status": listOf(`market, stock market, share market, share price, share prices, stock prices, prices, who has priority, who has the priority,
		who has priority deal, who has the priority deal, who holds the priority deal, who is priority deal, priority, priority deal, holdings, who has what, who owns what, players,
		player info, portfolio, portfolios, my portfolio, president, presidents, who is president, who are the presidents, directors, who is director, who are the directors, companies, corporations, entities, bank, bank cash, trains, trains left, depot, train depot, train roster, train list, remaining trains,
		what trains are left, which trains are left, how many trains left, how many trains are left, spreadsheet, player spreadsheet, score, scores, scoreboard, scoring, standings,
		net worth, worth, certificates, cert limit, certificate limit, interest rate, my cash, my money, my shares, my games, all my games, my turns, turn order, player order,
		operating order, whose turn, whose go is it, when is it my turn, am i up, game info, game state, position, the whole position, overview, summary, phase, current phase`),
	"history": listOf(`game log, full log, action log, move log, game history, history of the game, all moves, previous moves, last moves, recent moves, what happened, what has happened,
		replay, replay game, timeline`),
	"history prices": listOf(`price history, history of share price, stock price history, how did the prices change, share price history, history of prices, history of share prices, price chart, stock chart, charts, chart, graph, graphs, income chart`),
	"map runs":       listOf(`last runs, last run, previous runs, last routes, previous routes, routes run, map of runs, runs of last round, run history`),
	"help tiles":     listOf(`tiles, tile manifest, tiles manifest, manifest, tiles left, remaining tiles, tile list, tile tray, tile supply, what tiles are left, which tiles are left, how many tiles are left`),
	"help variants": listOf(`variants, variant, game variants, optional rules, which variants, which variants are played, what variants are played, which variants do we play,
		what variants do we play, with which variants, game options, which options, rule options, played variants`),
	"routes": listOf(`autoroute, auto route, auto routes, autorouter, auto router, use autorouter, use auto router, route finder, routefinder, best route, best routes, best run, best runs, find best route, find routes, show routes,
		what is the best route, what is my best route, what are the best routes, what is the best run, calculate route, calculate routes`),
	"choices":  listOf(`actions, available actions, legal moves, legal actions, possible moves, possible actions, what are the legal moves, which moves are legal`),
	"settings": listOf(`profile, my profile, notifications, notification settings, notifications off, turn off notifications, turn off emails, turn off email, turn off mails, email settings, mail settings, fewer mails, fewer emails, less mail, too many mails, too many emails`),
	"pace":     listOf(`timer, clock, timers, deadline, time limit, time left, how much time do i have, how long do i have, how much time have i got`),
	"notes":    listOf(`my private notes, private notes, notepad`),
	"orders":   listOf(`programmed actions, auto actions, autoactions, my auto actions, programs, my programmed actions`),
	"games":    listOf(`open games, new games, list of games, titles, which titles, what titles, list of titles, which titles do you have, what titles do you have, which titles are there, what titles are there, which titles can i play, what titles can i play`),
	"vacation": listOf(`my vacation, my vacations, my holidays`),
}

// A wish is what people want done in words of another place.
type wish struct {
	whole  []string // lines
	begins []string // how lines begin; _ is any one word
	why    string
	say    []string // lines that do it here
	away   bool     // programs that answer for people write it, too
}

// toOne is what people want who write to others.
var toOne = wish{why: "Words to the others begin with \"press\". Where the table allows it, \"press to NAME: ...\" writes to one.", say: []string{"press Hello all", "help press"}}

// takesBack is what people want who say so while no offer of theirs waits.
var takesBack = wish{whole: []string{"take back", "cancel"}, why: "\"undo\" takes back what you said last.", say: []string{"undo", "help undo"}}

// chosen is what people want who would play a game with other variants than those it was made with.
var chosen = wish{
	begins: listOf(`variant _, variants _, add variant, add the variant, use variant, use the variant, play with variant, play the variant, change variant, change variants, change the variants, remove variant, without variant,
		without variants, no variants`),
	why: "Variants are chosen when a game is made, and do not change after that. While it waits for players, \"leave\" it and make another.",
	say: []string{"help variants", "leave GAME", "new TITLE players 3-4 VARIANT"},
}

// anotherGame is what people want who would play one more.
var anotherGame = wish{
	begins: listOf(`play _ with, play _ against, i want to play, i would like to play, i d like to play, we want to play, we would like to play, let us play, let s play, lets play, can we play, shall we play, start a game, start a new game, start new game,
		i want to start a, i would like to start a, i d like to start a, make a game, make a new game, set up a game, begin a new game, open a game, open a new game`),
	why: "A game begins with \"new\", its title and the number of players; \"games\" lists those that wait for players, and the titles.",
	say: []string{"new TITLE players 3-4", "new TITLE with 2 robots", "games", "help new"},
}

// toJoin is what people want who would play in a game of others.
var toJoin = wish{
	begins: listOf(`join a game, i want to join, i would like to join, i d like to join, can i join, may i join, i want in, i would like in`),
	why:    "A game that waits for players is joined by its id, which \"games\" tells.",
	say:    []string{"games", "join GAME"},
}

var wishes = []wish{
	anotherGame,
	toJoin,
	{listOf(`pass until, always pass, keep passing, share pass`),
		listOf(`auto pass, autopass, program pass, programmed pass, programmed action, program, auto skip, autoskip, pass until something, pass until anything, pass automatically,
			pass until we, pass until the stock, pass until the operating, pass until the next, pass until sr, pass until or, pass until stock`),
		"You can pass in advance: each of the lines below says for how long.", []string{"pass unless it concerns me", "pass until somebody acts", "pass for the round", "pass for the auction", "help pass"}, false},
	{nil, listOf(`auto buy, autobuy, program buy, buy automatically, keep buying, auto sell`),
		"You can plan stock turns in advance, with \"next:\" and what to do.", []string{"next: buy COMPANY until I have 5, then pass", "help plan"}, false},
	{listOf(`take that back, take it back, take this back, take back my move, take back my last move, go back, go back one move, revert, revert move, revert that, unmove, undo pass, cancel my move, cancel my last move,
		cancel that, cancel it, cancel bid, cancel my bid, cancel my last bid, withdraw my bid, take my bid back, take back my bid, cancel pass, cancel my pass`), nil,
		takesBack.why, takesBack.say, false},
	{listOf(`previous round, last round, show last round, show previous round`), listOf(`go back to, back to or, back to sr, show or, show sr, show mr, show round, view or, view sr, jump to, rewind`),
		"The lines below show how it was in a round. \"undo\" takes moves back.", []string{"status at OR 2.1", "map at OR 2.1", "history OR 2.1"}, false},
	{listOf(`redo, redo move, undo undo, undo the undo`), nil,
		"What was taken back is not kept. Say the moves again; \"history\" shows them.", []string{"history"}, false},
	{nil, listOf(`chat, say, message, msg, pm, dm, send message, send a message, private message, tell _ that, tell _ i, tell everybody, tell everyone, tell all, write to, talk to, table talk`),
		toOne.why, toOne.say, false},
	{listOf(`hotseat, hot seat, clone, clone game, clone this game, fork, test, testing, simulate, simulation, simulator, practice, training, play all seats, copy game`),
		listOf(`test mode, hotseat mode, simulate, analysis mode, try out`),
		"A private copy of the game, in which you play every seat, is a sandbox. What a line would bring is shown with \"preview\" on a line of its own beside it.", []string{"sandbox", "sandbox at OR 3.1", "help preview"}, false},
	{nil, listOf(`what if _, what happens if, what would happen if, try to, try, suppose i, suppose`),
		"To see what moves would bring, write them as usual, and \"preview\" on a line of its own: nothing is carried out. In a sandbox you can try whole rounds.", []string{"preview", "sandbox"}, false},
	{listOf(`master mode, enable master mode, toggle master mode, admin mode, god mode`), nil,
		"Nobody but the host moves for somebody else here. In a sandbox you play every seat of a private copy.", []string{"sandbox"}, false},
	{listOf(`export, export game, export json, export to json, copy json, json, download, download game, save game, import, import game, upload game`), nil,
		"Files are up to the host, who can export a running game for another host and import one from elsewhere. When a game is over, all of it comes as a page with the last mail. \"history\" shows what has happened so far.", []string{"history"}, false},
	chosen,
	{nil, listOf(`kick _, remind _, poke _, nudge _, ping _, replace player, tell _ to, ask _ to, tell robot _ to, ask robot _ to`),
		"Who is waited for is reminded by itself, and \"pace\" says what happens when they do not answer. Words to them begin with \"press\".", []string{"press Are you there?", "pace", "help caretaker"}, false},
	{listOf(`kick, nudge, remind, poke, ping, slow players, slow player`), nil,
		"Who is waited for is reminded by itself, and \"pace\" says what happens when they do not answer.", []string{"pace", "help caretaker"}, false},
	{listOf(`end turn, end my turn, finish turn, end the turn, done with my turn, done with turn, my turn is over, finish my turn`), nil,
		"A turn ends with its last step. \"choices\" lists what you may say now, and with it what ends the step; the mail then says what comes next.", []string{"choices"}, false},
	{listOf(`quit, i quit, quit game, drop out, i drop out, i want to quit, abandon game, forfeit`), nil,
		"To leave a game for good, name it: your seat is then open for somebody else. \"end game\" asks the others to end it for all.", []string{"resign GAME", "end game"}, false},
	{nil, listOf(`i am away, i m away, i will be away, i ll be away, i am on holiday, i m on holiday, i am on vacation, i m on vacation, on holiday, on vacation, out of office, going on holiday, away from, gone until, back on, im away, im on holiday, im on vacation, im gone, i am gone, i m gone, away until, away till, skip me`),
		"Say when you are away, and that time does not count in any of your games.", []string{"vacation until 5 Jan", "vacation 2026-12-20 to 2027-01-05", "help vacation"}, true},
}

// listOf splits phrases at commas.
func listOf(text string) (out []string) {
	for phrase := range strings.SplitSeq(text, ",") {
		out = append(out, strings.Join(strings.Fields(phrase), " "))
	}
	return out
}

// byPhrase finds what answers a line of asked.
var byPhrase = func() map[string]string {
	out := map[string]string{}
	for answer, phrases := range asked {
		for _, phrase := range phrases {
			out[phrase] = answer
		}
	}
	return out
}()

// leads may stand before what somebody wants to see.
var leads = setOf(`show see view display list give open check print me us the a current please can could i you we want to need let get`)

// plainly returns the words of a line in lower case, without what stands between them.
func plainly(line string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(sayIs.Replace(line)), func(r rune) bool { return strings.ContainsRune(" \t,.!?:;-'\"", r) }) {
		if w != "please" && w != "thanks" {
			out = append(out, w)
		}
	}
	return out
}

// Sought reads a line that asks in words of another place as the word of the service that answers it: "tile
// manifest", "show me the market".
func Sought(line string) (verb, rest string, ok bool) {
	if len(line) > MaxLine || quotation(line) {
		return "", "", false
	}
	if verb, rest, ok = shown(line); ok {
		return verb, rest, true
	}
	said := plainly(line)
	for len(said) > 0 {
		if answer, known := byPhrase[strings.Join(said, " ")]; known {
			verb, rest, _ = strings.Cut(answer, " ")
			return verb, rest, true
		}
		if !leads[said[0]] {
			break
		}
		said = said[1:]
	}
	return "", "", false
}

// showing are the words of the service that show something.
var showing = setOf(`map history status choices routes orders notes settings games help`)

// shown reads "show me the map at OR 3.1" as "map at OR 3.1".
func shown(line string) (verb, rest string, ok bool) {
	if _, _, ok := Service(line); ok {
		return "", "", false
	}
	for fields := strings.Fields(strings.TrimRight(line, "?!. ")); len(fields) > 1 && leads[strings.ToLower(fields[0])]; fields = fields[1:] {
		verb, rest, ok = Service(strings.Join(fields[1:], " "))
		if ok && showing[verb] && !leads[strings.ToLower(fields[1])] {
			return verb, rest, true
		}
	}
	return "", "", false
}

// ToOthers refuses a line that is written to somebody by name.
func ToOthers() *Refusal { return &Refusal{Sentence: toOne.why, Closest: toOne.say} }

// Wished refuses a line that wants something done in words of another place: "auto pass". It is nil for all
// other lines.
func Wished(line string) *Refusal {
	if len(line) > MaxLine || quotation(line) {
		return nil
	}
	said := plainly(line)
	if _, about, ok := Question(line); ok && about == Phase {
		return nil
	}
	for _, w := range wishes {
		if no := w.refuses(said); no != nil {
			return no
		}
	}
	if addressed.MatchString(line) {
		return ToOthers()
	}
	return nil
}

// WishedBack is Wished for lines that are also verbs of titles: "cancel". It returns the verb too: where that can be said now, the
// line is no wish.
func WishedBack(line string) (verb string, no *Refusal) {
	said := plainly(line)
	return strings.Join(said, " "), takesBack.refuses(said)
}

// WantsGame reports whether the wish of a line is to play one more game.
func WantsGame(line string) bool { return anotherGame.refuses(plainly(line)) != nil }

// WishedAnywhere is Wished for lines that are for no game: those about variants, and about games to join.
func WishedAnywhere(line string) *Refusal {
	if len(line) > MaxLine || quotation(line) {
		return nil
	}
	said := plainly(line)
	return cmp.Or(chosen.refuses(said), toJoin.refuses(said))
}

// refuses refuses words that want this, nil for others.
func (w wish) refuses(said []string) *Refusal {
	if slices.Contains(w.whole, strings.Join(said, " ")) || slices.ContainsFunc(w.begins, func(b string) bool { return beginsWith(said, strings.Fields(b)) }) {
		return &Refusal{Sentence: w.why, Closest: w.say, Strange: w.away}
	}
	return nil
}

// addressed matches a line that begins with the name of the one to whom it is written: "to Brian: shall we?", "@Brian shall we?".
var addressed = regexp.MustCompile(`(?i)^\s*(?:to\s+\S+(?:\s+(?:and\s+)?\S+)?\s*:|@\pL)`)

// beginsWith reports whether words begin with others, of which _ is any.
func beginsWith(said, begin []string) bool {
	return len(said) >= len(begin) && slices.EqualFunc(said[:len(begin)], begin, func(w, of string) bool { return of == "_" || w == of })
}
