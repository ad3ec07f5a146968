package config

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// Settings of the environment go before those of the file; one that there is not
// is refused by its name.
func TestConfigFromEnvironment(t *testing.T) {
	name := written(t, strings.Replace(goodConfig, "password_file = \"secret\"", "", 1))
	for key, value := range map[string]string{
		"PBEM_ADDRESS": "games@example.org", "PBEM_HOSTS": "amy@example.org, brian@example.org", "PBEM_POLL": "10s",
		"PBEM_VERP": "true", "PBEM_IMAP_PASSWORD": "open sesame", "PBEM_SMTP_SERVER": "out.example.org",
		"PBEM_LIMITS_SENDER_PER_HOUR": "7", "PBEM_WATCH_ADDRESS": "127.0.0.1:9999",
	} {
		t.Setenv(key, value)
	}
	c, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	if c.Address != "games@example.org" || !slices.Equal(c.Hosts, []string{"amy@example.org", "brian@example.org"}) || c.Poll != 10*time.Second ||
		!c.VERP || c.IMAP.Password != "open sesame" || c.SMTP.Addr != "out.example.org" || c.Limits.Sender != 7 || c.Watch.Address != "127.0.0.1:9999" {
		t.Errorf("read as %+v", c)
	}
	for key, value := range map[string]string{"PBEM_ADRESS": "x", "PBEM_VERP": "perhaps", "PBEM_POLL": "soon", "PBEM_LIMITS_SENDER_PER_HOUR": "many"} {
		t.Run(key, func(t *testing.T) {
			t.Setenv(key, value)
			if _, err := Load(name); err == nil || !strings.HasPrefix(err.Error(), key+" in the environment ") {
				t.Error(err)
			}
		})
	}
}

// A secret of the environment goes before the file that the configuration names for it.
func TestSecretsFromEnvironment(t *testing.T) {
	name := written(t, goodConfig+"[store]\nurl_file = \"nowhere\"\n")
	t.Setenv("PBEM_IMAP_PASSWORD", "open sesame")
	t.Setenv("PBEM_STORE_URL", "postgres://db/pbem")
	c, err := Load(name)
	if err != nil || c.IMAP.Password != "open sesame" || c.Store != "postgres://db/pbem" {
		t.Errorf("read as %q, %q, %v", c.IMAP.Password, c.Store, err)
	}
	t.Setenv("PBEM_IMAP_PASSWORD_FILE", "elsewhere")
	if _, err := Load(name); err == nil || !strings.Contains(err.Error(), "elsewhere") {
		t.Error(err)
	}
}

// Every setting there is can be set.
func TestEverySettingFromEnvironment(t *testing.T) {
	var f file
	leaves := map[string]reflect.Value{}
	leavesOf(reflect.ValueOf(&f).Elem(), envPrefix, leaves)
	if all := settings(reflect.TypeFor[file]()); len(leaves) != len(all) {
		t.Errorf("%d of %d settings have a name in the environment", len(leaves), len(all))
	}
	values := map[reflect.Kind]string{reflect.String: "x", reflect.Bool: "true", reflect.Int: "5", reflect.Slice: "x", reflect.Int64: "5m"}
	for name, leaf := range leaves {
		if err := setLeaf(leaf, values[leaf.Kind()]); err != nil || leaf.IsZero() {
			t.Errorf("%s: %v", name, err)
		}
	}
}
