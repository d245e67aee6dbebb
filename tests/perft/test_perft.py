"""The numbers of answer sequences are as recorded in the files of this folder."""

from __future__ import annotations

import pytest

from tests.perft import FOLDER, counted, positions, recorded

POSITIONS = positions()


@pytest.mark.parametrize(
    ("title", "name"), [(title, name) for title, known in POSITIONS.items() for name in known]
)
def test_perft(title: str, name: str) -> None:
    assert counted(POSITIONS[title][name]) == recorded(title)[name]


@pytest.mark.parametrize("title", sorted(path.stem for path in FOLDER.glob("*.toml")))
def test_every_recorded_position_is_counted(title: str) -> None:
    assert list(recorded(title)) == list(POSITIONS[title])


def test_every_title_with_positions_has_a_record() -> None:
    assert sorted(POSITIONS) == sorted(path.stem for path in FOLDER.glob("*.toml"))
