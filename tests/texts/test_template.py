"""Templates are cut as written and refuse what they cannot fill."""

from typing import Any

import pytest

from texts.template import Template


class Plain:
    """Says a value as Python does, with its spec behind it."""

    def say(self, value: Any, spec: str) -> str:
        return f"{value}{'!' + spec if spec else ''}"


def test_places_are_filled_by_name_number_and_spec() -> None:
    template = Template.parse("{seat} pays {0:corn} for {1} {{now}}")
    filled = template.fill({"seat": "Seat 2", "0": 3, "1": "wood"}, Plain())
    assert filled == "Seat 2 pays 3!corn for wood {now}"


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        Template.parse("{1}").fill({"0": 3}, Plain())


@pytest.mark.parametrize("text", ["{0", "0}", "{}", "{0!r}", "{0.real}", "{0[1]}", "{a b}"])
def test_a_malformed_template_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"[{}]|brace"):
        Template.parse(text)
