"""Play whole games over HTTP with random moves.

The program knows no title: it takes random options until the turn is complete, and posts the turn.
It needs only httpx.

    python examples/play_random.py --ruleset tzolkin --seats 4 --games 2
"""

from __future__ import annotations

import argparse
import random
from typing import Any

import httpx


class Player:
    """A seat of a game, with its token."""

    def __init__(self, client: httpx.Client, game: str, token: str, rng: random.Random) -> None:
        self.client, self.game, self.rng = client, game, rng
        self.auth = {"Authorization": f"Bearer {token}"}

    def answer(self) -> dict[str, Any]:
        """Choose a random turn step by step, post it, and return the answer."""
        table = self.get(f"/v1/games/{self.game}")
        steps: list[str] = []
        choices = table["choices"]
        while choices is not None:
            option = self.rng.choice(choices["options"])
            steps.append(option["step"])
            if option["barrier"]:
                break
            choices = self.get(f"/v1/games/{self.game}/legal", after=steps)["choices"]
        return self.post(f"/v1/games/{self.game}/turns", table["rev"], {"steps": steps})

    def get(self, path: str, **query: Any) -> dict[str, Any]:
        """Return the JSON of an answer; an error ends the program."""
        return answer(self.client.get(path, params=query, headers=self.auth))

    def post(self, path: str, rev: int, body: dict[str, Any]) -> dict[str, Any]:
        """Post at a revision; the service refuses stale requests."""
        headers = {**self.auth, "If-Match": f'"{rev}"'}
        return answer(self.client.post(path, json=body, headers=headers))


def answer(response: httpx.Response) -> dict[str, Any]:
    """Return the body of a successful answer.

    :raises SystemExit: the service refused; its problem document has the reason.
    """
    if response.is_error:
        raise SystemExit(f"{response.request.method} {response.request.url}: {response.text}")
    body: dict[str, Any] = response.json()
    return body


def play(client: httpx.Client, ruleset: str, holders: list[str], rng: random.Random) -> str:
    """Play one game from creation to result, and return a line about it."""
    seats = [{"holder": holder} for holder in holders]
    game = answer(client.post("/v1/games", json={"ruleset": ruleset, "seats": seats}))
    players = {
        int(seat): Player(client, game["id"], token, rng)
        for seat, token in game["tokens"]["seats"].items()
    }
    turns = 0
    while game["status"] != "over":
        mine = [each["seat"] for each in game["awaited"] if each["seat"] in players]
        if mine:
            players[rng.choice(mine)].answer()
            turns += 1
        game = answer(client.get(f"/v1/games/{game['id']}"))
    result = ", ".join(f"{each['rank']}. seat {each['seat']}" for each in game["result"])
    return f"{game['id']} {ruleset} {len(seats)} seats {turns} turns: {result}"


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--ruleset", default="tzolkin")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--bots", type=int, default=0, help="how many of the seats are bots")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, help="for the same choices again")
    args = parser.parse_args()
    holders = ["user"] * (args.seats - args.bots) + ["bot:random"] * args.bots
    rng = random.Random(args.seed)
    with httpx.Client(base_url=args.url, timeout=30) as client:
        for _ in range(args.games):
            print(play(client, args.ruleset, holders, rng), flush=True)


if __name__ == "__main__":
    main()
