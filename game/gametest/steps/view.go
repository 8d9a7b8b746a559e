package steps

import "mirabilia/game"

// View is what a viewer may see.
type View struct {
	// Pile is the number of cards left to draw.
	Pile int `json:"pile"`
	// Turn is the seat that must decide; null at the end.
	Turn  game.Seat  `json:"turn"`
	Seats []SeatView `json:"seats"`
}

// SeatView is what a viewer may see of a seat. Hand and Dropped are missing where the viewer may not see them.
type SeatView struct {
	Row          []int `json:"row"`
	Hand         []int `json:"hand,omitempty"`
	HandCount    int   `json:"hand_count"`
	Dropped      []int `json:"dropped,omitempty"`
	DroppedCount int   `json:"dropped_count"`
	Score        int   `json:"score"`
}

// View implements game.Secrets.
func (s *State) View(viewer game.Seat) any {
	v := View{Pile: int(s.left), Turn: s.Owing().First()}
	res := s.Result()
	for seat := range game.Seat(seats) {
		own := SeatView{Row: s.list(row + place(seat)), HandCount: s.count(hand + place(seat)), DroppedCount: s.count(dropped + place(seat)), Score: int(res.Score[seat])}
		if viewer == seat || viewer == game.Open {
			own.Hand, own.Dropped = s.list(hand+place(seat)), s.list(dropped+place(seat))
		}
		v.Seats = append(v.Seats, own)
	}
	return v
}

// list returns the numbers of the cards of a place.
func (s *State) list(p place) []int {
	list := []int{}
	for i, at := range s.at {
		if at == p {
			list = append(list, i+1)
		}
	}
	return list
}

// Redeal implements game.Secrets: the cards that the viewer cannot place are shuffled over the places that it cannot see.
func (s *State) Redeal(viewer game.Seat, r *game.Rand) {
	if viewer == game.Open {
		return
	}
	var unknown [cards]uint8
	n := 0
	var sizes [places]int
	for i, at := range s.at {
		if at == pile || hidden(at, viewer) {
			unknown[n] = uint8(i)
			n++
			sizes[at]++
		}
	}
	game.Shuffle(r, unknown[:n])
	for p, size := range sizes {
		for range size {
			n--
			s.at[unknown[n]] = place(p)
			if place(p) == pile {
				s.order[size-1] = unknown[n]
				size--
			}
		}
	}
}

// hidden reports whether the viewer cannot see the cards of a place in front of a seat.
func hidden(p place, viewer game.Seat) bool {
	for seat := range game.Seat(seats) {
		if seat != viewer && (p == hand+place(seat) || p == dropped+place(seat)) {
			return true
		}
	}
	return false
}

// RedealUnseen implements game.Secrets: only the order of the pile is unseen.
func (s *State) RedealUnseen(r *game.Rand) {
	n := 0
	for i, at := range s.at {
		if at == pile {
			s.order[n] = uint8(i)
			n++
		}
	}
	game.Shuffle(r, s.order[:n])
}
