package game

import (
	"fmt"

	"mirabilia/strict"
)

// Rest says what becomes of the cards that a position does not name. They are where the rules can have left them, or, if it
// is true, out of play: they are nowhere and never come, and every viewer knows that. It is "aside" as JSON.
type Rest bool

const aside = `"aside"`

// MarshalJSON writes Rest; positions leave out what is false.
func (Rest) MarshalJSON() ([]byte, error) { return []byte(aside), nil }

// UnmarshalJSON reads Rest.
func (r *Rest) UnmarshalJSON(data []byte) error {
	if string(data) != aside {
		return fmt.Errorf("must be %s, or left out, not %s", aside, data)
	}
	*r = true
	return nil
}

// ReadPosition reads a state from JSON by way of pos, which holds what is meant where the data is silent, and which state then builds it
// from. Fields that pos lacks are refused, and so is a state that is not valid; to is changed only by one that is.
func ReadPosition[S any, P interface {
	*S
	Valid() error
}](to P, data []byte, pos any, state func() (S, error)) error {
	if err := strict.Decode(data, pos); err != nil {
		return err
	}
	read, err := state()
	if err != nil {
		return err
	}
	if err := P(&read).Valid(); err != nil {
		return err
	}
	*to = read
	return nil
}
