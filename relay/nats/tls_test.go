package nats_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mirabilia/relay"
	"mirabilia/relay/nats"
	"mirabilia/relay/nats/natstest"
)

// certificate writes a certificate for 127.0.0.1 that signs itself, and its key.
func certificate(t *testing.T, folder, name string) (cert, key string) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &k.PublicKey, k)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	write := func(file, kind string, data []byte) string {
		path := filepath.Join(folder, file)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write(name+".pem", "CERTIFICATE", der), write(name+".key", "EC PRIVATE KEY", secret)
}

// TestTLS: nodes reach a server that wants certificates, and only with the right ones.
func TestTLS(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cert, key := certificate(t, folder, "server")
	own, ownKey := certificate(t, folder, "node")
	other, otherKey := certificate(t, folder, "stranger")
	s, err := natstest.Start("--tlsverify", "--tlscert", cert, "--tlskey", key, "--tlscacert", own)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Kill() })
	for name, c := range map[string]struct {
		o    nats.Options
		want bool
	}{
		"right":                 {nats.Options{CA: cert, Cert: own, Key: ownKey}, true},
		"unknown certificate":   {nats.Options{CA: cert, Cert: other, Key: otherKey}, false},
		"no certificate":        {nats.Options{CA: cert}, false},
		"a server not believed": {nats.Options{CA: other, Cert: own, Key: ownKey}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.o.SharedKey, c.o.Servers, c.o.Cluster, c.o.Node, c.o.Log = shared, "tls://"+s.Addr(), "x", "a", slog.New(slog.DiscardHandler)
			r, err := nats.Connect(c.o)
			if err != nil {
				t.Fatal(err)
			}
			r.Handle(func(*relay.Message) {})
			if c.want && !eventually(r.Connected) || !c.want && r.Connected() {
				t.Errorf("connected is %v", r.Connected())
			}
			r.Close()
		})
	}
}
