package advice

import (
	"strings"
	"testing"

	"pbem/engine"
	"pbem/titles"
	"pbem/titles/robot"
)

// Each change of a stake or of a player's money has its sentence, what counts most first. The first position has three
// of ten shares of PLE, which the player directs; the second is the same but for what change does.
func TestEffects(t *testing.T) {
	ti, ok := titles.Find("1817")
	if !ok {
		t.Fatal("no such title")
	}
	type worth = robot.Worth
	type stake = robot.Stake
	stay := func(*stake) {}
	for _, c := range []struct {
		first, then func(k *stake)
		rest        func(was, is *worth)
		verb, want  string
	}{
		{stay, stay, nil, "pass", ""},
		// more shares
		{stay, func(k *stake) { k.Shares++ }, nil, "buy", "fourth share of PLE, which runs for $60: $6 a share, about 4 rounds left"},
		{stay, func(k *stake) { k.Shares += 2 }, nil, "buy", "2 shares of PLE, which runs for $60: $6 a share, about 4 rounds left"},
		{func(k *stake) { k.Shares = 9 }, func(k *stake) { k.Shares, k.Size = 10, 20 }, nil, "buy", "tenth share of PLE, which runs for $60: $3 a share, about 4 rounds left"},
		{func(k *stake) { k.Shares, k.Size = 10, 20 }, func(k *stake) { k.Shares = 11 }, nil, "buy", "1 share of PLE, which runs for $60: $3 a share, about 4 rounds left"},
		{stay, func(k *stake) { k.Shares, k.Run = 4, 65 }, nil, "buy", "fourth share of PLE, which runs for $65: about $6 a share, about 4 rounds left"},
		{stay, func(k *stake) { k.Shares, k.Rounds = 4, 149 }, nil, "buy", "fourth share of PLE, which runs for $60: $6 a share, its trains last about 1 round"},
		{stay, func(k *stake) { k.Shares, k.Rounds = 4, 150 }, nil, "buy", "fourth share of PLE, which runs for $60: $6 a share, its trains last about 2 rounds"},
		{stay, func(k *stake) { k.Shares, k.Rounds = 4, 10 }, nil, "buy", "fourth share of PLE, which runs for $60: $6 a share, its trains last about 1 round"},
		{stay, func(k *stake) { k.Shares, k.Runs, k.Train = 4, false, "3" }, nil, "buy", "fourth share of PLE, which would run for $60 with a 3-train"},
		{stay, func(k *stake) { k.Shares, k.Runs = 4, false }, nil, "buy", "fourth share of PLE, which would run for $60 with a new-train"},
		{stay, func(k *stake) { k.Shares, k.Run = 4, 0 }, nil, "buy", "fourth share of PLE, which cannot run yet"},
		{stay, func(k *stake) { k.Shares, k.Run, k.Runs, k.Train = 4, 0, false, "3" }, nil, "buy", "fourth share of PLE, which cannot run yet"},
		{stay, func(k *stake) { k.Shares, k.Run, k.Runs = 4, 0, false }, nil, "buy", "fourth share of PLE, which has yet to begin"},
		{func(k *stake) { k.President = false }, func(k *stake) { k.Shares, k.President = 4, true }, nil, "buy", "fourth share and the presidency of PLE, which runs for $60: $6 a share, about 4 rounds left"},
		{func(k *stake) { k.Shares, k.President = 0, false }, func(k *stake) { k.Shares, k.Size, k.President = 2, 2, true }, nil, "start", "the whole of PLE, which runs for $60, about 4 rounds left"},
		{func(k *stake) { k.Shares, k.President = 0, false }, func(k *stake) { k.Shares, k.President = 2, true }, nil, "start", "2 shares and the presidency of PLE, which runs for $60: $6 a share, about 4 rounds left"},
		{func(k *stake) { k.Shares, k.Size = 1, 2 }, func(k *stake) { k.Shares, k.Size = 2, 2 }, nil, "buy", "second share of PLE, which runs for $60, about 4 rounds left"},
		{func(k *stake) { k.Shares = -1 }, func(k *stake) { k.Shares = 0 }, nil, "buy", "1 share of PLE bought back, which runs for $60: $6 a share, about 4 rounds left"},
		{func(k *stake) { k.Shares, k.President = 0, false }, func(k *stake) { k.Shares, k.Size, k.Runs, k.Train = 2, 2, false, "3" }, nil, "start", "the whole of PLE, which would run for $60 with a 3-train"},
		{func(k *stake) { k.Shares = 0 }, func(k *stake) { k.Shares, k.Size, k.Run = 2, 2, 0 }, nil, "start", "the whole of PLE, which cannot run yet"},
		{func(k *stake) { k.President = false }, func(k *stake) { k.Shares, k.President = 4, false }, nil, "buy", "fourth share of PLE, which runs for $60: $6 a share, about 4 rounds left"},
		// fewer
		{stay, func(k *stake) { k.Shares = 0 }, nil, "sell", "3 shares of PLE sold (it runs for $6 a share)"},
		{stay, func(k *stake) { k.Shares-- }, nil, "sell", "1 share of PLE sold (it runs for $6 a share)"},
		{stay, func(k *stake) { k.Shares-- }, nil, "convert", "1 share of PLE given up (it runs for $6 a share)"},
		{stay, func(k *stake) { k.Shares, k.President = 1, false }, nil, "sell", "2 shares and the presidency of PLE sold (it runs for $6 a share)"},
		{func(k *stake) { k.President = false }, func(k *stake) { k.Shares, k.President = 2, false }, nil, "sell", "1 share of PLE sold (it runs for $6 a share)"},
		{func(k *stake) { k.Runs = false }, func(k *stake) { k.Shares-- }, nil, "sell", "1 share of PLE sold"},
		{func(k *stake) { k.Run = 0 }, func(k *stake) { k.Shares-- }, nil, "sell", "1 share of PLE sold"},
		{func(k *stake) { k.Shares = 0 }, func(k *stake) { k.Shares = -1 }, nil, "short", "1 share of PLE sold short (it runs for $6 a share)"},
		{func(k *stake) { k.Shares, k.Size = 2, 2 }, func(k *stake) { k.Shares = 0 }, nil, "sell", "the whole of PLE sold (it runs for $60)"},
		{func(k *stake) { k.Shares, k.Size = 2, 2 }, func(k *stake) { k.Shares = 1 }, nil, "sell", "1 share of PLE sold (it runs for $60)"},
		// as many
		{stay, func(k *stake) { k.President = false }, nil, "pass", "the presidency of PLE goes to another"},
		{func(k *stake) { k.President = false }, func(k *stake) { k.President = true }, nil, "pass", "the presidency of PLE"},
		{stay, func(k *stake) { k.Run, k.Earns = 80, 150 }, nil, "lay", "PLE then runs for $80, now $60"},
		{stay, func(k *stake) { k.Run = 0 }, nil, "pass", "PLE then has a train, which cannot run yet"},
		{func(k *stake) { k.Runs, k.Run = false, 40 }, stay, nil, "buy", "PLE then runs for $60, about 4 rounds left"},
		{func(k *stake) { k.Runs, k.Train = false, "3" }, stay, nil, "buy", "PLE then runs for $60, about 4 rounds left"},
		{func(k *stake) { k.Runs, k.Train = false, "3" }, func(k *stake) { k.Runs, k.Train, k.Rounds, k.Earns = false, "3", 200, 60 }, nil, "pass", "the shares of PLE bring $40 less until the end"},
		{stay, func(k *stake) { k.Runs, k.Run, k.Train = false, 50, "3" }, nil, "pass", "PLE has no train then, and runs for $60 now"},
		{func(k *stake) { k.Runs = false }, func(k *stake) { k.Runs, k.Run = false, 0 }, nil, "pass", "PLE no longer operates"},
		{func(k *stake) { k.Runs = false }, func(k *stake) { k.Runs, k.Run, k.Train = false, 50, "3" }, nil, "pass", "PLE would run for $50 with a 3-train, now $60"},
		{stay, func(k *stake) { k.Rounds, k.Earns = 200, 60 }, nil, "pass", "the trains of PLE last about 2 rounds, now 4 rounds"},
		{stay, func(k *stake) { k.Rounds, k.Earns = 200, 160 }, nil, "pass", "the shares of PLE bring $60 more until the end"},
		{stay, func(k *stake) { k.Rounds = 449 }, nil, "pass", ""},
		{stay, func(k *stake) { k.Reach, k.Earns = 90, 120 }, nil, "lay", "stops at the track of PLE and near it: $90, now $50"},
		{stay, func(k *stake) { k.Reach, k.Earns = 40, 80 }, nil, "lay", "stops at the track of PLE and near it: $40, now $50"},
		{stay, func(k *stake) { k.Reach = 90 }, nil, "lay", "stops at the track of PLE and near it: $90, now $50"},
		{stay, func(k *stake) { k.Reach, k.Earns = 90, 80 }, nil, "lay", "the shares of PLE bring $20 less until the end"},
		{stay, func(k *stake) { k.Earns, k.Loans = 80, 1 }, nil, "loan", "the shares of PLE, with 1 loan, bring $20 less until the end"},
		{func(k *stake) { k.Loans = 2 }, func(k *stake) { k.Earns, k.Loans = 120, 0 }, nil, "repay", "the shares of PLE, with no loan, bring $20 more until the end"},
		{stay, func(k *stake) { k.Earns, k.Cash = 80, 30 }, nil, "pass", "the shares of PLE, with $30, bring $20 less until the end"},
		{stay, func(k *stake) { k.Price = 90 }, nil, "pay", "price of PLE $80 > $90: +$30 on 3 shares"},
		{stay, func(k *stake) { k.Price = 70 }, nil, "withhold", "price of PLE $80 > $70: -$30 on 3 shares"},
		{func(k *stake) { k.Shares, k.Price = 0, 0 }, func(k *stake) { k.Shares = 0 }, nil, "pass", ""},
		{func(k *stake) { k.Price = 0 }, stay, nil, "pass", ""},
		{func(k *stake) { k.Shares = 0 }, func(k *stake) { k.Shares, k.Price = 0, 90 }, nil, "pass", ""},
		// what is to come
		{func(k *stake) { k.Shares, k.Aim = 0, 120 }, func(k *stake) { k.Shares, k.Aim = 1, 60 }, nil, "buy", "first share of PLE, which runs for $60: $6 a share, about 4 rounds left; the price of PLE, $80 now, goes to perhaps $60"},
		{stay, func(k *stake) { k.Due, k.Cash = 300, 40 }, nil, "pass", "perhaps $300 to add for the next train of PLE, which has $40"},
		{func(k *stake) { k.Due = 300 }, func(k *stake) { k.Due = 0 }, nil, "pass", "no $300 to add for the next train of PLE"},
		{func(k *stake) { k.Due = 300 }, func(k *stake) { k.Due = 1 }, nil, "pass", "$299 less to add for the next train of PLE"},
		{stay, func(k *stake) { k.Aim = 60 }, nil, "pass", "the price of PLE, $80 now, goes to perhaps $60"},
		{stay, func(k *stake) { k.Aim = 80 }, nil, "pass", ""},
		{func(k *stake) { k.Aim = 120 }, func(k *stake) { k.Aim = 60 }, nil, "pass", "the price of PLE goes to perhaps $60, and not $120"},
		{func(k *stake) { k.Aim = 120 }, func(k *stake) { k.Aim = 0 }, nil, "pass", ""},
		{func(k *stake) { k.Shares = 0 }, func(k *stake) { k.Shares, k.Aim = 0, 60 }, nil, "pass", ""},
		// the player
		{stay, stay, func(_, is *worth) { is.Cash = 105 }, "pass", "$5 more in cash"},
		{stay, stay, func(_, is *worth) { is.Cash = 95 }, "pass", "$5 less in cash"},
		{stay, stay, func(_, is *worth) { is.Rights = 40 }, "bid", "a company that nobody else may start"},
		{stay, stay, func(_, is *worth) { is.Broken = 400 }, "pass", "bankruptcy"},
		{stay, stay, func(was, is *worth) { was.Broken, is.Broken = 400, 400 }, "pass", ""},
		{stay, stay, func(_, is *worth) { is.Owned = []string{"MTE"} }, "bid", "MTE, face value $40, $20 for each yellow tile on a mountain"},
		{stay, stay, func(was, _ *worth) { was.Owned = []string{"MTE"} }, "pass", "without MTE, face value $40, $20 for each yellow tile on a mountain"},
		{stay, stay, func(was, is *worth) { was.Owned, is.Owned = []string{"MTE"}, []string{"MTE"} }, "pass", ""},
		{stay, stay, func(_, is *worth) { is.Rivals, is.Others = 10, 2 }, "pass", "each of the others has $10 more, on average"},
		{stay, stay, func(_, is *worth) { is.Rivals, is.Others = -1, -1 }, "pass", "each of the others has $1 less, on average"},
		{stay, stay, func(_, is *worth) { is.Rivals = 10 }, "pass", ""},
		// what counts most comes first, gain or loss
		{stay, func(k *stake) { k.Price = 90 }, func(_, is *worth) { is.Cash = 60 }, "pay", "$40 less in cash; price of PLE $80 > $90: +$30 on 3 shares"},
		{stay, func(k *stake) { k.Price = 90 }, func(_, is *worth) { is.Cash = 80 }, "pay", "price of PLE $80 > $90: +$30 on 3 shares; $20 less in cash"},
	} {
		k := stake{Company: "PLE", Shares: 3, Size: 10, Price: 80, Cash: 50, President: true, Runs: true, Run: 60, Reach: 50, Rounds: 400, Earns: 100}
		c.first(&k)
		was := worth{Total: 500, Now: 400, Cash: 100, Rounds: 400, Stakes: []stake{k}}
		k = stake{Company: "PLE", Shares: 3, Size: k.Size, Price: 80, Cash: 50, President: true, Runs: true, Run: 60, Reach: 50, Rounds: 400, Earns: 100}
		c.then(&k)
		is := worth{Total: 500, Now: 400, Cash: 100, Rounds: 400, Stakes: []stake{k}}
		if c.rest != nil {
			c.rest(&was, &is)
		}
		list := effects(ti, was, is, []engine.Command{{By: "p1", Verb: c.verb}})
		if got := told(list, len(list)); got != c.want {
			t.Errorf("%s\nwant %s\nfrom %+v\nto   %+v", got, c.want, was.Stakes, is.Stakes)
		}
	}
}

// What an advice says around its ways: what the figures are, where there is none, what the rest of the turn brings, and
// why something else is not advised.
func TestWhatIsSaidOfWays(t *testing.T) {
	ti, ok := titles.Find("1817")
	if !ok {
		t.Fatal("no such title")
	}
	pass, bid, run := engine.Command{By: "p1", Verb: "pass"}, engine.Command{By: "p1", Verb: "bid", Args: []string{"20"}}, engine.Command{By: "p1", Verb: "run", Args: []string{"auto"}}
	type way = robot.Way
	worth := func(total int) robot.Worth { return robot.Worth{Total: total, Now: total, Cash: total, Rounds: 300} }
	vague := func(total int) robot.Worth { return robot.Worth{Total: total, Now: total, Cash: 400, Rounds: 300} }
	with := func(w way, change func(w *way)) way { change(&w); return w }
	to := func(w robot.Worth, list ...engine.Command) way {
		return way{Commands: list, Passes: list[0].Verb == "pass", Worth: w}
	}
	const head = "  What a robot would say, and about what it brings you until the end:"
	for name, c := range map[string]struct {
		a    robot.Advice
		said int // of the first way, all if 0
		want string
	}{
		"in secret":              {robot.Advice{Blind: true, Ways: []way{to(worth(450), bid)}}, 0, "  You answer in secret. A robot would say this; it does not look at what comes of it:|bid 20="},
		"only this":              {robot.Advice{Only: true, Ways: []way{to(worth(450), run)}}, 0, "  There is only this to say:|run auto="},
		"a bid":                  {robot.Advice{Ways: []way{with(to(worth(450), bid), func(w *way) { w.Bids = true })}}, 0, "  What a robot would say, and about what it brings you if nobody else bids:|bid 20=+$50: $50 more in cash"},
		"a bid, not counted":     {robot.Advice{Ways: []way{with(to(vague(450), bid), func(w *way) { w.Bids = true })}}, 0, "  What a robot would say, and about what it brings you if nobody else bids:|bid 20=+$50: what it brings cannot be counted yet, and it is a small part of your money"},
		"a dear bid":             {robot.Advice{Ways: []way{with(to(vague(450), bid), func(w *way) { w.Bids, w.Dear = true, true })}}, 0, "  What a robot would say, and about what it brings you if nobody else bids:|bid 20=+$50: what it brings cannot be counted yet"},
		"a loss":                 {robot.Advice{Ways: []way{to(worth(390), run)}}, 0, head + "|run auto=-$10: $10 less in cash"},
		"no gain":                {robot.Advice{Ways: []way{to(vague(400), run)}}, 0, head + "|run auto=what it brings cannot be counted yet"},
		"the rest of the turn":   {robot.Advice{Ways: []way{to(worth(450), run, pass)}}, 1, head + "|run auto=+$50 with the rest of the turn: $50 more in cash"},
		"no gain by the rest":    {robot.Advice{Ways: []way{to(vague(400), run, pass)}}, 1, head + "|run auto=what it brings cannot be counted yet"},
		"a pass":                 {robot.Advice{Ways: []way{to(worth(450), pass)}}, 0, head + "|pass=+$50: nothing else brings more"},
		"a pass, and more":       {robot.Advice{Ways: []way{to(worth(450), pass, run)}}, 0, head + "|pass; run auto=+$50: $50 more in cash"},
		"a pass, and others":     {robot.Advice{Ways: []way{to(worth(450), pass), to(worth(410), run)}}, 0, head + "|pass=+$50: $50 more in cash|run auto=+$10: $10 more in cash"},
		"nothing else":           {robot.Advice{Ways: []way{to(vague(450), run)}, Other: to(worth(440), bid)}, 0, head + `|run auto=+$50: nothing else brings more|  Why not "bid 20"? +$40: $40 more in cash; that is $10 less.`},
		"counted, against else":  {robot.Advice{Ways: []way{to(worth(450), run)}, Other: to(worth(440), bid)}, 0, head + `|run auto=+$50: $50 more in cash|  Why not "bid 20"? +$40: $40 more in cash; that is $10 less.`},
		"the same":               {robot.Advice{Ways: []way{to(worth(450), run)}, Other: to(worth(450), run)}, 0, head + "|run auto=+$50: $50 more in cash"},
		"else takes itself back": {robot.Advice{Ways: []way{to(worth(450), run)}, Other: to(vague(400), bid, pass)}, 0, head + "|run auto=+$50: $50 more in cash"},
		"else changes something": {robot.Advice{Ways: []way{to(worth(450), run)}, Other: to(func() robot.Worth { w := vague(400); w.Rights = 5; return w }(), bid, pass)}, 0, head + `|run auto=+$50: $50 more in cash|  Why not "bid 20; pass"? +$0: a company that nobody else may start.`},
		"else is dear":           {robot.Advice{Ways: []way{to(worth(450), run)}, Other: with(to(vague(440), bid), func(w *way) { w.Dear = true })}, 0, head + `|run auto=+$50: $50 more in cash|  Why not "bid 20"? +$40; it is a large part of your money for what cannot be counted yet.`},
		"nothing is best":        {robot.Advice{Ways: []way{to(vague(400), pass)}, Other: to(worth(390), bid)}, 0, head + `|pass=nothing else brings more|  Why not "bid 20"? -$10: $10 less in cash.`},
	} {
		c.a.Now = worth(400)
		words := func(list []engine.Command) (string, int) {
			var parts []string
			for i, cmd := range list {
				if c.said == 0 || i < c.said {
					parts = append(parts, cmd.String())
				}
			}
			return strings.Join(parts, "; "), len(parts)
		}
		var got []string
		for _, sec := range Sections(ti, c.a, words) {
			got = append(got, sec.Lines...)
			for _, s := range sec.Say {
				got = append(got, s.Line+"="+s.Gloss)
			}
		}
		if text := strings.Join(got, "|"); text != c.want {
			t.Errorf("%s:\n     %s\nwant %s", name, text, c.want)
		}
	}
}
