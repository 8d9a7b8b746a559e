package server

import (
	"errors"
	"io"
	"math"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/jsondiff"
	"mirabilia/store"
	"mirabilia/strict"
	"mirabilia/table"
)

// maxBody is the largest socket message, and the largest request body but for analyses and games of devices: far above any command.
const maxBody = 16 << 10

// Reasons that have a status of their own.
const (
	reasonNoSession = "no_session"
	reasonTooBig    = "too_big"
	reasonMethod    = "bad_method"
	reasonFull      = "storage_full"
)

func statusOf(e *api.Error) int {
	if strings.HasPrefix(e.Reason, "ended_") { // why the session has
		return http.StatusUnauthorized
	}
	switch e.Reason {
	case reasonNoSession:
		return http.StatusUnauthorized
	case reasonTooBig:
		return http.StatusRequestEntityTooLarge
	case reasonMethod:
		return http.StatusMethodNotAllowed
	}
	return table.Status(e)
}

// told returns an error as the client sees it. An error that is not a refusal is sent without its inner cause,
// which goes to the log.
func (s *Server) told(err error) *api.Error {
	if refused := table.Told(err); refused.Code != api.CodeUnavailable && refused.Code != api.CodeInternal {
		return refused
	}
	s.ready.doubt()
	switch {
	case errors.Is(err, store.ErrReserve):
		return &api.Error{Code: api.CodeUnavailable, Reason: reasonFull,
			Message: "the server keeps the little space that is left for signing in and for games that are being played; nothing was changed, try again later"}
	case errors.Is(err, store.ErrFull):
		return &api.Error{Code: api.CodeUnavailable, Reason: reasonFull, Message: "the server has no space left to save; nothing was changed, try again later"}
	case errors.Is(err, store.ErrDamaged):
		return &api.Error{Code: api.CodeUnavailable, Reason: "storage_damaged", Message: "what is stored of this is damaged; whoever runs the server must restore it from a backup"}
	case errors.Is(err, store.ErrReadOnly):
		return &api.Error{Code: api.CodeUnavailable, Reason: "storage_readonly", Message: "the server cannot save at the moment; nothing was changed, try again later"}
	}
	return table.Told(err)
}

// refuse answers with an error.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	e := s.told(err)
	s.metrics.refusals.WithLabelValues(e.Code).Inc()
	// That there is no space is told once by who keeps the store in order: the log may be on the same disk.
	if (e.Code == api.CodeUnavailable || e.Code == api.CodeInternal) && e.Reason != reasonFull && r.Context().Err() == nil {
		s.cfg.Log.Error("request failed", "request", requestID(w), "method", r.Method, "path", r.URL.Path, "error", err)
	}
	wait := time.Duration(0)
	var l *late
	switch {
	case errors.As(err, &l):
		wait, e.Work = l.wait, l.work
	case e.Code == api.CodeUnavailable:
		wait = time.Second
	}
	if wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	send(w, statusOf(e), api.ErrorAnswer{Error: *e})
}

// send answers with JSON and returns its length.
func send(w http.ResponseWriter, status int, v any) int {
	data := jsondiff.Append(nil, v)
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(data)
	return len(data)
}

// read decodes a request's body strictly.
func read(w http.ResponseWriter, r *http.Request, v any) error {
	data, err := body(w, r, maxBody)
	if err != nil {
		return err
	}
	return decode(data, v)
}

// body returns a request's body, which is JSON of at most so many bytes.
func body(w http.ResponseWriter, r *http.Request, most int64) ([]byte, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return nil, game.Refuse(game.Invalid, "not_json", "send the body as application/json")
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	var big *http.MaxBytesError
	switch {
	case errors.As(err, &big):
		return nil, game.Refuse(game.Invalid, reasonTooBig, "the body may have at most %d bytes", most)
	case err != nil:
		return nil, game.Refuse(game.Invalid, "bad_body", "the body could not be read")
	}
	return data, nil
}

// decode reads exactly one JSON value without unknown fields.
func decode(data []byte, v any) error {
	if err := strict.Decode(data, v); err != nil {
		return game.Refuse(game.Invalid, "bad_json", "the body does not have the expected form: %v", err)
	}
	return nil
}
