"""Options of other editions: advanced worship and the wide use of free cocoa (R47, R48)."""

from __future__ import annotations

from tests.games.teotihuacan.builder import Side, teotihuacan

ADVANCED, WIDE = ("advanced_worship",), ("wide_free_cocoa",)


def test_displacing_brings_cocoa_with_advanced_worship() -> None:
    """R47: red displaces yellow's worker on the blue space, and gains 1 cocoa instead of paying."""
    game = teotihuacan(
        red={"workers": [(7, 2)]}, yellow={"workers": [(4, 3, "blue")]}, modules=ADVANCED
    )
    game.play("move 7 2 4", "worship blue rite")
    assert game.goods()["cocoa"] == 1
    assert game.workers("yellow") == [(4, 3)]
    assert game.workers() == [(4, 2, "blue")]


def test_own_workers_can_be_displaced_with_advanced_worship() -> None:
    """R47: it costs and brings nothing; without the option the space is blocked (R49)."""
    red: Side = {"workers": [(7, 2), (4, 3, "blue")]}
    game = teotihuacan(red=red, modules=ADVANCED)
    game.play("move 7 2 4", "worship blue rite")
    assert game.workers() == [(4, 2, "blue"), (4, 3)]
    assert "cocoa" not in game.goods()
    plain = teotihuacan(red=red).play("move 7 2 4")
    assert plain.refused["worship blue rite"] == "own-worker-there"


def test_free_cocoa_unlocks_workers_with_the_wide_use() -> None:
    """R48: the tile pays for unlocking; without the option there is no such answer."""
    red: Side = {"workers": [(2, 2), (4, 3, "blue")], "discoveries": ["free_cocoa"]}
    game = teotihuacan(red=red, modules=WIDE).play("free unlock")
    assert game.workers() == [(2, 2), (4, 3)]
    assert game.player().used == ["free_cocoa"]
    assert game.refused["free unlock"] == "no-locked-worker"
    assert "free unlock" not in teotihuacan(red=red).options


def test_free_cocoa_pays_for_an_ascension_with_the_wide_use() -> None:
    """R48: two temple steps without cocoa; the tile is then used."""
    red: Side = {"workers": [(2, 5)], "discoveries": ["free_cocoa"]}
    game = teotihuacan(red={**red, "workers": [(1, 5)]}, modules=WIDE)
    game.play("move 1 5 3", "main", "power 3 5")
    assert game.question == "choose_reward"
    assert game.refused["reward two_steps"] == "needs-more"
    game.play("free two_steps", "step blue", "take 1 wood", "step red")
    assert game.temples() == {"blue": 1, "red": 1}
    assert game.player().used == ["free_cocoa"]


def test_the_wide_use_needs_the_tile() -> None:
    """R48: a player without the tile gets the reason."""
    game = teotihuacan(red={"workers": [(2, 2), (4, 3, "blue")]}, modules=WIDE)
    assert game.refused["free unlock"] == "no-paying-tile"
