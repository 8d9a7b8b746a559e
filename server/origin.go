package server

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"mirabilia/game"
)

// checkOrigins refuses further origins that are none.
func checkOrigins(origins []string) error {
	for _, o := range origins {
		if u, err := url.Parse(o); err != nil || u.Host == "" || u.Scheme+"://"+u.Host != o {
			return fmt.Errorf("an origin is written as https://games.example, not %q", o)
		}
	}
	return nil
}

// origin returns the origin of the pages at a request's address, with its scheme: a page that came without TLS may have been changed on its way, and is none of them.
func (s *Server) origin(r *http.Request) string {
	if _, host, _ := strings.Cut(s.cfg.Site, "://"); host != "" && strings.EqualFold(host, r.Host) {
		return s.cfg.Site
	}
	scheme := "http"
	if s.secure(r) {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}

// fromOwnPage reports whether a request comes from a page of ours or of a further origin, or from no page. Browsers that are asked over TLS say themselves whether it is
// ours, and cannot be mistaken about the scheme, whatever a proxy tells.
func (s *Server) fromOwnPage(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return true
	case "":
		if origin == "" || strings.EqualFold(origin, s.origin(r)) {
			return true
		}
	}
	return slices.Contains(s.cfg.Origins, origin)
}

// ownPages keeps other pages from changing anything and from opening sockets.
func (s *Server) ownPages(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reads := r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions
		if (!reads || r.Header.Get("Upgrade") != "") && !s.fromOwnPage(r) {
			s.refuse(w, r, game.Refuse(game.Forbidden, "foreign_origin", "pages of %s are not allowed to do that, only those of %s; if a proxy ends TLS, see --secure and --origin in docs/hosting.md",
				r.Header.Get("Origin"), s.origin(r)))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hostOf returns the host that a request names, without its port.
func hostOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

// fromHere reports whether a request comes from this machine. Behind a proxy that --proxy does not name, or that adds no X-Forwarded-For, everyone looks so: whoever a proxy speaks for in another way does not.
func (s *Server) fromHere(r *http.Request) bool {
	return s.remote(r).Unmap().IsLoopback() &&
		(s.trusted(s.direct(r)) && len(r.Header.Values("X-Forwarded-For")) > 0 || len(r.Header.Values("X-Forwarded-For"))+len(r.Header.Values("X-Real-IP"))+len(r.Header.Values("Forwarded"))+len(r.Header.Values("Via")) == 0)
}

// mayMeasure reports whether a request may read the metrics: one from this machine, or from a network that was allowed. It names an address, the site, or a name without
// a dot, as this machine and containers beside it have: a page of another host whose name suddenly leads to this machine reads nothing.
func (s *Server) mayMeasure(r *http.Request) bool {
	host := hostOf(r)
	if _, err := netip.ParseAddr(host); err != nil && strings.Contains(host, ".") && !strings.EqualFold(s.cfg.Site, "https://"+r.Host) {
		return false
	}
	addr := s.remote(r).Unmap()
	if addr.IsLoopback() {
		return s.fromHere(r)
	}
	return slices.ContainsFunc(s.cfg.MetricsFrom, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// hop reads an address of X-Forwarded-For, which some proxies write with a port, in brackets, or as "unknown". The zero address is nobody's: not this machine's, and in
// none of the networks that are trusted.
func hop(text string) netip.Addr {
	text = strings.TrimSpace(text)
	if ap, err := netip.ParseAddrPort(text); err == nil {
		return ap.Addr()
	}
	addr, _ := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
	return addr
}

// remote returns the address that a request comes from; the zero one if a proxy that is trusted names none that can be read.
func (s *Server) remote(r *http.Request) netip.Addr {
	addr := s.direct(r)
	forwarded := r.Header.Values("X-Forwarded-For")
	if len(forwarded) == 0 {
		return addr
	}
	// Each proxy appends the address it heard from. The last address that is not one of ours is the visitor's; earlier entries can be forged by the client.
	hops := strings.Split(strings.Join(forwarded, ","), ",")
	for i := len(hops) - 1; i >= 0 && s.trusted(addr); i-- {
		addr = hop(hops[i])
	}
	return addr
}
