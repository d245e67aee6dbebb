"""A crowd that plays and watches games over HTTP while the service is killed.

Players choose at random and note every acknowledged turn. Spectators follow the streams, remote
bots are asked, and a webhook receives events. ``tests.soak.audit`` compares everything with the
record.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle
from random import Random
from threading import Event, Thread
from typing import Any

from tests.soak.audit import SENT_AGAIN, audit
from tests.soak.client import LATE, PATIENCE, Client, Rejected, until
from tests.soak.plans import Plan
from tests.soak.seen import Game, Move
from tests.soak.strangers import Strangers
from tests.soak.watchers import Watcher

Json = dict[str, Any]

HURRIES = 0.2  # the part of requests whose player hangs up before the answer is there
REGRETS = 0.1  # the part of turns that are taken back, where turns are


@dataclass(frozen=True)
class Site:
    """Where a crowd plays what, with which strangers, and until when."""

    url: str
    ruleset: str
    strangers: Strangers
    stop: Event


class Player(Thread):
    """A player of game after game, for all seats of players, until stopped; it finishes its last
    game."""

    def __init__(self, site: Site, plans: Sequence[Plan], seed: str) -> None:
        super().__init__(name=f"player {seed}", daemon=True)
        self.site, self.plans = site, plans
        self.client, self.rng = Client(site.url), Random(seed)
        self.games: list[Game] = []
        self.watchers: list[Watcher] = []
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            with self.client:
                for plan in cycle(self.plans):
                    self.play(self.create(plan))
                    if self.site.stop.is_set():
                        break
            for watcher in self.watchers:
                watcher.join(PATIENCE)
                if watcher.failure or watcher.is_alive():
                    raise watcher.failure or TimeoutError(f"{watcher.name} did not see the end")
        except BaseException as failure:
            self.failure = failure

    def create(self, plan: Plan) -> Game:
        """Return a new game, and a watcher for it."""
        strangers, seed = self.site.strangers, f"{self.name} {len(self.games)}"
        bots = {n: strangers.bot(f"{seed} {n}") for n, s in enumerate(plan.seats) if s == "hook"}
        urls = {n: {"url": bot.url} for n, bot in bots.items()}
        seats = [{"holder": s, **urls.get(n, {})} for n, s in enumerate(plan.seats)]
        wanted = {"ruleset": self.site.ruleset, "seats": seats, "clock": plan.clock}
        once = {"Idempotency-Key": uuid.uuid4().hex}
        if plan.undo:
            wanted["undo"] = plan.undo
        made = self.client.send(
            "POST", "/v1/games", strangers.token, json=wanted, headers=once
        ).json()
        for seat, secret in made["tokens"].get("hooks", {}).items():
            bots[int(seat)].trust(secret)
        tokens = {int(seat): token for seat, token in made["tokens"]["seats"].items()}
        people = {n: t for n, t in tokens.items() if n not in bots and n not in plan.absent}
        holders = [chair["holder"] for chair in made["seats"]]
        absent, host = {*plan.absent}, made["tokens"]["host"]
        game = Game(made["id"], plan, made["commitment"], holders, people, absent, bots, host)
        self.games.append(game)
        self.watchers.append(Watcher(self.site.url, game, Random(game.id)))
        self.watchers[-1].start()
        return game

    def play(self, game: Game) -> None:
        """Play a game to its end."""
        mine: list[int] = []

        def asked() -> bool:
            mine[:] = self.look(game)
            return bool(mine) or game.over

        while True:
            until(asked, f"somebody goes on in game {game.id}")
            if game.over:
                return
            # If bots take seats, a late player must load the game again.
            with suppress(Rejected):
                self.turn(game, self.rng.choice(mine))

    def look(self, game: Game) -> list[int]:
        """Our seats that are asked, after claiming and taking back what can be."""
        table = self.client.get(f"/v1/games/{game.id}")
        game.over = table["status"] == "over"
        for chair in () if game.over else table["seats"]:
            if chair["seat"] in game.absent and chair["claimable"]:
                self.claim(game, chair["seat"])
            elif chair["seat"] in game.people and chair["away"]:
                self.come_back(game, chair["seat"])
        playing = {chair["seat"] for chair in table["seats"] if chair["holder"] == "person"}
        asked = {each["seat"] for each in table["awaited"]}
        return sorted(asked & playing & {*game.people})

    def claim(self, game: Game, seat: int) -> None:
        """Claim the seat of an absent player, or let a bot play there."""
        by_bot = self.rng.random() < 0.5
        answer = self.client.send(
            "POST",
            f"/v1/games/{game.id}/claim",
            next(iter(game.people.values())) if by_bot else game.host,
            self.hurries(),
            json={"seat": seat, "holder": "bot:random" if by_bot else "person"},
            headers={"Idempotency-Key": uuid.uuid4().hex},
        )
        game.absent.remove(seat)
        if not by_bot:
            game.people[seat] = answer.json()["token"]

    def come_back(self, game: Game, seat: int) -> None:
        """Take back a seat that a bot has taken because the service was away for too long."""
        path, wish = f"/v1/games/{game.id}/seats/{seat}", {"holder": "person"}
        with suppress(Rejected):  # the bot has played to the end
            self.client.send("PUT", path, game.people[seat], may=LATE, json=wish)

    def turn(self, game: Game, seat: int) -> None:
        """Think of a turn, post it until it is acknowledged, and keep it.

        :raises Rejected: a bot was faster.
        """
        rev, steps = self.think(game, seat)
        if not steps:
            return
        game.tried.append((seat, tuple(steps)))
        answer = self.client.send(
            "POST",
            f"/v1/games/{game.id}/turns",
            game.people[seat],
            self.hurries(),
            LATE if game.plan.loses else (),
            json={"steps": steps},
            headers={"If-Match": f'"{rev}"'},
        )
        told = answer.json()
        over = told["status"] == "over"
        game.repeats += answer.status_code == 200
        # The end of a game is an entry of its own, after that of its last turn.
        game.acknowledged.append(Move(told["rev"] - over, seat, tuple(steps)))
        regrets = not game.undone or self.rng.random() < REGRETS
        if game.plan.undo and regrets and not over:
            self.take_back(game, seat, told["rev"])

    def think(self, game: Game, seat: int) -> tuple[int, list[str]]:
        """Return a random turn and its revision; no steps mean that the seat is not asked."""
        path, token = f"/v1/games/{game.id}", game.people[seat]
        may = (*LATE, 422) if game.plan.loses else ()
        table = self.client.get(path, token)
        rev, choices, steps = table["rev"], table["choices"], list[str]()
        while choices is not None:
            option = self.rng.choice(choices["options"])
            steps.append(option["step"])
            if option["barrier"]:
                break
            choices = self.client.get(f"{path}/legal", token, may, after=steps)["choices"]
        return rev, steps

    def take_back(self, game: Game, seat: int, rev: int) -> None:
        """Have the turn of revision ``rev`` taken back, with the consent of all who are asked."""
        path, wait = f"/v1/games/{game.id}/undo", {"Prefer": "wait=2"}
        headers = {"If-Match": f'"{rev}"', **wait}
        answer = self.client.send("POST", path, game.people[seat], self.hurries(), headers=headers)
        told = answer.json()
        if answer.status_code == 202 and told["job"]:
            self.await_state(f"/v1/jobs/{told['job']['id']}")
        elif answer.status_code == 202:
            place = f"{path}/{told['request']['id']}"
            for other in sorted({*game.people} - {seat}):
                token, yes = game.people[other], {"agree": True}
                answers = f"{place}/answers"
                self.client.send("POST", answers, token, self.hurries(), json=yes, headers=wait)
            self.await_state(place)
        game.undone += 1

    def await_state(self, path: str) -> None:
        """Wait until what stands there is done."""
        until(lambda: bool(self.client.get(path)["state"] == "done"), f"{path} is done")

    def hurries(self) -> bool:
        """Return whether the player hangs up before the first answer can be there, this time."""
        return self.rng.random() < HURRIES


def crowd(site: Site, plans: Sequence[Plan], players: int, seed: str) -> list[Player]:
    """Start a number of players; each begins with another plan."""
    found = []
    for n in range(players):
        first = n % len(plans)
        found.append(Player(site, [*plans[first:], *plans[:first]], f"{seed} {n}"))
        found[-1].start()
    return found


def finish(players: Sequence[Player], report: Callable[[Game], None]) -> Counter[str]:
    """Wait until every player has finished its last game, and audit all games.

    It returns the counts, and calls ``report`` for each correct game.
    """
    for player in players:
        player.join()
    found: Counter[str] = Counter()
    for player in players:
        if player.failure:
            raise player.failure
        found[SENT_AGAIN] += player.client.retries
        with Client(player.site.url) as client:
            for game in player.games:
                found += audit(client, player.site.strangers, game)
                report(game)
    return found
