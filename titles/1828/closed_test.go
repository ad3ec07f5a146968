package t1828

import (
	"testing"

	"pbem/titles/title/titletest"
)

func TestEveryVerbThatIsClosedHasAReason(t *testing.T) {
	titletest.ClosedReasons(t, Title, 1, "auction turn", "stock turn", "C&P", "track", "station", "run", "dividend", "trains")
}
