"""Trading: what the bazaar adds to a turn of the toy."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.core import Listing, does
from engine.listing import RefusedAnswer, answer, why
from engine.module import adds, part
from engine.moments import Moments, answers
from engine.visibility import by_side, owner_only, secret
from engine.vocabulary import lacks, pay
from tests.toy.play import LEAVING, Toy, to_heap, turn

WARES = {"rug": {"price": 1}, "pot": {"price": 1}, "lamp": {"price": 1}}
PRICE = {"stone": 1}


@dataclass(slots=True)
class Stall:
    """A side's wares, which the others only count."""

    wares: list[str] = owner_only("wares", default_factory=list)


@dataclass(slots=True)
class Bazaar:
    """The hidden stock, the stalls of the sides, and how many wares were sold."""

    stock: list[str] = secret("wares", default_factory=list)
    stalls: list[Stall] = by_side()
    sold: int = field(default=0)


@adds(turn)
def trade(s: Toy, me: int) -> Listing:
    """A turn may also buy the top ware."""
    empty = not part(s, Bazaar).stock and why("sold-out", "toy 4")
    poor = lacks(s.players[me].goods, PRICE, "toy 4")
    return [answer("trade", pay(PRICE), to_heap(1), buy(), unless=empty or poor)]


@does
def buy(s: Toy, me: int) -> None:
    """The top ware goes to the stall of the player, who alone may look at it."""
    bazaar = part(s, Bazaar)
    bazaar.stalls[me].wares.append(bazaar.stock.pop())
    bazaar.sold += 1


@answers(LEAVING)
def haggle(s: Toy, me: int, moments: Moments) -> Listing:
    """A player who gives stones back may also shout a price."""
    return [
        answer("haggle", shout(1), unless=part(s, Bazaar).sold > 0 and why("sold-out", "toy 4"))
    ]


@haggle.otherwise
def never(s: Toy, me: int, moments: Moments) -> Iterator[RefusedAnswer]:
    """Whispering is not done at a bazaar."""
    yield "whisper", why("sold-out", "toy 4")


@does
def shout(s: Toy, me: int, n: int) -> None:
    """A price is shouted, to no effect."""
