"""Interleaved rounds, so that other load affects all measured things."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from time import process_time


@dataclass(frozen=True)
class Effort:
    """The number of rounds, and the seconds of each."""

    rounds: int = 5
    seconds: float = 3.0


def interleaved(runs: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """Return the results of each run; each round runs all of them once."""
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            found[name].append(run())
    return found


def medians(runs: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """Return the median result of each run over interleaved rounds."""
    return {name: median(values) for name, values in interleaved(runs, rounds).items()}


def microseconds(run: Callable[[], object], calls: int, seconds: float) -> Callable[[], float]:
    """Return a run that measures the CPU µs per call of a function that makes ``calls`` calls."""

    def measure() -> float:
        done, start = 0, process_time()
        while (spent := process_time() - start) < seconds or not done:
            run()
            done += calls
        return spent / done * 1e6

    return measure


def percentile(values: Sequence[float], per_cent: int) -> float:
    """Return a percentile."""
    if len(values) == 1:
        return values[0]
    return quantiles(values, n=100, method="inclusive")[per_cent - 1]
