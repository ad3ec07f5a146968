package senders

import (
	"fmt"
	"slices"

	"pbem/pbem/desk"
	"pbem/pbem/envelope"
	"pbem/pbem/letter"
	"pbem/pbem/table"
	"pbem/pbem/trust"
)

// forLobby reports whether a mail begins with a command for the lobby.
func forLobby(d *desk.Draft, l letter.Letter) bool {
	return len(l.Commands) > 0 && lobbyVerb(l.Commands[0].Text)
}

// Identify finds the seat, or the member, that a mail is from. Both its token and its
// address must be theirs. ok is false for strangers, who get no answer. The error is not
// the sender's fault: the mail names a game that cannot be opened.
func Identify(d *desk.Draft, l letter.Letter) (who desk.Sender, ok bool, err error) {
	found, err := proven(d, d.Office.Addressed(l))
	if len(found) == 0 && err == nil {
		found, err = proven(d, envelope.Answered(l))
	}
	if err != nil {
		return desk.Sender{}, false, err
	}
	if len(found) == 0 {
		return withoutToken(d, l)
	}
	who = found[0]
	if !who.Speaks(l.From) {
		who.Suspect = fmt.Sprintf("A mail with commands of yours came from %s, not from your address.", desk.OrUnread(l.From))
	}
	if own, ok, err := d.Tablemate(who, l.From); ok || err != nil {
		return own, err == nil, err
	}
	if len(found) > 1 {
		who.Suspect, who.Doubt = "", "Your mail is addressed to more than one seat. Please write a mail of its own for each."
	}
	return who, true, nil
}

// proven returns the seats and members whose tokens are in the tags. It opens only their
// games.
func proven(d *desk.Draft, tags []envelope.Tag) ([]desk.Sender, error) {
	var out []desk.Sender
	for _, t := range tags {
		ok, err := Proves(d, t)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		who, ok, err := d.Claimed(t)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, who)
		}
	}
	return out, nil
}

// goneSandbox returns the id of a sandbox among tags that prove nothing, "" for none.
func goneSandbox(tags []envelope.Tag) string {
	for _, t := range tags {
		if table.IsSandboxID(t.Game) {
			return t.Game
		}
	}
	return ""
}

// withoutToken looks for a player by address alone. That is enough to tell them what is
// missing, but not to carry out the mail, unless the host's policy asks for no token. A
// game that the mail names comes first. A mail about no game is held until the member
// confirms it. withoutToken does not open the game it finds.
func withoutToken(d *desk.Draft, l letter.Letter) (who desk.Sender, ok bool, err error) {
	if l.From == "" {
		return desk.Sender{}, false, nil
	}
	if ForHost(l) && d.Config.IsHost(l.From) {
		who, err = hostUnproven(d, l.From)
		return who, err == nil, err
	}
	tags := d.Office.Tags(l)
	seats := seatsNamed(d, l.From)
	for i := range seats {
		if seats[i].Member, err = d.Member(l.From); err != nil {
			return desk.Sender{}, false, err
		}
	}
	named := slices.IndexFunc(seats, func(w desk.Sender) bool {
		return slices.ContainsFunc(tags, func(t envelope.Tag) bool { return t.Game == w.Table.ID })
	})
	switch {
	case named >= 0:
		who = seats[named]
		who.Doubt = "The address you wrote to is not that of your seat."
	case forLobby(d, l):
		return lobbyMail(d, l)
	case goneSandbox(tags) != "":
		m, err := d.Member(l.From)
		who = desk.Sender{Member: m, Doubt: fmt.Sprintf("There is no sandbox %s any more: a sandbox is deleted after 30 days, or when its owner says so. Nothing was carried out. To start another, say \"sandbox\" in an answer to a mail of a game.", goneSandbox(tags))}
		return who, m.ID != "", err
	case len(seats) == 0:
		return desk.Sender{}, false, nil
	default:
		who = seats[0]
		who.Doubt = "Your mail was not sent to the address of a game."
		if len(tags) > 0 {
			who.Doubt = "The address you wrote to is not that of your seat."
		}
	}
	who.Doubt += " Nothing was carried out. Please answer a mail of the game: its reply address names the game and your seat."
	if d.Config.Trust.Policy == trust.NoToken && (named >= 0 || len(seats) == 1) {
		who.Doubt = ""
	}
	return who, true, nil
}
