package server

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"time"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/relay"
	"mirabilia/store"
	"mirabilia/table"
)

const (
	cookieName  = "mirabilia_session"
	knownName   = "mirabilia_known" // tells the page that there is a session, whose own cookie no script can see
	cookieLife  = 365 * 24 * time.Hour
	tokenPrefix = "mira_" // of tokens for programs, so that one is known when it is found somewhere
	maxPrograms = 20
	seenEvery   = 24 * time.Hour
)

// newToken returns a secret, which is sent once, and the hash that is stored.
func newToken(prefix string) (token string, hash []byte) {
	var b [32]byte
	rand.Read(b[:])
	token = prefix + base64.RawURLEncoding.EncodeToString(b[:])
	return token, hashToken(token)
}

func hashToken(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// newID returns the id of a person.
func newID() string {
	var b [12]byte
	rand.Read(b[:])
	return "p" + base64.RawURLEncoding.EncodeToString(b[:])
}

// presented returns the token that came with a request, if any.
func presented(r *http.Request) string {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return token
	}
	if c, err := r.Cookie(cookieName); err == nil {
		return c.Value
	}
	return ""
}

// who returns the person behind a request; the zero Person if there is none. Only a fault of the store is an error.
func (s *Server) who(r *http.Request) (store.Person, error) {
	token := presented(r)
	if token == "" {
		return store.Person{}, nil
	}
	hash := hashToken(token)
	p, seen, err := s.cfg.Store.PersonByToken(r.Context(), hash)
	if errors.Is(err, store.ErrNotFound) {
		return store.Person{}, nil
	}
	if err != nil {
		return store.Person{}, unavailable(err)
	}
	if now := s.hub.Now(); now-seen > seenEvery.Milliseconds() {
		// That it could not be noted is no reason to turn anyone away.
		if err := s.cfg.Store.Seen(store.CanWait(context.WithoutCancel(r.Context()), false), hash, now); err != nil {
			s.cfg.Log.Warn("a session could not be marked as seen", "error", err)
		}
	}
	if p.Kept {
		s.isHere(p.ID)
	}
	return p, nil
}

// unavailable marks an error of the store.
func unavailable(err error) error { return errors.Join(table.ErrUnavailable, err) }

// known is like who but refuses unknown people.
func (s *Server) known(r *http.Request) (store.Person, error) {
	p, err := s.who(r)
	if err == nil && p.ID == "" {
		err = game.Refuse(game.Forbidden, reasonNoSession, "choose a name first: POST /api/session")
	}
	return p, err
}

// person is like known but refuses people whose account the host has closed.
func (s *Server) person(r *http.Request) (store.Person, error) {
	p, err := s.known(r)
	if err == nil {
		err = s.mayPlay(r.Context(), p)
	}
	return p, err
}

// human is like person but refuses programs.
func (s *Server) human(r *http.Request) (store.Person, error) { return noProgram(s.person(r)) }

// self is like known but refuses programs. It is for what people may do about themselves, also when their account is closed.
func (s *Server) self(r *http.Request) (store.Person, error) { return noProgram(s.known(r)) }

func noProgram(p store.Person, err error) (store.Person, error) {
	if err == nil && p.Owner != "" {
		err = game.Refuse(game.Forbidden, "not_for_programs", "a program cannot do that")
	}
	return p, err
}

// atTable returns a person as tables know it.
func (s *Server) atTable(r *http.Request, p store.Person) table.Person {
	return table.Person{ID: p.ID, Name: p.Name, Program: p.Owner != "", Owner: p.Owner, Kept: p.Kept, Address: s.visitor(r)}
}

func session(p store.Person) api.Session {
	return api.Session{API: api.Version, Person: p.ID, Name: p.Name, Program: p.Owner != "", Kept: p.Kept, Created: p.Created, Host: p.Host, Limited: p.Limited}
}

func (s *Server) whoAmI(w http.ResponseWriter, r *http.Request) error {
	p, err := s.who(r)
	if err != nil {
		return err
	}
	if p.ID == "" {
		return s.whyNobody(w, r)
	}
	who, err := s.withMeasures(r.Context(), p)
	if err != nil {
		return err
	}
	// The page sends this when it is opened, so that a returning guest keeps their session.
	if c, err := r.Cookie(cookieName); err == nil && c.Value == presented(r) {
		s.setCookie(w, r, c.Value, int(cookieLife.Seconds()))
	}
	send(w, http.StatusOK, who)
	return nil
}

// endedReasons say to a browser why its session has ended, by the words of the store.
var endedReasons = map[string][2]string{
	store.EndedByRecovery: {"ended_recovered", "the account was recovered"},
	store.EndedByAll:      {"ended_all", "you have signed out everywhere from another device"},
	store.EndedByHost:     {"ended_host", "the host has signed you out everywhere"},
	store.EndedByClosing:  {"ended_closed", "the host has closed the account"},
	store.EndedByDevice:   {"ended_device", "another of your devices has signed this one out"},
	store.EndedByKey:      {"ended_key", "a passkey that somebody else had added was removed from the account"},
}

// whyNobody refuses somebody without a session, and says once to a browser that had one why it has ended.
func (s *Server) whyNobody(w http.ResponseWriter, r *http.Request) error {
	if token := presented(r); token != "" {
		why, at, err := s.people.Ended(r.Context(), hashToken(token))
		if err != nil {
			return unavailable(err)
		}
		if says, ok := endedReasons[why]; ok {
			if c, err := r.Cookie(cookieName); err == nil && c.Value == token {
				s.setCookie(w, r, "", -1)
			}
			return game.Refuse(game.Forbidden, says[0], "you were signed out here on %s because %s", time.UnixMilli(at).UTC().Format(time.DateOnly), says[1])
		}
	}
	_, err := s.known(r)
	return err
}

// addPerson keeps a new guest or a program of an owner and gives its token.
func (s *Server) addPerson(w http.ResponseWriter, r *http.Request, owner store.Person, prefix string) (p store.Person, token string, err error) {
	if err := s.limits.take(quotaPeople, s.visitor(r)); err != nil {
		return p, "", err
	}
	var req api.NameRequest
	if err := read(w, r, &req); err != nil {
		return p, "", err
	}
	name, err := s.cleanName(r.Context(), owner, req.Name)
	if err != nil {
		return p, "", err
	}
	if err := s.people.Free(r.Context(), name, owner.ID); err != nil {
		return p, "", theirs(err)
	}
	p = store.Person{ID: newID(), Name: name, Owner: owner.ID, Created: s.hub.Now(), Epoch: owner.Epoch}
	token, hash := newToken(prefix)
	if err := s.cfg.Store.AddPerson(r.Context(), p, hash); err != nil {
		return p, "", unavailable(err)
	}
	return p, token, nil
}

func (s *Server) enter(w http.ResponseWriter, r *http.Request) error {
	p, token, err := s.addPerson(w, r, store.Person{}, "")
	if err != nil {
		return err
	}
	s.setCookie(w, r, token, int(cookieLife.Seconds()))
	send(w, http.StatusCreated, session(p))
	return nil
}

func (s *Server) setCookie(w http.ResponseWriter, r *http.Request, value string, age int) {
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: value, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.secure(r)})
	http.SetCookie(w, &http.Cookie{Name: knownName, Value: "1", Path: "/", MaxAge: age, SameSite: http.SameSiteLaxMode, Secure: s.secure(r)})
}

// secure reports whether the request came over TLS, here or at a proxy.
func (s *Server) secure(r *http.Request) bool {
	if s.cfg.Secure || r.TLS != nil {
		return true
	}
	return s.trusted(s.direct(r)) && r.Header.Get("X-Forwarded-Proto") == "https"
}

func (s *Server) rename(w http.ResponseWriter, r *http.Request) error {
	p, err := s.person(r)
	if err != nil {
		return err
	}
	if err := s.limits.take(quotaPeople, s.visitor(r)); err != nil {
		return err
	}
	var req api.NameRequest
	if err := read(w, r, &req); err != nil {
		return err
	}
	clean := s.cleanName
	if p.Kept {
		// Whoever changes the name of an account keeps its owner from recovering it: a recovery code goes with the name.
		if _, err := s.fresh(r); err != nil {
			return err
		}
		clean = s.cleanKept
	}
	if p.Name, err = clean(r.Context(), p, req.Name); err != nil {
		return err
	}
	if p.Kept {
		err = s.people.Rename(r.Context(), p.ID, p.Name)
	} else if err = s.people.Free(r.Context(), p.Name, p.Self()); err == nil {
		err = s.cfg.Store.Rename(r.Context(), p.ID, p.Name)
	}
	if err != nil {
		return theirs(err)
	}
	s.renamed(p.ID, p.Name)
	send(w, http.StatusOK, session(p))
	return nil
}

// renamed tells everybody that a person has another name; an empty one is that of a person who was forgotten.
func (s *Server) renamed(person, name string) {
	s.hub.Renamed(person, name)
	s.replays.renamed(person)
	s.standings.forget()
	s.tell(&relay.Message{Kind: relay.Renamed, Person: person, Name: name})
}

func (s *Server) leave(w http.ResponseWriter, r *http.Request) error {
	p, err := s.self(r)
	if err != nil {
		return err
	}
	if p.Kept {
		// The person can come back, here and elsewhere: only this device is signed out.
		if err := s.people.WayBack(r.Context(), p.ID); err != nil {
			return theirs(err)
		}
		here := hashToken(presented(r))
		if err := s.signedOut(p.ID, here, s.cfg.Store.RemoveToken(r.Context(), p.ID, here)); err != nil {
			return err
		}
		s.setCookie(w, r, "", -1)
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	// Nobody could revoke the programs afterwards, so they end with the session. They go first: if that fails, the owner can
	// still try again.
	programs, err := s.cfg.Store.Programs(r.Context(), p.ID)
	if err != nil {
		return unavailable(err)
	}
	for _, q := range append(programs, p) {
		if err := s.shutOut(r, q.ID); err != nil {
			return err
		}
	}
	s.setCookie(w, r, "", -1)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// shutOut makes a person's tokens worthless and ends what was opened with them.
func (s *Server) shutOut(r *http.Request, person string) error {
	if _, err := s.cfg.Store.RemoveTokens(r.Context(), person); err != nil {
		return unavailable(err)
	}
	s.clients.cutOff(person)
	s.tell(&relay.Message{Kind: relay.Revoked, Person: person})
	return nil
}

// programs answers with the programs of the client, which must not be a program itself.
func (s *Server) programs(r *http.Request) (owner store.Person, list []store.Person, err error) {
	if owner, err = s.human(r); err != nil {
		return owner, nil, err
	}
	if list, err = s.cfg.Store.Programs(r.Context(), owner.ID); err != nil {
		err = unavailable(err)
	}
	return owner, list, err
}

func (s *Server) listTokens(w http.ResponseWriter, r *http.Request) error {
	_, programs, err := s.programs(r)
	if err != nil {
		return err
	}
	list := api.TokenList{Tokens: []api.Token{}}
	for _, q := range programs {
		list.Tokens = append(list.Tokens, api.Token{Person: q.ID, Name: q.Name, Created: q.Created})
	}
	send(w, http.StatusOK, list)
	return nil
}

func (s *Server) makeToken(w http.ResponseWriter, r *http.Request) error {
	owner, programs, err := s.programs(r)
	if err != nil {
		return err
	}
	if owner.Kept {
		if _, err := s.fresh(r); err != nil {
			return err
		}
	}
	if len(programs) >= maxPrograms {
		return game.Refuse(game.TooMany, "too_many_programs", "you can have at most %d programs; revoke one first", maxPrograms)
	}
	p, token, err := s.addPerson(w, r, owner, tokenPrefix)
	if err != nil {
		return err
	}
	send(w, http.StatusCreated, api.Token{Person: p.ID, Name: p.Name, Token: token, Created: p.Created})
	return nil
}

func (s *Server) revokeToken(w http.ResponseWriter, r *http.Request) error {
	owner, programs, err := s.programs(r)
	if err == nil {
		err = s.people.Able(owner)
	}
	if err != nil {
		return err
	}
	for _, p := range programs {
		if p.ID != r.PathValue("person") {
			continue
		}
		if err := s.shutOut(r, p.ID); err != nil {
			return err
		}
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return game.Refuse(game.NotFound, "no_program", "you have no such program")
}
