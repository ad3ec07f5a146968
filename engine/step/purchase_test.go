package step

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pbem/engine"
)

// fleets gives PRR of p1 $50, NYC of p2 a 3-train, and the pool a 2-train.
func fleets() []engine.Event {
	return slices.Concat(put("p1", Share("PRR", 0)), put("p2", Share("NYC", 0)), put("NYC", Train("3", 0)), put("PRR", Train("2", 2)), put(Pool, Train("2", 0)),
		put(Supply, Train("2", 1)), []engine.Event{engine.Paid{From: engine.Bank, To: "PRR", Amount: 50}})
}

// Words are an order if train and seller exist. Stock and treasury give the reason why it is not possible.
func TestTrainOrders(t *testing.T) {
	tb := set(t, fleets()...)
	for words, want := range map[string]string{
		"train 2 from bank":         "2 supply true",
		"train 2 from market":       "2 pool true",
		"train 3 from bank":         "there is no 3-train to buy from the bank now: the bank sells the next train only, a 2-train for $80",
		"train 3 from market":       "there is no 3-train to buy from the market now: the bank sells the next train only, a 2-train for $80",
		"train 3 from NYC for 50":   "3 NYC false",
		"train 3 from NYC for 51":   "from $1 to $50, what the treasury has",
		"train 3 from NYC for 0":    "from $1 to $50, what the treasury has",
		"train 3 from NYC at 50":    "from $1 to $50, what the treasury has",
		"train 3 from NYC":          "from $1 to $50, what the treasury has",
		"train 3 from NYC for 50 x": "from $1 to $50, what the treasury has",
		"train 2 from bank for 5":   "none", "train 9 from bank": "none", "train 3 from XYZ for 5": "none", "train 3 from pool": "none",
		"track 2 from bank": "none", "train 2 of bank": "none", "train": "none", "": "none",
	} {
		got := "none"
		if o, ok := tb.TrainOrder(strings.Fields(words), "market"); ok {
			got = fmt.Sprint(o.Name, " ", o.Place, " ", o.Shop)
			why := tb.NotOnSale(tb.Lots("market"), o)
			if !o.Shop {
				why = tb.NotPriced("PRR", strings.Fields(words))
			}
			if why != "" {
				got = why
			}
		}
		if got != want {
			t.Errorf("%q: %s, want %s", words, got, want)
		}
	}
	if tb.NotOnSale(tb.Lots("market")[:1], TrainOrder{Name: "2", From: "market", Place: Pool}) == "" {
		t.Error("the market sells what only the bank has")
	}
	older := append(tb.Lots("market"), Lot{Train: *tb.F.Train("3"), From: "bank", Place: "older"})
	if why := tb.NotOnSale(older, TrainOrder{Name: "4", From: "bank", Place: Supply}); !strings.HasSuffix(why, "the bank sells a 2-train for $80, a 3-train for $180") {
		t.Error(why)
	}
	if why := tb.NotOnSale(nil, TrainOrder{Name: "2", From: "bank", Place: Supply}); !strings.HasSuffix(why, "the bank has none left") {
		t.Error(why)
	}
	first, last := Lot{Train: *tb.F.Train("2")}, Lot{Train: *tb.F.Train("3")}
	if a, b, c := Cheapest([]Lot{first, last}), Cheapest([]Lot{last, first}), Cheapest(nil); a != 80 || b != 80 || c != 0 {
		t.Errorf("the cheapest cost %d and %d, without any %d", a, b, c)
	}
}

// A company sells if its president agrees. A president who owns both companies is not asked.
func TestTrainsOfCompanies(t *testing.T) {
	buy := func(partner string) func(*engine.Turn) {
		return func(e *engine.Turn) {
			tb := Table{S: e.State, F: set(t).F}
			o, _ := tb.TrainOrder(strings.Fields("train 3 from NYC for 20"), "pool")
			BuyFromCompany(e, tb, "PRR", o, partner)
		}
	}
	for _, c := range []struct {
		partner, said, where string
		cash                 int
	}{{"", "", "PRR", 30}, {"p1", "", "PRR", 30}, {"p2", "", "NYC", 50}, {"p2", "p2 accept", "PRR", 30}, {"p2", "p2 decline", "NYC", 50}} {
		g := begin(buy(c.partner), fleets()...)
		if c.said != "" {
			g = say(t, g, c.said)
		}
		if s := g.State(); s.Where(Train("3", 0)) != c.where || s.Cash("PRR") != c.cash || s.Cash("NYC") != 50-c.cash {
			t.Errorf("%+v: train at %s, treasury %d", c, s.Where(Train("3", 0)), s.Cash("PRR"))
		}
	}
	var labels []string
	moved := func(to string) []engine.Event {
		return []engine.Event{engine.Moved{Piece: Share("NYC", 0), From: "p2", To: to}}
	}
	for _, more := range [][]engine.Event{nil, moved("p1"), moved(Pool)} {
		for _, o := range set(t, append(fleets(), more...)...).Trades("PRR", []string{"PRR", "NYC"}) {
			labels = append(labels, fmt.Sprint(o.Args, o.Range.Max, " ", o.Label))
		}
	}
	if got := strings.Join(labels, "; "); got != "[train 3 from NYC for] 50 if Brian agrees; [train 3 from NYC for] 50 your own company" {
		t.Errorf("offered are %s", got)
	}
}

// Bank and pool sell at face value.
func TestTrainsOfTheShop(t *testing.T) {
	for from, train := range map[string]string{"bank": Train("2", 1), "pool": Train("2", 0)} {
		tb := play(t, set(t, fleets()...), func(e *engine.Turn, tb Table) {
			e.Pay(engine.Bank, "PRR", 100)
			o, _ := tb.TrainOrder([]string{"train", "2", "from", from}, "pool")
			BuyFromShop(e, tb, "PRR", o)
		})
		if tb.S.Where(train) != "PRR" || tb.S.Cash("PRR") != 20 {
			t.Errorf("from %s: %s is at %s, treasury %d", from, train, tb.S.Where(train), tb.S.Cash("PRR"))
		}
	}
}
