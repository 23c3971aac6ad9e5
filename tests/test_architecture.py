"""The arrows of the house: tools -> adapters -> projections -> domain.

Within domain: games -> play -> clocks -> table, games -> hexes, diary -> clocks, match -> play and
diary, packs beside them; no imports in a circle; and who may know a game's name.

Every offence is listed as `file:line: what`, so a failing test reads like a list of corrections.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("domain", "projections", "adapters", "tools")
REGISTRY = "domain/games/registry.py"
KIT = "kit"
"""The folder among the games that all of them may use, and that knows none of them."""

Offences = Iterator[tuple[int, str]]
Law = Callable[[str, ast.Module], Offences]

# A folder sees itself, the common error and what is listed; the longest name that fits counts.
SEES = {
    "domain": ("domain.table",),
    "domain/table": (),
    "domain/hexes": (),
    "domain/clocks": ("domain.table",),
    "domain/play": ("domain.table", "domain.clocks"),
    "domain/diary": ("domain.table", "domain.clocks", "domain.packs"),
    "domain/match": ("domain.table", "domain.clocks", "domain.play", "domain.diary"),
    "domain/games": ("domain.table", "domain.hexes", "domain.play", "domain.packs"),
    "projections": (
        "domain.table",
        "domain.clocks",
        "domain.play",
        "domain.packs",
        "domain.diary",
        "domain.match.command_handler",
        "domain.match.rewind_options",
        "domain.match.timing",
        "domain.match.whatif",
        "domain.games.registry",
    ),
    "adapters": (
        "domain.table",
        "domain.clocks",
        "domain.play",
        "domain.packs",
        "domain.diary",
        "domain.match",
        "domain.games.registry",
        "projections",
    ),
    "tools": ("domain", "projections", "adapters"),
}
ERRORS = "domain.errors"
PURE = ("domain/", "projections/")
NAMELESS = (
    "domain/table/", "domain/clocks/", "domain/hexes/", "domain/play/", "domain/diary/",
    "domain/match/", "domain/packs.py", "projections/", "adapters/",
)  # fmt: skip

# Modules for the time, for chance, or for anything outside the process.
IMPURE_MODULES = {
    "asyncio", "builtins", "ctypes", "fileinput", "ftplib", "getpass", "glob", "http", "io",
    "locale", "logging", "multiprocessing", "os", "pathlib", "platform", "queue", "random",
    "secrets", "select", "selectors", "shutil", "signal", "smtplib", "socket", "sqlite3", "ssl",
    "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
IMPURE_CALLS = {"open", "print", "input", "breakpoint", "exec", "eval", "__import__"}
CLOCK_CALLS = {"now", "today", "utcnow"}
# The bench measures against the stock library.
ONLY_IN = {"eventsourcing": ("adapters/store", "tools/bench"), "redis": ("adapters/redis",)}


def sources() -> Iterator[tuple[str, ast.Module]]:
    for part in PARTS:
        for path in sorted((ROOT / part).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(), str(path))


def games() -> list[str]:
    folders = (ROOT / "domain" / "games").glob("[a-z]*/")
    packages = {folder.name for folder in folders if (folder / "__init__.py").exists()}
    return sorted(packages - {KIT})


def imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Each imported module by its whole name; `from a import b` counts as a.b."""
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                yield from ((node.lineno, alias.name) for alias in node.names)
            case ast.ImportFrom(level=0, module=str(module)):
                yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def imports_stay_absolute(_path: str, tree: ast.Module) -> Offences:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            yield node.lineno, "a relative import"
    for line, name in imports(tree):
        if name.split(".")[0] in {*PARTS, "tests"}:
            yield line, f"{name} is not imported as wardiary.*"


def imports_follow_the_arrows(path: str, tree: ast.Module) -> Offences:
    if path == REGISTRY:
        return
    home = max((folder for folder in SEES if path.startswith(f"{folder}/")), key=len)
    seen = [home.replace("/", "."), ERRORS, *SEES[home]]
    for line, name in imports(tree):
        if is_within(name, "wardiary") and not any(
            is_within(name, f"wardiary.{package}") for package in seen
        ):
            yield line, f"{home} does not see {name}"


def games_do_not_know_each_other(path: str, tree: ast.Module) -> Offences:
    if path == REGISTRY or not path.startswith("domain/games/"):
        return
    own_part = path.split("/")[2]
    for line, name in imports(tree):
        for game in games():
            if game != own_part and is_within(name, f"wardiary.domain.games.{game}"):
                yield line, f"{own_part} does not see {name}"


def pure_parts_import_only_the_standard_library_and_msgspec(
    path: str, tree: ast.Module
) -> Offences:
    if not path.startswith(PURE):
        return
    allowed = (sys.stdlib_module_names | {"msgspec", "wardiary"}) - IMPURE_MODULES
    for line, name in imports(tree):
        if name.split(".")[0] not in allowed:
            yield line, f"{name} in a pure part"
        if name.startswith("importlib") and not path.startswith("domain/games/"):
            yield line, "only games read the files that come along with them"


def pure_parts_call_no_clock_and_no_world(path: str, tree: ast.Module) -> Offences:
    if not path.startswith(PURE):
        return
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in IMPURE_CALLS:
                yield node.lineno, f"{name}() in a pure part"
            case ast.Call(func=ast.Attribute(value=ast.Name(id=("date" | "datetime")), attr=name)):
                if name in CLOCK_CALLS:
                    yield node.lineno, f"{name}() in a pure part"


def only_tools_print(path: str, tree: ast.Module) -> Offences:
    if path.startswith("tools/"):
        return
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="print")):
                yield node.lineno, "print() outside tools"


def stores_and_feeds_have_one_home(path: str, tree: ast.Module) -> Offences:
    for line, name in imports(tree):
        for package, homes in ONLY_IN.items():
            if is_within(name, package) and not path.startswith(homes):
                yield line, f"{name} outside {' and '.join(homes)}"


def kernel_names_no_game(path: str, tree: ast.Module) -> Offences:
    if not path.startswith(NAMELESS):
        return
    for line, words in texts(tree):
        for game in games():
            if game_pattern(game).search(apart(words)):
                yield line, f"{game} is named: {words.strip().splitlines()[0][:60]}"


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every name and every string of a module, docstrings too."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(words)) if words.strip():
                yield node.lineno, words
            case ast.Name(id=words) | ast.Attribute(attr=words) | ast.arg(arg=words):
                yield node.lineno, words
            case ast.ClassDef(name=words) | ast.FunctionDef(name=words):
                yield node.lineno, words
            case ast.keyword(arg=str(words)):
                yield node.value.lineno, words
    yield from imports(tree)


def apart(words: str) -> str:
    """CombatSoldiers, COMBAT_SOLDIERS and combat-soldiers all as `combat soldiers`."""
    return re.sub(r"[\W_]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", words)).lower()


def game_pattern(game: str) -> re.Pattern[str]:
    return re.compile(rf"\b{game.replace('_', ' ?')}\b")


LAWS: tuple[Law, ...] = (
    imports_stay_absolute,
    imports_follow_the_arrows,
    games_do_not_know_each_other,
    pure_parts_import_only_the_standard_library_and_msgspec,
    pure_parts_call_no_clock_and_no_world,
    only_tools_print,
    stores_and_feeds_have_one_home,
    kernel_names_no_game,
)


def module_name(path: str) -> str:
    return "wardiary." + path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported_modules() -> dict[str, set[str]]:
    """Each module of ours with those it imports anywhere, also for types only."""
    trees = {module_name(path): tree for path, tree in sources()}
    return {
        module: {name if name in trees else name.rpartition(".")[0] for _, name in imports(tree)}
        & (trees.keys() - {module})
        for module, tree in trees.items()
    }


def circle(imported: dict[str, set[str]]) -> list[str]:
    """Modules of which each imports the next, and the last is the first; empty without a circle."""
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


def test_no_modules_import_each_other_not_even_for_types_or_by_way_of_others():
    assert circle(imported_modules()) == []


def test_a_circle_of_imports_is_found_without_the_modules_it_only_imports():
    results = circle({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"a"}})

    assert results[0] == results[-1]
    assert sorted(set(results)) == ["a", "b", "c"]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_source_keeps_this_architecture_rule(law: Law):
    offences = [
        f"{path}:{line}: {what}" for path, tree in sources() for line, what in law(path, tree)
    ]

    assert offences == []


@pytest.mark.parametrize(
    ("law", "path", "line"),
    [
        (imports_stay_absolute, "domain/play/draft.py", "from .steps import Step"),
        (imports_stay_absolute, "tools/cli.py", "import domain.table"),
        (imports_follow_the_arrows, "domain/table/a.py", "import wardiary.domain.play.draft"),
        (imports_follow_the_arrows, "domain/diary/a.py", "from wardiary.domain.play import draft"),
        (imports_follow_the_arrows, "domain/play/a.py", "import wardiary.domain.match.windows"),
        (imports_follow_the_arrows, "domain/play/a.py", "from wardiary.domain.games import x"),
        (imports_follow_the_arrows, "projections/a.py", "from wardiary.adapters import store"),
        (imports_follow_the_arrows, "adapters/a.py", "from wardiary.tools import cli"),
        (imports_follow_the_arrows, "adapters/a.py", "import wardiary.domain.games.nuts.game"),
        (
            games_do_not_know_each_other,
            "domain/games/kit/a.py",
            "from wardiary.domain.games.undaunted.board import deck",
        ),
        (
            pure_parts_import_only_the_standard_library_and_msgspec,
            "domain/play/a.py",
            "from time import time_ns",
        ),
        (
            pure_parts_import_only_the_standard_library_and_msgspec,
            "projections/a.py",
            "import rich.table",
        ),
        (
            pure_parts_import_only_the_standard_library_and_msgspec,
            "domain/diary/a.py",
            "from importlib import resources",
        ),
        (pure_parts_call_no_clock_and_no_world, "domain/games/a.py", "x = open('a')"),
        (pure_parts_call_no_clock_and_no_world, "projections/a.py", "x = datetime.now(UTC)"),
        (only_tools_print, "adapters/a.py", "print('x')"),
        (stores_and_feeds_have_one_home, "adapters/mail.py", "import eventsourcing.application"),
        (stores_and_feeds_have_one_home, "tools/serve.py", "from redis import Redis"),
    ],
)
def test_each_architecture_rule_finds_its_offence(law: Law, path: str, line: str):
    assert [number for number, _ in law(path, ast.parse(line))] == [1]


@pytest.mark.parametrize(
    "line",
    [
        "class CombatSoldiersView: ...",
        "x = 'combat-soldiers'",
        "COMBAT_SOLDIERS = 1",
        "f(combat_soldiers=1)",
        "def combat_soldiers(): ...",
        "'Combat Soldiers says so.'",
    ],
)
def test_a_games_name_is_found_however_it_is_written(line: str):
    results = [
        words
        for _, words in texts(ast.parse(line))
        if game_pattern("combat_soldiers").search(apart(words))
    ]

    assert len(results) == 1


def test_a_games_name_is_not_found_inside_other_words():
    assert game_pattern("nuts").search(apart("minutes and donuts")) is None


def test_every_folder_of_modules_reaches_the_wheel():
    folders = {path.parent for part in PARTS for path in (ROOT / part).rglob("*.py")}

    assert [
        folder.relative_to(ROOT).as_posix()
        for folder in sorted(folders)
        if not (folder / "__init__.py").exists()
    ] == []


def folders_imported_within(game: str) -> dict[str, set[str]]:
    """Each folder of a game, with those of its other folders that it imports from."""
    home = f"domain/games/{game}/"
    results: dict[str, set[str]] = {}
    for path, tree in sources():
        if path.startswith(home) and path.count("/") > home.count("/"):
            folder = path.removeprefix(home).split("/")[0]
            prefix = f"wardiary.{home.replace('/', '.')}"
            inside = {name.removeprefix(prefix) for _, name in imports(tree) if prefix in name}
            results.setdefault(folder, set()).update(name.split(".")[0] for name in inside)
    return {folder: imported - {folder} for folder, imported in results.items()}


@pytest.mark.parametrize("game", games())
def test_the_folders_of_a_game_import_from_each_other_without_circles(game: str):
    order = TopologicalSorter(folders_imported_within(game)).static_order()

    assert set(order) >= set(folders_imported_within(game))
