"""Texts: sentences name the boards of the game, which modules change (12.3, 13, 15)."""

from __future__ import annotations

import pytest

import texts
from games.teotihuacan import TITLE
from tests.games.teotihuacan.builder import Play, teotihuacan

BOARDS = {"en": ("Palace (1)", "Mansion (1)"), "ja": ("宮殿(1)", "邸宅(1)")}
NOBLES = {"en": ("Nobles (6)", "Conquest (6)"), "ja": ("貴族(6)", "征服(6)")}


def sentences(game: Play, language: str, options: tuple[str, ...]) -> str:
    """The question of the turn and its options in words, each on a line."""
    say, decision = texts.phrases(TITLE, language, options), game.table.open[0]
    told = [say.option(decision, option) for option in decision.options]
    return "\n".join([say.question(decision), *told])


@pytest.mark.parametrize("language", BOARDS)
@pytest.mark.parametrize(
    ("module", "names"), [("mansion", BOARDS), ("empire_expansion", NOBLES)], ids=["M7", "M9"]
)
def test_sentences_name_the_boards_of_the_game(
    module: str, names: dict[str, tuple[str, str]], language: str
) -> None:
    """From board 7, boards 6 and 1 are in reach with the printed layout."""
    base, changed = names[language]
    plain = teotihuacan(red={"workers": [(5, 2), (7, 2)]})
    said = sentences(plain, language, ())
    assert base in said
    assert changed not in said
    options = ("obsidian", module)
    new = teotihuacan(red={"workers": [(5, 2), (7, 2)]}, modules=options)
    said = sentences(new, language, options)
    assert changed in said
    assert base not in said


@pytest.mark.parametrize("name", ["mansion", "empire_expansion"])
def test_no_text_of_a_game_names_a_board_that_is_not_there(name: str) -> None:
    """A module replaces every text of a component or a word that names its board."""
    for language, (base, _) in (BOARDS if name == "mansion" else NOBLES).items():
        book = texts.phrases(TITLE, language, ("obsidian", name)).book
        told = {
            f"{kind} {id}": f"{each.title} {each.text}"
            for kind in ("board", "starting", "slot", "temple", "technology", "discovery")
            for id, each in book.components[kind].items()
            if " " not in id
        } | book.words
        assert not [key for key, text in told.items() if base in text]


@pytest.mark.parametrize(("options", "gained"), [((), "2 stone"), (("obsidian",), "obsidian")])
def test_the_teotibots_tile_tells_what_it_gathers(options: tuple[str, ...], gained: str) -> None:
    """With Obsidian, it gains by the new boards (12.3)."""
    say = texts.phrases(TITLE, "en", options)
    assert f"{gained}. That worker" in say.component("action_tile", "action_construction").text
