"""The browser that the page is tested in: found on this machine, else installed.

`make test` and `make check` run this file first; the tests only look for what is there. Everything
else that the tests start comes with the locked packages.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence

from playwright.sync_api import sync_playwright

NAMED = "WARDIARY_BROWSER"
NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "google-chrome-for-testing",
    "chrome",
)
ADVICE = (
    "install Chromium or Chrome (apt-get install chromium, or .venv/bin/playwright install "
    f"--with-deps chromium), or set {NAMED} to the path of one"
)
Runs = Callable[[Sequence[str]], bool]


def runs(words: Sequence[str]) -> bool:
    """Whether a program is there and ends well; what it prints is not wanted."""
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


def browser(playwrights_own: str, runs: Runs = runs) -> str:
    """The path of the browser named in the environment, Playwright's own, or one on the PATH.

    "" when none of them runs. One that is named is the only one tried.
    """
    if named := os.environ.get(NAMED):
        places = [shutil.which(named)]
    else:
        places = [playwrights_own, *map(shutil.which, NAMES)]
    return next((place for place in places if place and runs((place, "--version"))), "")


def ways_to_install(runs: Runs = runs) -> list[list[str]]:
    """Command lines that install a browser, the best first; apt-get only where it may be used."""
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    playwright = [sys.executable, "-m", "playwright", "install", "chromium"]
    if not shutil.which("apt-get") or not runs([*root, "true"]):
        return [playwright]
    apt = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    update = [*apt, "update", "-q"]
    return [
        update,
        [*apt, "install", "-q", "-y", "--no-install-recommends", "chromium"],
        playwright,
    ]


def provide(own_part: str, runs: Runs = runs) -> int:
    """Make sure that there is a browser; one sentence and exit code 1 when none can be had.

    `own` is where Playwright keeps, or would keep, the one it installs.
    """
    if browser(own_part, runs):
        return 0
    if named := os.environ.get(NAMED):
        print(f"{NAMED} names {named!r}, which does not run; {ADVICE}", file=sys.stderr)
        return 1
    for words in ways_to_install(runs):
        print(f"no browser to test the page in; trying: {' '.join(words)}", file=sys.stderr)
        runs(words)
        if browser(own_part, runs):
            return 0
    print(f"the page cannot be tested without a browser: {ADVICE}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    with sync_playwright() as driver:
        where = driver.chromium.executable_path
    sys.exit(provide(where))
