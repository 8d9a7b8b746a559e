package game

import "mirabilia/strict"

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
