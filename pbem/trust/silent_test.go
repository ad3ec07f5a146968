package trust

import (
	"context"
	"errors"
	"net"
	"testing"
	"testing/synctest"
	"time"
)

// A domain that does not answer is asked once in ten minutes, whatever the name under
// it; others, and one that had hardly any time, are asked each time.
func TestSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := map[string]int{}
		var s Silent
		lookup := s.Lookup(func(ctx context.Context, name string) ([]string, error) {
			asked[organisation(name)]++
			switch organisation(name) {
			case "dead.example":
				<-ctx.Done()
				return nil, &net.DNSError{Err: "i/o timeout", IsTimeout: true}
			case "none.example":
				return nil, &net.DNSError{IsNotFound: true}
			}
			return []string{"yes"}, nil
		})
		ask := func(name string, wait time.Duration) error {
			ctx, cancel := context.WithTimeout(t.Context(), wait)
			defer cancel()
			_, err := lookup(ctx, name)
			return err
		}
		began := time.Now()
		for range 5 {
			if ask("a._domainkey.dead.example", 10*time.Second) == nil || ask("_dmarc.Mail.Dead.example.", 10*time.Second) == nil {
				t.Error("a domain answers that does not")
			}
			if err := ask("s._domainkey.good.example", time.Second); err != nil {
				t.Error(err)
			}
			if err := ask("_dmarc.none.example", time.Second); !notThere(err) {
				t.Errorf("that there is no record became %v", err)
			}
		}
		if waited := time.Since(began); waited != 10*time.Second || asked["dead.example"] != 1 || asked["good.example"] != 5 || asked["none.example"] != 5 {
			t.Errorf("after %v the domains were asked %v times", waited, asked)
		}
		if err := ask("x.dead.example", time.Second); !errors.Is(err, errSilent) || notThere(err) {
			t.Errorf("a silent domain is answered with %v", err)
		}
		time.Sleep(silentFor)
		if ask("x.dead.example", time.Second); asked["dead.example"] != 2 {
			t.Error("after ten minutes it is not asked again")
		}
		if ask("x.dead.example", time.Second); asked["dead.example"] != 3 {
			t.Error("it is blamed for having no time to answer")
		}
	})
}
