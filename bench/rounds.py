"""Rounds: several things measured in turns, so that what disturbs one disturbs all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from time import process_time


@dataclass(frozen=True)
class Effort:
    """How many rounds are measured, and how many seconds one of them takes."""

    rounds: int = 5
    seconds: float = 3.0


def interleaved(runs: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """The results of each run, all of them once a round."""
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            found[name].append(run())
    return found


def medians(runs: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The median result of each run over interleaved rounds."""
    return {name: median(values) for name, values in interleaved(runs, rounds).items()}


def microseconds(run: Callable[[], object], calls: int, seconds: float) -> Callable[[], float]:
    """A run that tells the µs of CPU a call of what calls something ``calls`` times."""

    def measure() -> float:
        done, start = 0, process_time()
        while (spent := process_time() - start) < seconds or not done:
            run()
            done += calls
        return spent / done * 1e6

    return measure


def percentile(values: Sequence[float], per_cent: int) -> float:
    """The value below which so many per cent of the others lie."""
    if len(values) == 1:
        return values[0]
    return quantiles(values, n=100, method="inclusive")[per_cent - 1]
