"""The tables as they are read and shown: each effect is checked, and each deed is there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.tables import check
from games.teotihuacan import TITLE
from games.teotihuacan.box import BASE, every_effect
from games.teotihuacan.modules.altars_and_shamans.altars import TILES
from games.teotihuacan.modules.empire_expansion.territory import REGIONS
from games.teotihuacan.modules.priests_and_priestesses.priests import PRIESTS
from games.teotihuacan.modules.seasons_of_progress.seasons import SEASONS
from tests.games.teotihuacan.catalogue import ruleset

WRONG = [["fly", 1]]

SPOILT = [
    replace(TILES["ALT1"], second=WRONG),
    replace(REGIONS[1], automa=WRONG),
    replace(PRIESTS["tlaloc"], after_mask=WRONG),
    replace(SEASONS["SE1"], ascension=WRONG),
    replace(BASE.board[1], cells=[[WRONG]]),
    replace(BASE.temple[0], steps=[replace(BASE.temple[0].steps[1], do=WRONG)]),
    replace(BASE.royal[0], do=WRONG),
    replace(BASE.action[0], do=WRONG[0]),
    replace(BASE.deed[0], do=WRONG),
]


@pytest.mark.parametrize("facts", SPOILT, ids=lambda facts: type(facts).__name__)
def test_a_wrong_effect_is_found_wherever_it_is_written(facts: Any) -> None:
    with pytest.raises(ValueError, match="fly"):
        check(TITLE.rules, every_effect({"here": [facts]}))


def test_the_ruleset_shows_what_the_teotibot_does_on_boards() -> None:
    """11.4, 12.5, 15.5: the deeds of the base and of modules."""
    shown = ruleset()["tables"]
    assert [deed["board"] for deed in shown["teotibot"]["deed"]] == [2, 3, 4, 5, 6, 7, 8]
    assert [deed["board"] for deed in shown["obsidian_deeds"]] == [2, 3, 4]
    assert [deed["board"] for deed in shown["teotibot_gathering_2_deeds"]] == [2, 3, 4]
    [conquest] = shown["empire_expansion_deeds"]
    assert conquest["board"] == 6
    assert conquest["do"][0]["verb"] in TITLE.rules.verbs
