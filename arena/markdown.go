package arena

import (
	"fmt"
	"strings"

	"mirabilia/game"
)

// Markdown returns the tournament as tables: the ratings, and every pairing.
func (t *Tournament) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d seats%s, seed %d", t.Game, t.Seats, optionText(t.Options), t.Seed)
	if t.Machine != "" {
		fmt.Fprintf(&b, "; %s", t.Machine)
	}
	b.WriteString("\n\n| player | Elo | 95% | games | points |\n|---|---:|---:|---:|---:|\n")
	for _, r := range t.Ratings() {
		fmt.Fprintf(&b, "| %s | %.0f | %.0f to %.0f | %d | %.1f%% |\n", r.Name, r.Elo, r.CI95[0], r.CI95[1], r.Games, 100*r.Score)
	}
	b.WriteString("\n| pairing | games | share of points | 95% |\n|---|---:|---:|---:|\n")
	for _, p := range t.Pairings {
		mean, ci, deals := p.Share()
		fmt.Fprintf(&b, "| %s against %s | %d | %.1f%% | %.1f to %.1f |\n", p.A, p.B, deals*t.Seats, 100*mean, 100*ci[0], 100*ci[1])
	}
	return b.String()
}

// String returns the same for a terminal.
func (t *Tournament) String() string { return t.Markdown() }

// optionText returns the options for a line that begins with the name of a game.
func optionText(o game.Options) string {
	if len(o) == 0 {
		return ""
	}
	return ", " + o.String()
}
