"""``python -m bench [PART …] [--write]``: measure, print, and write docs/performance.md."""

from __future__ import annotations

import argparse
from importlib import import_module

from bench.report import Report, machine, write
from bench.rounds import Effort

PARTS = ("engine", "replay", "http", "edge", "streams", "memory", "rq")


def main() -> None:
    """Measure the chosen parts, by default all."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--write", action="store_true", help="into docs/performance.md")
    parser.add_argument("--rounds", type=int, default=Effort.rounds, help="(%(default)s)")
    parser.add_argument("--seconds", type=float, default=Effort.seconds, help="(%(default)s)")
    chosen = parser.parse_args()
    if unknown := sorted(set(chosen.parts) - set(PARTS)):
        parser.error(f"unknown part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    effort, where = Effort(chosen.rounds, chosen.seconds), machine()
    print(f"{where}; medians of {effort.rounds} interleaved rounds")
    reports: list[Report] = []
    for part in chosen.parts or PARTS:
        reports.append(import_module(f"bench.{part}").measure(effort))
        print(f"\n{reports[-1].text()}", flush=True)
    if chosen.write:
        write(reports, where)


if __name__ == "__main__":
    main()
