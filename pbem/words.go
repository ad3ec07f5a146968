package pbem

import (
	"pbem/pbem/batch"
	"pbem/pbem/clock"
	"pbem/pbem/joining"
	"pbem/pbem/play"
	"pbem/pbem/senders"
)

// setPace shows or changes the pace of the game that the line is for. Before the game
// begins, its maker can change it at once. In a running game all players must agree.
func setPace(b *batch.Batch, rest string) (bool, error) {
	switch {
	case b.Visit != nil:
		return true, joining.VisitPace(b, rest)
	case rest == "":
		return batch.InGame(clock.ShowPace)(b, rest)
	}
	return batch.ByPlayers(clock.AskPace)(b, rest)
}

// The commands of the service. Each is a function of the package it belongs to.
func init() {
	batch.Conclusions = []func(b *batch.Batch) (bool, error){joining.Gather, play.ShowSet}
	batch.Words = map[string]batch.Word{
		"game":    {Do: batch.SwitchGame},
		"preview": {Mail: func(b *batch.Batch) { b.Preview = true }},
		"anyway":  {Mail: func(b *batch.Batch) { b.Anyway = true }},

		"status":  {Do: batch.Status, Asks: true},
		"help":    {Do: play.Help, Asks: true, Plain: true, Cost: 2_000},
		"history": {Do: batch.History, Asks: true, Plain: true, Cost: 2_000},
		"choices": {Position: (*batch.Speaker).Choices, Asks: true, Plain: true},
		"routes":  {Position: (*batch.Speaker).Routes, Asks: true, Plain: true},
		"map":     {Do: batch.Board, Asks: true, Plain: true, Cost: 5_000},
		"advice":  {Position: batch.Advice, Asks: true, Plain: true},

		"new":            {Do: joining.NewGame},
		"sandbox":        {Do: joining.Sandbox, Cost: 300_000},
		"games":          {Do: joining.Games, Asks: true},
		"rematch":        {Do: joining.Rematch},
		"join":           {Do: joining.Join},
		"invite":         {Do: joining.Invite},
		"leave":          {Do: joining.Leave},
		"start":          {Do: joining.Start},
		"players":        {Do: joining.Resize},
		"set":            {Do: play.Set},
		"settings":       {Do: play.ShowSettings, Asks: true},
		"no invitations": {Do: play.RefuseInvitations},

		"set address": {Account: senders.SetAddress}, // a row of its own, although the grammar knows it as "set"
		"renew token": {Account: senders.Renew},
		"confirm":     {Account: senders.UnknownCode},

		"pace":            {Do: setPace},
		"advice on":       {Do: batch.ByPlayers(batch.AllowAdvice)},
		"advice off":      {Do: batch.ByPlayers(batch.EndAdvice)},
		"caretaker":       {Do: batch.InGame(clock.ShowCaretaker), Asks: true},
		"robot":           {Do: batch.InGame(clock.Robot)},
		"vacation":        {Do: play.Vacation},
		"cancel vacation": {Do: play.CancelVacation},

		"orders":        {Do: batch.ByPlayers(batch.ShowOrders), Asks: true},
		"cancel orders": {Do: batch.ByPlayers(batch.CancelOrders)},
		"no suggestion": {Do: batch.ByPlayers(batch.NoSuggestion)},
		"suggest again": {Do: batch.ByPlayers(batch.SuggestAgain)},
		"undo":          {Do: batch.ByPlayers(batch.Undo), Cost: 20_000},
		"end game":      {Do: batch.ByPlayers(batch.EndGame)},
		"pause":         {Do: batch.ByPlayers(clock.Pause)},
		"resume":        {Do: batch.ByPlayers(clock.Resume)},
		"accept":        {Do: joining.Answers("accept", batch.Accept)},
		"decline":       {Do: joining.Answers("decline", batch.Decline)},
		"withdraw":      {Do: joining.Answers("withdraw", batch.Withdraw)},
		"resign":        {Do: joining.Resign},
		"takeover":      {Do: joining.Takeover},
		"observe":       {Do: joining.Observe},
		"unobserve":     {Do: joining.Unobserve},

		"press":         {Do: batch.ByPlayers(play.Press)},
		"note":          {Do: batch.ByPlayers(play.TakeNote)},
		"notes":         {Do: batch.ByPlayers(play.Notes), Asks: true},
		"publish notes": {Do: batch.ByPlayers(play.PublishNotes)},
		"hide notes":    {Do: batch.ByPlayers(play.HideNotes)},
		"page":          {Do: batch.ByPlayers(play.Page)},
	}
}
