package server

import (
	"compress/gzip"
	"context"
	"crypto/rand"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"mirabilia/game"
	"mirabilia/store"
)

// route is one method and path of the API.
type route struct {
	pattern string
	handle  func(http.ResponseWriter, *http.Request) error
	// zip reports whether answers are long enough to be worth compressing.
	zip bool
}

// api lists every route that docs/openapi.yaml describes below /api.
func (s *Server) api() []route {
	return []route{
		{"GET /api/games", s.listGames, true},
		{"GET /api/openapi.yaml", s.describe, true},
		{"GET /api/session", s.whoAmI, false},
		{"POST /api/session", s.enter, false},
		{"PATCH /api/session", s.rename, false},
		{"DELETE /api/session", s.leave, false},
		{"GET /api/tokens", s.listTokens, false},
		{"POST /api/tokens", s.makeToken, false},
		{"DELETE /api/tokens/{person}", s.revokeToken, false},
		{"GET /api/me", s.me, false},
		{"PATCH /api/me", s.setPrivacy, false},
		{"DELETE /api/me", s.forgetMe, false},
		{"GET /api/me/export", s.exportMe, false},
		{"POST /api/me/codes", s.newCodes, false},
		{"PATCH /api/me/passkeys/{id}", s.renamePasskey, false},
		{"DELETE /api/me/passkeys/{id}", s.removePasskey, false},
		{"POST /api/me/passkeys/{id}/own", s.ownPasskey, false},
		{"POST /api/me/passkeys/{id}/disown", s.disownPasskey, false},
		{"DELETE /api/me/devices", s.endDevices, false},
		{"DELETE /api/me/devices/{id}", s.endDevice, false},
		{"GET /api/names", s.checkName, false},
		{"POST /api/passkeys/register/begin", s.beginRegister, false},
		{"POST /api/passkeys/register/finish", s.finishRegister, false},
		{"POST /api/passkeys/login/begin", s.beginLogin, false},
		{"POST /api/passkeys/login/finish", s.finishLogin, false},
		{"POST /api/recover", s.recoverAccount, false},
		{"POST /api/links", s.offerLink, false},
		{"GET /api/links/{digits}", s.linkState, false},
		{"POST /api/links/{digits}", s.answerLink, false},
		{"POST /api/claims", s.claimLink, false},
		{"GET /api/people/{name}", s.profile, true},
		{"GET /api/people/{name}/games/{game}", s.profileGame, true},
		{"GET /api/ranks/{game}", s.ranks, true},
		{"GET /api/friends", s.listFriends, false},
		{"PUT /api/friends/{name}", s.befriend, false},
		{"DELETE /api/friends/{name}", s.unfriend, false},
		{"POST /api/asks", s.ask, false},
		{"POST /api/asks/{id}", s.answerAsk, false},
		{"GET /api/seeks", s.listSeeks, false},
		{"POST /api/seeks", s.beginSeek, false},
		{"DELETE /api/seeks/{id}", s.endSeek, false},
		{"POST /api/calls/{id}", s.answerCall, false},
		{"GET /api/turns", s.turns, false},
		{"GET /api/push", s.pushState, false},
		{"PUT /api/push", s.subscribe, false},
		{"DELETE /api/push/{id}", s.unsubscribe, false},
		{"POST /api/push/test", s.testPush, false},
		{"POST /api/push/later", s.tellLater, false},
		{"PUT /api/notices", s.setNotices, false},
		{"GET /api/tournaments", s.listTournaments, true},
		{"POST /api/tournaments", s.createTournament, false},
		{"GET /api/tournaments/{id}", s.getTournament, true},
		{"PUT /api/tournaments/{id}/me", s.inTournament, true},
		{"DELETE /api/tournaments/{id}/me", s.leaveTournament, true},
		{"POST /api/tournaments/{id}/deeds", s.tournamentDeed, true},
		{"GET /api/live", s.liveSocket, false},
		{"PUT /api/away", s.setAway, false},
		{"GET /api/shunned", s.listShunned, false},
		{"PUT /api/shunned/{person}", s.shun, false},
		{"DELETE /api/shunned/{person}", s.unshun, false},
		{"POST /api/reports", s.report, false},
		{"GET /api/host/reports", s.hostReports, true},
		{"GET /api/host/people", s.hostPeople, true},
		{"GET /api/host/state", s.hostState, true},
		{"GET /api/host/deeds", s.hostDeeds, true},
		{"POST /api/host/deeds", s.hostDo, false},
		{"GET /api/me/tables", s.myTables, true},
		{"GET /api/tables", s.listTables, true},
		{"POST /api/tables", s.createTable, false},
		{"GET /api/tables/{id}", s.getTable, true},
		{"POST /api/tables/{id}/commands", s.command, false},
		{"GET /api/tables/{id}/log", s.tableLog, true},
		{"GET /api/tables/{id}/events", s.events, true},
		{"GET /api/tables/{id}/socket", s.socket, false},
		{"POST /api/tables/{id}/invites", s.invite, false},
		{"POST /api/invites", s.acceptInvite, false},
		{"GET /api/tables/{id}/record", s.record, true},
		{"GET /api/tables/{id}/replay", s.replay, false}, // is kept compressed
		{"GET /api/tables/{id}/rating", s.tableRating, false},
		{"GET /api/tables/{id}/analysis", s.analysis, true},
		{"PUT /api/tables/{id}/analysis", s.putAnalysis, false},
		{"POST /api/records", s.sendGame, false},
	}
}

// urgent are the routes that write even when only the store's reserve is left, besides those that delete: by them people sign in and get their name back, and hosts act.
// What is written at a table says so itself.
var urgent = map[string]bool{
	"POST /api/passkeys/register/begin": true, "POST /api/passkeys/register/finish": true, "POST /api/passkeys/login/begin": true, "POST /api/passkeys/login/finish": true,
	"POST /api/me/codes": true, "POST /api/recover": true, "POST /api/links": true, "POST /api/links/{digits}": true, "POST /api/claims": true,
	"POST /api/tables/{id}/commands": true, "PUT /api/shunned/{person}": true, "POST /api/host/deeds": true,
}

// canWait reports whether what a route writes can wait until there is space.
func canWait(pattern string) bool {
	return !urgent[pattern] && !strings.HasPrefix(pattern, "GET ") && !strings.HasPrefix(pattern, "DELETE ")
}

func (s *Server) routes() (http.Handler, error) {
	if err := checkOrigins(s.cfg.Origins); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	for _, r := range s.api() {
		mux.Handle(r.pattern, s.answering(r))
	}
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) { s.refuse(w, r, noRoute(mux, w, r)) })
	mux.HandleFunc("GET /healthz", s.alive)
	mux.HandleFunc("GET /readyz", s.isReady)
	s.metrics.sockets(s.limits)
	figures := s.metrics.handler()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		if !s.mayMeasure(r) {
			http.NotFound(w, r)
			return
		}
		figures.ServeHTTP(w, r)
	})
	if s.page != nil {
		mux.Handle("/", s.page)
	}
	return s.observed(mux, s.limited(s.ownPages(mux))), nil
}

// answering turns a handler's error into a refusal.
func (s *Server) answering(r route) http.Handler {
	waits := canWait(r.pattern)
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if waits {
			req = req.WithContext(store.CanWait(req.Context(), true))
		}
		if r.zip && strings.Contains(req.Header.Get("Accept-Encoding"), "gzip") {
			z := &zipped{ResponseWriter: w}
			defer z.close()
			w = z
		}
		if err := r.handle(w, req); err != nil {
			s.refuse(w, req, err)
		}
	})
}

// noRoute returns the refusal of a path that is not there, or not for this method.
func noRoute(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) error {
	var allowed []string
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
		other := r.Clone(context.Background())
		other.Method = method
		if _, pattern := mux.Handler(other); pattern != "/api/" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		return game.Refuse(game.NotFound, "no_route", "there is nothing at this address; see /api/openapi.yaml")
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	return game.Refuse(game.Invalid, reasonMethod, "this address accepts %s, not %s", strings.Join(allowed, " or "), r.Method)
}

// limited rate-limits requests by client address. Health checks are exempt.
func (s *Server) limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" && r.URL.Path != "/readyz" {
			known := func() string { p, _ := s.who(r); return p.ID }
			if err := s.limits.takeOrReturn(quotaRequests, s.visitor(r), known); err != nil {
				s.refuse(w, r, err)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

const requestHeader = "X-Request-Id"

func requestID(w http.ResponseWriter) string { return w.Header().Get(requestHeader) }

// observed adds security headers and a request id to every response, recovers from panics, and writes log and metrics.
// Logs hold paths and ids, never tokens, names or bodies.
func (s *Server) observed(mux *http.ServeMux, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		s.secureHeaders(w, r)
		rec := &recorder{ResponseWriter: w, status: http.StatusOK}
		_, pattern := mux.Handler(r)
		defer func() {
			if fault := recover(); fault != nil && fault != http.ErrAbortHandler {
				s.cfg.Log.Error("fault", "request", requestID(w), "fault", fault, "stack", string(debug.Stack()))
				if !rec.wrote {
					s.refuse(rec, r, errFault)
				}
			}
			s.metrics.requests.WithLabelValues(pattern, strconv.Itoa(rec.status)).Inc()
			s.cfg.Log.Log(r.Context(), requestLevel(r, rec.status), "request", "request", requestID(w), "method", r.Method, "path", r.URL.Path,
				"status", rec.status, "from", s.visitor(r), "took", time.Since(start).Round(time.Microsecond))
		}()
		next.ServeHTTP(rec, r)
	})
}

// requestLevel keeps frequent requests out of the log unless the level is debug.
func requestLevel(r *http.Request, status int) slog.Level {
	if r.Method != http.MethodGet && r.Method != http.MethodHead && status < http.StatusBadRequest || status >= http.StatusInternalServerError {
		return slog.LevelInfo
	}
	return slog.LevelDebug
}

type fault struct{}

func (fault) Error() string { return "a fault, see above" }

var errFault = fault{}

func (s *Server) secureHeaders(w http.ResponseWriter, r *http.Request) {
	var id [8]byte
	rand.Read(id[:])
	h := w.Header()
	h.Set(requestHeader, hex.EncodeToString(id[:]))
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")
	if s.secure(r) {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

// recorder notes the status of an answer.
type recorder struct {
	http.ResponseWriter
	status int
	wrote  bool
}

func (r *recorder) WriteHeader(status int) {
	if !r.wrote {
		r.status, r.wrote = status, true
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(data []byte) (int, error) {
	r.wrote = true
	return r.ResponseWriter.Write(data)
}

// Unwrap lets the socket take over the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// zipped compresses an answer.
type zipped struct {
	http.ResponseWriter
	z *gzip.Writer
}

func (z *zipped) WriteHeader(status int) {
	if z.z == nil {
		z.Header().Set("Content-Encoding", "gzip")
		z.Header().Add("Vary", "Accept-Encoding")
		z.z = zipTo(z.ResponseWriter)
	}
	z.ResponseWriter.WriteHeader(status)
}

func (z *zipped) Write(data []byte) (int, error) {
	if z.z == nil {
		z.WriteHeader(http.StatusOK)
	}
	return z.z.Write(data)
}

func (z *zipped) close() {
	if z.z != nil {
		_ = z.z.Close()
		zippers.Put(z.z)
	}
}

// zippers are used again: a new one takes a megabyte, which is more than most tables in memory.
var zippers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// zipTo returns a compressor that writes to w. When it is closed it goes back to zippers.
func zipTo(w io.Writer) *gzip.Writer {
	z := zippers.Get().(*gzip.Writer)
	z.Reset(w)
	return z
}
