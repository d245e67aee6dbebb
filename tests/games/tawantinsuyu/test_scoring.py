"""The final scoring and the ranks (section 17)."""

from __future__ import annotations

from games.tawantinsuyu.festival import hold_festival
from games.tawantinsuyu.scoring import final_points, standings
from tests.games.tawantinsuyu.builder import Side, tawantinsuyu


def test_face_up_buildings_score() -> None:
    """D31: passive buildings always do, production buildings that are face down do not."""
    table = tawantinsuyu(
        purple={"production": ["PB01"], "worn": ["PB02"], "passive": ["Z01", "Z02"]}
    )
    assert final_points(table.state, 0)["buildings"] == 6


def test_the_top_of_the_temple_scores_at_the_end_only() -> None:
    """16.2, 17: 2, 6, 12 and 20 VP for the last four steps."""
    found = [
        final_points(tawantinsuyu(purple={"temple": step}).state, 0)["temple"]
        for step in range(8, 13)
    ]
    assert found == [0, 2, 6, 12, 20]


def test_a_shared_victory() -> None:
    """17: equal points and equal goods."""
    side: Side = {"points": 50, "gold": 1, "potato": 2}
    table = tawantinsuyu(
        3, purple=side, black={"points": 50, "corn": 3}, orange={"points": 50, "stone": 2}
    )
    ranks = {each.side: each.rank for each in standings(table.state)}
    assert ranks == {0: 1, 1: 1, 2: 3}


def test_the_third_festival_ends_the_game() -> None:
    """16.5: without new workers, cards or another turn."""
    table = tawantinsuyu(
        purple={"gods": ["G01"], "potato": 2, "points": 40, "temple": 9, "workers": ["red"]},
        village=(),
        festivals=2,
        token="purple",
        do=hold_festival(),
    )
    assert (table.asked, table.state.over, table.state.village) == ("", True, [])
    assert table.points() == 40 + 5 + 2 + 1 + 1
