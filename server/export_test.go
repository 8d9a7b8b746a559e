package server

import "net/http"

// Patterns returns all routes of the API.
func (s *Server) Patterns() []string {
	var list []string
	for _, r := range s.api() {
		list = append(list, r.pattern)
	}
	return list
}

// Observe wraps a server so that a test sees every answer's route and status.
func (s *Server) Observe(seen func(pattern string, status int)) http.Handler {
	mux := http.NewServeMux()
	for _, r := range s.api() {
		mux.Handle(r.pattern, http.NotFoundHandler())
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, pattern := mux.Handler(r)
		rec := &recorder{ResponseWriter: w, status: http.StatusOK}
		s.ServeHTTP(rec, r)
		if pattern != "" {
			seen(pattern, rec.status)
		}
	})
}

// Front returns the HTTP server that Serve uses.
func (s *Server) Front() *http.Server { return s.front() }

// Fill uses up what a person may write to journals.
func (s *Server) Fill(person string) { s.limits.kept(person, "", quotaEntries.burst) }
