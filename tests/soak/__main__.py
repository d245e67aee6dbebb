"""``python -m tests.soak [PART …]``: the long runs; what does not hold ends them."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from bench.report import ROOT, Report, machine, write
from tests.soak import attacks, games, kills, laws, records, service

PAGE = ROOT / "docs" / "reliability.md"


def main() -> None:
    """Run the chosen parts; all of them when none is named."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        help="of records, laws, service, games, kills, strangers",
    )
    parser.add_argument("--write", action="store_true", help="into docs/reliability.md")
    parser.add_argument("--games", type=int, default=500, help="a kind (%(default)s)")
    parser.add_argument("--minutes", type=float, default=10, help="of kills (%(default)s)")
    parser.add_argument(
        "--seconds", type=int, default=60, help="of each attack of strangers (%(default)s)"
    )
    chosen = parser.parse_args()
    parts: dict[str, Callable[[], Report]] = {
        "records": records.run,
        "laws": lambda: laws.run(chosen.games),
        "service": service.run,
        "games": lambda: games.run(chosen.games),
        "kills": lambda: kills.run(chosen.minutes),
        "strangers": lambda: attacks.run(chosen.seconds),
    }
    if unknown := sorted(set(chosen.parts) - set(parts)):
        parser.error(f"unknown part {', '.join(unknown)}; there are {', '.join(parts)}")
    where = machine()
    reports = []
    for part in chosen.parts or parts:
        reports.append(parts[part]())
        print(f"\n{reports[-1].text()}", flush=True)
    if chosen.write:
        write(reports, where, PAGE)


if __name__ == "__main__":
    main()
