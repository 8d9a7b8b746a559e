package architects

import (
	"fmt"
	"testing"

	"mirabilia/game"
)

// TestViewTellsWhatCardsDo: what a card would do is what it does when it is taken.
func TestViewTellsWhatCardsDo(t *testing.T) {
	t.Run("completes a stage", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"ephesos","built":[1,2],"cards":{"stone":1,"glass":1}},{"wonder":"gizah"},{"wonder":"rhodes"}],
			"decks":{"ephesos":{"top":"gold"},"rhodes":{"top":"vp3"}}}`)
		v := s.View(0).(View)
		left := v.Takes[0]
		equal(t, "left", left.Deck+" "+left.Side+" "+left.Card.Card, "ephesos left gold")
		equal(t, "stages", fmt.Sprintf("%+v", left.Card.Stages), "[{Stage:3 Points:4 Ability:true New:true Completes:false}]")
		equal(t, "right", fmt.Sprint(v.Takes[2].Card.Points, v.Takes[2].Card.Cat), "3 false")
		equal(t, "legal", left.Legal, true)
		odds := 0
		for _, p := range v.Takes[1].Odds {
			odds += p.N
			equal(t, "a central "+p.Card+" completes stage 3", len(p.Stages) > 0, p.Card == "wood" || p.Card == "brick" || p.Card == "papyrus" || p.Card == "gold")
		}
		equal(t, "odds add up to the deck", odds, v.Decks[3].Left)
		stage := v.Seats[0].Stages[2]
		equal(t, "missing", fmt.Sprint(stage.State, stage.Missing, stage.Helps), "open1 [wood brick papyrus gold]")
	})
	t.Run("brings war", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"babylon","tokens":["propaganda"]},{"wonder":"gizah","cards":{"shield1":2}},{"wonder":"rhodes"}],
			"decks":{"babylon":{"top":"shield2"}}}`)
		c := s.View(0).(View).Takes[0].Card
		equal(t, "shields, flips, battle, spoils, ready", fmt.Sprint(c.Shields, c.Flips, c.Battle, c.Spoils, c.Ready), "1 1 true 1propaganda")
		v := s.View(0).(View)
		equal(t, "left rival", fmt.Sprint(v.Seats[0].Left), "{1 2 lose}")
		equal(t, "right rival", fmt.Sprint(v.Seats[0].Right), "{2 0 tie}")
		equal(t, "conflict", fmt.Sprint(v.Conflict), "{3 2 false}")
	})
	t.Run("moves the cat and completes sets", func(t *testing.T) {
		s := scene(t, `{"turn":1,"seats":[{"wonder":"babylon","cards":{"compass":1,"gear":1}},{"wonder":"gizah"},{"wonder":"rhodes","cards":{"vp2cat":1}}],"cat":2,
			"decks":{"babylon":{"top":"vp2cat"},"rhodes":{"top":"tablet"}}}`)
		v := s.View(0).(View)
		equal(t, "for", v.For, 0)
		equal(t, "from", *v.Takes[0].Card.From, 2)
		equal(t, "sets", fmt.Sprint(v.Takes[2].Card.Sets), "[triple]")
		equal(t, "legal out of turn", v.Takes[0].Legal, false)
		equal(t, "spectators see the seat on turn", s.View(game.Spectator).(View).For, 1)
	})
	t.Run("offers and payments", func(t *testing.T) {
		s := scene(t, `{"seats":[{"wonder":"gizah","cards":{"gear":2,"wood":1,"stone":1,"glass":1},"tokens":["culture","education","economy"]},{"wonder":"rhodes"}],
			"phase":"act","face_up":["culture","decor","tactics"]}`)
		v := s.View(0).(View)
		equal(t, "offers", fmt.Sprint(v.Progress.FaceUp), "[{culture 10} {decor 6} {tactics 2}]")
		equal(t, "builds", len(v.Builds), 3)
		equal(t, "a build", fmt.Sprintf("%+v", v.Builds[0]), "{Move:b:1:wood:stone Stage:1 Points:4 Pay:[{Card:wood N:1} {Card:stone N:1}] Economy:false Engineering:false}")
		equal(t, "exchanges", fmt.Sprint(v.Exchanges), "[{s:gear-pair gear-pair [{gear 2}]}]")
		equal(t, "may end", v.End, false)
		equal(t, "token points", fmt.Sprint(v.Seats[0].Tokens), "[{economy  0} {education  6} {culture  4}]")
	})
}

// TestViewKeepsItsWord plays random games and compares what the view says of a known card with what taking it brings.
func TestViewKeepsItsWord(t *testing.T) {
	r := game.NewRand(game.NumberSeed(8))
	s := table(t, 4)
	var told game.Events
	for range 40 {
		for s.Deal(r); s.Owing() != 0; {
			m := s.RandomMove(s.turn, r)
			if s.phase != toDraw {
				s.Apply(s.turn, m, nil)
				continue
			}
			var take TakeView
			for _, v := range s.View(s.turn).(View).Takes {
				if v.Deck == Deck(m&argument).String() {
					take = v
				}
			}
			told.Reset()
			before := s
			s.Apply(s.turn, m, &told)
			if take.Card == nil {
				continue
			}
			equal(t, "card", told.List[0].What, take.Card.Card)
			flips := 0
			for _, ev := range told.List[1:] {
				switch ev.Type {
				case "horn":
					flips += ev.N
				case "cat":
					equal(t, "cat", take.Card.Cat, true)
				}
				if ev.Type == "take" || ev.Type == "turn" {
					break
				}
			}
			if len(take.Card.Stages) == 0 && len(take.Card.Sets) == 0 && take.Card.Ready == "" {
				equal(t, "flips", flips, take.Card.Flips)
				equal(t, "battle", count(told.List, "battle", "") > 0, take.Card.Battle)
				equal(t, "nothing to choose ends the turn", s.turn != before.turn, true)
				equal(t, "spoils", int(s.players[before.turn].victories-before.players[before.turn].victories), take.Card.Spoils)
			}
		}
	}
}
