"""Component tables: mistakes are found when they are read."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from engine import tables
from tests.toy import TITLE


@dataclass(frozen=True)
class Tile:
    """A tile of the test."""

    id: str
    cost: dict[str, int]
    do: list[list[object]] = field(default_factory=list)
    assumed: bool = False


@dataclass(frozen=True)
class Tiles:
    """A file of them."""

    tile: list[Tile]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[[tile]]\nid = "A"\ncost = {wood = "two"}', "Expected `int`"),
        ("[[tile]]\ncost = {}", "missing required field `id`"),
        ('[[tile]]\nid = "A"\ncost = {}\nprice = 3', "unknown key 'price'"),
        ('[[tile]]\nid = "A"\ncost = {}\n[extra]\na = 1', "unknown key 'extra'"),
    ],
)
def test_a_mistake_names_file_and_place(tmp_path: Path, text: str, words: str) -> None:
    """Wrong types, missing and unknown keys stop the title from loading."""
    file = tmp_path / "tiles.toml"
    file.write_text(text)
    with pytest.raises(ValueError, match=f"tiles.toml.*{words}"):
        tables.load(file, Tiles)


def test_a_table_is_read_into_frozen_dataclasses(tmp_path: Path) -> None:
    """Defaults are filled in, the mark for assumed values is kept."""
    file = tmp_path / "tiles.toml"
    file.write_text('[[tile]]\nid = "A"\ncost = {wood = 2}\ndo = [["take", 1]]\nassumed = true')
    (tile,) = tables.load(file, Tiles).tile
    assert tile == Tile("A", {"wood": 2}, [["take", 1]], True)
    assert tables.effects(tile.do) == (("take", 1),)


def test_effects_are_checked_with_the_name_of_their_component() -> None:
    """The component that holds the mistake is named."""
    tables.check(TITLE.rules, [("A", (("take", 1),))])
    with pytest.raises(ValueError, match="A: unknown verb"):
        tables.check(TITLE.rules, [("A", (("fly", 1),))])


def test_an_id_stands_once() -> None:
    """A doubled id is named."""
    tables.unique("tiles", ["A", "B"])
    with pytest.raises(ValueError, match="tiles: A stands twice"):
        tables.unique("tiles", ["A", "B", "A"])
