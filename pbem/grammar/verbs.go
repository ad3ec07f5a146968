package grammar

import (
	"slices"
	"strings"

	"pbem/engine/moves"
)

// A Verb is one line of help: what is said, what follows it, and what it means.
// Verbs of moves belong to the titles (package moves), all others are here.
// Help and docs/commands.md are made from them.
type Verb struct {
	Name     string
	Form     string   // the arguments, "HEX TILE EXITS"
	Example  string   //
	Synonyms []string // other words for it, each of one word or several
	Meaning  string
}

// inAdvance is what players can say in advance about moves of a role.
var inAdvance = map[moves.Role]string{
	moves.Passes: "In advance: \"pass for the auction\", in any auction; \"pass unless it concerns me\", \"pass whatever happens\" and \"pass until somebody acts\", in all rounds but operating rounds, to whatever can be passed, also for companies.",
	moves.Bids:   "\"bid 105 max 200\" and \"bid up to 200\" go on with the least that is needed, up to the maximum.",
}

// Plans are what players can say in advance. The service keeps plans (package
// plan); the grammar only knows the forms.
var Plans = []Verb{
	{"pass", "unless it concerns me", "pass unless it concerns me", nil,
		"Pass whenever you are asked in this round. Also: pass whatever happens, pass for the auction, pass until somebody acts. It concerns you when somebody comes level with you in a company of yours, or a share of yours has fallen; then you are asked. \"Pass for the round\" is the same. You are asked too when everybody has passed and it is your turn again."},
	{"bid", "AMOUNT max AMOUNT, or up to AMOUNT; LINES", "bid 100 max 160; size 5", nil,
		"Bid no more than it takes, up to the maximum; lines after it are carried out when you win the auction. Starting a company with a maximum works the same way. In an auction everybody may answer at once; a pass ends a maximum of yours. Where everybody bids once, that is your bid, and no maximum is needed."},
	{"no bids over", "AMOUNT this round", "no bids over 150 this round", nil,
		"Pass in auctions of this round as soon as the minimum bid is more than that."},
	{"next:", "LINES; next: LINES", "next: buy B&M until I have 5, then pass", nil,
		"Your next stock turn, the whole of it; after another \"next:\" the turn after that. \"Up to 80\" after a purchase buys at no higher price. \"Until I have 5\" (or 50%) says it turn after turn, and what follows is for the turns after that; a pass at the end is for the rest of the round. It is put aside, and you are asked, when somebody comes level with you in a company of yours or a share of yours has fallen."},
	{"plan", "COMPANY: LINES, or COMPANY every turn: LINES, or all: LINES", "plan B&M: lay H6 8 W-SE; run auto; pay; buy train 3", nil,
		"The next turn of your company, the whole of it; after \"next:\" the turn after that, after \"every turn:\" all that come then. \"plan B&M every turn this set: ...\" ends with the set of operating rounds. It is put aside when the phase or the next train is another, the company has less cash or a lower price, track changes on or beside the hexes it names, or the revenue is lower."},
	{"merger round:", "LINES, or nothing", "merger round: convert GT, else nothing", nil,
		"What to do in the merger round, now or to come; all else in it is passed."},
	{"unless", "CONDITION or CONDITION", "pass for the round unless somebody sells B&M", nil,
		"After anything above: put it aside then. Conditions: revenue under 120; B&M above 80; B&M below 60; somebody buys B&M, or sells, shorts, starts it; somebody comes level with me; a share of mine falls; the phase changes; the next train changes; a 4-train is sold; B&M buys a train; the president of B&M changes; B&M merges or converts; B&M takes a loan; interest is above 30; less cash; lower price; track in H6; track beside; track in reach. \"Unless nothing\" takes away the conditions that apply by default."},
	{"until", "DATE", "plan B&M every turn: run auto; pay until 2026-12-01", nil,
		"After anything above, before \"unless\" or after it: the last day on which it is good, in your time zone. Also: until Friday, until 5 Jan. Without a date a plan ends with its round, its turn or its auction."},
	{"ask me", "", "ask me", nil,
		"Be asked even where you can say but one thing, and where the table has agreed that who can only sell passes (\"pace idle pass\"). It lasts until you cancel it."},
}

// lineOf returns the help on a move.
func lineOf(v moves.Verb) Verb {
	return Verb{v.Name, v.Form, v.Example, v.Synonyms, strings.TrimSpace(v.Meaning + " " + inAdvance[v.Role])}
}

// ServiceVerbs are the commands that are no moves. The service carries them
// out; the grammar only knows their names.
var ServiceVerbs = []Verb{
	{"help", "[VERB | WORD | NAME | TITLE | TITLE NAME]", "help lay", []string{"commands", "info", "?"},
		"Explain the commands, one of them, a word of the game such as par or float (\"help words\" lists them), a company, private company, train, tile, hex or city by its name, a colour or a zone of the market, or a title: its goal, how it is played and what is special. Plain questions are answered too: \"What does par mean?\", \"How do I win?\", \"Can I buy a train?\", \"What should I do?\""},
	{"status", "[at ROUND | at POSITION | GAME]", "status", []string{"where", "turn", "state"},
		"Show for all your games whose move it is, what you owe by when, and your orders and plans; with the whole position of the game. \"status at OR 3.1\" shows the position when that round began, \"status after OR 3.1\" at its end, \"status at 120\" after so many lines of the history, \"status g12\" another game of yours."},
	{"choices", "[VERB] [WORDS] [all]", "choices lay", []string{"options", "moves", "list"},
		"List what you may do now, or all ways to use one verb. Long lists are grouped: \"choices start B&O\" lists the ways that name it, \"choices start all\" each on a line."},
	{"routes", "[COMPANY]", "routes B&M", nil,
		"Show the best runs now, and what one more train would add."},
	{"advice", "", "advice", []string{"advise", "advise me", "hint", "what would you do", "what should i do"},
		"Show what a robot would say in your place: one to three lines, each with its reason in figures, and why not what else comes to mind. It is given in a sandbox, in a game that you play alone against robots, and where all players have agreed to it (\"advice on\", or \"new TITLE with advice\"). The figures are estimates, from the best runs as they are now; nobody else sees the answer."},
	{"advice on", "", "advice on", nil,
		"Ask the others to let everybody at the table ask for advice. It is done when all agree."},
	{"advice off", "", "advice off", nil,
		"End advice at the table, for all. Any player may."},
	{"orders", "", "orders", []string{"my orders", "show orders", "plans", "my plans"},
		"Show your orders and plans, and what each would do now."},
	{"cancel orders", "[NUMBER]", "cancel orders 2", []string{"cancel order", "no orders", "forget orders", "cancel plans", "cancel plan"},
		"Take back what you have said in advance, such as \"pass for the round\" or \"bid up to 200\": all, or the order of that number."},
	{"no suggestion", "[PLAN]", "no suggestion merger round: nothing", []string{"no suggestions", "no more suggestions", "stop suggestions", "never suggest", "do not suggest"},
		"Mails suggest plans to you, from what you did before. This ends one of them for the rest of the game, or all."},
	{"suggest again", "", "suggest again", []string{"suggest plans", "more suggestions"},
		"Let mails suggest plans to you again."},
	{"undo", "[NUMBER | to POSITION]", "undo 3", []string{"oops", "takeback"},
		"Take back your last command, the last NUMBER commands of the game, or everything since a position. If others have acted since, or secret answers have been opened, they are asked, and it is done when all agree."},
	{"end game", "", "end game", []string{"end the game", "finish game", "finish the game", "propose end", "propose the end"},
		"Ask the others to end the game now, with everybody's worth for the score. It is done when all agree."},
	{"pause", "[until DATE] [REASON]", "pause until 2026-12-31 holidays", []string{"pause game", "pause the game"},
		"Ask the others to stop the game and its clock for a while. It is done when all agree."},
	{"resume", "", "resume", []string{"resume game", "resume the game", "unpause", "end pause", "end the pause"},
		"Let a paused game go on."},
	{"accept", "[undo | end | pause | pace | advice]", "accept undo", []string{"agree", "agree to", "yes"},
		"Agree to what another player asks for."},
	{"decline", "[undo | end | pause | pace | advice]", "decline undo", []string{"disagree", "disagree to", "no", "no thanks", "no thank you"},
		"Say no to what another player asks for, which ends the request."},
	{"withdraw", "[undo | end | pause | pace | advice]", "withdraw undo", nil,
		"Take back what you have asked the others for."},
	{"resign", "GAME", "resign g12", []string{"resign from"},
		"Leave a game for good. Your seat is then open for somebody else."},
	{"takeover", "GAME [PLAYER]", "takeover g12", []string{"take over", "take over seat", "take seat", "take the seat"},
		"Take over the seat of a player who has left, with all that is theirs."},
	{"observe", "GAME, or ADDRESS ...", "observe g12", []string{"watch"},
		"Watch a game, by its id or its name, as a guest: you get its mails and may ask, but not play. With addresses: invite others to watch a game of yours."},
	{"unobserve", "[GAME]", "unobserve g12", []string{"unwatch", "stop watching", "stop observing"},
		"Stop watching a game."},
	{"history", "[FROM [TO]], or ROUND, or prices", "history 120 200", []string{"log"},
		"Show what has happened, or the part of it between two positions, or in a round: history OR 3.1. \"history prices\" shows the share prices at the end of each round."},
	{"sandbox", "[at ROUND | at POSITION], or new TITLE NUMBER [with NUMBER robots], or end [SANDBOX]", "sandbox at OR 3.1", []string{"playground"},
		"Try things out alone: get a private copy of a game that you play or watch, as it is or as it was, in which you play every seat. It has no clock, and nobody else sees it; \"undo\" takes back whatever you like. \"sandbox new TITLE 4\" begins a game of four players to learn with, \"sandbox new TITLE 4 with 3 robots\" one against robots. You can have three; each is deleted after 30 days, or by \"sandbox end\"."},
	{"game", "GAME", "game g12", []string{"switch to game", "for game"},
		"Say for which of your games the next lines are, by its id or its name. An answer to a mail with the news of several games begins with such a line."},
	{"preview", "", "preview", []string{"what if", "dry run"},
		"With other lines in the same mail: show how it would be, and keep nothing. It does not show what comes of a secret answer."},
	{"anyway", "", "anyway", nil,
		"With lines that answer an old mail: carry them out if they would still do the same."},
	{"map", "[runs] [at ROUND | at POSITION]", "map", []string{"board"},
		"Send the map, and what lies on each hex. \"map runs\" also shows the last runs on its picture. \"map at OR 3.1\" and \"map at 120\" show it as it was; with \"after OR 3.1\" as it was at the end of that round."},
	{"games", "", "games", []string{"list games", "show games", "lobby"},
		"List the games waiting for players, your own games and the last that are over, and the titles you can play."},
	{"new", "TITLE players NUMBER [with NUMBER robots] [called NAME] [VARIANT] [private] [with advice] [seed NUMBER]", "new TITLE players 3-5 called Shoreline", []string{"new game", "create"},
		"Start a game that others can join. It starts automatically when it is full. The number of players counts people and robots: \"new TITLE 4 with 2 robots\" waits for one more person, \"new TITLE with 2 easy robots\" begins at once."},
	{"rematch", "[GAME] [TITLE] [players NUMBER] [called NAME] ...", "rematch", []string{"play again", "return match", "revanche"},
		"Ask those with whom you played a game that is over to play again: the same title, variants, pace and robots. They are invited, and join with the same word; nobody else can. What is to be different stands behind it, as behind \"new\": rematch TITLE players 4 called Harbour."},
	{"join", "[GAME]", "join g12", []string{"join game", "i join", "count me in"},
		"Join a game that is waiting for players."},
	{"invite", "ADDRESS or NAME ...", "invite brian@example.org", []string{"ask in"},
		"Ask others to join a game that is waiting for players, or to take over an open seat. Those with whom you play may be named: invite Brian, Crystal."},
	{"players", "NUMBER [GAME]", "players 3-4", nil,
		"Say how many players the game you made is for."},
	{"start", "[GAME]", "start g12", []string{"start game", "begin", "begin game"},
		"Begin a game that you have made with those who are in."},
	{"leave", "[GAME]", "leave g12", []string{"leave game"},
		"Leave a game that is waiting for players, or say no to an invitation."},
	{"set", "name | zone | dates | pictures | mail | invitations | address VALUE", "set zone Berlin", []string{"setting"},
		"Change something for all your games; \"settings\" shows what can be set. An address is changed once both addresses have agreed, and so is a second one added: set address also amy@example.org. set address not amy@example.org takes it away; set mail daily 18:00 brings what asks nothing of you once a day, the news of all games in one mail; set mail whole the whole position each time you are asked something; set mail to both has mails at both."},
	{"settings", "", "settings", []string{"my settings", "preferences"},
		"Show what you have set for all your games, and how it is changed."},
	{"no invitations", "", "no invitations", []string{"no more invitations", "stop invitations"},
		"Get no more invitations to games."},
	{"renew token", "", "renew token", []string{"revoke token", "new token"},
		"Get a new reply address; answers to older mails no longer count."},
	{"press", "TEXT, or to PLAYER, PLAYER: TEXT", "press The B&M shares are mine.", nil,
		"Write to all the players at any time, or to some where the table allows it; text that begins like an address is never sent to all. Put a text of several lines below a line \"press\"; a line \"end press\" may end it."},
	{"note", "TEXT", "note Brian is short of cash", nil,
		"Keep a note in your diary of the game, which only you can read. Several lines go below a line \"note\"; \"end note\" may end them."},
	{"notes", "", "notes", []string{"show notes", "my notes"},
		"Show your diary of the game."},
	{"publish notes", "", "publish notes", nil,
		"Let everybody read your diary in the archive of the game, once it is over."},
	{"hide notes", "", "hide notes", nil,
		"Keep your diary to yourself; it is hidden unless you publish it."},
	{"host", "COMMAND", "host list", nil,
		"From the host's own address only: look after the games. \"host help\" lists the commands."},
	{"pace", "[WORDS]", "pace 3 days, weekends off, quiet 22-8 Europe/Berlin, grace 2 days, policy caretaker", nil,
		"Show how long the table waits for a decision, or ask the others to change it. Policies of what is done once the grace is over too: wait, pass (the service passes for the player), open (the seat is open for somebody else), caretaker (the service plays on: \"help caretaker\"), robot or easy robot (\"help robot\"). \"robot after 14 days\" says policy and grace together. Who can say but one thing is not asked (\"idle only\"); with \"idle pass\" who can only sell in a stock turn passes unasked, too; with \"idle ask\" everybody is asked."},
	{"page", "[public | unlisted | off]", "page unlisted", []string{"page of the game"},
		"Show where the page of the running game is, or say who may see it: everybody finds it in the list of games (public), those who know its address (unlisted), or there is none (off). Any player may have less; for more all must say so. Only where the host has set up such pages."},
	{"caretaker", "", "caretaker", nil,
		"Show which seats the caretaker plays. It plays where the policy of the table is caretaker and a player has not answered by the end of the grace, or nobody has taken an open seat over; or where the host says so. First come the plans that the player has on file. Then: it passes, in stock rounds, auctions and wherever the rules allow it; agrees to nothing; runs the best runs; pays the whole dividend; lays, buys, sells and borrows nothing. Where the rules leave no pass it does what moves the least money: the cheapest train, of the bank if there is one, the smallest sale, the smallest loan; bankruptcy comes last. Its commands are marked. Any mail from the player, even a refused one, ends it, and so does somebody who takes over the seat."},
	{"robot", "[PLAYER [easy] | off PLAYER]", "robot", []string{"robots"},
		"Show which seats robots play. Robots play to win, in a few seconds. They get seats when a game begins (\"new TITLE with 2 robots\", \"with 1 easy robot\"), from the host, or by the table's policy when a player is late (\"pace robot after 14 days\"); any mail of that player ends it. A steady robot thinks to the end of its turn, an easy one looks at the next position only, and likes to keep money as beginners do. They see what everybody sees; they agree to an undo, a pause or an end at once, answer offers themselves, and stop when nobody but robots is left. Whom a player invites takes a robot's seat with \"takeover\", the game and its name. In a sandbox \"robot Bess\" and \"robot off Bess\" give it a seat and take it back."},
	{"vacation", "[DAYS]", "vacation 2026-12-20 to 2027-01-05", []string{"holiday", "holidays", "vacations", "away"},
		"Show when you are away, or say it: that time does not count, in all your games. Also: vacation until 5 Jan, vacation 1 week."},
	{"cancel vacation", "[DAY]", "cancel vacation", []string{"no vacation", "end vacation", "cancel holidays", "cancel holiday"},
		"Cancel your vacations, or end the one you are on."},
	{"confirm", "CODE", "confirm k7w2q3mxa5bzt6ud", nil,
		"Say yes to a mail that came with a code."},
}

// service maps each phrase to the words of the service that it means.
var service = phrases(ServiceVerbs)

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

// Service returns the verb of the service with which a line begins, and the
// rest of the line as typed. Some words are also moves, such as "start"; the
// caller decides which is meant.
func Service(line string) (verb, rest string, ok bool) {
	fields := strings.Fields(line)
	for n := min(longestPhrase, len(fields)); n > 0; n-- {
		phrase := strings.ToLower(strings.Trim(strings.Join(fields[:n], " "), ":,.!"))
		if strings.HasPrefix(phrase, "what ") {
			phrase = strings.TrimRight(phrase, "?")
		}
		if list := service[phrase]; len(list) > 0 {
			return list[0], strings.TrimSpace(after(line, n)), true
		}
	}
	return "", line, false
}

// after returns the line without its first n fields.
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

// find returns a verb of the table by its name.
func find(table []Verb, name string) (Verb, bool) {
	i := slices.IndexFunc(table, func(v Verb) bool { return v.Name == name })
	if i < 0 {
		return Verb{}, false
	}
	return table[i], true
}
