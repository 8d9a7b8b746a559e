package server

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"mirabilia/api"
	"mirabilia/game"
	"mirabilia/names"
	"mirabilia/people"
	"mirabilia/push"
	"mirabilia/relay"
	"mirabilia/store"
	"mirabilia/table"
)

// theirs marks an error of the store; refusals stay as they are.
func theirs(err error) error {
	var refusal *game.Error
	if err == nil || errors.As(err, &refusal) || errors.Is(err, context.Canceled) {
		return err
	}
	return unavailable(err)
}

// localhost is the one place besides the host's domain where browsers keep passkeys, also without TLS: for this machine's own browsers.
const localhost = "localhost"

// site returns where a request's page keeps passkeys, or why it cannot.
func (s *Server) site(r *http.Request) (people.Site, string) {
	host, origin := hostOf(r), s.origin(r)
	switch {
	case host == localhost && s.fromHere(r):
		return people.Site{ID: localhost, Origin: origin}, ""
	case s.cfg.Site == "":
		return people.Site{}, api.NoPasskeysSite
	case !s.secure(r):
		return people.Site{}, api.NoPasskeysInsecure
	case origin != s.cfg.Site:
		return people.Site{}, api.NoPasskeysAddress
	}
	return people.Site{ID: host, Origin: origin}, ""
}

// passkeysAt is like site but refuses.
func (s *Server) passkeysAt(r *http.Request) (people.Site, error) {
	site, why := s.site(r)
	if why != "" {
		return site, game.Refuse(game.Forbidden, "no_passkeys_"+why, "names cannot be kept at this address; see --site in docs/hosting.md")
	}
	return site, nil
}

// agents are the kinds of browsers and systems as people know them, in the order in which they are looked for: most claim to be others, too.
var agents, systems = [][2]string{{"Edg", "Edge"}, {"OPR/", "Opera"}, {"Firefox", "Firefox"}, {"Chrom", "Chrome"}, {"Safari", "Safari"}},
	[][2]string{{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"Mac OS", "Mac"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"}}

// agent returns the kind of browser of a request; of all that the browser tells, no more is kept.
func agent(r *http.Request) string {
	var words []string
	for _, list := range [][][2]string{agents, systems} {
		for _, a := range list {
			if strings.Contains(r.UserAgent(), a[0]) {
				words = append(words, a[1])
				break
			}
		}
	}
	return strings.Join(words, ", ")
}

// newSession returns a session for the asker's browser, and what the cookie will be when it is written.
func newSession(r *http.Request) (token string, t store.Token) {
	token, hash := newToken("")
	return token, store.Token{Hash: hash, Agent: agent(r)}
}

// signIn answers with a session that was written for the asker's browser.
func (s *Server) signIn(w http.ResponseWriter, r *http.Request, token string, a store.Account, limited int64) error {
	s.setCookie(w, r, token, int(cookieLife.Seconds()))
	who, err := s.signedIn(r.Context(), a, limited)
	if err != nil {
		return err
	}
	send(w, http.StatusOK, who)
	return nil
}

// sessionsEnded ends, at all nodes, the sockets of a person and of their programs: everything but the session that goes on has ended, and the sockets of that, which has another token, come back.
func (s *Server) sessionsEnded(person string, keep []byte, programs ...string) {
	s.clients.comeBackIf(person, keep)
	for _, id := range append(programs, person) {
		s.clients.cutOffIf(id, func(hash []byte) bool { return !bytes.Equal(hash, keep) })
		s.tell(&relay.Message{Kind: relay.Revoked, Person: id})
	}
}

// goOn lets the sockets of a session that has another token now come back. Those of the person's own pages do so with the new one; whoever has a copy of the one before is nobody.
func (s *Server) goOn(person string, before []byte) {
	s.clients.comeBackIf(person, before)
	s.tell(&relay.Message{Kind: relay.Revoked, Person: person})
}

// signedOut ends the sockets of one session of a person, which has ended.
func (s *Server) signedOut(person string, hash []byte, err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return game.Refuse(game.NotFound, "no_device", "you are not signed in there")
	}
	if err != nil {
		return unavailable(err)
	}
	s.clients.cutOffIf(person, func(other []byte) bool { return bytes.Equal(other, hash) })
	s.tell(&relay.Message{Kind: relay.Revoked, Person: person})
	return nil
}

// endSockets ends the sockets of a person whose sessions have ended on another node.
func (s *Server) endSockets(person string) {
	tokens, err := s.cfg.Store.Tokens(context.Background(), person)
	if err != nil {
		s.cfg.Log.Warn("sessions could not be checked", "error", err)
		return
	}
	held, err := s.people.Held(context.Background(), person)
	if err != nil {
		s.cfg.Log.Warn("measures could not be checked", "error", err)
		return
	}
	closed := under(held, people.Close) != nil
	s.clients.cutOffIf(person, func(hash []byte) bool {
		if closed {
			return true
		}
		for _, t := range tokens {
			if bytes.Equal(t.Hash, hash) {
				return false
			}
		}
		return true
	})
}

// kept is like self but refuses guests.
func (s *Server) kept(r *http.Request) (store.Person, error) {
	p, err := s.self(r)
	if err == nil && !p.Kept {
		err = game.Refuse(game.Forbidden, "no_account", "keep your name with a passkey first")
	}
	return p, err
}

// player is like kept but refuses people whose account the host has closed.
func (s *Server) player(r *http.Request) (store.Person, error) {
	p, err := s.kept(r)
	if err == nil {
		err = s.mayPlay(r.Context(), p)
	}
	return p, err
}

// able is like kept but refuses devices that were let in lately.
func (s *Server) able(r *http.Request) (store.Person, error) {
	p, err := s.kept(r)
	if err == nil {
		err = s.people.Able(p)
	}
	return p, err
}

// fresh is like able but demands that a passkey was used a moment ago.
func (s *Server) fresh(r *http.Request) (store.Person, error) {
	p, err := s.able(r)
	if err != nil {
		return p, err
	}
	return p, theirs(s.people.Fresh(r.Context(), p.ID, hashToken(presented(r))))
}

// deviceID is how a session is named to its person: by a part of the hash of its token, which nobody can turn back into it.
func deviceID(hash []byte) string { return hex.EncodeToString(hash[:8]) }

func (s *Server) me(w http.ResponseWriter, r *http.Request) error {
	p, err := s.self(r)
	if err != nil {
		return err
	}
	m, err := s.about(r.Context(), p, hashToken(presented(r)))
	if err != nil {
		return err
	}
	send(w, http.StatusOK, m)
	return nil
}

// about returns what is kept of a person; here is the hash of the token with which it is asked for.
func (s *Server) about(ctx context.Context, p store.Person, here []byte) (*api.Me, error) {
	who, err := s.withMeasures(ctx, p)
	if err != nil {
		return nil, err
	}
	m := &api.Me{Session: who, Passkeys: []api.Passkey{}, Devices: []api.Device{}, Ratings: []api.Rating{}}
	tokens, err := s.cfg.Store.Tokens(ctx, p.ID)
	if err != nil {
		return nil, unavailable(err)
	}
	for _, t := range tokens {
		m.Devices = append(m.Devices, api.Device{ID: deviceID(t.Hash), Agent: t.Agent, Seen: t.Seen, Here: bytes.Equal(t.Hash, here), Limited: s.lasting(t.Limited)})
	}
	if !p.Kept {
		return m, nil
	}
	a, err := s.cfg.Store.Account(ctx, p.ID)
	if err != nil {
		return nil, unavailable(err)
	}
	m.KeptSince, m.Renamed, m.Privacy = a.Kept, a.Renamed, shownPrivacy(a.Privacy)
	keys, err := s.cfg.Store.Passkeys(ctx, p.ID)
	if err != nil {
		return nil, unavailable(err)
	}
	for _, k := range keys {
		m.Passkeys = append(m.Passkeys, s.shownPasskey(k))
	}
	codes, err := s.cfg.Store.Codes(ctx, p.ID)
	if err != nil {
		return nil, unavailable(err)
	}
	m.Codes = len(codes.Hashes)
	if m.Ratings, err = s.ratings(ctx, p.ID); err != nil {
		return nil, err
	}
	m.Fresh = s.people.Fresh(ctx, p.ID, here) == nil
	return m, nil
}

// lasting returns until when something lasts; 0 if it is over.
func (s *Server) lasting(until int64) int64 {
	if until <= s.hub.Now() {
		return 0
	}
	return until
}

func (s *Server) shownPasskey(k store.Passkey) api.Passkey {
	return api.Passkey{ID: base64.RawURLEncoding.EncodeToString(k.ID), Name: k.Name, Created: k.Created, Used: k.Used, Agent: k.Agent, Linked: k.Limited > 0, Limited: s.lasting(k.Limited), Asleep: k.Asleep}
}

// addedFor is how long the page tells of a passkey that was added.
const addedFor = 14 * 24 * time.Hour

// passkeysAdded returns the passkeys that a person has added lately beside the first one.
func (s *Server) passkeysAdded(ctx context.Context, person string) (list []api.Passkey, err error) {
	keys, err := s.cfg.Store.Passkeys(ctx, person)
	if err != nil {
		return nil, unavailable(err)
	}
	a, err := s.cfg.Store.Account(ctx, person)
	if err != nil {
		return nil, unavailable(err)
	}
	for _, k := range keys {
		if k.Created > a.Kept && k.Created > s.hub.Now()-addedFor.Milliseconds() {
			list = append(list, s.shownPasskey(k))
		}
	}
	return list, nil
}

// moreNames is how many similar names are suggested, and lastNumber the last number that is tried for them.
const moreNames, lastNumber = 3, 40

func (s *Server) checkName(w http.ResponseWriter, r *http.Request) error {
	p, err := s.who(r)
	if err != nil {
		return err
	}
	c := api.NameCheck{Name: r.URL.Query().Get("name")}
	name, err := s.cleanKept(r.Context(), p, c.Name)
	if err == nil {
		c.Name = name
		err = s.people.Keepable(r.Context(), name, p.ID)
	}
	var refusal *game.Error
	switch {
	case err == nil:
		c.Free = true
	case errors.As(err, &refusal):
		c.Reason = refusal.Reason
	default:
		return unavailable(err)
	}
	if c.Reason == people.ReasonTaken {
		for n := 2; n < lastNumber && len(c.Others) < moreNames; n++ {
			other := names.Numbered(name, n, names.MaxName)
			if err := s.people.Keepable(r.Context(), other, p.ID); err == nil {
				c.Others = append(c.Others, other)
			} else if !errors.As(err, &refusal) {
				return unavailable(err)
			}
		}
	}
	send(w, http.StatusOK, c)
	return nil
}

func (s *Server) beginRegister(w http.ResponseWriter, r *http.Request) error {
	p, err := s.human(r)
	if err != nil {
		return err
	}
	var req api.RegisterRequest
	if err := read(w, r, &req); err != nil {
		return err
	}
	site, err := s.passkeysAt(r)
	if err != nil {
		return err
	}
	switch {
	case p.Kept && req.Name != "":
		return game.Refuse(game.Conflict, "has_account", "your name is kept already; name none to add a passkey")
	case p.Kept:
		if err := s.people.MayAdd(r.Context(), p, hashToken(presented(r))); err != nil {
			return theirs(err)
		}
	default:
		if req.Name, err = s.cleanKept(r.Context(), p, req.Name); err != nil {
			return err
		}
		if err := s.limits.check(quotaAccounts, s.visitor(r)); err != nil {
			return err
		}
	}
	if err := s.limits.take(quotaPasskeys, s.visitor(r)); err != nil {
		return err
	}
	c, err := s.people.BeginRegister(r.Context(), site, p, hashToken(presented(r)), req.Name)
	if err != nil {
		return theirs(err)
	}
	send(w, http.StatusOK, api.Ceremony{Ceremony: c.ID, Options: c.Options})
	return nil
}

// maxLabel is how long the name of a passkey may be.
const maxLabel = 40

// label cleans the name of a passkey.
func label(text, otherwise string) (string, error) {
	text = strings.Join(strings.Fields(cleanChat(text)), " ")
	if !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxLabel {
		return "", game.Refuse(game.Invalid, "bad_label", "the name of a passkey may have at most %d characters", maxLabel)
	}
	if text == "" {
		text = otherwise
	}
	return text, nil
}

func (s *Server) finishRegister(w http.ResponseWriter, r *http.Request) error {
	p, err := s.human(r)
	if err != nil {
		return err
	}
	var req api.CeremonyAnswer
	if err := read(w, r, &req); err != nil {
		return err
	}
	name, err := label(req.Label, agent(r))
	if err != nil {
		return err
	}
	undo := func() {}
	if !p.Kept {
		if err := s.limits.take(quotaAccounts, s.visitor(r)); err != nil {
			return err
		}
		if undo, err = s.countSignup(r.Context(), p.ID, s.visitor(r)); err != nil {
			return err
		}
	}
	here := hashToken(presented(r))
	made := people.Made{Label: name, Agent: agent(r), Ceremony: req.Ceremony, Response: req.Response}
	codes, err := s.people.FinishRegister(r.Context(), p, here, made)
	if err != nil {
		undo()
		return theirs(err)
	}
	// Whoever has just made a passkey has used it. From the moment that a name is kept its cookie is worth more than a guest's, of which there may be copies.
	token, next := presented(r), here
	if !p.Kept {
		token, next = newToken("")
	}
	if err := s.people.Proved(r.Context(), p, here, next, store.Passkey{Limited: p.Limited}, agent(r)); err != nil {
		return theirs(err)
	}
	if p.Kept {
		s.tellOf(r.Context(), p.ID, push.Notice{Kind: push.KindKey, Topic: push.KindKey, Until: s.hub.Now() + addedFor.Milliseconds()})
	} else {
		s.setCookie(w, r, token, int(cookieLife.Seconds()))
		s.goOn(p.ID, here)
		a, err := s.cfg.Store.Account(r.Context(), p.ID)
		if err != nil {
			return unavailable(err)
		}
		s.renamed(p.ID, a.Name)
	}
	if codes == nil {
		codes = []string{}
	}
	send(w, http.StatusCreated, api.CodeList{Codes: codes})
	return nil
}

func (s *Server) beginLogin(w http.ResponseWriter, r *http.Request) error {
	site, err := s.passkeysAt(r)
	if err != nil {
		return err
	}
	if err := s.limits.take(quotaPasskeys, s.visitor(r)); err != nil {
		return err
	}
	by, session, err := s.beginner(r)
	if err != nil {
		return err
	}
	c, err := s.people.BeginLogin(r.Context(), site, by, session)
	if err != nil {
		return theirs(err)
	}
	send(w, http.StatusOK, api.Ceremony{Ceremony: c.ID, Options: c.Options})
	return nil
}

// beginner returns the person and the session of a request that begins or ends a ceremony; nobody and nil without a session.
func (s *Server) beginner(r *http.Request) (by store.Person, session []byte, err error) {
	if by, err = s.who(r); err == nil && by.ID != "" {
		session = hashToken(presented(r))
	}
	return by, session, err
}

func (s *Server) finishLogin(w http.ResponseWriter, r *http.Request) error {
	var req api.CeremonyAnswer
	if err := read(w, r, &req); err != nil {
		return err
	}
	by, session, err := s.beginner(r)
	if err != nil {
		return err
	}
	a, key, err := s.people.FinishLogin(r.Context(), session, req.Ceremony, req.Response)
	if err != nil {
		return theirs(err)
	}
	token, t := newSession(r)
	if by.ID == a.Person {
		// They are signed in and were asked to show that it is them.
		if err = s.people.Proved(r.Context(), by, session, t.Hash, key, t.Agent); err == nil {
			s.goOn(by.ID, session)
		}
	} else {
		err = s.people.Enter(r.Context(), a, key, t)
	}
	if err != nil {
		return theirs(err)
	}
	return s.signIn(w, r, token, a, s.lasting(key.Limited))
}

// signedIn returns the session of somebody who has just signed in.
func (s *Server) signedIn(ctx context.Context, a store.Account, limited int64) (api.Session, error) {
	hosts, err := s.cfg.Store.Hosts(ctx)
	if err != nil {
		return api.Session{}, unavailable(err)
	}
	return s.withMeasures(ctx, store.Person{ID: a.Person, Name: a.Name, Kept: true, Created: a.Kept, Measured: true, Limited: limited, Host: slices.Contains(hosts, a.Person)})
}

func (s *Server) recoverAccount(w http.ResponseWriter, r *http.Request) error {
	var req api.RecoverRequest
	if err := read(w, r, &req); err != nil {
		return err
	}
	if err := s.mayRecover(r, &req); err != nil {
		return err
	}
	token, t := newSession(r)
	a, programs, err := s.people.Recover(r.Context(), req.Name, req.Code, t)
	if err != nil {
		return theirs(err)
	}
	s.sessionsEnded(a.Person, t.Hash, programs...)
	return s.signIn(w, r, token, a, 0)
}

func (s *Server) newCodes(w http.ResponseWriter, r *http.Request) error {
	p, err := s.fresh(r)
	if err != nil {
		return err
	}
	codes, err := s.people.NewCodes(r.Context(), p.ID, p.Epoch)
	if err != nil {
		return theirs(err)
	}
	send(w, http.StatusCreated, api.CodeList{Codes: codes})
	return nil
}

// passkeyID reads the id of a passkey.
func passkeyID(r *http.Request) ([]byte, error) {
	id, err := base64.RawURLEncoding.DecodeString(r.PathValue("id"))
	if err != nil {
		return nil, game.Refuse(game.NotFound, "no_passkey", "you have no such passkey")
	}
	return id, nil
}

func (s *Server) renamePasskey(w http.ResponseWriter, r *http.Request) error {
	p, err := s.able(r)
	if err != nil {
		return err
	}
	var req api.LabelRequest
	if err := read(w, r, &req); err != nil {
		return err
	}
	name, err := label(req.Name, "")
	if err == nil && name == "" {
		err = game.Refuse(game.Invalid, "bad_label", "the name of a passkey must have at least one character")
	}
	if err != nil {
		return err
	}
	id, err := passkeyID(r)
	if err != nil {
		return err
	}
	err = s.cfg.Store.RenamePasskey(r.Context(), p.ID, id, name)
	if errors.Is(err, store.ErrNotFound) {
		err = game.Refuse(game.NotFound, "no_passkey", "you have no such passkey")
	}
	if err != nil {
		return theirs(err)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Server) removePasskey(w http.ResponseWriter, r *http.Request) error {
	p, err := s.fresh(r)
	if err != nil {
		return err
	}
	id, err := passkeyID(r)
	if err != nil {
		return err
	}
	if err := s.people.RemovePasskey(r.Context(), p.ID, id); err != nil {
		return theirs(err)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// ownPasskey says of a passkey that sleeps since the account was recovered that it is the person's.
func (s *Server) ownPasskey(w http.ResponseWriter, r *http.Request) error {
	p, err := s.fresh(r)
	if err != nil {
		return err
	}
	id, err := passkeyID(r)
	if err != nil {
		return err
	}
	if err := s.people.Own(r.Context(), p.ID, id); err != nil {
		return theirs(err)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// disownPasskey removes a passkey that somebody else has added, and signs the person out everywhere else.
func (s *Server) disownPasskey(w http.ResponseWriter, r *http.Request) error {
	p, err := s.fresh(r)
	if err != nil {
		return err
	}
	id, err := passkeyID(r)
	if err != nil {
		return err
	}
	here := hashToken(presented(r))
	token, next := newToken("")
	programs, err := s.people.Disown(r.Context(), p.ID, here, next, id)
	if err != nil {
		return theirs(err)
	}
	s.setCookie(w, r, token, int(cookieLife.Seconds()))
	s.sessionsEnded(p.ID, here, programs...)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// endDevices signs a person out everywhere but here, programs included.
func (s *Server) endDevices(w http.ResponseWriter, r *http.Request) error {
	p, err := s.able(r)
	if err != nil {
		return err
	}
	here := hashToken(presented(r))
	token, next := newToken("")
	programs, err := s.people.SignOut(r.Context(), p.ID, here, next)
	if err != nil {
		return theirs(err)
	}
	s.setCookie(w, r, token, int(cookieLife.Seconds()))
	s.sessionsEnded(p.ID, here, programs...)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Server) endDevice(w http.ResponseWriter, r *http.Request) error {
	p, err := s.able(r)
	if err != nil {
		return err
	}
	tokens, err := s.cfg.Store.Tokens(r.Context(), p.ID)
	if err != nil {
		return unavailable(err)
	}
	for _, t := range tokens {
		if deviceID(t.Hash) != r.PathValue("id") {
			continue
		}
		if err := s.signedOut(p.ID, t.Hash, s.people.EndDevice(r.Context(), p.ID, t.Hash)); err != nil {
			return err
		}
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return game.Refuse(game.NotFound, "no_device", "you are not signed in there")
}

func (s *Server) offerLink(w http.ResponseWriter, r *http.Request) error {
	p, err := s.fresh(r)
	if err != nil {
		return err
	}
	if err := s.limits.take(quotaLinks, p.ID); err != nil {
		return err
	}
	l, err := s.people.Offer(r.Context(), p, hashToken(presented(r)))
	if err != nil {
		return theirs(err)
	}
	send(w, http.StatusCreated, api.Link{Digits: l.Digits, Path: "/signin#link=" + l.Secret, Expires: l.Expires})
	return nil
}

func (s *Server) linkState(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.kept(r); err != nil {
		return err
	}
	state, kind, err := s.people.Offered(r.Context(), hashToken(presented(r)), r.PathValue("digits"))
	if err != nil {
		return theirs(err)
	}
	send(w, http.StatusOK, api.LinkState{State: state, Agent: kind})
	return nil
}

func (s *Server) answerLink(w http.ResponseWriter, r *http.Request) error {
	p, err := s.able(r)
	if err != nil {
		return err
	}
	var req api.LinkAnswer
	if err := read(w, r, &req); err != nil {
		return err
	}
	if err := s.people.Confirm(r.Context(), p.ID, hashToken(presented(r)), r.PathValue("digits"), req.Accept); err != nil {
		return theirs(err)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Server) claimLink(w http.ResponseWriter, r *http.Request) error {
	var req api.ClaimRequest
	if err := read(w, r, &req); err != nil {
		return err
	}
	var person string
	var answer api.Claim
	var err error
	token, t := newSession(r)
	switch {
	case req.Claim != "" && req.Secret == "" && req.Digits == "":
		if person, err = s.people.Claimed(r.Context(), req.Claim, t); person == "" {
			answer.Claim = req.Claim
		}
	case req.Secret != "" && req.Digits == "" && req.Claim == "":
		person, err = s.people.Scan(r.Context(), req.Secret, t)
	case req.Digits != "" && req.Secret == "" && req.Claim == "":
		if err = s.limits.take(quotaLinks, s.visitor(r)); err == nil {
			answer.Claim, err = s.people.Claim(r.Context(), req.Digits, agent(r))
		}
	default:
		err = game.Refuse(game.Invalid, "bad_claim", "send one of secret, digits and claim")
	}
	if err != nil {
		return theirs(err)
	}
	if person != "" {
		a, err := s.cfg.Store.Account(r.Context(), person)
		if err != nil {
			return unavailable(err)
		}
		p, _, err := s.cfg.Store.PersonByToken(r.Context(), t.Hash)
		if err != nil {
			return theirs(err)
		}
		in, err := s.signedIn(r.Context(), a, p.Limited)
		if err != nil {
			return err
		}
		s.setCookie(w, r, token, int(cookieLife.Seconds()))
		answer = api.Claim{Session: &in}
	}
	send(w, http.StatusOK, answer)
	return nil
}

// forgetTime is how long removing all traces of a person may take, beyond the request.
const forgetTime = 5 * time.Minute

func (s *Server) forgetMe(w http.ResponseWriter, r *http.Request) error {
	p, err := s.fresh(r)
	if err != nil {
		return err
	}
	var req api.NameRequest
	if err := read(w, r, &req); err != nil {
		return err
	}
	if strings.TrimSpace(req.Name) != p.Name {
		return game.Refuse(game.Invalid, "other_name", "type your name as it is, %q, to delete your account", p.Name)
	}
	// Once begun, it is finished, whether or not anybody waits for it.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), forgetTime)
	defer cancel()
	if err := s.tournaments.Withdraw(ctx, p.ID); err != nil {
		return unavailable(err)
	}
	if err := s.leaveTables(ctx, s.atTable(r, p)); err != nil {
		return err
	}
	programs, err := s.cfg.Store.Programs(ctx, p.ID)
	if err != nil {
		return unavailable(err)
	}
	if err := s.people.Forget(ctx, p.ID); err != nil {
		return theirs(err)
	}
	for _, q := range append(programs, p) {
		s.clients.cutOff(q.ID)
		s.tell(&relay.Message{Kind: relay.Revoked, Person: q.ID})
		s.renamed(q.ID, "")
	}
	s.setCookie(w, r, "", -1)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// beginTime is how long the table of a tournament takes at most to begin by itself.
const beginTime = 20 * time.Second

// awaitBeginnings waits until the tables of tournaments that wait for a person have begun, which they do by themselves and soon: nobody can leave them before, and the game
// would go on without the person.
func (s *Server) awaitBeginnings(ctx context.Context, person string) error {
	for end := time.Now().Add(beginTime); time.Now().Before(end); time.Sleep(time.Second / 4) {
		rows, err := s.cfg.Store.OfPerson(ctx, person, api.StatusLobby, mostOfExport)
		if err != nil {
			return unavailable(err)
		}
		if !slices.ContainsFunc(rows, func(row store.Row) bool {
			t, err := table.ReadSummary(row.Data)
			return err == nil && t.Tournament != nil
		}) {
			return nil
		}
	}
	return nil
}

// leaveTables resigns a person's games and leaves the tables at which none has begun. What a table refuses, because it is over or does not know resigning, stays.
func (s *Server) leaveTables(ctx context.Context, p table.Person) error {
	if err := s.awaitBeginnings(ctx, p.ID); err != nil {
		return err
	}
	for status, kind := range map[string]string{api.StatusPlaying: api.CommandResign, api.StatusLobby: api.CommandLeave} {
		rows, err := s.cfg.Store.OfPerson(ctx, p.ID, status, mostOfExport)
		if err != nil {
			return unavailable(err)
		}
		for _, row := range rows {
			_, err := s.hub.Command(ctx, row.ID, p, &api.Command{ID: "forget-" + row.ID, Type: kind})
			var refusal *game.Error
			if err == nil {
				// It counts while the person is still known.
				err = s.hub.Count(ctx, row.ID)
			}
			if err != nil && !errors.As(err, &refusal) {
				return err
			}
		}
	}
	return nil
}
