package main

import (
	"context"
	"fmt"

	"mirabilia/game"
	"mirabilia/people"
	"mirabilia/relay"
	"mirabilia/store"
)

type keysCommand struct {
	Renew renewKeysCommand `cmd:"" help:"Make a new key by which the nodes of a database know each other."`
}

// Help is shown by --help below the commands.
func (keysCommand) Help() string {
	return `Backups hold keys. Whoever has one that leaked and reaches NATS can read and forge what nodes tell each other, until the key is renewed: running nodes take the new one within seconds. With --push the key by which push services know the server is renewed, too; then nobody is told anything any more until they switch it on again.`
}

type renewKeysCommand struct {
	place
	Push bool `help:"Renew the key for push services as well, and forget all devices that are told things."`
}

func (k *renewKeysCommand) Run(c console) error {
	return k.with(func(ctx context.Context, db store.Store, _ *people.People) error {
		shared, several := db.(store.Shared)
		if !several && !k.Push {
			return game.Refuse(game.Invalid, "no_keys", "a data folder serves one node, which shares no key with others; --push renews the key for push services")
		}
		if several {
			if err := shared.RenewKey(ctx, relay.KeyName, relay.NewKey()); err != nil {
				return err
			}
			fmt.Fprintln(c.out, "The nodes have a new key; those that run take it within seconds.")
		}
		if k.Push {
			n, err := db.DropPushKeys(ctx)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.out, "Push services will know the server by a new key; %d devices are forgotten.\n", n)
		}
		return nil
	})
}
