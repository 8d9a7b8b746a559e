// Command typegen writes the TypeScript types of everything the server sends to the page: the API's own
// structs into web/src/gen/types.ts and each game's view into web/src/gen/<game>.ts, with the comments of
// the Go source. Run it by "make gen" at the top of the repository; a test fails when a file is stale.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"

	"mirabilia/api"
	"mirabilia/games"
)

// folder of the generated files, from the top of the repository.
const folder = "web/src/gen"

// roots are the structs of the API that are not reached from others.
var roots = []any{
	api.Catalogue{}, api.ErrorAnswer{}, api.Session{}, api.NameRequest{}, api.TokenList{}, api.CreateTable{}, api.Snapshot{}, api.Envelope{},
	api.Update{}, api.Presence{}, api.Ack{}, api.Refusal{}, api.Command{}, api.Updates{}, api.TableList{}, api.InviteRequest{}, api.Invite{},
	api.Invitation{}, api.Replay{}, api.LogPage{}, api.StoredAnalysis{}, api.AnalysisKept{}, api.Chat{}, api.Hello{}, api.Saving{},
	api.TournamentPlan{}, api.TournamentList{}, api.Tournament{}, api.TournamentWish{}, api.TournamentDeed{}, api.LiveWatch{}, api.LiveTournament{},
	api.Me{}, api.TableRating{}, api.SeekRequest{}, api.Seeking{}, api.Turns{}, api.Push{}, api.PushSubscription{}, api.AwayRequest{}, api.CallAnswer{}, api.ShunnedList{}, api.ShunRequest{}, api.ReportRequest{}, api.HostReports{}, api.DeedList{}, api.DeedRequest{}, api.HostPeople{}, api.HostState{}, api.NameCheck{}, api.RegisterRequest{}, api.Ceremony{}, api.CeremonyAnswer{}, api.CodeList{}, api.RecoverRequest{}, api.Link{}, api.LinkState{},
	api.Privacy{}, api.FriendList{}, api.AskRequest{}, api.Profile{}, api.ProfileGame{}, api.Ranks{},
	api.LinkAnswer{}, api.ClaimRequest{}, api.Claim{}, api.LabelRequest{}, api.SendGame{}, api.SentGame{}, api.CreateHere{},
}

func main() {
	for name, content := range generate(".") {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "typegen:", err)
			os.Exit(1)
		}
	}
}

// generate returns the content of the generated files by name. Comments are read from the source below top.
func generate(top string) map[string][]byte {
	files := map[string][]byte{"types.ts": newWriter(top).write(roots)}
	for _, g := range games.Known {
		info := g.Info()
		files[info.ID+".ts"] = newWriter(top).write([]any{reflect.Zero(reflect.TypeOf(info.View)).Interface()})
	}
	return files
}
