// Command reference writes docs/reference.md: the options, moves and events of every game, from the catalogue, the texts and
// random play. Run it by "make gen"; a test fails when the file is stale.
package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"mirabilia/game"
	"mirabilia/games"
	"mirabilia/locales"
)

const file = "docs/reference.md"

func main() {
	text, err := reference()
	if err == nil {
		err = os.WriteFile(file, []byte(text), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "reference:", err)
		os.Exit(1)
	}
}

func reference() (string, error) {
	var b strings.Builder
	b.WriteString(`# Moves and events of every game

Written by ` + "`make gen`" + ` from the program itself. Moves are what [records](record.md), the [engine protocol](engine.md) and the [API](api.md) exchange; words in angle
brackets stand for ids, a part in square brackets may be left out. Of an event, the fields that its sentence uses are shown; the others are empty. Events marked "secret"
are told to some seats only.
`)
	for _, g := range games.Known {
		if err := section(&b, g); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

func section(b *strings.Builder, g game.Game) error {
	info := g.Info()
	texts := locales.Area("en", info.ID)
	fmt.Fprintf(b, "\n## %s (`%s`)\n\nSeats: %d to %d. Score categories: %s. Ways to win: %s.\n", texts["title"], info.ID, info.MinSeats, info.MaxSeats, code(info.Categories), code(info.WonBy))
	if len(info.Options) > 0 {
		b.WriteString("\n| option | default | values |\n|---|---|---|\n")
		for _, o := range info.Options {
			values := code(o.Values)
			if len(o.Values) == 0 {
				values = "a list, or `" + o.Default + "`"
			}
			fmt.Fprintf(b, "| `%s` | `%s` | %s |\n", o.Key, o.Default, values)
		}
	}
	b.WriteString("\n| move | does |\n|---|---|\n")
	for _, m := range info.Moves {
		fmt.Fprintf(b, "| `%s` | %s |\n", m.Form, m.Does)
	}
	b.WriteString("\n| event | fields | sentence |\n|---|---|---|\n")
	told, err := heard(g)
	if err != nil {
		return err
	}
	for _, typ := range types(texts) {
		sentence := texts["log."+typ]
		secret := ""
		if told[typ] {
			secret = " (secret)"
		}
		fmt.Fprintf(b, "| `%s`%s | %s | %s |\n", typ, secret, code(fields(sentence)), strings.ReplaceAll(sentence, "|", "\\|"))
	}
	return nil
}

// types are the events that have a sentence; forms of one that only sound better in some cases are left out.
func types(texts map[string]string) (list []string) {
	for _, key := range slices.Sorted(maps.Keys(texts)) {
		typ, ok := strings.CutPrefix(key, "log.")
		if !ok {
			continue
		}
		base := strings.TrimSuffix(strings.TrimSuffix(typ, "_more"), "_free")
		if _, variant := texts["log."+base]; base == typ || !variant || typ == "activate_free" || typ == "wonder_free" {
			list = append(list, typ)
		}
	}
	return list
}

// fields are the fields of an event that its sentence names.
func fields(sentence string) (list []string) {
	for _, f := range []string{"seat", "to", "what", "with", "n"} {
		if strings.Contains(sentence, "{"+f+"}") || strings.Contains(sentence, "{"+f+":") || strings.Contains(sentence, ":"+f+"}") {
			list = append(list, f)
		}
	}
	return list
}

// heard plays random games of every variant and returns the events that were told, with whether they were secret.
func heard(g game.Game) (map[string]bool, error) {
	secret := map[string]bool{}
	err := play(g, func(_ game.Board, _ game.Move, told *game.Events) {
		for _, e := range told.List {
			secret[e.Type] = secret[e.Type] || e.For != game.Everyone
		}
	})
	return secret, err
}

// play plays random games of every variant and of the smallest and largest tables.
func play(g game.Game, see func(b game.Board, m game.Move, told *game.Events)) error {
	info := g.Info()
	variants := []game.Options{nil}
	for _, o := range info.Options {
		for _, v := range o.Values {
			if v != o.Default {
				variants = append(variants, game.Options{o.Key: v})
			}
		}
	}
	for i, options := range variants {
		for _, seats := range []int{info.MinSeats, info.MaxSeats} {
			b, err := g.New(seats, options)
			if err != nil {
				return err
			}
			r := game.NewRand(game.NumberSeed(uint64(i)))
			for range 60 {
				b.Deal(r)
				for b.Owing() != 0 {
					seat := b.Owing().First()
					m := b.RandomMove(seat, r)
					var told game.Events
					b.Apply(seat, m, &told)
					see(b, m, &told)
				}
			}
		}
	}
	return nil
}

// code is a list of words as code, or a dash.
func code(words []string) string {
	if len(words) == 0 {
		return "-"
	}
	return "`" + strings.Join(words, "`, `") + "`"
}
