"""Looking ahead, trying and playing turns."""

from __future__ import annotations

import httpx
import pytest

from games import all_titles
from service.presentation import refusals
from store import Store
from tests.service.table import Table, events_of, problem, steps_of


@pytest.fixture
def table(client: httpx.Client) -> Table:
    """Three seats after the opening; seat 0 has the first turn."""
    table = Table(client)
    table.keep_all()
    assert table.awaited == [0]
    return table


def test_a_turn_changes_the_table_and_tells_what_happened(table: Table) -> None:
    answer = table.turn(0, "take 2", "give back")
    assert answer.status_code == 201
    told = answer.json()
    assert told["rev"] == 4
    assert answer.headers["ETag"] == '"4"'
    assert answer.headers["Location"] == f"{table.path}/states/4"
    effects = [event["effect"] for event in events_of(told) if event["seat"] == 0]
    assert {"verb": "take", "n": 2} in effects
    assert {"verb": "pay", "goods": {"stone": 1}} in effects
    assert [step["step"] for step in told["steps"]] == ["take 2", "give back"]
    assert told["view"]["players"][0]["goods"] == {"stone": 1}
    assert told["view"] == table.see()["view"]
    assert [each["seat"] for each in told["awaited"]] == [1]
    assert told["next"] is None


def test_a_short_answer_when_that_is_preferred(table: Table) -> None:
    answer = table.turn(0, "rest", Prefer="return=minimal")
    assert set(answer.json()) == {"rev", "awaited"}
    assert answer.headers["Preference-Applied"] == "return=minimal"


def test_the_same_turn_again_is_not_played_twice(table: Table) -> None:
    first = table.turn(0, "take 3", "done", rev=3)
    second = table.turn(0, "take 3", "done", rev=3)
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.content == second.content
    assert first.headers["ETag"] == second.headers["ETag"]
    table.play(1, "rest")
    table.play(2, "draw")
    later = table.turn(0, "take 3", "done", rev=3)
    assert (later.status_code, later.content) == (200, first.content)
    assert table.rev == 6


def test_another_turn_on_a_revision_that_was_answered_is_stale(table: Table) -> None:
    table.play(0, "take 3", "done")
    told = problem(table.turn(0, "take 1", "done", rev=3), "stale-revision", 412)
    assert told["rev"] == 4
    assert [entry["rev"] for entry in told["entries"]] == [4]
    assert [line["step"] for line in told["entries"][0]["steps"]] == ["take 3", "done"]
    assert [each["seat"] for each in told["awaited"]] == [1]


def test_a_revision_to_come_is_no_better_than_an_old_one(table: Table) -> None:
    assert problem(table.turn(0, "rest", rev=9), "stale-revision", 412)["entries"] == []


def test_a_turn_needs_the_revision_it_answers(table: Table) -> None:
    told = problem(table.post("/turns", 0, {"steps": ["rest"]}), "revision-required", 428)
    assert told["rev"] == 3
    wrong = table.post("/turns", 0, {"steps": ["rest"]}, If_Match='"latest"')
    assert problem(wrong, "invalid-request", 422)["errors"][0]["parameter"] == "If-Match"


@pytest.mark.parametrize(
    ("tag", "mistake"),
    [
        ('W/"3"', "a weak tag (W/) is not accepted"),
        ("3", "the quotes are missing"),
        ("*", "* is not accepted, because it names no revision"),
        ('"3', ""),
        ('"03"', ""),
        ('"-1"', ""),
        ('"3", "4"', ""),
        ("", "the quotes are missing"),
    ],
)
def test_a_revision_has_one_form(table: Table, tag: str, mistake: str) -> None:
    """A weak tag does not promise that nothing has changed, and the others are mistakes."""
    wrong = table.post("/turns", 0, {"steps": ["rest"]}, If_Match=tag)
    fault = problem(wrong, "invalid-request", 422)["errors"][0]
    right = 'should be the revision that you know in quotes, such as "3"'
    assert fault == {
        "parameter": "If-Match",
        "message": f"{right}; {mistake}" if mistake else right,
    }
    assert table.turn(0, "rest", rev=3).status_code == 201


def test_a_step_that_is_not_offered_is_answered_with_those_that_are(table: Table) -> None:
    told = problem(table.turn(0, "take 3", "jump"), "illegal-step", 422)
    assert (told["index"], told["got"]) == (1, "jump")
    assert told["legal"] == ["give back", "done"]
    linked = table.client.get(told["link"], headers=table.auth(0)).json()
    assert steps_of(linked["choices"]) == told["legal"]
    assert table.rev == 3


def test_of_many_steps_the_first_are_listed_and_a_link_has_all(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refusals.SHOWN_STEPS == 20
    monkeypatch.setattr(refusals, "SHOWN_STEPS", 2)
    told = problem(table.turn(0, "fly"), "illegal-step", 422)
    linked = table.client.get(told["link"], headers=table.auth(0)).json()
    assert len(steps_of(linked["choices"])) == told["options"] == 8
    assert told["legal"] == steps_of(linked["choices"])[:2]


def test_a_refused_step_is_told_why(table: Table) -> None:
    table.play(0, "take 3", "done")
    told = problem(table.turn(1, "take 3", "done"), "illegal-step", 422)
    assert (told["reason"], told["rule"]) == ("too-few", "toy 1")
    assert (told["text"], told["question"]) == ("The heap holds only 2 stones.", "turn")
    assert told["params"]["refusal"] == {"n": 2}
    explained = table.get("/legal?explain=1", seat=1).json()
    assert {each["step"] for each in explained["refused"]} == {"take 3"}
    assert not {each["step"] for each in explained["refused"]} & set(steps_of(explained["choices"]))


@pytest.mark.parametrize(
    ("sent", "meant"), [("give bak", ["give back"]), ("Give  Back", ["give back"]), ("fly", [])]
)
def test_a_step_never_heard_of_is_compared_with_those_offered(
    table: Table, sent: str, meant: list[str]
) -> None:
    told = problem(table.turn(0, "take 3", sent), "illegal-step", 422)
    assert (told["reason"], told["rule"], told["nearest"]) == ("unknown-step", None, meant)
    assert all(step in told["text"] for step in meant)
    assert told["params"] == {"index": 1, "step": sent, "refusal": {}}


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    "steps",
    [["take 9"], ["take 3", "fly"], ["roll", "rest"], ["x" * 200], ["é\n\x00"], ["take 1"]],
    ids=["beyond", "unknown", "too late", "long", "odd", "refused"],
)
def test_the_same_fault_is_told_alike_wherever_steps_are_sent(
    table: Table, steps: list[str], language: str
) -> None:
    if steps == ["take 1"]:
        table.play(0, "take 3", "done")
        table.play(1, "take 2", "done")
    (seat,), rev = table.awaited, table.rev
    headers = {"Accept-Language": language, "X-Request-Id": "same", "If-Match": f'"{rev}"'}
    headers |= table.auth(seat)
    ask, body = table.client.request, {"rev": rev, "steps": steps}
    answers = [
        ask("POST", f"{table.path}/turns", json={"steps": steps}, headers=headers),
        ask("POST", f"{table.path}/preview", json=body, headers=headers),
        ask("PUT", f"{table.path}/draft", json=body, headers=headers),
        ask("GET", f"{table.path}/legal", params={"after": steps}, headers=headers),
    ]
    told, *others = (problem(answer, "illegal-step", 422) for answer in answers)
    assert all({**other, "instance": told["instance"]} == told for other in others)
    assert told["got"] == steps[-1]


def test_steps_after_the_end_of_a_turn_belong_to_the_next(table: Table) -> None:
    told = problem(table.turn(0, "roll", "rest"), "illegal-step", 422)
    assert (told["index"], told["got"]) == (1, "rest")
    assert (told["reason"], told["rule"], told["question"]) == ("turn-over", None, None)
    assert (told["legal"], told["options"], told["nearest"]) == ([], 0, [])
    assert told["text"] in told["detail"]
    there = table.client.get(told["link"], headers=table.auth(0)).json()
    assert (there["complete"], there["choices"]) == (True, None)
    assert table.rev == 3


def test_half_a_turn_is_not_played(table: Table) -> None:
    told = problem(table.turn(0, "take 2"), "incomplete-turn", 422)
    assert steps_of(told["next"]) == ["give back", "done"]
    assert table.rev == 3
    assert table.see()["view"]["heap"] == 5


def test_who_is_not_asked_may_not_play(table: Table) -> None:
    told = problem(table.turn(1, "rest"), "not-your-turn", 409)
    assert [each["seat"] for each in told["awaited"]] == [0]
    problem(table.get("/legal", seat=2), "not-your-turn", 409)
    problem(table.post("/preview", 2, {"rev": 3, "steps": ["rest"]}), "not-your-turn", 409)


def test_looking_ahead_step_by_step(table: Table) -> None:
    first = table.get("/legal", seat=0)
    assert first.headers["ETag"] == '"3"'
    assert "take 2" in steps_of(first.json()["choices"])
    barriers = {o["step"]: o["barrier"] for o in first.json()["choices"]["options"]}
    assert barriers == {
        "take 1": True,
        "take 2": False,
        "take 3": False,
        "draw": True,
        "dig east": True,
        "dig west": True,
        "roll": True,
        "rest": True,
    }
    after = table.get("/legal", seat=0, params={"after": ["take 2", "give back"]}).json()
    assert after["complete"] is True
    assert after["choices"] is None
    open_ = table.get("/legal", seat=0, params={"after": ["take 3", "give back"]}).json()
    assert open_["complete"] is False
    assert steps_of(open_["choices"]) == ["give back", "done"]
    problem(table.get("/legal?after=fly", seat=0), "illegal-step", 422)
    assert table.get("/legal", seat=0, headers={"If-None-Match": '"3"'}).status_code == 304
    tags = {'"3"'}
    for asked in ({"after": "take 2"}, {"after": "take 3"}, {"explain": "1"}):
        tag = table.get("/legal", 0, params=asked).headers["ETag"]
        known = {"If-None-Match": ", ".join(tags)}
        assert table.get("/legal", 0, params=asked, headers=known).status_code == 200
        known = {"If-None-Match": tag}
        assert table.get("/legal", 0, params=asked, headers=known).status_code == 304
        tags.add(tag)
    assert len(tags) == 4
    head = table.client.head(f"{table.path}/legal", headers=table.auth(0))
    assert (head.status_code, head.headers["ETag"], head.content) == (200, '"3"', b"")
    sent = {**table.auth(0), "If-Match": tag, "Accept-Language": "ja"}
    played = table.client.post(f"{table.path}/turns", json={"steps": ["rest"]}, headers=sent)
    assert played.status_code == 201, "If-Match takes each ETag as it is"


def test_an_address_holds_forty_steps_and_a_body_many_more(table: Table) -> None:
    many = ["take 3", *["fly"] * 39]
    told = problem(table.get("/legal", 0, params={"after": many}), "illegal-step", 422)
    assert told["index"] == 1
    more = table.get("/legal", 0, params={"after": [*many, "fly"]})
    assert problem(more, "invalid-request", 422)["errors"][0]["parameter"] == "after"
    body = {"rev": 3, "steps": ["take 3", *["fly"] * 199]}
    assert problem(table.post("/preview", 0, body), "illegal-step", 422)["index"] == 1
    long = ["take 3", "give back", "give back"]
    assert table.post("/preview", 0, {"rev": 3, "steps": long}).json()["complete"] is True


def test_trying_steps_stores_nothing(table: Table) -> None:
    tried = table.post("/preview", 0, {"rev": 3, "steps": ["take 3", "give back"]}).json()
    assert tried["view"]["players"][0]["goods"] == {"stone": 2}
    assert (tried["complete"], tried["reveals"]) == (False, False)
    assert steps_of(tried["next"]) == ["give back", "done"]
    assert table.see()["view"]["players"][0]["goods"] == {"stone": 0}
    assert table.rev == 3


def test_trying_never_crosses_what_would_be_revealed(table: Table) -> None:
    before = table.see(0)
    tried = table.post("/preview", 0, {"rev": 3, "steps": ["roll"]}).json()
    assert (tried["complete"], tried["reveals"], tried["next"]) == (True, True, None)
    assert tried["view"]["heap"] == before["view"]["heap"]
    tried = table.post("/preview", 0, {"rev": 3, "steps": ["draw"]}).json()
    assert tried["view"]["players"][0]["shown"] == before["view"]["players"][0]["shown"]
    stale = table.post("/preview", 0, {"rev": 1, "steps": ["roll"]})
    assert "question has changed" in problem(stale, "stale-revision", 412)["detail"]
    early = problem(table.turn(1, "rest", rev=2), "stale-revision", 412)
    assert early["detail"].endswith("and seat 2 is not asked now. Seats to move: 1.")
    assert early["params"] == {"known": 2, "rev": 3, "seat": 1, "awaited": [0]}


def test_answers_given_together_do_not_spoil_one_another(client: httpx.Client) -> None:
    table = Table(client)
    steps = [table.see(seat)["choices"]["options"][0]["step"] for seat in range(3)]
    for seat in (2, 0, 1):
        answer = table.turn(seat, steps[seat], rev=0)
        assert answer.status_code == 201, answer.text
    assert table.rev == 3
    for seat in (2, 0, 1):
        assert table.turn(seat, steps[seat], rev=0).status_code == 200
    problem(table.turn(0, "rest", rev=0), "stale-revision", 412)


def test_nobody_sees_an_answer_before_all_are_in(client: httpx.Client) -> None:
    table = Table(client)
    step = table.see(1)["choices"]["options"][1]["step"]
    mine = table.play(1, step)
    assert [event["effect"] for event in events_of(mine)] == [
        {"verb": "kept", "card": step.split()[1]}
    ]
    for seat, seen in [(1, step), (0, None), (None, None)]:
        entry = table.get("/log?events=1", seat=seat).json()["entries"][0]
        assert [line["step"] for line in entry["steps"]] == [seen]
        assert (events_of(entry) == []) is (seen is None)
    own = {"title": "toy", "dealt": [mine["own"]["dealt"][0]], "kept": [step.split()[1]]}
    assert table.see(1)["own"] == own


def test_a_secret_answer_stays_hidden_until_the_end(table: Table) -> None:
    def first(seat: int | None) -> tuple[object, object]:
        entry = table.get("/log?events=1", seat=seat).json()["entries"][0]
        return entry["steps"][0]["step"], events_of(entry)[0]["effect"]

    seat = table.get("/log").json()["entries"][0]["seat"]
    step, effect = first(seat)
    assert str(step).startswith("keep c")
    assert first((seat + 1) % 3) == first(None) == (None, {"verb": "kept"})
    table.finish()
    assert first((seat + 1) % 3) == first(None) == (step, effect)


def test_a_finished_game_tells_its_result_and_takes_no_more_turns(table: Table, db: Store) -> None:
    table.play(0, "take 3", "done")
    table.finish()
    game = table.see()
    assert (game["status"], game["awaited"]) == ("over", [])
    assert next((each["seat"], each["rank"]) for each in game["result"]) == (0, 1)
    last = table.get("/log").json()["entries"][-1]
    assert (last["kind"], last["result"]) == ("end", game["result"])
    problem(table.turn(0, "rest"), "game-over", 409)
    problem(table.get("/legal", seat=0), "game-over", 409)
    assert db.redis.keys(f"chasqui:g:{table.id}*") == [f"chasqui:g:{table.id}".encode()]


def test_the_last_turn_again_is_answered_as_it_was(table: Table) -> None:
    while True:
        seat, rev = table.awaited[0], table.rev
        answer = table.turn(seat, "rest", rev=rev)
        if answer.json()["status"] == "over":
            break
    assert answer.json()["rev"] == rev + 2
    again = table.turn(seat, "rest", rev=rev)
    assert (again.status_code, again.content) == (200, answer.content)


def test_sentences_are_in_the_language_of_the_caller(table: Table) -> None:
    japanese = {"Accept-Language": "ja"}
    english = table.get("/legal", seat=0).json()["choices"]["text"]
    other = table.get("/legal", seat=0, headers=japanese)
    assert other.json()["choices"]["text"] != english
    told = problem(
        table.post("/turns", 1, {"steps": ["rest"]}, If_Match='"3"', Accept_Language="ja"),
        "not-your-turn",
        409,
    )
    assert "席" in told["detail"]


@pytest.mark.parametrize("title", sorted(all_titles()))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_explained_is_what_sending_it_is_told(
    client: httpx.Client, title: str, language: str
) -> None:
    """In the middle of a turn of every title: the list of refusals and the errors agree."""
    table = Table(client, ruleset=title, seats=["user"] * 2)
    speak, explained = {"Accept-Language": language}, 0
    while explained < 3:
        seat = table.awaited[-1]
        steps: list[str] = []
        ask = {"explain": 1, "after": steps}
        while not (there := table.get("/legal", seat, params=ask, headers=speak).json())[
            "complete"
        ]:
            refused = there["refused"]
            assert {r["step"] for r in refused}.isdisjoint(steps_of(there["choices"]))
            explained += bool(refused)
            for each in refused[:: max(1, len(refused) // 4)]:
                sent = table.turn(seat, *steps, each["step"], Accept_Language=language)
                told = problem(sent, "illegal-step", 422)
                params = {"index": len(steps), "step": each["step"], "refusal": each["params"]}
                assert told["params"] == params
                assert {k: told[k] for k in ("reason", "rule", "text")} == {
                    k: each[k] for k in ("reason", "rule", "text")
                }
            steps.append(steps_of(there["choices"])[-1])
            ask = {"explain": 1, "after": steps}
        table.play(seat, *steps)
