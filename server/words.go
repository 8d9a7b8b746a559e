package server

import (
	"context"
	"strings"
	"unicode"

	"mirabilia/game"
	"mirabilia/locales"
	"mirabilia/names"
	"mirabilia/people"
	"mirabilia/store"
)

// What people write and others read: names of people, programs and tournaments, chat, and why a tournament was called off. Everything of that kind passes mayPublish.

// mayPublish refuses words of a person whom the host has muted, see store.Person.Self. It asks anew each time: a measure works at once, also over sockets that are open.
func (s *Server) mayPublish(ctx context.Context, self string) error {
	list, err := s.people.Held(ctx, self)
	if err != nil {
		return unavailable(err)
	}
	if d := under(list, people.Mute); d != nil {
		return measured(d, "muted", "the host has muted you")
	}
	return nil
}

// cleanName trims a name that a person wants to give and refuses what could not be read or would deceive, the names of bots, and what would be taken for the host's. What is the person's name
// already stays theirs. Who is muted can give no other; the zero person is a visitor.
func (s *Server) cleanName(ctx context.Context, by store.Person, name string) (string, error) {
	if by.ID != "" && name == by.Name {
		return name, nil
	}
	name, err := s.goodName(name)
	if err == nil && by.ID != "" && name != by.Name {
		err = s.mayPublish(ctx, by.Self())
	}
	return name, err
}

// cleanKept is like cleanName for a name that is to be somebody's own: that of all guests without one cannot be.
func (s *Server) cleanKept(ctx context.Context, by store.Person, name string) (string, error) {
	if by.Kept && name == by.Name {
		return name, nil
	}
	name, err := s.goodName(name)
	if err != nil {
		return "", err
	}
	for _, lang := range locales.Languages {
		if text, ok := locales.Lookup(lang, "page.home.guest"); ok && names.Alike(text) == names.Alike(name) {
			return "", game.Refuse(game.Invalid, "reserved_name", "%q is what guests without a name are called; choose another", name)
		}
	}
	return s.cleanName(ctx, by, name)
}

// goodName refuses names that nobody may take anew.
func (s *Server) goodName(name string) (string, error) {
	name, err := names.Clean(name)
	switch {
	case err != nil:
		return "", err
	case s.isBotName(name):
		return "", game.Refuse(game.Invalid, "bot_name", "%q is the name of a bot; choose another", name)
	case names.Official(name):
		return "", game.Refuse(game.Invalid, "official_name", "%q would be taken for somebody who runs this server; choose another name", name)
	}
	return name, nil
}

// isBotName reports whether people would take the bearer of a name for a bot.
func (s *Server) isBotName(name string) bool {
	same := func(other string) bool { return names.Alike(name) == names.Alike(other) }
	for _, bot := range s.cfg.Bots {
		if same(bot) {
			return true
		}
		for _, lang := range locales.Languages {
			if text, ok := locales.Lookup(lang, "bots."+bot); ok && same(text) {
				return true
			}
		}
	}
	return false
}

// cleanChat leaves out the marks that change the direction of the text around them, and those that only hide something. What
// joins letters or emoji stays.
func cleanChat(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\u200c' || r == '\u200d' || !unicode.Is(unicode.Cf, r) {
			return r
		}
		return -1
	}, text)
}
