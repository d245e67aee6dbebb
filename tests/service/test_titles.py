"""Every title over HTTP, from the offered options alone, each answer held against the spec."""

from __future__ import annotations

from random import Random

import httpx
import pytest
from jsonschema_rs import Draft202012Validator

from games import all_titles
from tests.service.table import Json, Table, events_of
from tests.toy import TITLE as TOY

TITLES = sorted(all_titles())


def choose(table: Table, seat: int, rng: Random) -> list[str]:
    """Return a turn of random steps, looked for as a client does."""
    steps: list[str] = []
    while True:
        ahead = table.get("/legal", seat, params={"after": steps, "explain": "1"}).json()
        if ahead["complete"]:
            return steps
        option = rng.choice(ahead["choices"]["options"])
        assert option["text"]
        assert option["step"] not in {each["step"] for each in ahead["refused"]}
        steps.append(option["step"])
        if option["barrier"]:
            return steps


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_is_played_from_what_is_offered(client: httpx.Client, title: str) -> None:
    rng = Random(11)
    table = Table(client, ruleset=title, seats=["user"] * all_titles()[title].seats[0])
    while (game := table.see())["status"] == "running":
        seat = rng.choice(game["awaited"])["seat"]
        steps = choose(table, seat, rng)
        tried = table.post("/preview", seat, {"rev": game["rev"], "steps": steps}).json()
        assert tried["complete"], steps
        answer = table.turn(seat, *steps, rev=game["rev"])
        assert answer.status_code == 201, answer.text
        if not tried["reveals"] and answer.json()["status"] == "running":
            foreseen = events_of(tried)
            assert foreseen == events_of(answer.json())[: len(foreseen)]
    assert sorted(each["rank"] for each in game["result"])[0] == 1
    entries = table.get("/log?limit=1000&events=1").json()["entries"]
    lines = [line for entry in entries for line in entry.get("steps", [])]
    assert all(line["step"] for line in lines)
    assert table.get(f"/states/{game['rev']}?as=everything").json()["view"] == game["view"]


def test_a_title_tells_all_that_a_client_needs(client: httpx.Client) -> None:
    listed = client.get("/v1/rulesets").json()["rulesets"]
    assert {each["name"] for each in listed} == {*TITLES, "toy"}
    for each in listed:
        page = client.get(f"/v1/rulesets/{each['name']}")
        title = page.json()
        assert title.items() >= each.items()
        assert client.get(f"/v1/rulesets/{each['id']}").json() == title
        assert set(title["schemas"]) == {"view", "own", "effect", "option", "component"}
        again = {"If-None-Match": page.headers["ETag"]}
        assert client.get(f"/v1/rulesets/{each['name']}", headers=again).status_code == 304
        component = Draft202012Validator(title["schemas"]["component"])
        assert [each["id"] for each in title["components"] if not component.is_valid(each)] == []
    path = "/v1/rulesets/tzolkin"
    japanese = client.get(path, headers={"Accept-Language": "ja"}).json()
    english = client.get(path).json()
    assert japanese["summary"] != english["summary"]
    assert japanese["components"] != english["components"]
    assert icons(japanese) == icons(english)
    assert len(set(icons(english))) == len(english["components"])


def icons(title: Json) -> list[str]:
    return [component["icon"] for component in title["components"]]


@pytest.mark.parametrize("title", TITLES)
def test_a_view_has_a_label_for_every_field(client: httpx.Client, title: str) -> None:
    labels = client.get(f"/v1/rulesets/{title}").json()["labels"]
    view = Table(client, ruleset=title, seats=["user"] * 2).see()["view"]
    assert view.keys() - {"title"} <= labels.keys()
    assert {f"players.{name}" for name in view["players"][0]} <= labels.keys()


def test_a_component_is_told_by_kind_with_its_facts(client: httpx.Client) -> None:
    title = client.get("/v1/rulesets/toy").json()
    assert title["components"][8] == {
        "id": "c9",
        "kind": "card",
        "title": "card 9",
        "text": "card 9",
        "icon": "card.c9",
        "assumed": True,
        "facts": {"stones": 9},
    }
    assert title["goods"] == [{"id": "stone", "title": "stone", "icon": "good.stone"}]
    assert title["labels"]["players.kept"] == "card kept"
    kept = title["schemas"]["view"]["properties"]["players"]["items"]["properties"]["kept"]
    assert kept["description"] == "Card kept: how many. Only their owner sees which."
    long = title["options"][0]
    assert (long["title"], long["text"]) == ("Long game", "Six rounds instead of three.")
    assert (long["is_module"], long["requires"], long["excludes"]) == (False, [], ["tax"])


def test_facts_tell_effects_as_objects_with_named_arguments(client: httpx.Client) -> None:
    title = client.get("/v1/rulesets/tzolkin").json()
    facts = {each["id"]: each["facts"] for each in title["components"] if each["kind"] == "action"}
    assert facts["palenque 1"]["do"] == [{"verb": "fish", "corn": 3}]
    rows = client.get("/v1/rulesets/tawantinsuyu").json()["tables"]["axomamma"]["row"]
    assert {effect["verb"] for row in rows for spot in row["spots"] for effect in spot}


def test_a_title_tells_what_its_modules_go_with(client: httpx.Client) -> None:
    told = {each["id"]: each for each in client.get("/v1/rulesets/toy").json()["options"]}
    for module in TOY.modules:
        each = told[module.name]
        assert each["is_module"] == (module.part is not None or bool(module.components()))
        assert each["requires"] == list(module.requires)
        assert set(module.excludes) <= set(each["excludes"])
        assert all(module.name in told[other]["excludes"] for other in each["excludes"])
        assert each["seats"] == list(module.seats or TOY.seats)


@pytest.mark.parametrize("title", TITLES)
def test_generators_type_every_kind_of_component(client: httpx.Client, title: str) -> None:
    shown = client.get(f"/v1/rulesets/{title}").json()
    shape = Draft202012Validator(shown["schemas"]["component"])
    for component in shown["components"]:
        shape.validate(component)
        assert not shape.is_valid({**component, "kind": "no such kind"})


def test_the_view_has_the_parts_of_the_chosen_modules_only(client: httpx.Client) -> None:
    """Both views fit the schema, and every field of a part has a label."""
    name = TOY.modules[0].name
    labels = client.get("/v1/rulesets/toy").json()["labels"]
    chosen, plain = Table(client, options=[name]).see()["view"], Table(client).see()["view"]
    assert chosen[name]
    assert not plain.get(name)
    assert {f"{name}.{field}" for field in chosen[name]} <= labels.keys()


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ([], "Which card do you keep?"),
        (["bazaar", "tax"], "Which card do you keep before the tax?"),
    ],
    ids=["plain", "tax"],
)
def test_a_module_replaces_texts_in_its_games(
    client: httpx.Client, options: list[str], asked: str
) -> None:
    assert Table(client, options=options).see(0)["choices"]["text"] == asked


def test_a_module_is_told_from_a_variant(client: httpx.Client) -> None:
    told = client.get("/v1/rulesets/teotihuacan").json()["options"]
    modules = {each["id"] for each in told if each["is_module"]}
    assert {"obsidian", "mansion", "architecture"} <= modules
    assert not modules & {"first_game", "teotibot_power_1", "dark_eclipse"}


def test_the_list_of_titles_has_a_tag_for_each_language(client: httpx.Client) -> None:
    first = client.get("/v1/rulesets")
    known = {"If-None-Match": first.headers["ETag"]}
    assert client.get("/v1/rulesets", headers=known).status_code == 304
    other = client.get("/v1/rulesets", headers={**known, "Accept-Language": "ja"})
    assert (other.status_code, first.status_code) == (200, 200)
