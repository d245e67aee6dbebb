"""The pyramid: worked examples B13 to B21, refusals, and laws of its grid of icons."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from engine.core import Effect, Item, resolvable
from games.teotihuacan import TITLE, displays
from games.teotihuacan.acting import work
from games.teotihuacan.construction import build, can_build
from games.teotihuacan.data import DECORATIONS, PYRAMID, PYRAMID_TILES
from games.teotihuacan.decorations import SIDES, can_decorate, decorate, next_space
from games.teotihuacan.pyramid import (
    PLACES,
    below,
    cells,
    compare,
    corners,
    free_places,
    ground,
    laid,
    lay,
    visible,
)
from games.teotihuacan.state import CurrentTurn, Player, Teotihuacan, Worker

RULES = TITLE.rules

Laid = tuple[str, int, int, int, int]

LEVEL_ONE: list[Laid] = [
    ("P16", 1, 0, 0, 0),
    ("P11", 1, 0, 1, 1),
    ("P03", 1, 1, 0, 2),
    ("P29", 1, 1, 1, 0),
]


class Play:
    """A state that is laid out by hand, and the answers to its questions."""

    def __init__(
        self,
        own: dict[str, int],
        *,
        workers: int = 1,
        board: int = 8,
        tiles: Sequence[Laid] = (),
        display: Sequence[str] = ("P31", "P32", "P20"),
        shown: Sequence[str] = ("DT01", "DT02", "DT03", "DT04"),
        technologies: Sequence[str] = (),
    ) -> None:
        me = Player({"cocoa": 0, "wood": 0, "stone": 0, "gold": 0} | own)
        me.workers = [Worker(1, board) for _ in range(workers)]
        me.technologies = list(technologies)
        self.me = me
        self.s = Teotihuacan([me], seats=1, icons=ground(), display=list(display), dark=10)
        self.s.decorations = list(shown)
        self.trace: list[Item] = []
        for tile in tiles:
            lay(self.s, *tile)

    def ask(self, effect: Effect) -> Play:
        """Resolve an effect in a new turn."""
        self.s.now = CurrentTurn(arrived=list(range(len(self.me.workers))))
        self.s.agenda = [(0, effect)]
        self.trace.clear()
        self.open = RULES.settle(self.s, self.trace)
        return self

    def play(self, *steps: str) -> Play:
        """Answer the open questions."""
        for step in steps:
            option = next(o for o in self.open[0].options if o.id == step)
            self.open = RULES.choose(self.s, self.open[0], option, self.trace)
        return self

    @property
    def question(self) -> str:
        """The open question."""
        return str(self.open[0].effect[0]) if self.open else ""

    @property
    def options(self) -> list[str]:
        """The answers offered."""
        return [option.id for option in self.open[0].options]

    @property
    def refused(self) -> dict[str, str]:
        """The answers refused, each with its reason."""
        return {r.id: r.reason for r in RULES.refusals(self.s, self.open[0])}

    @property
    def told(self) -> list[Effect]:
        """What was scored, which temples gave a step, and the steps of the pyramid track."""
        return [e for _, e in self.trace if e[0] in ("score", "step", "climb")]


def own(**kinds: int) -> dict[str, int]:
    """Goods by kind."""
    return kinds


def left(table: Play) -> dict[str, int]:
    """The player's goods that are not zero."""
    return {kind: n for kind, n in table.me.goods.items() if n}


def filled(until: int) -> list[Laid]:
    """Tiles on the first places, as many as said."""
    return [(tile, *place, 0) for tile, place in zip(PYRAMID_TILES, PLACES[:until], strict=False)]


def test_b13_a_decoration_on_two_printed_icons() -> None:
    """R53.

    B13: two matches, a red and a green step (1 point, 1 cocoa), 2 + 3 points, a track step."""
    table = Play(own(gold=2), workers=2, board=7, shown=["DT09", "DT01"])
    table.ask(decorate()).play("decorate DT09 top")
    red = ("step", "red"), ("score", 1)
    assert table.told == [("score", 2), *red, ("step", "green"), ("score", 3), ("climb",)]
    assert left(table) == {"cocoa": 1}
    assert (table.me.track, table.me.temples) == (1, {"blue": 0, "red": 1, "green": 1})
    assert (table.s.decorated, table.s.decorations) == ({"top": ["DT09"]}, ["DT01"])
    assert table.s.icons == ground()


def test_b14_the_orientation_on_the_left_side() -> None:
    """R14: B14: upper B, lower - over b, r: a match, a blue step, 4 points."""
    table = Play(own(gold=3), board=7).ask(decorate()).play("decorate DT02 left", "take 1 wood")
    assert table.told == [("score", 1), ("step", "blue"), ("score", 3), ("climb",)]
    assert left(table) == {"wood": 1}


def test_b15_the_orientation_at_the_bottom() -> None:
    """B15: left G, right - over b, -: a plain match, 4 points, no step."""
    table = Play(own(gold=3), board=7, shown=["DT15"]).ask(decorate()).play("decorate DT15 bottom")
    assert table.told == [("score", 1), ("score", 3), ("climb",)]


def test_b16_the_second_space_of_a_side() -> None:
    """B16: DT02 on top step 1 needs step 0 and both tiles of level 1."""
    two: list[Laid] = [("P16", 1, 0, 1, 0), ("P11", 1, 0, 2, 1)]
    table = Play(own(gold=3), board=7, tiles=two)
    table.s.decorated = {"top": ["DT09"]}
    table.ask(decorate()).play("decorate DT02 top")
    assert table.told == [("score", 1), ("score", 3), ("climb",)]
    table = Play(own(gold=3), board=7, tiles=two[:1])
    table.s.decorated = {"top": ["DT09"]}
    assert table.ask(decorate()).refused["decorate DT02 top"] == "tiles-missing-below"
    assert "decorate DT02 left" in table.options


def test_b17_four_matches_on_the_ground() -> None:
    """B17: two stone; four matches, the coloured one a blue step; 4 + 1 points, a track step."""
    table = Play(own(stone=2), display=["P11", "P20"]).ask(build())
    table.play("build P11", "at 1 1 1 1", "take 1 gold")
    assert table.told == [("score", 4), ("step", "blue"), ("score", 1), ("climb",)]
    assert (left(table), table.me.points, table.me.track) == ({"gold": 1}, 5, 1)
    assert ["".join(line[2:4]) for line in table.s.icons[2:4]] == ["-B", "r-"]
    assert (table.s.display, table.question) == (["P20"], "")


def test_b18_a_coloured_match_on_the_second_level() -> None:
    """B18: g R g r over g r r G: top left and top right match; a red step; 2 + 3 points."""
    table = Play(own(stone=2, wood=1), tiles=LEVEL_ONE, display=["P30"]).ask(build())
    table.play("build P30", "at 2 0 0 2")
    assert table.told == [("score", 2), ("step", "red"), ("score", 1), ("score", 3), ("climb",)]
    assert left(table) == {}


def test_b19_a_black_icon_on_a_coloured_one_gives_no_step() -> None:
    """B19: - b r g over g r r G: r over r and g over G; 2 + 3 points."""
    table = Play(own(stone=2, wood=1), tiles=LEVEL_ONE, display=["P05"]).ask(build())
    assert compare(visible(table.s, cells(2, 0, 0)), corners("P05", 3)) == (2, ())
    table.play("build P05", "at 2 0 0 3")
    assert table.told == [("score", 2), ("score", 3), ("climb",)]


def test_b20_one_more_tile_and_one_resource_less_once() -> None:
    """B20: two workers count as three; five stone pay for three tiles."""
    assert resolvable(Play(own(stone=1), technologies=["15"]).s, 0, build())
    assert not resolvable(Play(own(stone=1)).s, 0, build())
    table = Play(own(stone=5), workers=2, technologies=["15"])
    table.ask(work(8)).play("build P31", "at 1 0 0 0")
    assert (table.question, table.options) == ("save", ["save stone", "save nothing"])
    assert table.refused == {"save wood": "not-in-price"}
    table.play("save nothing", "build P32", "at 1 0 1 0", "save stone", "build P20", "at 1 0 2 0")
    assert (left(table), table.s.now.built, table.s.now.discount) == ({}, 3, 0)
    assert table.question == "power_up"


def test_the_last_tile_takes_the_discount_at_once() -> None:
    """One worker and the technology: the second of two tiles is the last, so nothing is asked."""
    table = Play(own(stone=3), technologies=["15"], display=["P31", "P32"])
    table.ask(work(8)).play("build P31", "at 1 0 0 0")
    assert table.options == ["save stone", "save nothing"]
    table.play("save nothing", "build P32", "at 1 0 1 0")
    assert (left(table), table.question) == ({}, "power_up")


def test_the_player_saves_stone_or_wood() -> None:
    """On level 2 both are in the price; what is saved leaves a price that can be paid."""
    for goods_, offered, after in (
        (own(stone=2, wood=1), ["save stone", "save wood"], {"stone": 1}),
        (own(stone=1, wood=1), [], {}),
        (own(stone=2), [], {}),
    ):
        table = Play(goods_, technologies=["15"], tiles=LEVEL_ONE, display=["P31"])
        table.ask(work(8)).play("build P31", "at 2 0 0 0")
        if offered:
            assert table.options == offered
            assert table.refused == {"save nothing": "last-tile-of-the-action"}
            table.play("save stone")
        assert (left(table), table.s.now.discount) == (after, 0)


def test_b21_the_last_place_ends_the_building() -> None:
    """B21: two stone and three wood for 7 points; the light disc goes to the dark disc."""
    table = Play(own(stone=4, wood=6), workers=2, tiles=filled(29), display=["P30", "P31", "P32"])
    table.ask(build())
    offered = table.play("build P31").options
    assert offered == ["at 4 0 0 0"]  # it looks the same after each turn
    table.play(*offered)
    assert [e for e in table.told if e[0] == "score"][-1] == ("score", 7)
    assert (left(table), table.s.final, table.s.light) == ({"stone": 2, "wood": 3}, True, 10)
    assert table.question == ""
    assert not can_build(table.s, 0)


def test_no_more_tiles_than_three_workers() -> None:
    """R51: four workers place three tiles; the display is not refilled meanwhile."""
    table = Play(own(stone=8), workers=4)
    table.s.pyramid_stack = ["P01"]
    table.ask(work(8)).play("build P31", "at 1 0 0 0")
    assert table.options == ["build P32", "build P20", "done"]
    table.play("build P32", "at 1 0 1 0", "build P20", "at 1 0 2 0")
    assert (left(table), table.question) == ({"stone": 2}, "power_up")
    assert (table.s.display, table.s.pyramid_stack) == ([], ["P01"])


def test_a_player_may_stop_after_a_tile() -> None:
    table = Play(own(stone=4), workers=2).ask(build())
    assert table.refused["done"] == "place-a-tile-first"
    table.play("build P31", "at 1 0 0 0", "done")
    assert (left(table), table.question) == ({"stone": 2}, "")


def test_a_discovery_tile_may_help_between_two_tiles() -> None:
    """R13: resources may be raised in between, also if nothing else could be placed."""
    table = Play(own(stone=2), workers=2)
    table.me.discoveries = ["res2"]
    table.ask(build())
    assert table.refused["use res2"] == "no-such-tile"
    table.play("build P31", "at 1 0 0 0")
    assert table.options == ["done", "use res2"]
    table.play("use res2", "take 2 stone", "build P32", "at 1 0 1 0")
    assert (left(table), len(table.s.pyramid), table.me.used) == ({}, 2, ["res2"])


def test_what_a_tile_cannot_be_built_for() -> None:
    table = Play(own(stone=2), tiles=LEVEL_ONE)
    refused = table.ask(build()).play("build P20").refused
    assert refused["at 1 0 0 0"] == "place-taken"
    assert refused["at 2 0 0 0"] == "needs-more"
    assert refused["at 2 1 1 0"] == "tiles-missing-below"
    table = Play(own(stone=2), display=["P31"]).ask(build()).play("build P31")
    assert table.refused["at 1 0 0 1"] == "looks-alike"
    assert len(table.options) == 16
    for broke in (own(stone=1), own(wood=5)):
        assert not can_build(Play(broke).s, 0)
    assert not can_build(Play(own(stone=9), display=[]).s, 0)


def test_offered_and_refused_answers_are_always_the_same() -> None:
    asked: list[tuple[str, int]] = []
    for tiles in ([], LEVEL_ONE, filled(16)):
        table = Play(own(stone=4, wood=1, gold=3), workers=2, tiles=tiles).ask(build())
        asked.append((table.question, len(table.options) + len(table.refused)))
        table.play(table.options[0])
        asked.append((table.question, len(table.options) + len(table.refused)))
        table.ask(decorate())
        asked.append((table.question, len(table.options) + len(table.refused)))
    assert {name for name, _ in asked} == {"build", "place_tile", "decorate"}
    assert len(set(asked)) == 3
    assert dict(asked)["place_tile"] == 4 * len(PLACES) == 120
    assert dict(asked)["decorate"] == len(DECORATIONS) * len(SIDES)


def test_what_a_decoration_cannot_be_laid_for() -> None:
    """Three gold for a worker, one less for each further one."""
    for workers, price in ((1, 3), (2, 2), (3, 1), (4, 1)):
        table = Play(own(gold=price - 1), workers=workers, board=7)
        assert not can_decorate(table.s, 0)
        table.me.goods["gold"] = price
        assert table.ask(decorate()).play("decorate DT03 right").me.goods["gold"] == 0
    table = Play(own(gold=3), board=7, tiles=filled(30))
    table.s.decorated = {"top": ["DT05", "DT06", "DT07", "DT08"]}
    refused = table.ask(decorate()).refused
    assert refused["decorate DT01 top"] == "side-full"
    assert refused["decorate DT15 left"] == "not-on-display"
    assert not can_decorate(Play(own(gold=3), board=7, shown=[]).s, 0)


def test_displays_shrink_when_the_stack_is_empty() -> None:
    """R20: displays are filled from the end of the stack, as far as there are tiles."""
    table = Play({}, display=["P31"], shown=["DT01"])
    table.s.pyramid_stack, table.s.decoration_stack = ["P01", "P02", "P03"], ["DT05", "DT06"]
    table.ask(displays.refill_display()).ask(displays.refill_decorations())
    assert (table.s.display, table.s.pyramid_stack) == (["P31", "P03", "P02"], ["P01"])
    assert (table.s.decorations, table.s.decoration_stack) == (["DT01", "DT06", "DT05"], [])
    assert table.trace[-1] == (0, displays.show_decorations(("DT06", "DT05")))
    table.ask(displays.refill_decorations())
    assert len(table.trace) == 1


def test_the_pyramid_track_ends_at_ten() -> None:
    """R15."""
    table = Play(own(stone=2))
    table.me.track = 10
    table.ask(build()).play("build P31", "at 1 0 0 0")
    assert table.me.track == 10


def test_a_tile_turns_clockwise() -> None:
    for tile, known in PYRAMID_TILES.items():
        a, b, c, d = list(known.corners)
        turned = [corners(tile, turns) for turns in range(4)]
        assert turned == [a + b + c + d, d + a + b + c, c + d + a + b, b + c + d + a]
        assert corners(tile, 4) == known.corners


def test_places_cover_the_cells_of_the_reference() -> None:
    assert len(PLACES) == 30
    for level, row, column in PLACES:
        rows, columns = range(2 * row + level - 1, 2 * row + level + 1), 2 * column + level - 1
        assert set(cells(level, row, column)) == {
            (i, j) for i in rows for j in (columns, columns + 1)
        }
        assert all(0 <= i < 8 and 0 <= j < 8 for i, j in cells(level, row, column))
    for space in PYRAMID.space:
        covered = {cell for place in space.tiles for cell in cells(*place)}
        assert covered >= set(space.cells)


def random_pyramids() -> Iterator[tuple[random.Random, Play, list[str]]]:
    """Empty pyramids, each with the tiles in another order."""
    for seed in range(20):
        rng = random.Random(seed)
        yield rng, Play({}), rng.sample(sorted(PYRAMID_TILES), len(PYRAMID_TILES))


def test_each_tile_rests_on_four_and_shows_its_icons() -> None:
    for rng, table, tiles in random_pyramids():
        for tile in tiles[:30]:
            places = free_places(table.s)
            assert places == sorted(places)
            place, turns = rng.choice(places), rng.randrange(4)
            assert below(*place) <= laid(table.s)
            assert len(below(*place)) == (4 if place[0] > 1 else 0)
            icons = corners(tile, turns)
            before = [table.s.icons[i][j] for i, j in cells(*place)]
            same = sum(a.lower() == b.lower() for a, b in zip(before, icons, strict=True))
            found = compare("".join(before), icons)
            assert found.number == same
            assert len(found.temples) <= min(same, sum(icon.isupper() for icon in icons))
            lay(table.s, tile, *place, turns)
            assert [table.s.icons[i][j] for i, j in cells(*place)] == list(icons)
            assert compare(visible(table.s, cells(*place)), icons).number == 4
            assert [len(line) for line in table.s.icons] == [8] * 8
        assert free_places(table.s) == []
        assert all(next_space(table.s, side) is not None for side in SIDES)
