package postbox

import (
	"testing"
	"time"

	"pbem/pbem/postoffice"
)

func fileAll(t *testing.T, o *postoffice.Office, in *Inbox) {
	t.Helper()
	for range 4 {
		deliver(t, o, "x")
	}
	for range 2 { // twice: filing again is harmless
		for i, where := range []Place{Processed, Rejected, Quarantine} {
			if err := in.File(t.Context(), where, uint32(i+1)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestFileByKeyword(t *testing.T) {
	o := office(t, postoffice.Config{})
	in := open(t, imapConfig(o))
	if in.Filing() != Keywords {
		t.Fatal("the server's keywords are not used")
	}
	fileAll(t, o, in)
	got := flags(t, o, "INBOX")
	want := map[uint32]string{1: "$pbemdone", 2: "$pbemdone $pbemrejected", 3: "$pbemdone $pbemquarantine", 4: ""}
	for uid, f := range want {
		if got[uid] != f {
			t.Errorf("message %d has %q, want %q", uid, got[uid], f)
		}
	}
	items := list(t, in, 0)
	if len(items) != 4 || !items[0].Done || !items[2].Done || items[3].Done {
		t.Errorf("listed %+v", items)
	}
}

func TestFileIntoFolders(t *testing.T) {
	o := office(t, postoffice.Config{})
	cfg := imapConfig(o)
	cfg.Filing, cfg.Rejected = Folders, "No good"
	in := open(t, cfg)
	fileAll(t, o, in)
	for _, folder := range []string{"pbem-processed", "No good", "pbem-quarantine"} {
		if got := flags(t, o, folder); len(got) != 1 || got[1] != "" {
			t.Errorf("%s holds %v", folder, got)
		}
	}
	if items := list(t, in, 0); len(items) != 1 || items[0].UID != 4 {
		t.Errorf("left %+v", items)
	}
	// The moved ones must not make the next one look like no news.
	go func() { _ = o.Deliver(amy, pbem, mail("news")) }()
	if err := within(t, func() error { return in.Wait(t.Context(), time.Hour) }); err != nil {
		t.Fatal(err)
	}
	if items := list(t, in, 4); len(items) != 1 {
		t.Errorf("listed %+v", items)
	}
}

// A server without keywords, MOVE, UIDPLUS and AUTHENTICATE.
func TestFileOnAnOldServer(t *testing.T) {
	o := office(t, postoffice.Config{Basic: true})
	in := open(t, imapConfig(o))
	if in.Filing() != Folders {
		t.Fatal("keywords are used though the server has none")
	}
	deliver(t, o, "x")
	if err := in.File(t.Context(), Processed, 1); err != nil {
		t.Fatal(err)
	}
	if got := flags(t, o, "pbem-processed"); len(got) != 1 || got[1] != "" {
		t.Errorf("the folder holds %v", got)
	}
	if got := flags(t, o, "INBOX"); got[1] != `\deleted` {
		t.Errorf("INBOX holds %v", got)
	}

	cfg := imapConfig(o)
	cfg.Password = "guess"
	_, err := Open(t.Context(), cfg)
	sentence(t, err, BadLogin)

	cfg = imapConfig(o)
	cfg.Filing = Keywords
	_, err = Open(t.Context(), cfg)
	sentence(t, err, Misconfigured, "keeps no keywords")
}
