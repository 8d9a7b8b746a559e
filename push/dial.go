package push

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"

	"mirabilia/game"
)

const (
	// sendTime is how long a push service may take to take a message, and maxAnswer how much of its answer is read.
	sendTime  = 10 * time.Second
	maxAnswer = 4 << 10
	// maxEndpoint is how long the address of a device may be. The longest that browsers have given so far have some 700 characters.
	maxEndpoint = 2048
	httpsPort   = 443
)

// errRefused says that messages are not sent to an address.
var errRefused = errors.New("messages go to public addresses and port 443 only, see --push-network in docs/hosting.md")

// special are networks that are no part of the public internet, beyond those that netip knows by name.
var special = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("192.88.99.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
	// Addresses that lead to others: translated, tunnelled.
	netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2002::/16"),
	netip.MustParsePrefix("100::/64"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("3fff::/20"), netip.MustParsePrefix("fec0::/10"),
}

// public reports whether an address is one of the public internet.
func public(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.Zone() != "" {
		return false
	}
	return !slices.ContainsFunc(special, func(p netip.Prefix) bool { return p.Contains(a) })
}

// allowed reports whether messages may be sent to an address: a public one at the port of HTTPS, or any in a network that the host has listed.
func allowed(to netip.AddrPort, networks []netip.Prefix) bool {
	a := to.Addr().Unmap()
	return to.Port() == httpsPort && public(a) || slices.ContainsFunc(networks, func(p netip.Prefix) bool { return p.Contains(a) })
}

// checkEndpoint refuses an address that is none of a push service. Where its name leads is found out, and checked, whenever a message is sent.
func checkEndpoint(text string, networks []netip.Prefix) error {
	u, err := url.Parse(text)
	bad := func(why string) error {
		return game.Refuse(game.Invalid, "bad_endpoint", "a push service has an https address: %s", why)
	}
	switch {
	case err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || u.Fragment != "":
		return bad("this is none")
	case len(text) > maxEndpoint:
		return bad("this one is too long")
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil && !public(a) && !slices.ContainsFunc(networks, func(p netip.Prefix) bool { return p.Contains(a.Unmap()) }) {
		return bad("this one is not public")
	}
	return nil
}

// newClient returns a client that connects to allowed addresses only. They are checked when it connects, after names were looked up, so that no name can lead anywhere
// else. It follows no redirects, and no proxy of the environment.
func newClient(networks []netip.Prefix, config *tls.Config) *http.Client {
	dialer := &net.Dialer{Timeout: sendTime, ControlContext: func(_ context.Context, _, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		if !allowed(to, networks) {
			return fmt.Errorf("%w: %s", errRefused, to)
		}
		return nil
	}}
	return &http.Client{
		Timeout:       sendTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{DialContext: dialer.DialContext, TLSClientConfig: config, ForceAttemptHTTP2: true, MaxIdleConns: 20, IdleConnTimeout: time.Minute,
			TLSHandshakeTimeout: sendTime, ResponseHeaderTimeout: sendTime, MaxResponseHeaderBytes: 16 << 10},
	}
}
