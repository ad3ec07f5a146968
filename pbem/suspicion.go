package pbem

import (
	"context"
	"fmt"

	"pbem/pbem/letter"
	"pbem/pbem/trust"
)

// suspicion returns why a mail with a good token and the right address may
// still be somebody else's, a sentence; "" for no reason. It may ask the DNS,
// so nothing is locked meanwhile, and mails that are not believed anyway are
// not looked into.
func (s *Service) suspicion(ctx context.Context, raw []byte, l letter.Letter) string {
	if s.cfg.Trust.Policy != trust.ByTokenAndDMARC || l.Class != letter.Human {
		return ""
	}
	who, ok, err := s.draft().identify(l)
	if err != nil || !ok || who.doubt != "" || who.suspect != "" {
		return ""
	}
	if why := s.cfg.Trust.Authenticate(ctx, raw, l); why != "" {
		return fmt.Sprintf("It cannot be told whether the mail is from %s: %s.", l.From, why)
	}
	return ""
}
