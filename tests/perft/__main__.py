"""Count every position anew and write the file of each title that has positions."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from games import all_titles
from tests.perft import FOLDER, perft


def write(title: str) -> None:
    """Write tests/perft/<title>.toml."""
    lines = [
        f"# Answer sequences of tests/games/{title}/positions.py, by depth from 1.",
        "# Made by `python -m tests.perft`; a change here is a change of the rules.",
        "",
    ]
    positions = import_module(f"tests.games.{title}.positions").POSITIONS
    for name, (position, depth) in positions.items():
        counts = [perft(position(), n) for n in range(1, depth + 1)]
        lines.append(f"{name} = {counts}")
        print(f"{title} {lines[-1]}")
    (FOLDER / f"{title}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in all_titles():
        if find_spec(f"tests.games.{name}.positions"):
            write(name)
