package people

import (
	"strings"
	"time"

	"pbem/engine"
	"pbem/pbem/calendar"
	"pbem/pbem/pace"
)

// The settings of a person, by the word after "set". Values are as they were typed.
var setters = map[string]func(m *Member, value string) error{
	"name":        setName,
	"zone":        setZone,
	"dates":       setDates,
	"pictures":    setPictures,
	"mail":        setMail,
	"invitations": setInvitations,
}

// alsoSet maps other words to these settings.
var alsoSet = map[string]string{
	"timezone": "zone", "time": "zone", "date": "dates", "style": "dates", "picture": "pictures", "maps": "pictures",
	"mails": "mail", "email": "mail", "invitation": "invitations", "invites": "invitations",
}

// setting returns the setting that a word names, or the word.
func setting(word string) string {
	word = strings.ToLower(strings.Trim(word, ":=,."))
	if other, ok := alsoSet[word]; ok {
		return other
	}
	return word
}

// Settable reports whether a line after "set" begins with a setting.
func Settable(line string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return setters[setting(first)] != nil
}

// Set changes the setting in a line after "set", such as "zone Europe/Berlin".
// An error is a refusal for the player.
func (m *Member) Set(line string) error {
	first, value, _ := strings.Cut(strings.TrimSpace(line), " ")
	change, ok := setters[setting(first)]
	if !ok {
		return engine.Refuse("%q cannot be set. Possible are: set name, zone, dates, pictures, mail, invitations and address; \"settings\" shows how.", first)
	}
	return change(m, strings.Join(strings.Fields(strings.TrimLeft(strings.TrimPrefix(value, "zone "), ":= ")), " "))
}

func setName(m *Member, value string) error {
	name, ok := PlainName(value)
	if !ok {
		return engine.Refuse("%q cannot be your name. %s", value, NamesAre)
	}
	m.Name = name
	return nil
}

func setZone(m *Member, value string) error {
	zone, err := calendar.ParseZone(value)
	if err != nil {
		return pace.Readable(err)
	}
	m.Zone = zone.String()
	return nil
}

func setDates(m *Member, value string) error {
	style, err := calendar.ParseStyle(value)
	if err != nil {
		return pace.Readable(err)
	}
	m.Dates = style.String()
	return nil
}

func setPictures(m *Member, value string) error {
	on, ok := onOff(value)
	if !ok {
		return engine.Refuse("Pictures can be set on or off: set pictures off")
	}
	m.Pictures = "off"
	if on {
		m.Pictures = "on"
	}
	return nil
}

func setInvitations(m *Member, value string) error {
	on, ok := onOff(value)
	if !ok {
		return engine.Refuse("Invitations can be set on or off: set invitations off")
	}
	m.NoInvitations = !on
	return nil
}

// onOff parses "on", "off" and synonyms.
func onOff(value string) (on, ok bool) {
	switch strings.ToLower(strings.Trim(value, ".!")) {
	case "on", "yes", "true":
		return true, true
	case "off", "no", "none", "false", "never":
		return false, true
	}
	return false, false
}

// UsualHour is when daily mails go out if no hour was given and nothing better is known.
const UsualHour = "18:00"

// AnyHour stands for an hour that was not given. Whoever sets it puts a time of day in its place.
const AnyHour = "any"

func setMail(m *Member, value string) error {
	word, rest, _ := strings.Cut(strings.ToLower(strings.Trim(value, ".!")), " ")
	switch {
	case word == "plain" || word == "text":
		m.Plain = true
	case word == "html":
		m.Plain = false
	case word == "whole":
		m.Whole = true
	case word == "brief":
		m.Whole = false
	case word == "to" && rest == "both" && m.Also == "":
		return engine.Refuse("You have one address. To have a second, from which your mails count too: set address also amy@example.org")
	case word == "to" && rest == "both":
		m.Both = true
	case word == "to" && (rest == "first" || rest == "one" || Lower(m.Address) == rest):
		m.Both = false
	case word == "at" && rest == "once", word == "immediately", word == AllNews:
		m.Daily, m.News = "", AllNews
	case word == TurnNews, word == "my" && rest == "turn", word == "on" && (rest == "turn" || rest == "my turn"):
		m.Daily, m.News = "", TurnNews
	case word == "table":
		m.Daily, m.News = "", ""
	case word == "daily" || word == "once" && strings.HasPrefix(rest, "a day"):
		return setDaily(m, strings.TrimPrefix(strings.TrimPrefix(rest, "a day"), "at "))
	default:
		return engine.Refuse("Mails can come at once, on your turn or daily, with HTML or plain, whole or brief, and to both of your addresses or the first: set mail all, set mail turn, set mail daily 18:00, set mail plain, set mail html, set mail whole, set mail brief, set mail to both, set mail to first")
	}
	return nil
}

func setDaily(m *Member, hour string) error {
	m.Daily, m.News = AnyHour, ""
	hour = strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(hour), "at "), " ", "")
	if hour == "" {
		return nil
	}
	for _, layout := range []string{"15:04", "15.04", "15h04", "15", "15h", "3:04pm", "3pm"} {
		if at, err := time.Parse(layout, hour); err == nil {
			m.Daily = at.Format("15:04")
			return nil
		}
	}
	return engine.Refuse("%q is not a time of day. Write it like: set mail daily 18:00", hour)
}
