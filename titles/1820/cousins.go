package t1820

import "fmt"

// powers describe what cousins do for public companies whose shares they hold.
// // 14.2, 14.3, 14.4, 14.5; 20-CO-05
var powers = map[string]string{
	"GWS": "a train may have a port at both ends of its route, one train for each share",
	"SAS": "an off-board counts twice on a route with a port, one train for each share, three at most",
	"CBV": "half of the distance fee comes back if it buys a share of the company in the stock round in which that floats",
	"RSF": "a station marker free of charge, once for each of its first three shares",
	"BED": "one more upgrade of a city in each turn",
	"GLC": "once a company: a yellow big city with the spacing of a small one, or a small yellow city becomes a big green one",
	"LOC": "half the price of terrain, barriers and edges of London",
	"HOL": "once a company: a train bought from the supply just before trains run",
	"VUL": "one city more for a train, one train for each share",
}

// cousinWord describes a cousin to buyers: name, price and power.
func cousinWord(sym string) string {
	c := data.Private(sym)
	return fmt.Sprintf("%s, printed price %s: %s", c.Name, money(c.Value), powers[sym])
}
