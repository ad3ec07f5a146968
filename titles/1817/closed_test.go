package t1817

import (
	"testing"

	"pbem/titles/title/titletest"
)

func TestEveryVerbThatIsClosedHasAReason(t *testing.T) {
	titletest.ClosedReasons(t, Title, 3, "private auction", "stock turn", "tiles", "marker", "run", "dividend", "trains", "repayment", "conversion", "sale")
}
