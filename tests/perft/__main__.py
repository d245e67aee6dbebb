"""Count every position anew and write the file of each title that has positions."""

from __future__ import annotations

from tests.perft import FOLDER, Position, counted, positions


def write(title: str, known: dict[str, Position]) -> None:
    """Write tests/perft/<title>.toml."""
    lines = [
        f"# Answer sequences of tests/games/{title}/positions.py, by depth from 1.",
        "# Made by `python -m tests.perft`; a change here is a change of the rules.",
        "",
    ]
    for name, position in known.items():
        lines.append(f"{name} = {counted(position)}")
        print(f"{title} {lines[-1]}")
    (FOLDER / f"{title}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for each, known in positions().items():
        write(each, known)
