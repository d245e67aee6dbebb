"""Count every position anew and write the file of each title."""

from __future__ import annotations

from tests.games.tzolkin.positions import POSITIONS
from tests.perft import FOLDER, perft


def main() -> None:
    """Write tests/perft/tzolkin.toml."""
    lines = [
        "# Answer sequences of tests/games/tzolkin/positions.py, by depth from 1.",
        "# Made by `python -m tests.perft`; a change here is a change of the rules.",
        "",
    ]
    for name, (position, depth) in POSITIONS.items():
        counts = [perft(position(), n) for n in range(1, depth + 1)]
        lines.append(f"{name} = {counts}")
        print(lines[-1])
    (FOLDER / "tzolkin.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
