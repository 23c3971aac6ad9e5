"""The service as a process, and somebody who looks at its page and uses it as people do."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.error import URLError

from playwright.sync_api import ConsoleMessage, Locator, Page, expect

READY_SECONDS = 40
MOST_ANSWERS = 100
ASKS_FIRST = "if (origin !== 'null') localStorage['wardiary-ask-first'] ??= 'yes'"
"""Commands are sent by the button; an empty page keeps nothing."""
MATCH = re.compile(r"/m/[0-9a-f]{32}")


class Service:
    """`wardiary serve` with its store in a folder; it can be stopped and started again."""

    def __init__(self, folder: Path, *more: str) -> None:
        """`more` are options of `serve`."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder, self.more = folder, more
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the process and wait until it can serve."""
        words = [
            "serve",
            "--port",
            str(self.port),
            "--store",
            str(self.folder / "diary.db"),
            *self.more,
        ]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "wardiary.tools.cli", *words], stdout=log, stderr=log
            )
        until = time.monotonic() + READY_SECONDS
        while not self._is_ready():
            if self.process.poll() is not None or time.monotonic() > until:
                raise AssertionError((self.folder / "log").read_text()[-3000:])
            time.sleep(0.1)

    def _is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False

    def stop(self) -> None:
        """Stop it as an operator would."""
        self.process.terminate()
        self.process.wait(30)


class Visitor:
    """A person with a browser."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        # Commands are shown before they are sent, unless a test says otherwise.
        page.add_init_script(ASKS_FIRST)
        self.complaints: list[str] = []
        self.expects_errors = False
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not self.expects_errors:
            self.complaints.append(message.text)

    # The lobby

    def lobby(self) -> Visitor:
        self.page.goto(self.url)
        expect(self.page.get_by_role("button", name="Open the match")).to_be_visible()
        return self

    def open_match(self, game: int = 0, scenario: int = 0) -> Visitor:
        """Two clicks: the game, and Open; the visitor's seat and a bot are there already."""
        self.lobby()
        self.page.locator(".choice").nth(game).click()
        if scenario:
            self.page.locator("#scenario").select_option(index=scenario)
        self.page.get_by_role("button", name="Open the match").click()
        return self.sits_down()

    def invite(self, game: int = 0) -> str:
        """Open a match with a person to be invited; gives the link for that person."""
        self.lobby()
        self.page.locator(".choice").nth(game).click()
        self.page.locator("[id^='seat-']").nth(1).select_option("open")
        self.page.get_by_role("button", name="Open the match").click()
        link = self.page.locator("dialog input").input_value()
        self.page.get_by_role("button", name="Go on").click()
        self.sits_down()
        return link

    def sits_down(self) -> Visitor:
        self.page.wait_for_url(MATCH)
        self.see(".live.on")
        return self

    # The match

    def see(self, selector: str) -> Locator:
        """What a selector shows first, once it is there."""
        result = self.page.locator(selector).first
        expect(result).to_be_visible(timeout=15_000)
        return result

    def count(self, selector: str) -> int:
        return self.page.locator(selector).count()

    @property
    def path(self) -> str:
        """The path of the match below `/api/v1/matches`."""
        match = MATCH.search(self.page.url)
        assert match is not None
        return match[0][2:]

    @property
    def position(self) -> int:
        """The position of the match, as the service says it."""
        answer = self.page.request.get(f"{self.url}/api/v1/matches{self.path}")
        return int(answer.json()["position"])

    def fill(self) -> str:
        """Choose an answer, and the first candidate for whatever it leaves open; gives its text."""
        self.choose()
        for _ in range(8):
            if self.count(".send:not([disabled])"):
                break
            slot = self.see(".slot.open")
            if slot.locator("select").count():
                slot.locator("select").select_option(index=1)
            else:
                slot.locator(".candidate:not(.chosen)").first.click()
        return self.page.locator(".text-form code").text_content() or ""

    def choose(self) -> None:
        """Choose the first answer on offer; where there is but one, it is chosen already."""
        self.see(".question")
        if not self.count(".text-form"):
            self.see(".offer").click()

    def answer(self) -> str:
        """Give the first answer on offer, filling each slot with its first candidate."""
        text = self.fill()
        self.see(".send:not([disabled])").click()
        last = self.page.locator(".sent li").last
        expect(last.locator(".said")).to_have_attribute("title", text)
        expect(last).to_contain_text("recorded #", timeout=15_000)
        self.see(".question, .result, .order p")
        return text

    def answers_until(self, there: Callable[[], bool]) -> None:
        """Answer until something is there; how many answers it takes depends on dice and cards."""
        for _ in range(MOST_ANSWERS):
            if there():
                return
            self.answer()
        raise AssertionError(f"it was not there after {MOST_ANSWERS} answers")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self) -> str:
        """What the keyboard is at: its label or its words."""
        return str(
            self.page.evaluate(
                "() => document.activeElement.getAttribute('aria-label')"
                " ?? document.activeElement.innerText"
            )
        )
