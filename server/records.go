package server

import (
	"net/http"
	"strings"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/game/record"
)

// maxRecord is the largest game that can be sent: several times the longest one.
const maxRecord = 128 << 10

// sendGame keeps a finished game that was played on the sender's device. It has a link from then on; it is in no list and
// never rated.
func (s *Server) sendGame(w http.ResponseWriter, r *http.Request) error {
	p, err := s.person(r)
	if err != nil {
		return err
	}
	if err := s.limits.take(quotaTables, s.visitor(r)); err != nil {
		return err
	}
	var req api.SendGame
	data, err := body(w, r, maxRecord)
	if err != nil {
		return err
	}
	if err := decode(data, &req); err != nil {
		return err
	}
	rec, err := record.Read(strings.NewReader(req.Record))
	if err != nil {
		return game.Refuse(game.Invalid, "bad_record", "the record cannot be read: %v", err)
	}
	at := s.atTable(r, p)
	if err := s.limits.mayOpen(p.ID, at.Address); err != nil {
		return err
	}
	var id string
	err = s.limits.work(at.Address, func() (int, error) {
		id, err = s.hub.Import(r.Context(), at, req.Seat, rec)
		return len(rec.Steps) * bytesPerStep, err
	})
	if err != nil {
		return err
	}
	s.limits.kept(p.ID, at.Address, len(rec.Names)+len(rec.Steps))
	path := "/r/" + id
	w.Header().Set("Location", path)
	send(w, http.StatusCreated, api.SentGame{Table: id, Path: path})
	return nil
}
