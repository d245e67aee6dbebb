"""Documents for clients' authors and for strangers: changelog, versions, security.txt, terms."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from service import create_app
from service.edge.growing import MARK, growing, marked
from service.edge.openapi import specification
from service.processes.settings import Settings
from tests.conftest import ROOT, serving
from tests.service.table import problem

PAGES = {
    "/changelog": ROOT / "CHANGELOG.md",
    "/docs/guide": ROOT / "docs" / "clients.md",
    "/versioning": ROOT / "docs" / "versioning.md",
}


@pytest.mark.parametrize("path", PAGES)
def test_a_document_is_a_page_or_markdown(client: httpx.Client, path: str) -> None:
    text = PAGES[path].read_text(encoding="utf-8")
    page = client.get(path, headers={"Accept": "text/html,*/*;q=0.8"})
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert f"<h1>{text.partition(chr(10))[0].removeprefix('# ')}</h1>" in page.text
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    plain = client.get(path, headers={"Accept": "text/markdown"})
    assert (plain.headers["Content-Type"], plain.text) == ("text/markdown; charset=utf-8", text)
    assert plain.headers["ETag"] != page.headers["ETag"]
    for answer, accepted in ((page, "text/html"), (plain, "text/markdown")):
        headers = {"Accept": accepted, "If-None-Match": answer.headers["ETag"]}
        assert client.get(path, headers=headers).status_code == 304


def test_documents_are_in_the_package() -> None:
    """The patterns of package data match them, and links of the repository lead to them."""
    folder = ROOT / "service" / "presentation" / "documents"
    assert {each.resolve() for each in folder.iterdir()} == set(PAGES.values())
    assert {each.suffix for each in folder.iterdir()} == {".md"}


def test_the_entry_point_and_the_specification_name_the_policy(client: httpx.Client) -> None:
    index = client.get("/").json()
    assert (index["versioning"], index["changelog"]) == ("/versioning", "/changelog")
    assert "(/versioning)" in client.get("/openapi.json").json()["info"]["description"]


def test_every_enum_that_may_grow_is_marked() -> None:
    found = [frozenset(each["enum"]) - {None} for each in _enums(specification())]
    assert found
    assert set(found) <= {frozenset(words) for words in growing().values()}
    document = marked({"a": {"enum": [*growing()["kinds of jobs"], None]}})
    assert document["a"][MARK] is True
    other = marked({"a": {"enum": ["turn"]}, "example": {"enum": ["undo", "replay"]}})
    assert MARK not in str(other)


def _enums(part: Any) -> list[dict[str, Any]]:
    if isinstance(part, list):
        return [found for each in part for found in _enums(each)]
    if not isinstance(part, dict):
        return []
    return [*([part] if MARK in part else []), *_enums(list(part.values()))]


def test_an_operator_has_a_contact_and_terms(redis_url: str) -> None:
    settings = Settings(
        redis_url=redis_url,
        public_url="https://games.example.org",
        security_contact="mailto:security@example.org",
        security_expires="2027-06-30T00:00:00Z",
        terms_url="https://example.org/terms?lang=en",
    )
    with serving(create_app(settings)) as site:
        found = httpx.get(f"{site}/.well-known/security.txt")
        assert found.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert found.text.splitlines() == [
            "Contact: mailto:security@example.org",
            "Expires: 2027-06-30T00:00:00Z",
            "Canonical: https://games.example.org/.well-known/security.txt",
        ]
        terms = "https://example.org/terms?lang=en"
        assert httpx.get(f"{site}/").json()["terms"] == terms
        assert httpx.get(f"{site}/openapi.json").json()["info"]["termsOfService"] == terms


def test_without_a_date_the_contact_expires_within_a_year(redis_url: str) -> None:
    settings = Settings(redis_url=redis_url, security_contact="https://example.org/report")
    with serving(create_app(settings)) as site:
        _, line = httpx.get(f"{site}/.well-known/security.txt").text.splitlines()
    expires = datetime.fromisoformat(line.removeprefix("Expires: "))
    assert timedelta(days=170) < expires - datetime.now(UTC) < timedelta(days=365)


def test_without_a_contact_there_is_no_file(client: httpx.Client) -> None:
    problem(client.get("/.well-known/security.txt"), "not-found", 404)
    assert client.get("/").json()["terms"] is None
    assert "termsOfService" not in client.get("/openapi.json").json()["info"]
