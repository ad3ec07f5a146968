package classic

import (
	"fmt"

	"pbem/engine/facts"
	"pbem/engine/step"
)

// CertificateLimit returns the most certificates that each of so many players may hold. With fewer players than
// the facts list, after a bankruptcy, it is the limit of the fewest.
// // 17-LM-01, 17-BK-01; 43-SU-01; NE-SU-04
func CertificateLimit(f *facts.Title, players int) int {
	if seats, ok := f.SeatsFor(players); ok {
		return seats.Certificates
	}
	return f.Seats[0].Certificates
}

// OneMore says why a player who has so many certificates may not take another, "" if they may. section is
// where the rules say so.
// // 43-SR-24; NE-CO-11, NE-CO-13
func OneMore(has, most int, section string) string {
	if has < most {
		return ""
	}
	return fmt.Sprintf("you hold %d certificates; the limit is %d (%s)", has, most, section)
}

// SellFirst says that a player who has more certificates than allowed must sell, "" if they have not.
// // 17-LM-05; 43-SR-25; NE-CO-14
func SellFirst(has, most int, section string) string {
	if has <= most {
		return ""
	}
	return fmt.Sprintf("you hold %d certificates and may hold %d: sell first (%s)", has, most, section)
}

// Size returns the number of shares of a company.
func Size(tb step.Table, sym string) int {
	n := 0
	for _, shares := range tb.F.Company(sym).Shares {
		n += shares
	}
	return n
}

// SoldOut reports whether players hold all shares of a company.
// // 1843 7.7
func SoldOut(tb step.Table, sym string) bool { return tb.Held(sym) == Size(tb, sym) }
