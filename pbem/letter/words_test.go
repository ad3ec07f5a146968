package letter

// usual are the limits of the tests, with the words of a game.
var usual = Limits{Verbs: gameWords}

// gameWords are the words that commands of some game begin with.
var gameWords = Words(phraseSet(`abandon|accept|acquire|agree|agreed|anyway|approve|ask|auto|away|back|bankrupt|bankruptcy|begin|bid|board
		|borrow|bought|bridge|bring|build|buy|buyback|cancel|change|chip|choices|choose|claim|close|combine|commands
		|confirm|consent|contribute|convert|create|deal|declare|decline|deny|disagree|discard|dissolve|distribute
		|dividend|dividends|do|done|drive|drop|dry|dump|end|finish|finished|float|for|forget|found|full|fuse|game|games
		|get|give|go|half|halfpay|help|hide|history|hold|holiday|holidays|host|i|info|invite|issue|join|keep|laid
		|launch|lay|leave|liquidate|list|loan|loans|lobby|log|lose|map|marker|merge|mine|moves|my|new|next|no|none|note
		|notes|nothing|observe|offer|ok|okay|oops|open|operate|options|pace|paid|par|pass|pause|pay|payout|pick|place
		|players|preferences|press|preview|price|publish|purchase|put|quit|raise|ran|reacquire|redeem|refuse|reject
		|release|relinquish|remove|renew|renounce|repay|repurchase|reserve|resign|resume|retain|retract|return|revoke
		|route|routes|run|say|scrap|select|sell|set|setting|settings|short|show|size|skip|sold|split|start|state
		|station|status|stay|stop|sure|switch|take|takeback|takeover|tell|throw|tile|tok|token|track|transform|turn
		|undo|unite|unobserve|unpause|unwatch|upgrade|vacation|vacations|value|vote|watch|what|where|wind|withdraw
		|withheld|withhold|yes`))
