package grammar

import (
	"slices"
	"strings"
)

// A Verb is one line of the grammar: what is said, what follows it, and what
// it means. The tables are the only place where verbs are written down; help
// and docs/commands.md are made from them.
type Verb struct {
	Name     string
	Form     string   // what follows, "HEX TILE EXITS"
	Example  string   //
	Synonyms []string // other words for it, one or several
	Meaning  string
}

// Verbs are the moves of all titles. Which of them can be said, and with what
// words, is for the title and the moment to say.
var Verbs = []Verb{
	{"pass", "", "pass",
		[]string{"done", "skip", "no", "nothing", "none", "next", "finish", "finished", "no thanks", "do nothing", "no action", "pass turn"},
		"Do nothing, or nothing more, in this step. In advance: \"pass for the auction\", \"pass for the round\", \"pass until somebody acts\"."},
	{"bid", "[ITEM] AMOUNT", "bid 105",
		[]string{"offer", "raise", "raise to"},
		"Bid in an auction. \"bid 105 max 200\" and \"bid up to 200\" go on with the least that is needed, as far as the maximum."},
	{"reserve", "COMPANY", "reserve NYW",
		[]string{"claim", "choose", "pick", "select"},
		"Keep a company for yourself in the draft."},
	{"value", "COMPANY PRICE [top | bottom]", "value NYW 50",
		[]string{"start", "price", "par", "open", "float", "launch"},
		"Start a reserved company at a price. Where two spaces have the price, the top one is taken if it is free."},
	{"relinquish", "", "relinquish",
		[]string{"release", "give up", "abandon", "renounce"},
		"Give up your reservations and be out of the draft."},
	{"start", "COMPANY PRICE [top | bottom], or COMPANY in HEX for BID", "start PE 60 bottom",
		[]string{"value", "par", "open", "float", "launch", "found"},
		"Start a company at a price."},
	{"buy", "COMPANY from ipo | treasury | pool, or train TRAIN from bank | pool | COMPANY for PRICE", "buy train 3 from CV for 150",
		[]string{"bought", "purchase", "get", "take", "acquire", "offer"},
		"Buy a share or a train. The seller may be left out when there is only one."},
	{"sell", "NUMBER COMPANY", "sell 2 B&A",
		[]string{"sold", "dump"},
		"Sell shares to the pool."},
	{"short", "COMPANY", "short B&A",
		[]string{"sell short", "short sell"},
		"Sell a share you do not have."},
	{"issue", "NUMBER [from ipo | treasury]", "issue 2 from treasury",
		nil,
		"Sell shares of your company to the pool."},
	{"redeem", "NUMBER", "redeem 1",
		[]string{"buy back", "buyback", "repurchase", "reacquire"},
		"Buy shares of your company back from the pool."},
	{"loan", "NUMBER", "loan 2",
		[]string{"loans", "borrow", "take loan", "take loans", "take a loan"},
		"Take loans for your company."},
	{"repay", "NUMBER", "repay 1",
		[]string{"pay back", "pay off", "repay loan", "repay loans"},
		"Pay loans of your company off."},
	{"size", "NUMBER", "size 5",
		nil,
		"Say how many shares a new company has."},
	{"contribute", "PRIVATE", "contribute UR",
		[]string{"bring in", "chip in"},
		"Pay for a new company with a private company."},
	{"lay", "HEX TILE EXITS", "lay H6 8 W-SE",
		[]string{"laid", "upgrade", "build", "place", "put", "tile", "track", "lay tile", "lay track", "place tile", "put tile", "build track", "upgrade tile"},
		"Lay or upgrade a tile. EXITS are the edges to which its track leads, in any order, or the number of sixths (0 to 5) by which it is turned clockwise; they may be left out when the tile fits in one way only."},
	{"token", "HEX [EXITS]", "token G10",
		[]string{"station", "marker", "tok", "place", "put", "place token", "place a token", "place station", "place a station", "place marker", "put token", "lay token", "build station", "lay station"},
		"Place a station marker. Where a hex has several cities, EXITS are the edges to which the track of the city leads."},
	{"remove", "HEX [EXITS]", "remove G10",
		[]string{"take off"},
		"Take a station marker off the map."},
	{"bridge", "[PRIVATE] HEX", "bridge H3",
		[]string{"place bridge", "place a bridge"},
		"Place a bridge token."},
	{"mine", "[PRIVATE] HEX", "mine F13",
		[]string{"place mine", "place a mine"},
		"Place a mine token."},
	{"run", "auto, or TRAIN: STOP STOP ... for each train", "run 3: G8 H9 L4",
		[]string{"go", "auto", "ran", "route", "operate", "drive"},
		"Run the trains: the best runs there are, or those you say. A stop is a hex or the name of its city, L5.1 where a hex has several. With one train its name may be left out."},
	{"pay", "", "pay",
		[]string{"paid", "dividend", "dividends", "payout", "pay out", "full", "pay full", "full pay", "full dividend", "distribute", "pay all", "pay dividend"},
		"Pay the whole revenue to the shareholders."},
	{"half", "", "half",
		[]string{"half pay", "pay half", "half dividend", "half payout", "split", "halfpay", "pay out half", "half and half"},
		"Pay one half of the revenue and keep the other."},
	{"withhold", "", "withhold",
		[]string{"withheld", "keep", "retain", "hold", "hold back", "no dividend", "no dividends", "no payout", "pay nothing", "retain earnings"},
		"Keep the revenue in the treasury."},
	{"discard", "train TRAIN [COMPANY]", "discard train 2 CV",
		[]string{"scrap", "drop", "throw away", "lose", "return"},
		"Give up a train of a company that has too many."},
	{"offer", "", "offer",
		[]string{"put up", "put up for sale"},
		"Put your company up for sale."},
	{"accept", "", "accept",
		[]string{"yes", "ok", "okay", "agree", "agreed", "consent", "deal", "approve", "sure"},
		"Agree to what another player offers."},
	{"decline", "", "decline",
		[]string{"no", "refuse", "reject", "deny", "disagree", "no deal", "no thanks"},
		"Say no to what another player offers."},
	{"withdraw", "", "withdraw",
		[]string{"cancel", "retract", "take back", "revoke"},
		"Take your own offer back."},
	{"convert", "[[MINOR] into COMPANY]", "convert NYW into NYC",
		[]string{"change", "transform"},
		"Make a larger company of one."},
	{"merge", "[COMPANY] with COMPANY [into COMPANY]", "merge BL with ER into B&M",
		[]string{"combine", "unite", "fuse"},
		"Make one company of two."},
	{"keep", "HEX [EXITS]", "keep L5 N-NE",
		[]string{"retain", "hold", "stay"},
		"Say which of two station markers stays."},
	{"liquidate", "", "liquidate",
		[]string{"close", "wind up", "dissolve"},
		"Close a company for want of a train."},
	{"bankrupt", "", "bankrupt",
		[]string{"bankruptcy", "go bankrupt", "declare bankruptcy", "i am bankrupt"},
		"Leave the game because you cannot pay."},
}

// ServiceVerbs are the commands that are no moves. The service carries them
// out; the grammar only knows their names.
var ServiceVerbs = []Verb{
	{"help", "[VERB | TITLE]", "help lay", []string{"commands", "info", "?"},
		"Explain the commands, one of them, or a title."},
	{"status", "", "status", []string{"where", "turn", "state"},
		"Say for all your games whose move it is, what you owe by when, and what is on file from you."},
	{"choices", "[VERB]", "choices lay", []string{"options", "moves", "list"},
		"List what you may do now, or all ways to use one verb."},
	{"routes", "[COMPANY]", "routes B&M", nil,
		"Show the best runs now, and what one more train would add."},
	{"cancel orders", "", "cancel orders", []string{"cancel order", "no orders", "forget orders"},
		"Take back your standing orders, such as \"pass for the round\" or \"bid up to 200\"."},
	{"undo", "[NUMBER | to POSITION]", "undo 3", []string{"oops", "takeback"},
		"Take back your last command, or the last NUMBER of the game, or all since a position. Where others have acted since, they are asked, and it is done when all agree."},
	{"end game", "", "end game", []string{"end the game", "finish game", "finish the game"},
		"Ask the others to end the game now, with everybody's worth for the score. It is done when all agree."},
	{"pause", "[until DATE] [REASON]", "pause until 2026-12-31 holidays", []string{"pause game", "pause the game"},
		"Ask the others to stop the game and its clock for a while. It is done when all agree."},
	{"resume", "", "resume", []string{"resume game", "resume the game", "unpause", "end pause", "end the pause"},
		"Let a paused game go on."},
	{"accept", "[undo | end | pause | pace]", "accept undo", []string{"agree", "agree to", "yes"},
		"Agree to what another player asks for."},
	{"decline", "[undo | end | pause | pace]", "decline undo", []string{"disagree", "disagree to"},
		"Say no to what another player asks for, which ends the request."},
	{"withdraw", "[undo | end | pause | pace]", "withdraw undo", nil,
		"Take back what you have asked the others for."},
	{"resign", "GAME", "resign g12", []string{"resign from"},
		"Leave a game for good. Your seat is then open for somebody else."},
	{"takeover", "GAME [PLAYER]", "takeover g12", []string{"take over", "take over seat", "take seat", "take the seat"},
		"Take over the seat of a player who has left, with all that is theirs."},
	{"observe", "GAME", "observe g12", []string{"watch"},
		"Watch a game as a guest: you get its mails and may ask, but not play."},
	{"unobserve", "[GAME]", "unobserve g12", []string{"unwatch", "stop watching", "stop observing"},
		"Watch a game no longer."},
	{"history", "[FROM [TO]]", "history 120 200", []string{"log"},
		"Show what has happened, or the part of it between two positions."},
	{"game", "GAME", "game g12", []string{"switch to game", "for game"},
		"Say for which of your games the next lines are, by its id or its name."},
	{"preview", "", "preview", []string{"what if", "dry run"},
		"With other lines in the same mail: show how it would be, and keep nothing."},
	{"anyway", "", "anyway", nil,
		"With lines that answer an old mail: carry them out if they would still do the same."},
	{"map", "", "map", []string{"board"},
		"Send the map."},
	{"games", "", "games", []string{"list games", "show games", "lobby"},
		"List the games that wait for players, your own, and the titles that can be played."},
	{"new", "TITLE players NUMBER [called NAME] [VARIANT] [private] [seed NUMBER]", "new TITLE players 3-5 called Shoreline", []string{"new game", "create"},
		"Make a game that others can join. It begins by itself when the greatest number has come."},
	{"join", "[GAME]", "join g12", []string{"join game", "i join"},
		"Be in a game that waits for players."},
	{"invite", "ADDRESS ...", "invite brian@example.org", []string{"ask in"},
		"Ask others to join the game that waits for players, or to take over a seat that is free."},
	{"players", "NUMBER [GAME]", "players 3-4", nil,
		"Say for how many players the game is that you have made and that waits for them."},
	{"start", "[GAME]", "start g12", []string{"start game", "begin", "begin game"},
		"Begin a game that you have made with those who are in."},
	{"leave", "[GAME]", "leave g12", []string{"leave game"},
		"Be out of a game that waits for players, or say that you are not coming."},
	{"set", "name | zone | dates | pictures | mail | invitations | address VALUE", "set zone Berlin", []string{"setting"},
		"Change something for all your games; \"settings\" shows what can be set. An address is changed once both addresses have agreed."},
	{"settings", "", "settings", []string{"my settings", "preferences"},
		"Show what you have set for all your games, and how it is changed."},
	{"no invitations", "", "no invitations", []string{"no more invitations", "stop invitations"},
		"Get no more invitations to games."},
	{"renew token", "", "renew token", []string{"revoke token", "new token"},
		"Get a new reply address; answers to older mails are no longer believed."},
	{"press", "TEXT, or to PLAYER, PLAYER: TEXT", "press The B&M shares are mine.", nil,
		"Write to all the players, at any time, or to some where the table allows it. A text of several lines stands below a line \"press\", and a line \"end press\" may end it."},
	{"note", "TEXT", "note Brian is short of cash", nil,
		"Keep a note in your diary of the game, which only you can read. Several lines stand below a line \"note\", and \"end note\" may end them."},
	{"notes", "", "notes", []string{"show notes", "my notes"},
		"Show your diary of the game."},
	{"publish notes", "", "publish notes", nil,
		"Let everybody read your diary in the archive of the game, once it is over."},
	{"hide notes", "", "hide notes", nil,
		"Keep your diary to yourself; it is hidden unless you publish it."},
	{"host", "COMMAND", "host list", nil,
		"From the host's own address only: look after the games. \"host help\" lists the commands."},
	{"pace", "[WORDS]", "pace 3 days, weekends off, quiet 22-8 Europe/Berlin, grace 2 days, policy pass", nil,
		"Show how long the table waits for a decision, or ask the others to change it. Policies of what is done once the grace is over too: wait, pass (the service passes for the player), open (the seat is open for somebody else)."},
	{"vacation", "[DAYS]", "vacation 2026-12-20 to 2027-01-05", []string{"holiday", "holidays", "vacations", "away"},
		"Show when you are away, or say it: that time does not count, in all your games. Also: vacation until 5 Jan, vacation 1 week."},
	{"cancel vacation", "[DAY]", "cancel vacation", []string{"no vacation", "end vacation", "cancel holidays", "cancel holiday"},
		"Take your vacations back, or end the one you are on."},
	{"confirm", "CODE", "confirm k7w2q3mxa5bzt6ud", nil,
		"Say yes to what a mail with a code asks you."},
}

// spoken holds for every phrase the verbs it stands for, the moves' and the
// service's.
var (
	spoken  = phrases(Verbs)
	service = phrases(ServiceVerbs)
)

// longestPhrase is the number of words of the longest synonym.
const longestPhrase = 4

func phrases(table []Verb) map[string][]string {
	out := map[string][]string{}
	for _, v := range table {
		for _, p := range append([]string{v.Name}, v.Synonyms...) {
			if !slices.Contains(out[p], v.Name) {
				out[p] = append(out[p], v.Name)
			}
		}
	}
	return out
}

// Service returns the service's verb that a line begins with, and the rest of
// the line as typed. Words that are moves too, such as "start", are for the
// caller to settle.
func Service(line string) (verb, rest string, ok bool) {
	fields := strings.Fields(line)
	for n := min(longestPhrase, len(fields)); n > 0; n-- {
		phrase := strings.ToLower(strings.Trim(strings.Join(fields[:n], " "), ":,.!"))
		if list := service[phrase]; len(list) > 0 {
			return list[0], strings.TrimSpace(after(line, n)), true
		}
	}
	return "", line, false
}

// after returns a line without its first n fields.
func after(line string, n int) string {
	for range n {
		line = strings.TrimLeft(line, " \t")
		i := strings.IndexAny(line, " \t")
		if i < 0 {
			return ""
		}
		line = line[i:]
	}
	return line
}

// find returns a verb of a table by name.
func find(table []Verb, name string) (Verb, bool) {
	i := slices.IndexFunc(table, func(v Verb) bool { return v.Name == name })
	if i < 0 {
		return Verb{}, false
	}
	return table[i], true
}
