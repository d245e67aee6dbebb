"""Recording: keeps exchanges as examples of the specification, or compares with those kept.

With ``RECORD_EXAMPLES=1`` (`make examples`) what differs is written; without, it fails.
"""

from __future__ import annotations

import json
import os
import re
from typing import Any

import httpx

from service.edge import openapi_examples
from tests.service import conformance

RECORD = os.environ.get("RECORD_EXAMPLES") == "1"
HINT = "run `make examples` and look at what it has written"
_LETTER = "[2-9A-HJ-NP-Za-km-z]"
_FEW, _SOME = 3, 12
_SECRET = "vE0hV3kzN9yQ1cJx7bTfWm5sRd8uLg2a"

# What chance and the clock put into an answer, and what stands for it in the examples.
_CHANCE = (
    (r"\b\d{4}-\d\d-\d\dT[\d:.]+Z", "2026-11-21T12:00:00.000Z"),
    (r'("request":")[^"]*', r"\g<1>5f2b9c0e7a1d4836"),
    (r"http://127\.0\.0\.1:\d+/docs/", "https://games.example.org/docs/"),
    (r"recover_\w{12}\.[\w-]{27}", "recover_Kx7mPq2RtY8w.4hTmXb-9Qw2Lr-Zp8KcV-n3YdFs"),
    (r"tok_[0-9a-f]{16}", "tok_5f2b9c0e7a1d4836"),
    (r"live_[\w-]{22}", "live_Zp4cN8wYx2rLk0VbTq6hDg"),
    (r"(?<![\w-])((?:acct_)?\w{12}\.)[\w-]{32}(?![\w-])", rf"\1{_SECRET}"),
    (
        rf"(?<![\w-])((?:acct|hook)_)?(?=\w\w*[A-Z2-9]){_LETTER}{{12}}(?![\w-])",
        r"\1Kx7mPq2RtY8w",
    ),
    (r"(?<![\w-])(?=[\w-]*\d|[\w-]*[a-z][A-Z])[\w-]{22}(?![\w-])", "Zp4cN8wYx2rLk0VbTq6hDg"),
    (r"player_[\w-]{16}", "player_Zk3vN0mXq1aB4cDe"),
    (r"\b[0-9a-f]{64}\b", "9d1f" * 16),
    (r"whsec_[0-9A-Za-z+/=]+", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
)

# The toy is a title of the tests only.
_TOY = ((r',"toy@2"', ""), (r", toy@2", ""))


def plain(text: str) -> str:
    """The text of an answer with the same times, ids and tokens every time."""
    for pattern, instead in (*_CHANCE, *_TOY):
        text = re.sub(pattern, instead, text)
    return text


def answer(name: str, status: int, media: str, told: httpx.Response) -> None:
    """Keep an answer, with the body it was asked for, or compare it with the one kept."""
    shown: Any = plain(told.text)
    if media.endswith("json") and "ndjson" not in media:
        whole = json.loads(shown)
        cut = (short(whole), short(whole, maps=False), whole)
        shown = next(each for each in cut if conformance.fits(told, each))
    kept = openapi_examples.of(name).get("answers", {}).get(str(status), {}).get(media)
    if RECORD and (kept is None or not alike(kept, shown) or not conformance.fits(told, kept)):
        _write(name, ("answers", str(status), media), shown)
    if not RECORD:
        assert kept is not None, f"{name} has no example of {status} {media}: {HINT}"
        assert alike(kept, shown), f"the example of {name} {status} is old: {HINT}"


def body(name: str, answer: httpx.Response) -> None:
    """Keep what was sent to an operation, unless an example that fits is kept already."""
    sent, media = answer.request.content, answer.request.headers.get("Content-Type", "")
    if not (RECORD and sent and answer.is_success):
        return
    kept = openapi_examples.of(name).get("body", {})
    if media not in kept or not conformance.takes(answer.request, media, kept[media]):
        text = sent.decode()
        _write(name, ("body", media), json.loads(text) if media == "application/json" else text)


def problem(name: str, code: str, told: httpx.Response) -> None:
    """Keep the document of a problem, or compare it with the one kept."""
    shown, kept = json.loads(plain(told.text)), openapi_examples.problem(name, code)
    alike = kept is not None and _problem(kept) == _problem(shown)
    if RECORD and not (alike and _is_problem(kept)):
        _write(name, ("problems", code), shown)
    if not RECORD:
        assert kept is not None, f"{name} has no example of {code}: {HINT}"
        assert _problem(kept) == _problem(shown), f"the example of {name} {code} is old: {HINT}"


def _is_problem(document: Any) -> bool:
    """Return whether a document has the shape of problems."""
    return conformance.validator("/components/schemas/ProblemDocument").is_valid(document)


def _problem(document: dict[str, Any]) -> dict[str, Any]:
    """Its sentences, which name the case, and the members it has."""
    said = {name: document[name] for name in ("type", "title", "status", "code")}
    said["detail"] = re.sub(r"\d+", "0", document["detail"])  # seconds to wait, for one
    return {**said, "members": sorted(document), "params": sorted(document["params"])}


def alike(kept: Any, shown: Any) -> bool:
    """Whether two answers have the same members, with the same kind of value unless it is null."""
    if not isinstance(kept, dict) or not isinstance(shown, dict):
        return isinstance(kept, type(shown))
    return kept.keys() == shown.keys() and all(
        None in (kept[name], shown[name]) or _kind(kept[name]) is _kind(shown[name])
        for name in kept
    )


def _kind(value: Any) -> type:
    return float if isinstance(value, int) and not isinstance(value, bool) else type(value)


def short(value: Any, *, maps: bool = True) -> Any:
    """Return a value with its long lists, and with ``maps`` its long mappings, cut.

    References are left out, because linters follow them also in examples.
    """
    if isinstance(value, list):
        deep = any(isinstance(each, dict | list) for each in value)
        return [short(each, maps=maps) for each in value[: _FEW if deep else _SOME]]
    if not isinstance(value, dict):
        return value
    members = [member for member in value.items() if member[0] != "$ref"]
    one_kind = len({type(each) for each in value.values()}) == 1
    kept = members[:_SOME] if maps and one_kind else members
    return {name: short(each, maps=maps) for name, each in kept}


def _write(name: str, place: tuple[str, ...], value: Any) -> None:
    """Put one example into the file of its operation, each example on a line of its own."""
    found = part = json.loads(json.dumps(openapi_examples.of(name)))
    for step in place[:-1]:
        part = part.setdefault(step, {})
    part[place[-1]] = value
    _keep(name, found)


def _keep(name: str, found: openapi_examples.Exchange) -> None:
    openapi_examples.FOLDER.mkdir(exist_ok=True)
    path = openapi_examples.FOLDER / f"{name}.json"
    path.write_text(_text(found, _DEPTH) + "\n", encoding="utf-8")
    openapi_examples.of.cache_clear()


_DEPTH: dict[str, Any] = {"body": 1, "answers": 2, "problems": 1}


def _text(value: Any, depth: int | dict[str, int], indent: str = "") -> str:
    """JSON in which each example is a line of its own."""
    if depth == 0:
        return json.dumps(value, ensure_ascii=False)
    inner, lines = indent + "  ", []
    for name in sorted(value):
        below = depth[name] if isinstance(depth, dict) else depth - 1
        lines.append(f"{inner}{json.dumps(name)}: {_text(value[name], below, inner)}")
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


def prune(wanted: dict[str, set[tuple[str, ...]]]) -> set[str]:
    """The examples of what is not in the specification any more; recording removes them."""
    old = set()
    for path in openapi_examples.FOLDER.glob("*.json"):
        found, name = openapi_examples.of(path.stem), path.stem
        places: set[tuple[str, ...]] = {("problems", code) for code in found.get("problems", {})}
        for status, by_media in found.get("answers", {}).items():
            places |= {("answers", status, media) for media in by_media}
        if gone := places - wanted.get(name, set()):
            old |= {f"{name} {' '.join(place)}" for place in gone}
            if RECORD:
                _remove(name, gone)
    return set() if RECORD else old


def _remove(name: str, gone: set[tuple[str, ...]]) -> None:
    found = json.loads(json.dumps(openapi_examples.of(name)))
    for place in gone:
        part = found
        for step in place[:-1]:
            part = part[step]
        del part[place[-1]]
    _keep(name, found)
