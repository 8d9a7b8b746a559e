package duel

import "mirabilia/game"

// scorePantheon adds the points of the expansion (docs/rules/pantheon.md 12, Scoring).
func (c *city) scorePantheon(parts *[game.MaxCategories]int16) {
	parts[scoreTemples] = templeVP[c.count.of(Temple)]
	if c.gods.has(Aphrodite) {
		parts[scoreDivinities] += aphroditeVP
	}
	parts[scoreDivinities] += int16(c.astarte)
	if c.tokens.has(Mysticism) {
		parts[scoreProgress] += int16(mysticismVP * (c.cards.and(mythologyTokensOf).len() + c.offerings.len()))
	}
}
