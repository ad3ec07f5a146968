package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"pbem/pbem/postbox"
)

// The example is a configuration that works once its marked lines are changed,
// and the settings it leaves out are shown with the values they have then.
func TestExampleConfig(t *testing.T) {
	const example = "../../config.example.toml"
	c, err := Load(example)
	if err != nil {
		t.Fatal(err)
	}
	if c.Address != "pbem@example.org" || c.Zone.String() != "Europe/Berlin" || c.Data != filepath.Join("..", "..", "data") {
		t.Errorf("read as %+v", c)
	}
	raw, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(raw), `zone = "Europe/Berlin"`, "", 1)
	filled := loaded(t, text).Filled()
	shown := loaded(t, uncommented(text))
	if filled.Poll != shown.Poll || filled.Zone != shown.Zone || filled.NoPictures != shown.NoPictures || filled.Pace != shown.Filled().Pace {
		t.Errorf("the example shows other values than those taken: %+v, %+v", shown, filled)
	}
	if filled.ForgetDays != shown.ForgetDays || loaded(t, strings.Replace(string(raw), "# forget_days = 400", "forget_days = 0", 1)).Filled().ForgetDays >= 0 {
		t.Errorf("the example shows %d days, and %d are taken", shown.ForgetDays, filled.ForgetDays)
	}
	if shown.PerDomain != max(1, filled.Connections-1) || filled.PerDomain != 0 {
		t.Errorf("the example shows %d connections for one domain", shown.PerDomain)
	}
	if shown.IMAP.Folder != "INBOX" || shown.IMAP.Security != postbox.TLS || shown.SMTP.Security != postbox.TLS || shown.IMAP.AllowPlain {
		t.Errorf("the example shows %+v", shown.IMAP)
	}
}

// Every setting there is stands in the example.
func TestExampleIsComplete(t *testing.T) {
	raw, err := os.ReadFile("../../config.example.toml")
	if err != nil {
		t.Fatal(err)
	}
	all := settings(reflect.TypeFor[file]())
	if len(all) < 15 {
		t.Fatalf("only %d settings are known: %v", len(all), all)
	}
	for _, name := range all {
		if !strings.Contains(string(raw), name+" = ") {
			t.Errorf("%q is not in the example", name)
		}
	}
}

// settings lists the names of all settings in a part of the configuration.
func settings(t reflect.Type) []string {
	var out []string
	for f := range t.Fields() {
		name := f.Tag.Get("toml")
		if name == "" || f.Type.Kind() == reflect.Struct {
			out = append(out, settings(f.Type)...)
			continue
		}
		out = append(out, name)
	}
	return out
}

// uncommented makes settings of the lines "# name = value".
func uncommented(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		name, _, ok := strings.Cut(strings.TrimPrefix(l, "# "), " = ")
		if ok && strings.HasPrefix(l, "# ") && !strings.Contains(name, " ") {
			lines[i] = strings.TrimPrefix(l, "# ")
		}
	}
	return strings.Join(lines, "\n")
}

func loaded(t *testing.T, text string) Config {
	t.Helper()
	c, err := Load(written(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func written(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "pbem.toml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

const goodConfig = `data = "games"
address = "pbem@example.org"
poll = "30s"
[imap]
server = "mail.example.org"
password_file = "secret"
[smtp]
server = "mail.example.org:2525"
security = "starttls"
`

// File names are relative to the configuration; a password file is read
// without the line end and the mark at its beginning that editors put there.
func TestConfigFiles(t *testing.T) {
	name := written(t, goodConfig)
	if err := os.WriteFile(filepath.Join(filepath.Dir(name), "secret"), []byte("\ufeffopen sesame\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	if c.Data != filepath.Join(filepath.Dir(name), "games") || c.IMAP.Password != "open sesame" || c.Poll != 30*time.Second {
		t.Errorf("read as %+v", c)
	}
}

// What makes a configuration unusable is said in one sentence that names the
// file and the setting.
func TestUnusableConfig(t *testing.T) {
	for _, c := range []struct{ old, fresh, want string }{
		{`data = "games"`, ``, `"data" is missing`},
		{`data = "games"`, `data = "games`, "line 1: "},
		{`poll = "30s"`, "poll = \"30s\"\npoll = \"40s\"", "line 4: "},
		{`address = "pbem@example.org"`, ``, `"address" is missing`},
		{`pbem@example.org`, `pbem`, `address "pbem" is not a plain mail address`},
		{`pbem@example.org`, `PBEM <pbem@example.org>`, "is not a plain mail address"},
		{`pbem@example.org`, `pbem+games@example.org`, "is not a plain mail address"},
		{`pbem@example.org`, strings.Repeat("pbem", 20) + "@example.org", "is too long: at most 32"},
		{`"30s"`, `"soon"`, `"soon"`},
		{`"30s"`, `30`, `line 3: "30" is not a length of time; write it like "30s", "10m" or "36h"`},
		{`poll = "30s"`, `hosts = "amy@example.org"`, `line 3: "hosts" is a list, such as ["amy@example.org"]`},
		{`poll = "30s"`, `memory = "100"`, `line 3: "memory" is a whole number, without quotes`},
		{`poll = "30s"`, `verp = "yes"`, `line 3: "verp" is true or false, without quotes`},
		{`data = "games"`, `data = 5`, `line 1: "data" is text in quotes`},
		{`data = "games"`, `data = "~/games"`, `"data" is "~/games": write the whole path`},
		{`"mail.example.org"`, `"imaps://mail.example.org"`, `"server" of [imap] is "imaps://mail.example.org": that is not the name of a machine; write it like`},
		{`"mail.example.org"`, `":993"`, `"server" of [imap] is ":993": the machine is missing`},
		{`:2525`, `:smpt`, `"server" of [smtp] is "mail.example.org:smpt": the port is a number`},
		{`:2525`, `:0`, `the port is a number`},
		{`[imap]`, "[imap]\nuser = \"pbem\"", "the password file of [imap], " + os.DevNull + ", is empty"},
		{`"30s"`, `"-30s"`, `"poll" is -30s`},
		{`poll = "30s"`, `zone = "Mars/Olympus"`, `zone "Mars/Olympus" is unknown`},
		{`poll = "30s"`, `name = "Games\nby mail"`, `"Games\nby mail" as "name" cannot be the sender of mails`},
		{`poll = "30s"`, `keep_days = 3`, `"keep_days" is 3`},
		{`poll = "30s"`, `forget_days = 149`, `"forget_days" is 149; with "keep_days" it is 150 at least, or 0 for ever`},
		{`poll = "30s"`, "keep_days = 200\nforget_days = 259", `"forget_days" is 259; with "keep_days" it is 260 at least`},
		{`poll = "30s"`, `memory = -3`, `"memory" is -3`},
		{`poll = "30s"`, `connections = -3`, `"connections" is -3`},
		{`poll = "30s"`, `connections = 1000`, `line 3: "connections" is 1000; it can be 1 to 50`},
		{`poll = "30s"`, `connections = 0`, `line 3: "connections" is 0; it can be 1 to 50`},
		{`"30s"`, `"0s"`, `line 3: "poll" is 0s; it can be "1s" to "1h"`},
		{`"30s"`, `"1ms"`, `line 3: "poll" is 1ms`},
		{`"30s"`, `"24h"`, `line 3: "poll" is 24h0m0s`},
		{`poll = "30s"`, `memory = 0`, `line 3: "memory" is 0; it can be 10 to 1048576`},
		{`poll = "30s"`, `keep_days = 0`, `line 3: "keep_days" is 0; it can be 14 to 36500, or -1 for ever`},
		{`poll = "30s"`, `forget_days = -1`, `line 3: "forget_days" is -1; it can be 74 to 36500, or 0 for ever`},
		{`[smtp]`, "# per_domain = 3\n[smtp]\n\n  \"per_domain\" = 0", `line 10: "per_domain" of [smtp] is 0; it can be 1 to 50`},
		{`[smtp]`, "[smtp]\nper_day = 5", `line 8: "per_day" of [smtp] is 5; it can be 20 to 10000000, or 0 for no limit`},
		{`data = "games"`, "limits.sender_per_hour = 0\ndata = \"games\"", `line 1: "sender_per_hour" of [limits] is 0; it can be 1 to 10000000, or -1 for no limit`},
		{`[smtp]`, "[limits]\nbounce_score = -4\n[smtp]", `line 8: "bounce_score" of [limits] is -4; it can be 1 to 1000`},
		{`[smtp]`, "[limits]\ngame_per_hour = 99999999\n[smtp]", `line 8: "game_per_hour" of [limits] is 99999999`},
		{`[smtp]`, "[watch]\ncanary = \"often\"\n[smtp]", `line 8: "often" is not a length of time; write it like "15m"`},
		{`poll = "30s"`, `poll_every = "30s"`, `"poll_every" is not a setting`},
		{`poll = "30s"`, `remind_after = "36h"`, `"remind_after" is not a setting any more; the time for a decision is part of the pace`},
		{`poll = "30s"`, `hosts = ["Amy <amy@example.org>"]`, `"Amy <amy@example.org>" in "hosts" is not an address of a person`},
		{`poll = "30s"`, `hosts = ["PBEM+b@example.org"]`, `"PBEM+b@example.org" in "hosts" is not an address of a person`},
		{`poll = "30s"`, `hosts = ["pbem@example.org"]`, `"pbem@example.org" in "hosts" is not an address of a person`},
		{`poll = "30s"`, `lobby = "opne"`, `"lobby" is "opne"; it can be "closed" or "open"`},
		{`[smtp]`, `[smpt]`, `"smpt" is not a setting; do you mean "[smtp]"?`},
		{`poll = "30s"`, `lobyb = "open"`, `"lobyb" is not a setting; do you mean "lobby"?`},
		{`poll = "30s"`, `per_day = 500`, `"per_day" is not a setting; it stands below [smtp]`},
		{`poll = "30s"`, `server = "x.example"`, `"server" is not a setting; it stands below [imap] or [smtp]`},
		{`[smtp]`, "[watch]\nhosts = [\"amy@example.org\"]\n[smtp]", `"hosts" is not a setting of [watch]; it stands above the first line with a [section]`},
		{`[smtp]`, "[watch]\nadress = \"127.0.0.1:1\"\n[smtp]", `"adress" is not a setting of [watch]; do you mean "address"?`},
		{`poll = "30s"`, `whatever = 1`, `"whatever" is not a setting; config.example.toml lists them, and a file for a newer pbem may have more`},
		{`[smtp]`, "[smtp]\nper_domain = -1", `"per_domain" of [smtp] is -1`},
		{`server = "mail.example.org"`, ``, `"server" is missing in [imap]`},
		{`server = "mail.example.org:2525"`, ``, `"server" is missing in [smtp]`},
		{`"starttls"`, `"ssl"`, `"security" of [smtp] is "ssl"`},
		{`password_file = "secret"`, `password_file = "nowhere"`, "the password file of [imap] cannot be read"},
		{`[smtp]`, "[store]\nurl = \"mysql://x\"\n[smtp]", `the "url" of [store] is not one of PostgreSQL`},
		{`[smtp]`, "[store]\nurl = \"postgres://x\"\nurl_file = \"y\"\n[smtp]", `[store] has "url" and "url_file"`},
		{`[smtp]`, "[store]\nurl_file = \"nowhere\"\n[smtp]", `the "url_file" of [store] cannot be read`},
	} {
		text := strings.Replace(goodConfig, c.old, c.fresh, 1)
		text = strings.Replace(text, `"secret"`, `"`+os.DevNull+`"`, 1)
		name := written(t, text)
		_, err := Load(name)
		if err == nil {
			t.Errorf("%q instead of %q is accepted", c.fresh, c.old)
			continue
		}
		if got := err.Error(); !strings.HasPrefix(got, name) || !strings.Contains(got, c.want) || strings.Contains(got, "\n") {
			t.Errorf("%q: %v; want %q", c.fresh, err, c.want)
		}
	}
	if _, err := Load("nowhere.toml"); err == nil || !strings.Contains(err.Error(), "there is no configuration file nowhere.toml") {
		t.Error(err)
	}
}

// What is wrong in the environment is not looked for in the file.
func TestUnusableEnvironment(t *testing.T) {
	name := written(t, strings.Replace(goodConfig, `password_file = "secret"`, "", 1))
	for variable, want := range map[string]string{"PBEM_POLL": `"poll" is 0s`, "PBEM_SMTP_PER_DOMAIN": `"per_domain" of [smtp] is 0`} {
		t.Run(variable, func(t *testing.T) {
			t.Setenv(variable, strings.Fields(want)[len(strings.Fields(want))-1])
			if _, err := Load(name); err == nil || !strings.HasPrefix(err.Error(), variable+" in the environment: "+want) {
				t.Error(err)
			}
		})
	}
}

// The URL of the database may stand in a file of its own.
func TestStoreURL(t *testing.T) {
	name := written(t, strings.Replace(goodConfig, "password_file = \"secret\"", "", 1)+"[store]\nurl_file = \"store-url\"\n")
	if err := os.WriteFile(filepath.Join(filepath.Dir(name), "store-url"), []byte("postgres://pbem:x@db/pbem\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err := Load(name); err != nil || c.Store != "postgres://pbem:x@db/pbem" {
		t.Errorf("the database is at %q, %v", c.Store, err)
	}
}

// A password has one line. What an editor or Windows adds behind it is no part of it.
func TestPasswordFile(t *testing.T) {
	name := written(t, goodConfig)
	for text, want := range map[string]string{"a b\n": "a b", "a b\r\n\r\n": "a b", "\ufeffa b": "a b", "one\ntwo\n": "", "one\r\ntwo": ""} {
		if err := os.WriteFile(filepath.Join(filepath.Dir(name), "secret"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Load(name)
		if want == "" && (err == nil || !strings.Contains(err.Error(), "has several lines")) || want != "" && (err != nil || c.IMAP.Password != want) {
			t.Errorf("%q is read as %q, %v", text, c.IMAP.Password, err)
		}
	}
}
