package t18newengland

import (
	"testing"

	"pbem/titles/title/titletest"
)

func TestGamesThatBeginNow(t *testing.T) {
	titletest.BeginsNow(t, Title, switches, asksOpenTrack)
}
