package local_test

import (
	"testing"

	"mirabilia/relay"
	"mirabilia/relay/local"
	"mirabilia/relay/relaytest"
)

func TestRelay(t *testing.T) {
	buses := map[string]*local.Bus{}
	relaytest.Run(t, func(t *testing.T, node string) relay.Relay {
		if buses[t.Name()] == nil {
			buses[t.Name()] = local.NewBus()
		}
		return buses[t.Name()].Node(node)
	})
}
