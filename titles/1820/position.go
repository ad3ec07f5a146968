package t1820

import (
	"pbem/engine"
	"pbem/titles/title"
)

func position(s *engine.State) title.Position { return title.Position{} }
