"""Priests of the Teotibot (module 1; 15.7)."""

from __future__ import annotations

from typing import Any, cast

import pytest

from engine.core import Effect
from engine.module import part
from engine.table import Table
from engine.vocabulary import sequence
from games.teotihuacan import TITLE
from games.teotihuacan.action_tiles import act_on_board, use_action_tile
from games.teotihuacan.bot_workers import raise_and_advance
from games.teotihuacan.modules.altars_and_shamans.altars import Altars, Shaman
from games.teotihuacan.modules.empire_expansion.territory import Empire
from games.teotihuacan.modules.mansion.automa import activate_royal, slot_of
from games.teotihuacan.modules.mansion.owners import Mansion
from games.teotihuacan.modules.priests_and_priestesses.priests import SOLO, Offices
from games.teotihuacan.state import Teotihuacan
from games.teotihuacan.teotibot import bot_turn, roll_dice
from tests.games.teotihuacan.automa import EXAMPLE, PRIEST, UNABLE, act, tiles
from tests.games.teotihuacan.builder import Play, Side, solo
from tests.games.teotihuacan.priests import M1, against_priest, lay_out_priests, using_with

M7, M8, M9 = "mansion", "altars_and_shamans", "empire_expansion"


@pytest.mark.parametrize(("more", "most"), [((), 6), ((M7, M8), 7), ((M7, M8, M9), 8)])
def test_the_teotibot_has_a_random_priest(more: tuple[str, ...], most: int) -> None:
    """R117: face up from the beginning; S07 needs the Mansion and shamans, S08 the Empire."""
    modules = (M1, *more, *(["obsidian"] if more else []))
    tables = [Table.new(TITLE, 1, modules, bytes([number]) * 32) for number in range(60)]
    found = {part(cast(Teotihuacan, t.state), Offices).sides[1].priest for t in tables}
    assert {SOLO[id_].number for id_ in found} == {f"S{n:02}" for n in range(1, most + 1)}


# S01


def test_s01_gains_cocoa_when_a_worker_is_met() -> None:
    """15.7: 3 cocoa if an unlocked worker of the Teotibot stands there."""
    red: Side = {"workers": [(3, 1)]}
    table = against_priest("metztli", red=red, bot={"workers": [(2, 1), (2, 2)]})
    assert table.play("move 3 1 2").goods("yellow") == {"cocoa": 3}
    table = against_priest("metztli", red=red, bot={"workers": [(8, 1), (2, 1, "red")]})
    assert table.play("move 3 1 2").goods("yellow") == {}
    table = against_priest("chantico", red=red, bot={"workers": [(2, 1)]}).play("move 3 1 2")
    assert table.goods("yellow") == {}


def test_r104_two_workers_that_move_together_meet_once() -> None:
    """R104: 3 cocoa for the movement."""
    red: Side = {"workers": [(3, 1), (3, 1)], "discoveries": ["double_move"]}
    table = against_priest("metztli", red=red, bot={"workers": [(2, 1)]})
    table.play("use double_move", "move 3 1 2", "second 1")
    assert table.goods("yellow") == {"cocoa": 3}


# S02


def rolled(dice: tuple[int, int], cocoa: int, bot: Side, **rest: Any) -> Play:
    """The Teotibot has rolled, and used the action tile of the roll."""
    place = 3 if sum(dice) < 4 else 5
    do: tuple[Effect, ...] = (roll_dice(dice), use_action_tile(EXAMPLE[place]))
    bot = {**bot, "cocoa": cocoa}
    return against_priest(
        "tlahuizcalpantecuhtli",
        bot=bot,
        do=sequence(do),
        action_tiles=EXAMPLE,
        arrows=["left", "left"],
        **rest,
    )


@pytest.mark.parametrize(("dice", "used"), [((1, 2), "nobles mastery"), ((6, 5), "mastery nobles")])
def test_s02_pays_for_the_action_opposite(dice: tuple[int, int], used: str) -> None:
    """R33: after 2 or 3 that of 11 and 12, and the other way round, for 2 cocoa."""
    table = rolled(dice, 2, {"workers": [(4, 1), (2, 1), (2, 1), PRIEST]})
    assert [effect[1] for effect in table.events("use_action_tile")] == tiles(used)
    assert table.goods("yellow").get("cocoa", 0) == 0


def test_r105_it_must_have_the_cocoa_after_the_first_action() -> None:
    """R105: cocoa of the first action counts; the second one may fail."""
    table = rolled((1, 1), 1, {"workers": [(4, 1), (2, 1), PRIEST]})
    assert len(table.events("use_action_tile")) == 1
    table = rolled((6, 6), 0, {"workers": [*UNABLE, PRIEST]})
    assert [effect[1] for effect in table.events("use_action_tile")] == tiles("mastery nobles")
    assert table.goods("yellow") == {"cocoa": 5 - 2 + 5}


def test_s02_other_rolls_change_nothing() -> None:
    bot: Side = {"workers": [*UNABLE, PRIEST], "cocoa": 9}
    do = sequence((roll_dice((3, 3)), act("alchemy")))
    table = against_priest("tlahuizcalpantecuhtli", bot=bot, do=do, action_tiles=EXAMPLE)
    assert len(table.events("use_action_tile")) == 1


def test_s02_in_a_whole_turn_only_the_tile_of_the_roll_slides() -> None:
    """R105: the second action comes before the slide."""
    for number in range(200):
        table = against_priest(
            "tlahuizcalpantecuhtli",
            bot={"workers": [*UNABLE, PRIEST], "cocoa": 2},
            action_tiles=EXAMPLE,
            arrows=["left", "left"],
        )
        s = table.state
        s.seed, s.agenda = bytes([number]) * 32, [(1, bot_turn())]
        trace: list[tuple[int, Effect]] = []
        s.verbs.settle(s, trace)
        used = [effect[1] for _, effect in trace if effect[0] == "use_action_tile"]
        if len(used) == 2:
            assert ("slide_tiles", used[0]) in [effect for _, effect in trace]
            assert (s.bot.aside, used[1] in s.bot.places) == (used[0], True)
            return
    pytest.fail("no roll of 2, 3, 11 or 12")


# S03


def test_s03_ascends_by_a_step_on_each_temple() -> None:
    """15.7: in place of 5 points, with the rewards of the steps."""
    bot: Side = {"workers": [(4, 5)], "temples": {"blue": 1, "red": 1, "green": 1}}
    table = against_priest("itzpapalotl", bot=bot, do=raise_and_advance(4, 5))
    assert table.temples("yellow") == {"blue": 2, "red": 2, "green": 2}
    assert (table.points("yellow"), table.goods("yellow")) == (1, {"gold": 1, "cocoa": 1})
    assert table.state.light == 1


def test_s03_changes_nothing_for_the_player() -> None:
    red: Side = {"workers": [(2, 5), (3, 1)]}
    table = against_priest("itzpapalotl", red=red).play("move 2 5 6", "cocoa")
    assert table.points() == 0


# S04


def test_s04_does_more_after_a_mask() -> None:
    """15.7, R106: 1 stone for a pyramid tile, then 1 gold for a decoration; no worker advances."""
    bot: Side = {"wood": 1, "stone": 1, "gold": 1, "workers": [(4, 1), PRIEST]}
    bot["temples"] = {"red": 1}
    table = using_with("tezcatlipoca", "masks", bot, tiles={2: "mask4"})
    assert table.goods("yellow") == {}
    assert table.events("act_besides") == [
        ("act_besides", 8, {"stone": 1}),
        ("act_besides", 7, {"gold": 1}),
    ]
    assert (len(table.state.pyramid), len(table.state.decorated["top"])) == (1, 1)
    assert table.player("yellow").track == 2
    assert table.workers("yellow") == [(4, 1), PRIEST]
    poor = using_with("tezcatlipoca", "masks", {**bot, "stone": 0}, tiles={2: "mask4"})
    assert poor.events("act_besides") == [("act_besides", 7, {"gold": 1})]


def test_s04_gains_7_cocoa_without_a_mask() -> None:
    """15.7: for a fallback of another tile 5, as always."""
    bot: Side = {"workers": [*UNABLE, PRIEST], "stone": 1, "gold": 1}
    table = using_with("tezcatlipoca", "masks", bot)
    assert table.goods("yellow") == {"cocoa": 7, "stone": 1, "gold": 1}
    assert using_with("tezcatlipoca", "nobles", bot).goods("yellow")["cocoa"] == 5
    table = against_priest(
        "tezcatlipoca",
        bot={"workers": [*UNABLE, PRIEST]},
        modules=(M8, "obsidian"),
        do=act("masks_shaman"),
    )
    assert table.goods("yellow")["cocoa"] == 7, "with the tile that takes its place too"


# S05


def test_s05_builds_after_a_decoration_and_the_other_way_round() -> None:
    """15.7, R106: for 1 stone or 1 gold, and not in a circle."""
    bot: Side = {"gold": 2, "stone": 1, "workers": [(7, 1), PRIEST], "temples": {"red": 1}}
    table = using_with("chantico", "decorations", bot)
    assert (table.goods("yellow"), table.temples("yellow")) == ({}, {"red": 3})
    assert table.events("act_besides") == [("act_besides", 8, {"stone": 1})]
    bot = {"gold": 3, "stone": 3, "workers": [(8, 1), PRIEST], "temples": {"red": 1}}
    table = using_with("chantico", "construction", bot)
    assert table.events("act_besides") == [("act_besides", 7, {"gold": 1})]
    assert table.goods("yellow") == {"gold": 2, "stone": 1}


def test_r106_mastery_brings_it_and_gathering_does_not() -> None:
    bot: Side = {"gold": 2, "stone": 1, "workers": [(7, 1), PRIEST]}
    assert using_with("chantico", "mastery", bot).events("act_besides")
    bot = {"gold": 1, "stone": 1, "workers": [(4, 1), PRIEST]}
    assert not using_with("chantico", "decorations", bot).events("act_besides")


# S06


def test_s06_learns_twice_and_denies_points() -> None:
    """15.7, R106: the player scores nothing; a second technology costs 1 gold."""
    every = ["01", "05", "07", "09", "11"]
    bot: Side = {"gold": 3, "workers": [(5, 1), PRIEST], "technologies": ["01"]}
    table = using_with("mictecacihuatl", "alchemy", bot, red={"technologies": every[1:]})
    assert table.player("yellow").technologies == ["01", "03", "05"]
    assert (table.points(), table.goods("yellow")) == (0, {"gold": 1, "cocoa": 1})
    assert table.events("act_besides") == [("act_besides", 5, {"gold": 1})]


def test_s06_scores_itself_for_technologies_of_the_player() -> None:
    """15.7: only the points of the player are denied."""
    red: Side = {"workers": [(1, 1)], "gold": 1}
    table = against_priest("mictecacihuatl", red=red, bot={"technologies": ["01"]})
    table.play("move 1 1 5", "main", "technology 01")
    assert table.points("yellow") == 3


def test_s06_gains_cocoa_if_alchemy_fails() -> None:
    """15.7: 5 cocoa, and its lowest worker is powered up twice as always."""
    table = using_with("mictecacihuatl", "alchemy", {"workers": [(2, 2), (6, 3), PRIEST]})
    assert (table.goods("yellow"), table.workers("yellow")) == (
        {"cocoa": 5},
        [(2, 4), (6, 3), PRIEST],
    )
    table = using_with("mictecacihuatl", "nobles", {"workers": [*UNABLE, PRIEST]})
    assert table.goods("yellow") == {"cocoa": 5}
    learned: Side = {"gold": 1, "workers": [(5, 1), PRIEST]}
    table = against_priest("mictecacihuatl", bot=learned, do=act_on_board(5))
    assert table.goods("yellow") == {}


# S07


def passing(face: int, owners: dict[str, int]) -> Play:
    """The Teotibot with priest S07 has passed the Mansion and rolled a die."""
    modules = (M8, M7, "obsidian", M1)

    def lay(s: Teotihuacan) -> None:
        lay_out_priests(s, 1, "centeotl")
        part(s, Mansion).owners = owners
        part(s, Altars).shamans[1] = Shaman(2, 1)
        slot = slot_of(s, face)
        s.agenda = [(1, activate_royal(slot))] if slot in owners else []

    bot: Side = {"workers": [(2, 1), PRIEST], "cocoa": 1}
    return solo(bot=bot, modules=modules, prepare=lay, do=roll_dice((1, 1)))


@pytest.mark.parametrize(("face", "slot"), [(1, "left"), (2, "left"), (4, "middle"), (6, "right")])
def test_s07_each_face_activates_a_royal_tile(face: int, slot: str) -> None:
    """15.7, R108: the owner and the temple step as usual, then the shaman moves on."""
    table = passing(face, {slot: 1})
    assert table.events("activate_royal") == [("activate_royal", slot)]
    assert sum(table.temples("yellow").values()) == 1
    assert table.workers("yellow") == [(2, 2), PRIEST]
    assert part(table.state, Altars).shamans[1].altar == 1


def test_r108_without_an_owner_the_shaman_stays() -> None:
    """R108: nothing is activated, so nothing is done besides."""
    table = passing(1, {"middle": 1})
    assert table.events("activate_royal") == []
    assert part(table.state, Altars).shamans[1].altar == 2


# S08


def mustering(dice: tuple[int, int], obsidian: int, supply: int = 10) -> Play:
    """The Teotibot with priest S08 has rolled, and used its action tile."""

    def lay(s: Teotihuacan) -> None:
        lay_out_priests(s, 1, "huixtocihuatl")
        part(s, Empire).supply[1] = supply

    bot: Side = {"workers": [*UNABLE, PRIEST], "obsidian": obsidian}
    do = sequence((roll_dice(dice), act("alchemy")))
    return solo(bot=bot, modules=(M9, "obsidian", M1), prepare=lay, do=do)


@pytest.mark.parametrize("dice", [(1, 5), (3, 4), (6, 2)])
def test_s08_places_two_warriors_for_obsidian(dice: tuple[int, int]) -> None:
    """15.7: after an action for 6, 7 or 8, as the Conquest board would."""
    table = mustering(dice, 3)
    assert table.goods("yellow") == {"obsidian": 1}
    assert len(table.events("place_warrior")) == 2
    assert part(table.state, Empire).supply[1] == 8


@pytest.mark.parametrize(
    ("dice", "obsidian", "supply", "placed"),
    [
        ((1, 4), 3, 10, 0),
        ((4, 5), 3, 10, 0),
        ((3, 4), 1, 10, 0),
        ((3, 4), 2, 0, 0),
        ((3, 4), 2, 1, 1),
    ],
)
def test_r113_when_no_warriors_are_placed(
    dice: tuple[int, int], obsidian: int, supply: int, placed: int
) -> None:
    """R113: other rolls, too little obsidian, no warrior; a single one is placed."""
    table = mustering(dice, obsidian, supply)
    assert len(table.events("place_warrior")) == placed
    assert table.goods("yellow").get("obsidian", 0) == obsidian - 2 * placed
