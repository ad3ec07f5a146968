package desk

import (
	"context"
	"errors"
	"strings"
	"time"

	"pbem/store"
)

// A Survey says how far a program has come that opens every running game once. It is stored, so that the next service
// with the same program need not open them again: with 100,000 games that takes an hour.
type Survey struct {
	Program string    `json:"program"`
	Rules   int       `json:"rules"`
	Began   time.Time `json:"began"`
	After   string    `json:"after,omitempty"` // the last game that was opened; "" when all were
	Done    bool      `json:"done,omitempty"`
	Frozen  []string  `json:"frozen,omitempty"` // games that are frozen or cannot be read
}

// Surveys is the kind of the mark with the Survey.
var Surveys = store.NewSingle("survey", store.JSON[Survey]())

const (
	checkPause = 20 * time.Millisecond // after each game
	surveyLife = 30 * 24 * time.Hour   // then it is made again: disks fail
	surveyPage = 500                   // games from one note of how far it has come to the next
	mostFrozen = 1000                  // that are noted
)

// CheckGames opens every running game once, unless this program has done so lately. So the host learns before the players
// do which games are frozen under the rules of this version.
func (s *Desk) CheckGames(ctx context.Context) {
	v := s.surveyed()
	for _, id := range v.Frozen { // whether they still are is not known without opening them
		s.check(ctx, id)
	}
	for !v.Done {
		ids, err := s.Store.Find(s.Keyed(KeyOn), v.After, surveyPage)
		if errors.Is(err, store.ErrNotFound) { // the game it had come to is gone
			v.After = ""
			continue
		}
		if err != nil {
			s.Log.Error("game.list-failed", "error", err)
			return
		}
		for _, id := range ids {
			if frozen := s.check(ctx, id); ctx.Err() != nil {
				return
			} else if frozen && len(v.Frozen) < mostFrozen {
				v.Frozen = append(v.Frozen, id)
			}
		}
		if v.Done = len(ids) < surveyPage; len(ids) > 0 {
			v.After = ids[len(ids)-1]
		}
		s.noteSurvey(v)
	}
	s.Roster.Surveyed()
}

// check opens a game, if this service has not done so, and reports whether it is frozen or cannot be read.
func (s *Desk) check(ctx context.Context, id string) (frozen bool) {
	if s.Roster.Sound(id) || ctx.Err() != nil {
		return false
	}
	if _, err := s.Open(id); err != nil {
		s.Log.Error("game.unreadable", "game", id, "error", err)
	}
	select {
	case <-ctx.Done():
	case <-time.After(checkPause):
	}
	return s.Roster.Still(id)
}

// surveyed returns how far this program has come, or the beginning of a new survey.
func (s *Desk) surveyed() Survey {
	fresh := Survey{Program: s.Config.Program, Rules: s.Rules, Began: s.Now().UTC()}
	was, err := Surveys.Get(s.Store)
	v := was.Value
	if err != nil || !s.released() || v.Program != fresh.Program || v.Rules != fresh.Rules || fresh.Began.Sub(v.Began) > surveyLife {
		return fresh
	}
	return v
}

// released reports whether the version of this program says what is in it.
func (s *Desk) released() bool {
	p := s.Config.Program
	return p != "" && !strings.Contains(p, "not a release") && !strings.Contains(p, "dirty") && !strings.Contains(p, "changed")
}

func (s *Desk) noteSurvey(v Survey) {
	if !s.released() {
		return
	}
	marks := store.Marks{}
	Surveys.Set(marks, v)
	if err := s.Store.SetMarks(marks); err != nil {
		s.Log.Warn("game.survey-unnoted", "error", err)
	}
}
