"""Levies: what the tax does around the verbs of the base."""

from dataclasses import dataclass

from engine.core import does, quietly, then
from engine.module import after, before, part, per_combination, replaces
from engine.vocabulary import pay
from tests.toy import play
from tests.toy.play import Toy

MOST_FREE = 2


@dataclass(slots=True)
class Tax:
    """How often the tax was announced and levied, and how many stones came back."""

    announced: int = 0
    levied: int = 0
    returned: int = 0


@per_combination
def rate(modules: tuple[str, ...]) -> int:
    """Return the stones that a levy takes: one for each module in play."""
    return len(modules) - 1


@before(play.take)
@quietly
def announce(s: Toy, me: int, n: int) -> None:
    """The tax is announced before stones are taken."""
    part(s, Tax).announced += 1


@after(play.take)
@quietly
def levy(s: Toy, me: int, n: int) -> None:
    """A side that has taken more than two stones gives one back."""
    if n > MOST_FREE:
        part(s, Tax).levied += 1
        then(s, me, pay({"stone": rate(s)}), play.to_heap(rate(s)))


@replaces(play.to_heap)
@does
def to_heap(s: Toy, me: int, n: int) -> None:
    """The heap grows, and the returns are counted."""
    s.heap += n
    part(s, Tax).returned += n
