package replay_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pbem/titles/games18xx"
	"pbem/titles/replay"
	"pbem/titles/replay/replaytest"
)

const games = "../../../shared/games"

// A peerRun is a recorded run with the result of 18xx.games' router.
type peerRun struct {
	ID          int      `json:"id"`
	Company     string   `json:"company"`
	Trains      []string `json:"trains"`
	Human       int      `json:"human"`
	Peer        int      `json:"peer"`
	PeerSeconds float64  `json:"peer_seconds"`
	PeerLate    bool     `json:"peer_timed_out"`
}

// At every recorded position the best run is proven, and earns at least as much as the
// recorded run and the peer's.
func TestBestOfRecordedRuns(t *testing.T) {
	for _, file := range recordedRuns(t) {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		t.Run(name, func(t *testing.T) {
			peers := readPeers(t, file)
			r := open(t, name)
			for _, a := range r.Actions {
				if !replay.IsRun(a) {
					play(t, r, a)
					if a.Type == "run_routes" { // a minor's run, which the title's own tests compare
						delete(peers, a.ID)
					}
					continue
				}
				run, err := r.BestRun(a)
				if err != nil {
					t.Fatal(err)
				}
				compare(t, run, peers[a.ID])
				delete(peers, a.ID)
			}
			for id := range peers {
				t.Errorf("run %d was not met", id)
			}
		})
	}
}

// companyOf returns this program's symbol of the company that acts.
func companyOf(r *replay.Replay, a games18xx.Action) string {
	if r.Title.Import.Company != nil {
		return r.Title.Import.Company(string(a.Entity))
	}
	return string(a.Entity)
}

// inOrder sorts trains. The trains of two shells may be recorded in either order.
func inOrder(trains []string) []string { return slices.Sorted(slices.Values(trains)) }

func compare(t *testing.T, run replay.Run, peer peerRun) {
	t.Helper()
	switch {
	case peer.ID != run.ID || peer.Company != run.Company || peer.Human != run.Human || !slices.Equal(inOrder(peer.Trains), inOrder(run.Trains)):
		t.Errorf("another run is recorded: %+v, not %+v", peer, run)
	case run.Best < run.Human || run.Best < peer.Peer:
		t.Errorf("not the best: %+v, recorded %+v", run, peer)
	case !run.Proven:
		t.Errorf("not proven: %+v", run)
	}
}

// recordedRuns lists the files of runs. Without the shared folder the test is skipped.
func recordedRuns(tb testing.TB) []string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(games, "routes", "*.jsonl"))
	if err != nil {
		tb.Fatal(err)
	}
	if len(files) == 0 {
		tb.Skip("the recorded games are not here")
	}
	return files
}

func readPeers(t *testing.T, file string) map[int]peerRun {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := map[int]peerRun{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var p peerRun
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		out[p.ID] = p
	}
	return out
}

// open sets up the game of a file such as "1817-15528".
func open(tb testing.TB, name string) *replay.Replay {
	tb.Helper()
	title, number, _ := strings.Cut(name, "-")
	return replaytest.Open(tb, filepath.Join(games, title, number+".json"))
}

func play(tb testing.TB, r *replay.Replay, a games18xx.Action) {
	tb.Helper()
	if _, err := r.Do(a); err != nil {
		tb.Fatal(err)
	}
}
