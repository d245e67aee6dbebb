"""A ten-minute title that uses every construct of the kernel: the tests' own game.

All players keep one of two cards in secret and reveal it. Then they take stones, roll for stones
or draw a card, in turn, for some rounds. Most stones wins. A player alone has an automa as rival.
"""

from pathlib import Path

from engine.core import Rules
from engine.module import discovered
from engine.title import Standing, Title
from tests.toy import play
from tests.toy.play import Toy, setup, sides


def standings(s: Toy) -> list[Standing]:
    """Most stones first; equal numbers share a rank."""
    order = sorted(range(len(s.players)), key=lambda n: -s.players[n].goods["stone"])
    stones = [s.players[n].goods["stone"] for n in order]
    return [
        Standing(side, stones.index(n) + 1, n, {}) for side, n in zip(order, stones, strict=True)
    ]


def census(s: Toy) -> dict[str, int]:
    """Stones on the heap and with the players; cards never leave but by being shown."""
    return {"stones": s.heap + sum(player.goods["stone"] for player in s.players)}


CARDS = {f"c{n}": {"stones": n, "assumed": n == 9} for n in range(1, 13)}

TITLE = Title(
    name="toy",
    version=2,
    seats=range(1, 5),
    state=Toy,
    rules=Rules(play),
    setup=setup,
    sides=sides,
    standings=standings,
    round_of=lambda s: s.round,
    tables=lambda: {"cards": len(CARDS)},
    census=census,
    folder=Path(__file__).parent,
    components=lambda: {"card": CARDS},
    options={"long": "six rounds instead of three"},
    value=lambda s, seat: float(s.players[seat].goods["stone"]),
    modules=discovered(__name__),
)
