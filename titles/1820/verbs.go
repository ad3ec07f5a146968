package t1820

import "pbem/engine/moves"

// verbs are the moves of the title in words.
var verbs = moves.Table{
	moves.Pass,
}
