"""The import package is wardiary; its parts live beside this file.

Packages are found rather than listed, so that a new folder reaches the wheel by itself.
"""

from setuptools import find_packages, setup

PARTS = ("domain", "projections", "adapters", "tools")

setup(
    packages=[
        f"wardiary.{package}"
        for part in PARTS
        for package in find_packages(include=[part, f"{part}.*"])
    ],
    package_dir={f"wardiary.{part}": part for part in PARTS},
)
