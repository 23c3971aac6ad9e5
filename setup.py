"""The import package is wardiary; its parts live beside this file.

Packages are found rather than listed, so that a new folder reaches the wheel by itself.
An editable install is one path to a folder of links with the names that imports use:
editors, type checkers and imports all follow the same files, new ones as well.
"""

from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.editable_wheel import editable_wheel

PARTS = ("domain", "projections", "adapters", "tools")
FRONT = "adapters/package"
LINKS = Path("build", "links")


class EditableByPath(editable_wheel):
    """Installs the links instead of a hook that only the running interpreter understands."""

    def finalize_options(self) -> None:
        """Make the links and let them be the one root of all packages."""
        package = LINKS / "wardiary"
        package.mkdir(parents=True, exist_ok=True)
        for target in (*PARTS, f"{FRONT}/__init__.py"):
            link = package / Path(target).name
            link.unlink(missing_ok=True)
            link.symlink_to(Path("..", "..", "..", target))
        self.distribution.package_dir = {"": str(LINKS)}
        super().finalize_options()


setup(
    packages=[
        "wardiary",
        *(
            f"wardiary.{package}"
            for part in PARTS
            for package in find_packages(include=[part, f"{part}.*"], exclude=["adapters.package"])
        ),
    ],
    package_dir={"wardiary": FRONT} | {f"wardiary.{part}": part for part in PARTS},
    cmdclass={"editable_wheel": EditableByPath},
)
