#!/usr/bin/env python3
"""A program that plays at a Mirabilia server, with nothing but the standard library: a start for a bot of your own.

    bot.py --server http://localhost:8080 --token mira_... --invite <token of an invitation>

It sits down at a table, waits for its turn and plays any legal move. A token for it is made by POST /api/tokens;
docs/api.md tells how. Replace choose() by something better.
"""

import argparse
import hashlib
import json
import random
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request


def choose(view, moves):
    """Where your bot begins to think. The view is the board as this seat sees it, in the game's own form."""
    return random.choice(moves)


class Bot:
    def __init__(self, server, token):
        self.server = server
        self.token = token
        self.commands = 0

    def ask(self, method, path, body=None):
        """Make a request, again if the server is away for a moment."""
        wait = 0.1
        while True:
            request = urllib.request.Request(self.server + path, method=method)
            request.add_header("Authorization", "Bearer " + self.token)
            data = None
            if body is not None:
                request.add_header("Content-Type", "application/json")
                data = json.dumps(body).encode()
            try:
                with urllib.request.urlopen(request, data, timeout=60) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as e:
                if e.code not in (429, 503) or wait > 10:
                    raise SystemExit(f"{method} {path}: {e.read().decode()}")
            except OSError:
                if wait > 10:
                    raise
            time.sleep(wait)
            wait *= 2

    def command(self, table, kind, **data):
        """Do something at the table. It is safe to repeat: the server does it once."""
        self.commands += 1
        command = {"id": f"{time.time_ns()}-{self.commands}", "type": kind, "data": data}
        return self.ask("POST", f"/api/tables/{urllib.parse.quote(table)}/commands", command)

    def play(self, table):
        # The bot's share in the deal: with it, nobody can have chosen the cards. The bot commits to it now and reveals it when
        # everybody's commitment is final.
        nonce = secrets.token_hex(16)
        self.command(table, "join", commitment=hashlib.sha256(nonce.encode()).hexdigest())
        revealed = False
        since = ""
        while True:
            path = f"/api/tables/{urllib.parse.quote(table)}/events?wait=25{since}"
            messages = self.ask("GET", path)["messages"]
            game = None
            for message in messages:
                since = f"&since={message['seq']}"
                game = message["data"].get("game") or game  # a chat message, for one, leaves the game as it was
                facts = message["data"].get("table") or {}
                if facts.get("deal", {}).get("reveal_by") and not revealed:
                    revealed = True
                    self.command(table, "nonce", nonce=nonce)
            if game and game.get("result"):
                result = game["result"]
                print(f"over: seats {result['winners']} won by {result['won_by']}, scores {result['scores']}")
                return
            if game and game["moves"]:
                self.command(table, "move", move=choose(game["view"], game["moves"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="http://localhost:8080", help="address of the server")
    parser.add_argument("--token", required=True, help="bot token")
    parser.add_argument("--table", help="id of a public table")
    parser.add_argument("--invite", help="token of an invitation, instead of a table")
    args = parser.parse_args()
    bot = Bot(args.server, args.token)
    table = args.table
    if args.invite:
        table = bot.ask("POST", "/api/invites", {"token": args.invite})["table"]
    bot.play(table)


if __name__ == "__main__":
    main()
