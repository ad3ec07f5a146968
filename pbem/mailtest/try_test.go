package mailtest
import ("testing";"time";"pbem/pbem/postbox")
func TestTry(t *testing.T) {
	s := Start(t, "pbem", "amy")
	for _, f := range postbox.Check(t.Context(), s.Reader(Address("pbem")), s.Submitter(Address("amy"))) { t.Log(f) }
	snd := postbox.NewSender(s.Submitter(Address("amy")))
	if err := snd.Send(t.Context(), Address("amy"), "pbem+x.y@play.test", []byte("Subject: hi\r\n\r\nx\r\n")); err != nil { t.Fatal(err) }
	snd.Close()
	time.Sleep(time.Second)
	for _, m := range s.Mails(Address("pbem")) { t.Logf("%s", m) }
	s.showLogs()
}
