"""The front door: `import wardiary`, and how an editable install leads to the files."""

import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from inspect import getmembers, isclass
from pathlib import Path
from pkgutil import walk_packages

import jedi
import pytest

import wardiary
from wardiary import WardiaryError

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("domain", "projections", "adapters", "tools")


def test_every_public_name_is_found_and_listed():
    for name in wardiary.__all__:
        assert getattr(wardiary, name) is not None, name

    assert sorted(wardiary.__all__) == sorted(dir(wardiary))


def test_the_version_is_that_of_the_installed_package():
    assert version("wardiary") == wardiary.__version__


def test_a_name_that_is_not_public_is_refused_with_those_that_are():
    with pytest.raises(
        AttributeError, match="wardiary has no 'Referee'; it has: BotPlayers, Cluster"
    ):
        _ = wardiary.Referee


def test_importing_the_package_loads_nothing_that_is_not_used():
    code = "import sys, wardiary; print(*(name for name in sys.modules if 'wardiary.' in name))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert not loaded.stdout.split()


def test_every_error_of_ours_has_one_base_class():
    """A program that catches WardiaryError catches whatever wardiary raises on purpose."""
    ours = [
        kind
        for module in walk_packages(wardiary.__path__, "wardiary.")
        # The verifier is a program that knows nothing of wardiary, its errors included.
        if not module.name.endswith(("__main__", ".verifier"))
        for _, kind in getmembers(import_module(module.name), isclass)
        if issubclass(kind, Exception) and kind.__module__.startswith("wardiary.")
    ]

    assert len(set(ours)) > 15
    assert not [kind for kind in ours if not issubclass(kind, WardiaryError)]


def test_imports_follow_links_to_the_folders_so_that_new_files_are_seen():
    package = Path(wardiary.__file__).parent

    assert [ROOT / part for part in PARTS] == [(package / part).resolve() for part in PARTS]
    assert all((package / part).is_symlink() for part in PARTS)


def test_an_editor_follows_imports_to_their_definitions():
    code = "from wardiary.domain.table.events import PiecesMoved\nfrom wardiary import open_store\n"
    script = jedi.Script(code, project=jedi.Project(ROOT / "build", environment_path=sys.prefix))
    (event,) = script.goto(1, 50, follow_imports=True)
    (opener,) = script.goto(2, 25, follow_imports=True)

    assert event.module_path.resolve() == ROOT / "domain" / "table" / "events.py"
    assert opener.module_path.resolve() == ROOT / "adapters" / "bootstrap.py"
