package local_test

import (
	"testing"

	"mirabilia/relay"
	"mirabilia/relay/local"
	"mirabilia/relay/relaytest"
)

func TestRelay(t *testing.T) {
	relaytest.Run(t, func(*testing.T) relaytest.World {
		bus := local.NewBus()
		return relaytest.World{
			Connect: func(_ *testing.T, node string, key []byte) relay.Relay { return bus.NodeWith(node, key) },
			Tap:     func(_ *testing.T, hear func(string, []byte)) { bus.Tap(hear) },
			Inject:  func(_ *testing.T, subject string, data []byte) { bus.Inject(subject, data) },
		}
	})
}
