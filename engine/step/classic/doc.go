// Package classic holds what 1830 and most games after it have in common, as functions of facts. A title
// calls them with its own facts and exceptions.
//
// There are two sizes.
//
// Wholes are for a title whose rules are those of 1830 but for a few numbers. Stock is a player's turn in a
// stock round: a title fills in its limits, its sections and what is special, and calls Run. Dividend is the
// step in which a company pays or keeps what it earned. Track, Station, Running, Shop and Emergency are the
// steps of an operating turn.
//
// Parts are for titles that depart further. They are what the wholes are made of:
//
//   - the frame of a stock round: Play.BeginStock, NextByCards, Play.EndTurn;
//   - the order of a turn: SellBuySell, SellThenBuy, BuyThenSell;
//   - limits: CertificateLimit, OneMore, SellFirst, Size, SoldOut;
//   - words, places and lists: SaleWords, PurchaseWords, Place, Selling, ShareOptions;
//   - acts: Play.Sell, Play.MovePrice, Play.Reach;
//   - an operating round: Floated, BeginOperating, PlaceHome, Way;
//   - private companies: Privates;
//   - an operating turn: Ground, Chart, Lay, NextToken, Network, Stops, Fleet, ShopOptions, TrainLimit, DiscardTo;
//   - the setup: Admit, Cash, Shares, Tokens, KeepHome, Trains.
//
// # What titles still write themselves
//
// Some code looks alike in several titles, and is not here:
//
//   - The reasons why a share is not sold or bought. Each title has a switch of its own, because titles check
//     in different orders, and the first reason is the sentence that a player reads. Every case cites the rule
//     that it keeps. A list of rules as arguments would say the same less plainly. Stock has one order, which
//     is right for a new title.
//   - The reasons why a tile or a marker is not placed, as far as their order or words are the title's own: it
//     gives its switch to Ground.NotNext or Station.Offer.
//   - What follows a purchase. Titles pay, move and tell in different orders, and those are stored in the logs
//     of running games.
//   - Dividends that are rounded, that short shares pay, or that move prices in a way of their own.
//     They take Play and step.Earnings.
package classic
