package bot

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"mirabilia/game"
)

// Spec names a bot and what it may spend on a move. As text it is the name, then each limit after a colon:
// "level8", "level8:200ms", "level5:1000" (simulations), "level8:50ms:2x" (on two goroutines).
type Spec struct {
	Name string
	// Budget replaces the limits of the level where it is set. Bots that do not search ignore it.
	Budget Budget
}

// ParseSpec reads a spec.
func ParseSpec(text string) (Spec, error) {
	name, rest, more := strings.Cut(text, ":")
	spec := Spec{Name: name}
	for more {
		var part string
		part, rest, more = strings.Cut(rest, ":")
		digits := strings.TrimRight(part, "msx")
		n, err := strconv.Atoi(digits)
		if err != nil || n < 1 || n > 1e9 {
			return spec, game.Refuse(game.Invalid, "bad_bot", "a bot is a name with an optional budget, such as level5:200ms or level5:1000, not %q", text)
		}
		switch part[len(digits):] {
		case "ms":
			spec.Budget.Time = time.Duration(n) * time.Millisecond
		case "x":
			spec.Budget.Goroutines = n
		case "":
			spec.Budget.Simulations = n
		default:
			return spec, game.Refuse(game.Invalid, "bad_bot", "%q in %q is neither milliseconds (200ms) nor simulations (1000) nor goroutines (2x)", part, text)
		}
	}
	return spec, nil
}

// String returns the spec as ParseSpec reads it.
func (s Spec) String() string {
	text := s.Name
	if s.Budget.Time > 0 {
		text += ":" + strconv.FormatInt(s.Budget.Time.Milliseconds(), 10) + "ms"
	}
	if s.Budget.Simulations > 0 {
		text += ":" + strconv.Itoa(s.Budget.Simulations)
	}
	if s.Budget.Goroutines > 0 {
		text += ":" + strconv.Itoa(s.Budget.Goroutines) + "x"
	}
	return text
}

// level returns the number of the spec's level, -1 for a bot that is no level. It refuses the name of no bot.
func (s Spec) level() (int, error) {
	if !slices.Contains(Names, s.Name) {
		return -1, game.Refuse(game.Invalid, "bad_bot", "there is no bot %q; there are: %s", s.Name, strings.Join(Names, ", "))
	}
	return slices.Index(Levels, s.Name), nil
}

// Searches reports whether the bot searches on a board, so that a budget means something to it: the lower levels of a ladder only
// look one move ahead.
func (s Spec) Searches(g game.Game, b game.Board) (bool, error) {
	level, err := s.level()
	if err != nil || level < 0 {
		return false, err
	}
	m, err := modelFor(g)
	if err != nil {
		return false, err
	}
	return m.ladders()[m.Variant(b)][level].Simulations > 0, nil
}

// Within returns the spec with the limits of b where it has none of its own.
func (s Spec) Within(b Budget) Spec {
	if s.Name == "random" || s.Name == "greedy" {
		return s // they spend nothing
	}
	if s.Budget.Time == 0 && s.Budget.Simulations == 0 {
		s.Budget.Time, s.Budget.Simulations = b.Time, b.Simulations
	}
	if s.Budget.Goroutines == 0 {
		s.Budget.Goroutines = b.Goroutines
	}
	if s.Budget.Memory == 0 {
		s.Budget.Memory = b.Memory
	}
	return s
}
