"""What holds of the hidden things at every moment of a game of Cuzco, without the rules' code."""

from __future__ import annotations

from collections import Counter

from games.cuzco.data import CARDS, TASKS, TILES
from games.cuzco.state import Cuzco, Player

COPIES = 4
"""The cards of each ability."""


def check(s: Cuzco) -> None:
    """Assert every law that speaks about one state."""
    check_cards(s)
    check_hands(s)
    check_things(s)


def check_cards(s: Cuzco) -> None:
    """Four cards of each ability are in the decks, open, discarded, or with the players."""
    found = [*s.god_pile, *s.god_rest, *s.discards, *filter(None, s.gods.values())]
    for player in s.players:
        found += [*player.gods, *player.dealt_gods, *player.returned_gods]
    assert Counter(found) == dict.fromkeys(CARDS, COPIES)


def check_hands(s: Cuzco) -> None:
    """A hand that was dealt has one card of a god; a card goes back only beside its equal."""
    for seat, player in enumerate(s.players):
        assert player.dealt_gods == sorted(player.dealt_gods)
        assert player.dealt_tasks == sorted(player.dealt_tasks)
        gods = gods_of(player)
        if player.returned_gods:
            assert len(gods) == 2
            assert gods[0] == gods[1]
        elif not chooses(s, seat):
            assert len(set(gods)) == len(gods)


def gods_of(player: Player) -> list[str]:
    """Return the gods of the cards dealt to a player, also of a card that goes back."""
    return [CARDS[card].god for card in (*player.dealt_gods, *player.returned_gods)]


def chooses(s: Cuzco, seat: int) -> bool:
    """Return whether a player has yet to say which of two cards of a god goes back."""
    return any(
        effect[0] == "return_god" for private in s.apart for n, effect in private if n == seat
    )


def check_things(s: Cuzco) -> None:
    """Each tile and each task is in one place, and piles hold their own things."""
    tasks = [*s.task_pile, *s.task_box, *s.palace]
    for player in s.players:
        tasks += [*player.tasks, *player.completed, *player.dealt_tasks, *player.kept_tasks]
    assert max(Counter(tasks).values(), default=0) <= 1
    assert {*tasks} <= {*TASKS}
    assert not [task for task in (*s.task_pile, *s.task_box) if TASKS[task].silver]
    assert {*s.tile_pile} <= {*TILES}


def backs(s: Cuzco) -> dict[str, Counter[str]]:
    """Return how many cards each deck and how many tiles each pile has: everybody sees that."""
    return {
        "decks": Counter(CARDS[card].god for card in s.god_pile),
        "tiles": Counter(TILES[tile].kind for tile in s.tile_pile),
    }
