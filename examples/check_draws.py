"""Check the luck of a finished game, with nothing but the standard library.

    curl -s http://127.0.0.1:8000/v1/games/GAME/export | python examples/check_draws.py

Confirms that the seed is the one the service was bound to before the first draw, and that each draw
listed follows from it. `python -m service.verify` confirms besides that the rules asked for them.
"""

import hashlib
import hmac
import json
import sys
from typing import Any

TAG, SPAN = "chasqui/1", 1 << 64


def draw(seed: bytes, counter: int, n: int) -> tuple[int, int]:
    """The draw of one of n from this counter on: the counter that gave it, and the value."""
    while True:
        digest = hmac.digest(seed, counter.to_bytes(8, "big"), "sha256")
        number = int.from_bytes(digest[:8], "big")
        if number < SPAN - SPAN % n:  # the last, incomplete run of n would favour low values
            return counter, number % n
        counter += 1


def follow(seed: bytes, counter: int, draws: list[dict[str, int]], where: str) -> int:
    """Make the listed draws again, the first from this counter on; the counter after them."""
    for listed in draws:
        made = draw(seed, counter, listed["n"])
        if made != (listed["counter"], listed["value"]):
            sys.exit(f"{where}: counter {made[0]} gives {made[1]}, but the record says {listed}")
        counter = made[0] + 1
    return counter


def main() -> None:
    """Check one record; what is wrong ends the program with status 1."""
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
        if entry["kind"] == "retracted":  # the luck goes back, too
            counter = counters[entry["back_to"]]
        elif entry["kind"] != "turn" and draws:  # a seat was closed: the setup is made anew
            counter = 0
        counters.append(follow(seed, counter, draws, f"entry {entry['rev'] - 1}"))
        count += len(draws)
    print(f"{record['id']}: the commitment holds, and so do all {count} draws.")


main()
