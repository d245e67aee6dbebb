"""Verify the luck of a finished game with the standard library only.

    curl -s http://127.0.0.1:8000/v1/games/GAME/export | python examples/check_draws.py

The check confirms that the seed matches the commitment, and that each listed draw follows from it.
`python -m service.verify` also confirms that the rules asked for these draws.
"""

import hashlib
import hmac
import json
import sys
from typing import Any

TAG, SPAN = "chasqui/1", 1 << 64


def draw(seed: bytes, counter: int, n: int) -> tuple[int, int]:
    """Return the next draw of one of n: its counter and its value."""
    while True:
        digest = hmac.digest(seed, counter.to_bytes(8, "big"), "sha256")
        number = int.from_bytes(digest[:8], "big")
        if number < SPAN - SPAN % n:  # an incomplete last run of n would favour low values
            return counter, number % n
        counter += 1


def follow(seed: bytes, counter: int, draws: list[dict[str, int]], where: str) -> int:
    """Repeat the listed draws from a counter, and return the counter after them."""
    for listed in draws:
        made = draw(seed, counter, listed["n"])
        if made != (listed["counter"], listed["value"]):
            sys.exit(f"{where}: counter {made[0]} gives {made[1]}, but the record says {listed}")
        counter = made[0] + 1
    return counter


def main() -> None:
    """Check one record; an error ends the program with status 1."""
    with open(sys.argv[1]) if sys.argv[1:] else sys.stdin as file:
        record: dict[str, Any] = json.load(file)
    if record["seed"] is None or record["draws"] is None:
        sys.exit("The record holds no seed or lists no draws: the game was not over yet.")
    seed = bytes.fromhex(record["seed"])
    data = b"\0".join([TAG.encode(), record["id"].encode(), seed])
    if hashlib.sha256(data).hexdigest() != record["commitment"]:
        sys.exit("The commitment was not made for this id and seed.")
    counters, count = [follow(seed, 0, record["draws"], "setup")], len(record["draws"])
    for entry in record["entries"]:
        draws, counter = entry.get("draws", []), counters[-1]
        if entry["kind"] == "retracted":  # the counter goes back too
            counter = counters[entry["back_to"]]
        elif entry["kind"] != "turn" and draws:  # a seat was closed, so the game is set up again
            counter = 0
        counters.append(follow(seed, counter, draws, f"entry {entry['rev'] - 1}"))
        count += len(draws)
    print(f"{record['id']}: the commitment holds, and so do all {count} draws.")


main()
