"""The setup: tiles, jungle, dummy workers, and the secret choice of wealth."""

from __future__ import annotations

from itertools import combinations

from engine.core import (
    NOBODY,
    Effect,
    Option,
    asks,
    does,
    quietly,
    then,
    together,
)
from engine.luck import draw, shuffled
from engine.tables import effects
from engine.title import Start
from engine.vocabulary import each_side, sequence
from games.tzolkin.calendar import new_round
from games.tzolkin.data import (
    BUILDINGS,
    GEARS,
    GROUPS,
    MONUMENTS,
    SETUP,
    TEMPLES,
    TRACKS,
    WEALTH,
)
from games.tzolkin.state import DUMMY, Player, Tzolkin


def setup(start: Start) -> Tzolkin:
    """Set up the base game, up to the secret choice of wealth tiles (section 2)."""
    players = [
        Player(dict.fromkeys(SETUP.goods, 0), dict.fromkeys(TEMPLES, 0), dict.fromkeys(TRACKS, 0))
        for _ in range(start.sides)
    ]
    s = start.state(Tzolkin, players)
    s.gears = {gear.id: [None] * gear.teeth for gear in GEARS.values()}
    cells = SETUP.players[str(start.sides)].cells
    s.jungle = {g.id: {"corn": cells, "wood": cells * g.wooded} for g in GROUPS.values()}
    s.start_player = draw(s, start.sides)  # D1
    lay_out_tiles(s)
    place_dummies(s, SETUP.players[str(start.sides)].dummies)
    then(
        s,
        NOBODY,
        together(choose_wealth()),
        each_side(s.start_player, reveal_wealth()),
        new_round(),
    )
    return s


def lay_out_tiles(s: Tzolkin) -> None:
    """Shuffle all stacks, open the displays and deal wealth tiles."""
    monuments = shuffled(s, list(MONUMENTS))
    shown = SETUP.players[str(len(s.players))].monuments
    s.monuments, s.monument_box = monuments[:shown], monuments[shown:]
    s.stack = shuffled(s, [b.id for b in BUILDINGS.values() if b.age == 1])
    s.later = shuffled(s, [b.id for b in BUILDINGS.values() if b.age == 2])
    s.display = [s.stack.pop() for _ in range(SETUP.displayed)]
    s.wealth_box = shuffled(s, list(WEALTH))
    for player in s.players:
        player.dealt = sorted(s.wealth_box.pop() for _ in range(SETUP.wealth_dealt))


def place_dummies(s: Tzolkin, left: int) -> None:
    """Draw undealt wealth tiles and put dummies on the printed spaces (D3 to D5).

    The first dummy of a gear brings a second one on the opposite space, if one is left.
    """
    while left:
        tile = s.wealth_box.pop()
        s.dummy_tiles.append(tile)
        gear, space = WEALTH[tile].dummy.gear, WEALTH[tile].dummy.number
        teeth, opposite = s.gears[gear], GEARS[gear].opposite
        first = DUMMY not in teeth
        teeth[space] = DUMMY
        left -= 1
        if left and first and opposite:
            teeth[(space + opposite) % len(teeth)] = DUMMY
            left -= 1


@asks
def choose_wealth(s: Tzolkin, me: int) -> list[Option]:
    """Keep two of the four wealth tiles dealt, in secret (D2)."""
    pairs = combinations(s.players[me].dealt, SETUP.wealth_kept)
    return [Option(f"keep {' '.join(pair)}", (keep_wealth(pair),)) for pair in pairs]


choose_wealth.refuses_nothing("every pair of the tiles dealt may be kept")


@does
def keep_wealth(s: Tzolkin, me: int, tiles: tuple[str, ...]) -> None:
    """Put the chosen tiles face down until all players have chosen."""
    player = s.players[me]
    player.kept = list(tiles)
    player.dealt = [tile for tile in player.dealt if tile not in tiles]


@quietly
def reveal_wealth(s: Tzolkin, me: int) -> None:
    """Turn up the kept tiles and take what they show; the others leave the game unseen."""
    player = s.players[me]
    kept, player.kept = player.kept, []
    s.wealth_box += player.dealt
    player.dealt = []
    steps: list[Effect] = []
    for tile in kept:
        steps += [take_wealth(tile), sequence(effects(WEALTH[tile].do))]
    then(s, me, *steps)


@does
def take_wealth(s: Tzolkin, me: int, tile: str) -> None:
    """Add a wealth tile to those of its owner, for the whole game."""
    s.players[me].wealth.append(tile)
