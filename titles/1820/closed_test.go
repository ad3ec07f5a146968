package t1820

import (
	"testing"

	"pbem/titles/title/titletest"
)

func TestEveryVerbThatIsClosedHasAReason(t *testing.T) {
	titletest.ClosedReasons(t, Title, 3, "cousin bid", "future trains", "stock turn", "late turn", "lobby", "tiles", "marker", "run", "dividend", "trains", "issues", "offer")
}
