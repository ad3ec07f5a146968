package grammar

import (
	"strings"
	"testing"
)

// People who know no commands ask in whole sentences.
func TestPlainQuestions(t *testing.T) {
	for line, want := range map[string]string{
		"What does par mean?":                                        "help par",
		"what does \"par\" mean":                                     "help par",
		"What's a minor?":                                            "help minor",
		"what is the certificate limit":                              "help certificate limit",
		"Hi, what is a B&O train please?":                            "help B&O train",
		"What is tile 57?":                                           "help tile 57",
		"Can you tell me what a token is?":                           "help token",
		"Could you please explain the priority deal":                 "help priority deal",
		"What is a minor company and what happens if I reserve one?": "help minor company",
		"I don't understand":                                         "help",
		"I don't understand. What is a minor?":                       "help minor",
		"I’m lost":                                                   "help",
		"How do I buy a train?":                                      "help buy train",
		"how to lay track":                                           "help lay track",
		"How do I win?":                                              "help the game",
		"hello, how does this game work?":                            "help the game",
		"When does the game end?":                                    "help the game",
		"What are the rules?":                                        "help the game",
		"What should I do now?":                                      "advice",
		"Which one is best?":                                         "advice",
		"Should I buy a share?":                                      "advice",
		"What can I do?":                                             "choices",
		"Now what?":                                                  "choices",
		"Can I buy a train?":                                         "choices buy",
		"Am I allowed to sell shares now?":                           "choices sell",
		"Why can't I run my train?":                                  "choices run",
		"How much money do I have?":                                  "status",
		"Whose turn is it?":                                          "status",
		"Who is winning?":                                            "status",
		"Hi! Can I play 1843 alone to learn it?":                     "help new",
		"Hi all, can we play again?":                                 "help rematch",
		"Shall we have a rematch?":                                   "help rematch",
		"Another game anyone?":                                       "help rematch",
		"How do I start a game against robots?":                      "help new",
		"how much is C&P?":                                           "help C&P",
		"how much is A&S":                                            "help A&S",
		"Do I have to buy something?":                                "choices buy",
		"When do I get my income?":                                   "help income",
		"Where is Toledo?":                                           "help Toledo",
		"Where are we?":                                              "status",
		"Where am I":                                                 "status",
		"Where is my game?":                                          "status",
		"Where is the game now?":                                     "status",
		"How many trains can I have?":                                "help trains",
		"are there any 57 left?":                                     "help 57",
		"Any 57s left?":                                              "help 57",
		"Is there a tile 57 left":                                    "help tile 57",
		"are there any 3 trains left?":                               "help 3 trains",
		"Are there any objections?":                                  "",
		"any of you left?":                                           "",
		"Is there a problem?":                                        "",
		"What happened?":                                             "history",
		"Thank you. How much may I spend in all?":                    "status",
		"How much can I bid?":                                        "choices bid",
		"what did I do last turn":                                    "history lately",
		"What did the robots do and why?":                            "history lately",
		"what did Brian buy":                                         "",
		"did i win":                                                  "status",
		"when does my train rust?":                                   "status",
		"When do 2+1 trains rust?":                                   "status",
		"when does the 5E train rust?":                               "status",
		"what happens next?":                                         "choices",
		"how far is Brian?":                                          "status",
		"how many 3 trains left":                                     "help 3 trains",
		"where can i lay track":                                      "choices lay",
		"can i still lay a tile":                                     "choices lay",
		"why cant i buy a 2 train":                                   "choices buy",
		"which tile can I lay in H6?":                                "choices lay",
		"Who can I buy a train from?":                                "choices buy",
		"What does my company earn?":                                 "routes",
		"what would B&M run":                                         "routes",
		"What happens if the phase changes?":                         "help phase",
		"Is it worth to buy a train":                                 "advice",
		"I do not want to pass":                                      "",
		"thanks, pass":                                               "",
		"What a great run by Brian!":                                 "",
		"How are you?":                                               "",
		"can I lend you a hand":                                      "",
		"How do I leave this game?":                                  "",
		"> What does par mean?":                                      "",
		"I pass, what else?":                                         "",
		"We have received your request and work on it":               "",
		"What does par mean?" + strings.Repeat(" x", MaxLine):        "",
	} {
		verb, rest, ok := Question(line)
		if got := strings.TrimSpace(verb + " " + rest); got != want || ok != (want != "") {
			t.Errorf("%q is read as %q, want %q", line, got, want)
		}
	}
}

// A question is one by its words, not by its mark alone.
func TestAsks(t *testing.T) {
	for line, want := range map[string]bool{
		"What is your plan for the weekend?": true, "How are you?": true, "Hi, can I do that?": true, "Is it on?": true, "why not?": true, "Who’s that?": true,
		"why cant i": true, "how many of them": true, "did i win": true, "how do my routes go": true, "What a run": false, "May you be well": false, "Should you need help, write to us": false,
		"?": false, "xq?": false, "Offer ends today, click here?": false, "why?": false, "What is par": false, "lay H6?": false, "": false,
		"What " + strings.Repeat("x", MaxLine) + "?": false,
	} {
		if Asks(line) != want {
			t.Errorf("%.40q asks: %v", line, !want)
		}
	}
}
