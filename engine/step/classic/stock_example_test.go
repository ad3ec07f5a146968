package classic_test

import (
	"fmt"

	"pbem/engine"
	"pbem/engine/step/classic"
)

// A turn of a stock round is a table of the title's facts. Here p1 starts the NYC.
func ExampleStock() {
	g := playing(func(p classic.Play) {
		classic.Stock{
			Play: p, Sequence: classic.SellBuySell,
			Companies: []string{"NYC", "PRR"}, Pars: p.F.ParCells(p.Phase()),
			Certificates: classic.CertificateLimit(p.F, 3),
			MostHeld:     60, MostInPool: 50, // percent
			FloatsAt: 60, Capital: 10, // percent sold, and pars
			FirstSales: 2,
			Sections:   classic.Sections{Start: "IX", Buy: "X", Sell: "XI"},
			Fall:       func(sym string, n int) { p.MovePrice(sym, cell(p, sym, -n)) },
		}.Run(p.Actor)
	})
	_, _, err := g.Decide(engine.Command{By: "p1", Verb: "start", Args: []string{"NYC", "70"}})
	fmt.Println(err)
	g, _, _ = g.Decide(engine.Command{By: "p1", Verb: "start", Args: []string{"NYC", "50"}})
	fmt.Println(holds(g, "p1", "NYC"))
	// Output:
	// say which company, and at which price: 40 or 50 (IX)
	// p1 200, 2 of NYC at 50
}

// One function finds the place of shares, whatever a title calls it.
func ExamplePlace() {
	for _, from := range []string{"ipo", "treasury", "pool", "market"} {
		fmt.Println(from, "is", classic.Place("NYC", from))
	}
	// Output:
	// ipo is ipo:NYC
	// treasury is NYC
	// pool is pool
	// market is pool
}

// A reason is a sentence with its section, or "" if nothing is against it.
func ExampleOneMore() {
	fmt.Printf("%q\n", classic.OneMore(12, 13, "7.6"))
	fmt.Println(classic.OneMore(13, 13, "7.6"))
	// Output:
	// ""
	// you hold 13 certificates; the limit is 13 (7.6)
}
