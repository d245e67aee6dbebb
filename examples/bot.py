"""A bot in one file, with the standard library only: it plays one seat, at random.

It knows no title: every question comes with all legal options.

    python examples/bot.py http://127.0.0.1:8000 new tzolkin bot:greedy   # or: open, to wait
    python examples/bot.py http://127.0.0.1:8000 join GAME
"""

import json
import random
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVICE, ACTION, NAME, *OTHERS = sys.argv[1:]
AUTH: dict[str, str] = {}


def call(method: str, path: str, body: Any = None, **headers: str) -> tuple[int, dict[str, Any]]:
    """Return the status and the JSON of an answer, and wait if the service asks for it."""
    sent = {"Accept": "application/json", "Content-Type": "application/json", **AUTH, **headers}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(SERVICE + path, data, sent, method=method), timeout=90) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        if error.code not in (429, 503):
            return error.code, json.load(error)
        time.sleep(int(error.headers.get("Retry-After", 1)))
        return call(method, path, body, **headers)


def think(rev: int, choices: dict[str, Any]) -> list[str]:
    """Return a whole turn: random options until it is complete."""
    steps = [random.choice(choices["options"])["step"]]
    while (ahead := call("POST", f"{GAME}/preview", {"rev": rev, "steps": steps})[1]).get("next"):
        steps.append(random.choice(ahead["next"]["options"])["step"])
    return steps  # if the game has moved on, posting the steps fails with 412


if ACTION == "new":
    seats = [{"holder": holder} for holder in ("user", *OTHERS)]
    _, seat = call("POST", "/v1/games", {"ruleset": NAME, "seats": seats})
    GAME, token = f"/v1/games/{seat['id']}", seat["tokens"]["seats"]["0"]
else:
    GAME, token = f"/v1/games/{NAME}", call("POST", f"/v1/games/{NAME}/seats", {})[1]["token"]
AUTH["Authorization"] = f"Bearer {token}"
print(GAME, flush=True)
while (table := call("GET", GAME)[1])["status"] in ("waiting", "running"):
    status, rev = 409, table["rev"]
    if table["choices"]:
        turn = {"steps": think(rev, table["choices"])}
        status, told = call("POST", f"{GAME}/turns", turn, **{"If-Match": f'"{rev}"'})
        assert status in (200, 201, 409, 412), f"{turn}: {told['detail']}"
    if status == 409:  # not our turn: wait for an event; 412: load the game again
        call("GET", f"{GAME}/events?after={rev}&wait=25")
print(table["status"], table["result"])
