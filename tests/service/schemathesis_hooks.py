"""For schemathesis: requests that are right by their shape are about games that exist.

By chance alone no id, token, revision or step would be. GAMES holds ids and tokens of some games,
as JSON.
"""

from __future__ import annotations

import json
import os
import random
from typing import Any

import httpx
import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation import GenerationMode

OFTEN = 0.9
LUCK = random.Random(1)
"""Our own, because Hypothesis seeds the common one anew for each request."""

GAMES: dict[str, list[str]] = json.loads(os.environ.get("GAMES", "{}"))
JOBS: dict[str, str] = {}
TOKENS: list[str] = []
"""Of an account that keeps its webhooks and seeks."""
HOOKS: list[str] = []
SEEKS: list[str] = []
HTTP = httpx.Client()
SEEN = os.environ.get("SEEN")


@schemathesis.hook
def before_load_schema(_context: Any, raw_schema: dict[str, Any]) -> None:
    """Leave out the default responses: a status that is not listed is a fault here."""
    for methods in raw_schema["paths"].values():
        for operation in methods.values():
            operation["responses"].pop("default", None)


def _valid(case: Any, location: ParameterLocation) -> bool:
    """Return whether this part of a request is meant to be right, and may be made so."""
    part = case.meta.components.get(location) if case.meta else None
    right = part is None or part.mode == GenerationMode.POSITIVE
    return right and LUCK.random() < OFTEN


@schemathesis.hook
def before_call(_context: Any, case: Any, _kwargs: dict[str, Any]) -> None:
    """Put in a game that exists, the token of one of its seats, its revision and its options."""
    path = case.path_parameters or {}
    if case.operation.path.startswith(("/v1/me", "/v1/seeks")):
        _as_account(case, path)
        return
    if "job_id" in path and JOBS and _valid(case, ParameterLocation.PATH):
        path["job_id"] = LUCK.choice(list(JOBS))
        if "game_id" in path:
            path["game_id"] = JOBS[path["job_id"]]
    elif "game_id" in path and GAMES and _valid(case, ParameterLocation.PATH):
        path["game_id"] = LUCK.choice(list(GAMES))
    if "/engine/" in case.operation.path:
        _on_paper(case, path)
    held = GAMES.get(path.get("game_id", ""))
    if not held:
        return
    if "after" in (case.query or {}) and _valid(case, ParameterLocation.QUERY):
        del case.query["after"]  # hardly any step is legal by chance
    headers = {**(case.headers or {}), "Authorization": f"Bearer {LUCK.choice(held)}"}
    address = f"{case.operation.base_url.rstrip('/')}/v1/games/{path['game_id']}"
    game = HTTP.get(address, headers={"Authorization": headers["Authorization"]}).json()
    if "rev" not in game:  # the seat has changed hands, so the token is invalid
        return
    if "request_id" in path and game.get("undo_request") and LUCK.random() < OFTEN:
        path["request_id"] = game["undo_request"]["id"]
    if "message_id" in path and _valid(case, ParameterLocation.PATH):
        path["message_id"] = f"seats-{LUCK.randint(1, 3)}"
    if "If-Match" in headers and _valid(case, ParameterLocation.HEADER):
        headers["If-Match"] = f'"{game["rev"]}"'
    case.headers = headers
    if isinstance(case.body, dict) and _valid(case, ParameterLocation.BODY):
        _fill(case.body, game)


def _as_account(case: Any, path: dict[str, Any]) -> None:
    """Put in an account that exists: the same for webhooks and seeks, else one to be closed."""
    base = case.operation.base_url.rstrip("/")
    kept = TOKENS if case.operation.path.startswith(("/v1/me/hooks", "/v1/seeks")) else []
    if not kept:
        kept.append(HTTP.post(f"{base}/v1/accounts").json()["token"])
    case.headers = {**(case.headers or {}), "Authorization": f"Bearer {kept[0]}"}
    if "hook_id" in path and HOOKS and _valid(case, ParameterLocation.PATH):
        path["hook_id"] = LUCK.choice(HOOKS)
    if "token_id" in path and _valid(case, ParameterLocation.PATH):
        path["token_id"] = HTTP.get(f"{base}/v1/me", headers=case.headers).json()["token"]["id"]
    if "seek_id" in path and SEEKS and _valid(case, ParameterLocation.PATH):
        path["seek_id"] = LUCK.choice(SEEKS)
    named = isinstance(case.body, dict) and "ruleset" in case.body
    if named and _valid(case, ParameterLocation.BODY):
        case.body = {"ruleset": "tzolkin", "clock": case.body.get("clock")}
    named = isinstance(case.body, dict) and "url" in case.body
    if named and _valid(case, ParameterLocation.BODY):
        case.body["url"] = "https://hooks.example.org/"


def _on_paper(case: Any, path: dict[str, Any]) -> None:
    """A title that exists, and one way of saying which game it is."""
    if _valid(case, ParameterLocation.PATH):
        path["name"] = "tzolkin"
    if isinstance(case.body, dict) and _valid(case, ParameterLocation.BODY):
        for other in ("record", "text", "options"):
            case.body.pop(other, None)
        case.body["seats"] = LUCK.choice([2, 3, 4])
        case.body["turns"] = case.body.get("turns", [])[:1] if LUCK.random() < OFTEN else []


def _fill(body: dict[str, Any], game: dict[str, Any]) -> None:
    if "steps" in body and game.get("choices"):
        body["steps"] = [LUCK.choice(game["choices"]["options"])["step"]]
    if "rev" in body:
        body["rev"] = game["rev"]
    body.pop("to", None)
    body.pop("from", None)
    if body.get("seat"):
        body["seat"] = 1


@schemathesis.hook
def after_call(_context: Any, case: Any, response: Any) -> None:
    """Remember what was made, and tell what was answered."""
    name = case.operation.definition.raw["operationId"]
    if response.status_code == 201 and name == "create_game":
        made = response.json()
        GAMES[made["id"]] = [*made["tokens"]["seats"].values(), made["tokens"]["host"]]
    if response.status_code == 201 and name == "create_webhook":
        HOOKS.append(response.json()["id"])
    if response.status_code == 201 and name == "create_seek":
        SEEKS.append(response.json()["id"])
    if response.status_code == 202 and name == "start_replay":
        JOBS[response.json()["id"]] = response.json()["game"]
    if SEEN:
        with open(SEEN, "a", encoding="utf-8") as file:
            file.write(f"{name} {response.status_code}\n")
