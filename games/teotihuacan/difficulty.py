"""The difficulty of the solo game: settings of the Teotibot, other values as options (11.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.module import Module, per_combination
from games.teotihuacan.bot_data import TEOTIBOT, Setting


@dataclass(frozen=True)
class Strength:
    """The values of the settings: starting power and resources, and what things bring (R145).

    ``exchange`` are points for cocoa, ``worship`` temple steps, ``bonus`` and ``technology`` points
    for a temple bonus tile and for a technology.
    """

    power: int
    resources: int
    exchange: int
    worship: int
    bonus: int
    technology: int


def option(setting: Setting, value: int) -> str:
    """Return the name of the option that gives a setting another value."""
    return f"teotibot_{setting.name}_{value}"


def _strength(chosen: tuple[str, ...]) -> Strength:
    values = {setting.name: setting.value for setting in TEOTIBOT.setting}
    for setting in TEOTIBOT.setting:
        for other in setting.others:
            if option(setting, other) in chosen:
                values[setting.name] = other
    return Strength(**values)


strength = per_combination(_strength)
"""The strength of the Teotibot in a game."""


def _modules() -> Iterator[Module]:
    for setting in TEOTIBOT.setting:
        names = [option(setting, value) for value in setting.others]
        for name, value in zip(names, setting.others, strict=True):
            others = tuple(each for each in names if each != name)
            summary = setting.summary.format(n=value)
            yield Module(name=name, summary=summary, excludes=others, seats=(1,))


MODULES = tuple(_modules())
"""An option for each value that is not the usual one; those of one setting exclude each other."""
