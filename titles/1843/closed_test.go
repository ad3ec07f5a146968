package t1843

import (
	"testing"

	"pbem/titles/title/titletest"
)

func TestEveryVerbThatIsClosedHasAReason(t *testing.T) {
	titletest.ClosedReasons(t, Title, 2, "auction turn", "stock turn", "track", "station", "run", "dividend", "trains", "ports")
}
