package grammar

import (
	"slices"
	"strings"
)

// About is what a plain question about a game as a whole asks help for.
const About = "the game"

// A question is a kind of plain question, such as "What does par mean?".
type question struct {
	verb   string                    // the word of the service that answers it
	rest   func(after []word) string // what is said after the verb, from the words after the beginning; nil for nothing
	marked bool                      // it needs a question mark
	begins [][]string                // the words with which it begins; _ is any
	left   bool                      // it asks what is left, and ends with a word for that
}

// questions are the kinds of plain questions. The first that fits is taken.
var questions = []question{
	{verb: "help", rest: aboutNew, begins: phrasesOf(`can i play, could i play, may i play, how do i start a, how can i start a, how do i begin a, how do i get a new game, how do i play alone, how do i play against`)},
	{verb: "help", rest: aboutRematch, begins: phrasesOf(`can we play again, could we play again, may we play again, shall we play again, how do we play again, how can we play again, can we have a rematch, shall we have a rematch,
		how do i ask for a rematch, how do we get a rematch, another game, one more game, anyone for a rematch`)},
	{verb: "help", rest: asWord, begins: phrasesOf(`who is president of, who is the president of, who is director of, who is the director of, who directs, who owns, who controls, who holds, who has shares of, who has shares in,
		share price of, stock price of, price of, what is the share price of, what is the stock price of, what is the price of, how many shares of`)},
	{verb: "status", begins: phrasesOf(`what does _ have, what does _ own, what does _ hold, what has _ got, what do the others have, what do others have, what do the others hold`)},
	{verb: "help", rest: asWord, begins: phrasesOf(`are there any, are there some, are there still, are there more, are there, is there any, is there a, is there an, is there another, is there still a, is there one, is there, any more, any, do we have any, have we any`), left: true},
	{verb: "help", rest: aboutGame, begins: phrasesOf(`how do i win, how do you win, how do we win, how can i win, how to win, how does one win, who wins,
		how does the game end, how does it end, how does this end, when does the game end, when does it end, when is it over, when is the game over,
		what is the goal, what is the aim, what is the object, how do i play, how do you play, how does one play, how to play, how can i play,
		how does this work, how does it work, how does this game work, how does the game work, what are the rules, where are the rules,
		explain the rules, explain the game, explain this game, what is this game, teach me, rules`)},
	{verb: "advice", begins: phrasesOf(`what should, which should, where should, should i, how should i, which one, which is best, which is the best, which is better,
		what is best, what is the best, what is better, what do i do, what to do, what shall i, what must i,
		what do you suggest, what do you recommend, what do you advise, is it good to, is it wise to, is it better to, is it worth,
		any tips, any tip, any hints, any advice, any suggestions, tips, help me decide, help me choose, i do not know what to do, i dont know what to do, explain what i should, explain what to do`)},
	{verb: "choices", begins: phrasesOf(`what can i, what may i, what could i, what am i allowed, what am i supposed, what are my options, what are my choices,
		what are my moves, what are the options, what now, what next, now what, what happens next, what happens now, what comes next, what is possible`)},
	{verb: "choices", rest: asMove, marked: true, begins: phrasesOf(`can i not, can i, may i, could i, am i allowed to, is it possible to, when can i, when may i,
		must i, do i want to`)},
	{verb: "choices", rest: asMove, begins: phrasesOf(`why cant i, why cannot i, why can i not, why couldnt i, where can i, where may i, do i have to, do i need to, can i still, may i still`)},
	{verb: "choices", rest: asMove, begins: phrasesOf(`what tile can i, which tile can i, what tiles can i, which tiles can i, what tile may i, which tile may i, who can i, from whom can i`)},
	{verb: "routes", begins: phrasesOf(`what would _ run, what could _ run, what can _ run, what does _ run, what would _ _ run, what could _ _ run, what can _ _ run, what does _ _ run, what would _ _ earn, what does _ _ earn, what would my company run, what can my company run, what could my company run, what does my company run,
		what would _ earn, what could _ earn, what can _ earn, what does _ earn, what would my company earn, what does my company earn, what is my best run, what are my best runs, what is my best route`)},
	{verb: "help", rest: aboutPhase, begins: phrasesOf(`what happens if the phase, what happens if phase, what happens when the phase, what happens in the next phase, what changes with the phase, what changes in the next phase, when does the phase change, when does the next phase, what is the next phase`)},
	{verb: "status", begins: phrasesOf(`how much can i spend, how much may i spend, how much could i spend`)},
	{verb: "choices", rest: asMove, begins: phrasesOf(`how much can i, how much may i, how much could i, how much do i have to, how much must i`)},
	{verb: "status", begins: phrasesOf(`how much money, how much cash, how much do i, how much have i,
		did i win, have i won, did we win, who won, am i losing, when does my train, when do my trains, when will my train, when will my trains, when do trains rust, when do the trains rust, when do _ trains rust, when do the _ trains rust, when do my _ trains rust, when does the _ train rust, when does a _ train rust, when does my _ train rust, when will the trains rust,
		how long do trains last, how long do my trains, how long does my train, will my train rust, will my trains rust, which train is next, what train is next, is it over, is the game over, how far am i, how far is, how far are, how far behind, how far ahead, how are the others, who has most, how many shares do i, what do i own, what do i have, what have i got,
		what is my, what are my, whose turn, whose move, who is next, who is winning, who is ahead, who is leading, who has the most,
		am i winning, am i ahead, am i next, is it my turn, is it my move, where do i stand, how am i doing, what is the score, what is the position,
		where are we, where am i, where is my, where are my, where is it, where is the game, where does the game stand`)},
	{verb: "games", begins: phrasesOf(`what games, which games, are there games, are there any games, are there open games`)},
	{verb: "history", rest: lately, begins: phrasesOf(`what did i do, what have i done, what did _ do, what did the robots do, what did the robot do, what did robot _, what did the others do, what have the others done`)},
	{verb: "history", marked: true, begins: phrasesOf(`what happened, what has happened, what did i miss, what have i missed`)},
	{verb: "help", rest: asWord, begins: phrasesOf(`what do you mean by, what is meant by, what is the meaning of, what does it mean to, what does, what do, what is, what are,
		how much is, how much does, how much are, what means, meaning of, define, explain to me, explain, tell me about, how do i, how do you, how do we, how can i, how does one, how to,
		i do not understand, i dont understand, i did not understand, i didnt understand, i do not get, i dont get, i am lost, i am confused, i m lost, i m confused`)},
	{verb: "help", rest: asWord, begins: phrasesOf(`how many`)},
	{verb: "help", rest: asWord, marked: true, begins: phrasesOf(`how does, how do, who is, who are, when do i get, when do i, when does, when do, when is,
		where is, where are, where do i, what, define`)},
}

func phrasesOf(list string) (out [][]string) {
	for phrase := range strings.SplitSeq(list, ",") {
		out = append(out, strings.Fields(phrase))
	}
	return out
}

// openers may stand before a question.
var openers = setOf(`hi hello hey all everyone everybody folks guys ok okay so and but or please thank thanks sorry well um er hm hmm also then could can would you tell me know do i just like to want need wonder`)

// leavers are what people ask for who want no more mails; the service has an answer of its own.
var leavers = setOf(`leave quit unsubscribe stop`)

// Question reads a plain question of somebody who knows no commands as the word of the
// service that answers it: "What does par mean?" as "help par". It is for lines that are
// nothing else.
func Question(line string) (verb, rest string, ok bool) {
	if len(line) > MaxLine || quotation(line) {
		return "", "", false
	}
	said := scan(sayIs.Replace(line))
	for i := range min(len(said), mostOpeners) {
		if verb, rest, ok = asks(said[i:], strings.Contains(line, "?")); ok {
			return verb, rest, true
		}
		if !openers[said[i].text] {
			break
		}
	}
	return "", "", false
}

// mostOpeners is how many words may stand before a question.
const mostOpeners = 8

// sayIs writes short forms out.
var sayIs = strings.NewReplacer("’", "'", "hat's ", "hat is ", "ho's ", "ho is ", "I'm ", "I am ", "i'm ", "i am ", "hats ", "hat is ")

// askers are words with which questions begin.
var askers = setOf(`what who whom whose which when where why how can could may might must shall should will would is are was were am do does did has have any`)

// Asks reports whether a line asks something, understood or not: it begins with a word for questions, and ends with a question
// mark or is about the one who asks. On phones few people type the mark: "why cant i".
func Asks(line string) bool {
	if len(line) > MaxLine {
		return false
	}
	marked := strings.HasSuffix(strings.TrimSpace(line), "?")
	said := scan(sayIs.Replace(line))
	for i := range min(len(said), mostOpeners) {
		if askers[said[i].text] {
			return len(said) > 1 && (marked || aboutMe(said[i+1:]))
		}
		if !openers[said[i].text] {
			break
		}
	}
	return false
}

// aboutMe reports whether the words behind the one for a question are about the one who asks, or about a number.
func aboutMe(words []word) bool {
	words = words[:min(len(words), 2)]
	return slices.ContainsFunc(words, func(w word) bool { return w.text == "i" || w.text == "my" || w.text == "many" || w.text == "much" })
}

// asks reads words as a question.
func asks(said []word, marked bool) (verb, rest string, ok bool) {
	for _, q := range questions {
		for _, begins := range q.begins {
			n := len(begins)
			if len(said) < n || q.marked && !marked || !slices.EqualFunc(said[:n], begins, func(w word, text string) bool { return w.text == text || text == "_" }) {
				continue
			}
			if last := said[len(said)-1].text; q.left && (len(said) == n || !leftOver[last]) {
				continue
			}
			if n < len(said) && leavers[said[n].text] && begins[0] == "how" {
				return "", "", false
			}
			if q.rest != nil {
				rest = q.rest(said[n:])
			}
			if q.left && leftOver[strings.ToLower(rest)] { // "any of you left?"
				continue
			}
			return q.verb, rest, true
		}
	}
	return "", "", false
}

func aboutNew([]word) string { return "new" }

func aboutRematch([]word) string { return "rematch" }

func aboutGame([]word) string { return About }

// Phase is the word for which help is given to those who ask what the next phase brings.
const Phase = "phase"

// Lately is asked of the history by those who mean the last turns.
const Lately = "lately"

func lately([]word) string { return Lately }

func aboutPhase([]word) string { return Phase }

// small are the words of a question that name nothing.
var small = setOf(`a an the this that these those my your our some any one it now here there please then still exactly really
	mean means meant is are was be does do did for about of by with what word term thing called at all me you i we us to yet
	anything everything nothing something good supposed can could have has had`)

// ends are words with which another question begins.
var ends = setOf(`and or but if when because so why how`)

// leftOver may stand behind what is counted: "How many 57 are left?"
var leftOver = setOf(`left remaining remain available`)

// mostNamed is how many words of a question are taken for a name.
const mostNamed = 4

// asWord returns what a question names: "a minor" as "minor".
func asWord(after []word) string {
	var out []string
	for i, w := range after {
		if ends[w.text] && len(out) > 0 || len(out) == mostNamed {
			break
		}
		switch {
		case w.joins && len(out) > 0:
			out[len(out)-1] += "&" + w.raw
		case !small[w.text] && !ends[w.text], i+1 < len(after) && after[i+1].joins: // the A of "A&S"
			out = append(out, w.raw)
		}
	}
	if n := len(out); n > 1 && leftOver[strings.ToLower(out[n-1])] {
		out = out[:n-1]
		if one := strings.TrimSuffix(out[0], "s"); n == 2 && digits(one) { // "any 57s left"
			out[0] = one
		}
	}
	return strings.Join(out, " ")
}

// asMove returns the verb of a question about a move: "buy a train" as "buy". Without one it is a
// question about all moves.
func asMove(after []word) string {
	for _, w := range after {
		if !small[w.text] && !openers[w.text] {
			return w.raw
		}
	}
	return ""
}
