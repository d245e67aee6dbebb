"""The rules of the house that a program can check: who imports whom, and how long a module is."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
LONGEST_MODULE = 500  # lines
SHORTEST_MODULE = 40  # shorter ones join their neighbour

# What each part of the service may import of the other parts when it is imported itself.
PARTS: dict[str, set[str]] = {
    "presentation": set(),
    "processes": set(),
    "edge": {"presentation", "processes"},
    "streams": {"edge", "presentation"},
    "views": {"edge", "presentation"},
}

MAY_IMPORT: dict[str, set[str]] = {
    "engine": set(),
    "games": {"engine"},
    "bots": {"engine"},
    "store": {
        "match",
        "engine",
        "games",
    },  # it plays turns and rebuilds games, so it finds their title
    "match": {"engine", "games"},
    "records": {"match", "games", "engine", "schemas"},
    "texts": {"engine"},
    "schemas": {"engine", "match", "store"},  # closed lists of words, and the limit of steps
    "telemetry": set(),
    "workers": {"match", "service", "store", "bots", "games", "engine", "telemetry"},
    "hooks": {
        "match",
        "service",
        "schemas",
        "workers",
        "store",
        "games",
        "engine",
        "texts",
        "telemetry",
    },
    "service": {  # bots: levels
        *("records", "match", "schemas", "store", "games", "engine", "texts", "workers", "bots"),
        "telemetry",
    },
}

# The one package that knows each of these libraries.
OWNER = {
    "redis": "store",
    "marshmallow": "schemas",
    "rq": "workers",
    "prometheus_client": "telemetry",
    "pythonjsonlogger": "telemetry",
    "flask": "service",
    "gevent": "service",
    "standardwebhooks": "hooks",
}


def sources(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """The full names of the modules that a file imports, wherever in the file it does."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield module
            # `from games import tzolkin` imports games.tzolkin.
            yield from (f"{module}.{alias.name}" for alias in node.names)


OURS = sources(*MAY_IMPORT)
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in OURS
}


def imported_at_once(path: Path) -> set[str]:
    """Return our modules that a module imports before it runs: not in functions, not for types."""
    found, left = set(), list(ast.parse(path.read_text(encoding="utf-8")).body)
    while left:
        node = left.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= names & MODULES.keys() or {node.module}
        elif not isinstance(node, ast.FunctionDef | ast.ClassDef):
            left += [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt)]
    return found & MODULES.keys()


@pytest.mark.parametrize("path", OURS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_package_imports_only_what_it_may(path: Path) -> None:
    own = path.relative_to(ROOT).parts[0]
    for module in imported(path):
        top = module.split(".")[0]
        if top in MAY_IMPORT and top != own:
            assert top in MAY_IMPORT[own], f"{own} may not import {module}"
        assert OWNER.get(top, own) == own, f"only {OWNER.get(top)} may import {module}"


def test_no_package_has_a_circle_among_its_modules() -> None:
    """Imports for type checking count, because a reader follows them too."""
    for package in MAY_IMPORT:
        names = {_name(path): path for path in sources(package)}
        needed = {name: _needed(path, names) for name, path in names.items()}
        TopologicalSorter(needed).prepare()  # raises CycleError, which names the circle


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _needed(path: Path, names: Mapping[str, Path]) -> set[str]:
    """Return the modules of its own package that a module imports.

    ``from store import keys`` needs ``store.keys`` and not ``store``.
    """
    found = {module for module in imported(path) if module in names}
    longer = {module for module in found for other in found if other.startswith(f"{module}.")}
    return found - longer - {_name(path)}


def test_the_rules_of_a_match_see_no_time_and_no_storage() -> None:
    """The time is an argument, and a match is loaded and committed by the store."""
    for path in sources("match"):
        found = {module.split(".")[0] for module in imported(path)} & {"time", "redis", "flask"}
        assert not found, f"{path.relative_to(ROOT)} imports {sorted(found)}"
        clocks = re.findall(r"\.(?:now|utcnow|today)\(", path.read_text(encoding="utf-8"))
        assert not clocks, f"{path.relative_to(ROOT)} reads the time"


def test_schemas_know_words_and_no_rules() -> None:
    """But one limit, which stands beside the rules of a turn."""
    words = {"match", "match.words", "store", "store.words"}
    limit = {"match.turns", "match.turns.MOST_STEPS"}
    for path in sources("schemas"):
        ours = {module for module in imported(path) if module.split(".")[0] in ("match", "store")}
        known = {module for module in ours if module in words | limit or ".words." in module}
        assert ours == known, f"{path.relative_to(ROOT)} imports {sorted(ours - known)}"


def test_the_engine_needs_the_standard_library_and_msgspec_only() -> None:
    allowed = sys.stdlib_module_names | {"engine", "msgspec"}
    for path in sources("engine"):
        foreign = {module for module in imported(path) if module.split(".")[0] not in allowed}
        assert not foreign, f"{path.relative_to(ROOT)} imports {sorted(foreign)}"


def test_the_rules_see_no_time_and_no_luck_but_the_states() -> None:
    """Nor anything else that would be another one when a record is played again."""
    never = {"time", "datetime", "calendar", "sched", "zoneinfo", "secrets", "uuid", "os", "socket"}
    for path in sources("engine", "games"):
        found = {module.split(".")[0] for module in imported(path)} & never
        assert not found, f"{path.relative_to(ROOT)} imports {sorted(found)}"


def test_a_game_imports_no_other_game() -> None:
    titles = {path.parent.name for path in (ROOT / "games").glob("*/__init__.py")}
    for path in sources("games"):
        parts = path.relative_to(ROOT).parts
        own = parts[1] if len(parts) > 2 else None
        others = titles - {own}
        for module in imported(path):
            named = module.split(".")[1:2]
            if own and module.startswith("games."):
                assert not others & set(named), f"{path.relative_to(ROOT)} imports {module}"


def test_no_modules_import_each_other_in_a_circle() -> None:
    imports = {name: imported_at_once(path) for name, path in MODULES.items()}
    while leaves := {name for name, others in imports.items() if not others & imports.keys()}:
        imports = {name: others for name, others in imports.items() if name not in leaves}
    assert not imports, "these import each other, or modules that do"


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_the_service_imports_only_what_it_may(part: str) -> None:
    for path in sources(f"service/{part}"):
        for module in imported_at_once(path):
            names = module.split(".")
            if names[0] == "service" and names[1:2] != [part]:
                assert set(names[1:2]) <= PARTS[part], f"{path.relative_to(ROOT)}: {module}"


def test_no_module_is_a_fragment() -> None:
    """Exempt are ``__main__``, which ``python -m`` wants, and what only gunicorn reads."""
    short = {
        str(path.relative_to(ROOT))
        for path in [*OURS, *sources("bench"), *(ROOT / "clients").glob("*.py")]
        if path.read_text(encoding="utf-8").count("\n") < SHORTEST_MODULE
        and not path.name.startswith(("__", "gunicorn_"))
    }
    assert not short


def test_presentation_needs_no_request() -> None:
    """Hooks and streams write documents too: the language is an argument, nothing is HTTP's."""
    for path in sources("service/presentation"):
        for module in imported(path):
            top = module.split(".")[0]
            foreign = top == "flask" or (top == "service" and "presentation" not in module)
            assert not foreign, f"{path.relative_to(ROOT)} imports {module}"


def test_decoders_are_made_when_a_module_is_imported() -> None:
    """Two threads that make the first decoder of a type crash the process."""
    for path in sources(*MAY_IMPORT):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                typed = call.func.attr == "decode" and any(k.arg == "type" for k in call.keywords)
                assert not typed, f"{path.relative_to(ROOT)}:{call.lineno} makes a decoder"


def test_what_is_sent_is_matched_to_its_end() -> None:
    """marshmallow's own check lets a line break follow what `$` ends."""
    loose = [path.name for path in sources("schemas") if "validate.Regexp(" in path.read_text()]
    assert not loose, "use schemas.fields.Pattern"


def test_a_title_is_called_title() -> None:
    """A game is one that is played: the API's word for a match."""
    for path in sources(*MAY_IMPORT, "bench", "tests"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\b(game|match): Title\b", text), path.relative_to(ROOT)


ONE_FORM = {"Json"}
"""Short names that several modules give to the same thing: ``Json`` is any JSON object."""
EXTENDED = {"Player"}
"""Classes of the engine that a title extends under the same name."""


def public_names(path: Path) -> Iterator[str]:
    """Yield the public classes and aliases of types that a module defines."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            names = [node.name]
        else:
            targets = node.targets if isinstance(node, ast.Assign) else []
            names = [each.id for each in targets if isinstance(each, ast.Name)]
        # Types are written like `Title`, constants like `TITLE`.
        yield from (name for name in names if re.fullmatch(r"[A-Z]\w*[a-z]\w*", name))


def test_a_word_of_the_house_has_one_meaning() -> None:
    """Schemas show the same things to clients, and each title has names of its own."""
    shown = set(sources("schemas")) - {ROOT / "schemas" / "loading.py"}
    house = set(sources(*MAY_IMPORT.keys() - {"games"})) - shown | set(
        (ROOT / "games").glob("*.py")
    )
    titles = [set(path.parent.rglob("*.py")) for path in (ROOT / "games").glob("*/__init__.py")]
    assert titles
    for paths, allowed in (
        (house, ONE_FORM),
        *((title | set(sources("engine")), EXTENDED) for title in titles),
    ):
        found: dict[str, list[str]] = {}
        for path in sorted(paths):
            for name in public_names(path):
                found.setdefault(name, []).append(str(path.relative_to(ROOT)))
        twice = {name: places for name, places in found.items() if len(places) > 1}
        assert twice.keys() <= allowed, twice


def test_words_that_had_several_meanings_stay_away() -> None:
    for path in sources(*MAY_IMPORT):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                assert node.name.strip("_") not in ("told", "rules_of"), path.relative_to(ROOT)


def test_no_module_is_too_long() -> None:
    tooling = {".venv", "build", "node_modules", "generated"}
    lengths = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n")
        for path in ROOT.rglob("*.py")
        if not tooling & set(path.relative_to(ROOT).parts)
    }
    assert lengths
    too_long = {name: length for name, length in lengths.items() if length > LONGEST_MODULE}
    assert not too_long


LOCKS = ("requirements.lock", "requirements-dev.lock")


def pinned(name: str) -> dict[str, str]:
    """Return the packages of a lock with their versions."""
    lock = (ROOT / name).read_text(encoding="utf-8")
    return dict(re.findall(r"(?m)^([a-z0-9.-]+)==([^\s;\\]+)", lock))


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_pins_every_package_by_hash_and_names_no_address(name: str) -> None:
    lock = (ROOT / name).read_text(encoding="utf-8")
    assert not re.findall(r"(?m)://|^\s*-[-\w]|@ |file:|\.whl|^\s*/", lock.replace("--hash=", ""))
    packages = re.split(r"(?m)^(?=[a-z0-9])", lock)[1:]
    assert packages
    for package in packages:
        assert re.match(r"[a-z0-9.-]+==[^\s;]+", package), package
        assert "--hash=sha256:" in package, package


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_satisfies_the_project(name: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    tools = project["optional-dependencies"]["dev"]
    found = pinned(name)
    for line in [*project["dependencies"], *(tools if name == LOCKS[1] else ())]:
        requirement = Requirement(line)
        package = re.sub(r"[-_.]+", "-", requirement.name).lower()
        assert requirement.specifier.contains(found.get(package, "0")), f"run make lock: {line}"


def test_the_service_needs_no_tools_and_both_locks_agree() -> None:
    service, everything = map(pinned, LOCKS)
    assert service.items() < everything.items()
    tools = {"mypy", "openapi-python-client", "pip-audit", "pytest", "ruff", "schemathesis"}
    assert not tools & service.keys()
