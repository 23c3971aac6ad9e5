"""A real service and a real browser. Where none is found the tests fail and say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests import machine
from tests.adapters.web.page.visitor import Service, Visitor

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
Visit = Callable[..., Visitor]
PATIENCE_MS = 20_000


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """Playwright's driver; stopped with each file, for it keeps an event loop running."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium or Chrome, wherever this machine has it."""
    result = machine.browser(playwright.chromium.executable_path)
    if not result:
        pytest.fail(f"no browser to test the page in: {machine.ADVICE}")
    launched = playwright.chromium.launch(executable_path=result, args=list(FLAGS))
    yield launched
    launched.close()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """`wardiary serve` on a fresh SQLite store, with the limits that anybody gets."""
    started = Service(tmp_path_factory.mktemp("service"))
    started.start()
    yield started
    started.stop()


@pytest.fixture
def visit(browser: Browser, service: Service) -> Iterator[Visit]:
    """Makes visitors with a browser session each; what their pages complain of fails the test."""
    with ExitStack() as stack:
        visitors: list[Visitor] = []

        def come(width: int = 1280, height: int = 900, **more: Any) -> Visitor:
            context = browser.new_context(
                viewport={"width": width, "height": height}, reduced_motion="reduce", **more
            )
            stack.callback(context.close)
            visitors.append(Visitor(context.new_page(), service.url))
            return visitors[-1]

        yield come
        complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    assert complaints == []
