package pbem

import (
	"context"
	"fmt"

	"pbem/pbem/config"
	"pbem/pbem/letter"
	"pbem/pbem/trust"
)

// suspicion returns why a mail with a good token and the right address may
// still be somebody else's, a sentence; "" for no reason. It may ask the DNS,
// so nothing is locked meanwhile, and mails that are not believed anyway are
// not looked into. A stranger's mail to an open lobby is, whatever the policy: it
// is answered only where its domain answers for it.
func (s *Service) suspicion(ctx context.Context, raw []byte, l letter.Letter) string {
	open, strict := s.cfg.Lobby == config.Open, s.cfg.Trust.Policy == trust.ByTokenAndDMARC
	if l.Class != letter.Human || !open && !strict {
		return ""
	}
	switch who, ok, err := s.draft().identify(l); {
	case err != nil:
		return ""
	case open && (!ok || who.stranger()):
	case !ok, !strict, who.doubt != "", who.suspect != "":
		return ""
	}
	if why := s.cfg.Trust.Authenticate(ctx, raw, l); why != "" {
		return fmt.Sprintf("It cannot be told whether the mail is from %s: %s.", l.From, why)
	}
	return ""
}
