"""Records: every recorded game, played again to the byte."""

from __future__ import annotations

from bench.report import Report, Table
from games import all_titles
from tests.contract import test_records


def run() -> Report:
    """Run all tests of the recorded games."""
    report = Report("records", "Recorded games", [Table(["", "replayed to the byte"])])
    for title in all_titles():
        test_records.test_there_are_enough_recorded_games(title)
        for part in range(4):
            test_records.test_recorded_games_replay_to_the_byte(title, part)
        test_records.test_every_rule_and_component_is_seen_at_work(title)
        report.tables[0].add(title, str(len(test_records.files(title))))
    return report
