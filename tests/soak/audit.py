"""The audit: after the end of a game everything known of it is held against its record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from service.verify import verify
from tests.soak.client import Client
from tests.soak.seen import Game, Move
from tests.soak.strangers import Strangers

Json = dict[str, Any]

TURNS, REPEATED = (
    "turns acknowledged, each once in the record",
    "of these, after a repeated request",
)
UNDONE, SENT_AGAIN = "undos acknowledged, each once in the record", "requests repeated"
TOOK, BACK = "seats taken by a bot after a timeout", "of these, taken back by their players"
CLAIMED, HOOKED = "seats claimed", "turns of remote bots, each as answered"
ASKED, ASKED_AGAIN = "requests to remote bots", "of these, repeated"
WATCHED, OPENED = "stream messages, each once and in order", "streams opened"
TOLD, TOLD_AGAIN = "entries sent to webhooks, in order, without a gap", "messages repeated"
FOUND = (
    *(TURNS, REPEATED, SENT_AGAIN, UNDONE, TOOK, BACK, CLAIMED),
    *(HOOKED, ASKED, ASKED_AGAIN, WATCHED, OPENED, TOLD, TOLD_AGAIN),
)
"""What is counted, in the order in which reports show it."""


def audit(client: Client, strangers: Strangers, game: Game) -> Counter[str]:
    """Make sure that a finished game is as its players, watchers and strangers know it.

    What was looked at is counted.
    """
    entries = log(client, game)
    revs = [entry["rev"] for entry in entries]
    assert revs == list(range(1, len(entries) + 1)), f"game {game.id}: {revs}"
    assert game.watched == revs, f"game {game.id}: the stream told {game.watched}"
    moves = turns(game, entries)
    check_people(game, moves)
    check_bots(game, moves)
    undone = [entry["seat"] for entry in entries if entry["kind"] == "retracted"]
    assert len(undone) == game.undone, f"game {game.id}: taken back by {undone}"
    check_record(client, game)
    strangers.await_told(game.id, len(entries))
    assert strangers.listener.revs[game.id] == revs, f"game {game.id}: the webhook was told"
    reasons = Counter(entry.get("why") for entry in entries if entry["kind"] == "seat")
    return Counter(
        {
            TURNS: len(game.acknowledged),
            REPEATED: game.repeats,
            UNDONE: game.undone,
            HOOKED: sum(holder == "hook" for _, holder in moves),
            ASKED: sum(bot.requests for bot in game.bots.values()),
            ASKED_AGAIN: sum(bot.repeats for bot in game.bots.values()),
            TOOK: reasons["timeout"],
            BACK: reasons["returned"],
            CLAIMED: reasons["claimed"],
            WATCHED: len(game.watched),
            OPENED: game.cuts,
            TOLD: len(revs),
        }
    )


def log(client: Client, game: Game) -> list[Json]:
    """Return all entries of a finished game."""
    found: list[Json] = []
    after: int | None = 0
    while after is not None:
        page = client.get(f"/v1/games/{game.id}/log", after=after)
        found += page["entries"]
        after = page["next"]
    return found


def turns(game: Game, entries: Sequence[Json]) -> list[tuple[Move, str]]:
    """Return every turn, with what its seat was held by then (``person``, ``hook`` …)."""
    holders, found = [*game.holders], []
    for entry in entries:
        if entry["kind"] == "seat":
            holders[entry["seat"]] = entry["holder"]
        elif entry["kind"] == "turn":
            seat = entry["seat"]
            lines = [line for line in entry["steps"] if line["seat"] == seat]
            steps = tuple(line["step"] for line in lines if not line["auto"])
            found.append((Move(entry["rev"], seat, steps), holders[seat]))
    return found


def check_people(game: Game, moves: Sequence[tuple[Move, str]]) -> None:
    """Every acknowledged turn is in the record once, and no other turn of our people is.

    Where bots take seats, a turn that was refused to one request may come from an earlier one of
    the same that was on its way for longer.
    """
    ours = [move for move, holder in moves if holder == "person"]
    known = {*game.acknowledged}
    assert len(known) == len(game.acknowledged), f"game {game.id}: one turn for two"
    assert known <= {move for move, _ in moves}, f"game {game.id}: {known - {*ours}} are lost"
    for move in ours:
        late = game.plan.loses and (move.seat, move.steps) in game.tried
        assert move in known or late, f"game {game.id}: nobody knows of {move}"


def check_bots(game: Game, moves: Sequence[tuple[Move, str]]) -> None:
    """Every turn of a remote bot is one that it has given."""
    for move, holder in moves:
        if holder == "hook":
            said = game.bots[move.seat].has_said(move.steps, move.rev)
            assert said, f"game {game.id}: nobody said {move}"


def check_record(client: Client, game: Game) -> None:
    """The record verifies, and its draws come from the seed that was promised at the start."""
    told = verify(client.send("GET", f"/v1/games/{game.id}/export").text)
    assert f"this id and seed, {game.commitment}" in told, told
    assert "each as listed" in told, told
