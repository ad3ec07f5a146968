package t1843

import (
	"testing"

	"pbem/titles/title/titletest"
)

func TestGamesThatBeginNow(t *testing.T) {
	titletest.BeginsNow(t, Title, nil, tileOfPSG)
}
