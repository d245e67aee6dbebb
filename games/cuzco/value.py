from __future__ import annotations
from games.cuzco.state import Cuzco
def value(s: Cuzco, seat: int) -> float:
    return float(s.players[seat].points)
