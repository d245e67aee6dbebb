"""Which language a client gets."""

import pytest

import texts
from schemas import fields
from store import webhooks
from store.hook_seats import HookEndpoint


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("ja", "ja"),
        ("ja-JP,ja;q=0.9,en;q=0.8", "ja"),
        ("en-GB", "en"),
        ("fr", "en"),
        ("fr, en;q=0.3, ja;q=0.7", "ja"),
        ("ja;q=0, en", "en"),
        ("*", "en"),
        ("*;q=0.1, ja", "ja"),
        ("not a language header; q=q", "en"),
    ],
)
def test_best_follows_the_header(header: str | None, language: str) -> None:
    assert texts.best(header) == language


def test_what_can_be_chosen_is_what_there_is() -> None:
    """Schemas and stores import no texts."""
    assert fields.LANGUAGES == texts.LANGUAGES
    assert texts.DEFAULT == fields.LANGUAGES[0] == webhooks.DEFAULT == HookEndpoint("", ()).language
