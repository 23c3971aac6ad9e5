"""The ASGI application: routes, errors and the guard around one running service."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version
from typing import Any, cast

import msgspec
from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.enums import ScopeType
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import HTTPScope, LifeSpanScope, Scope

from wardiary.adapters.matches import Matches
from wardiary.adapters.redis import Views
from wardiary.adapters.web.api.advice import AdviceController
from wardiary.adapters.web.api.branches import BranchesController
from wardiary.adapters.web.api.document import describe
from wardiary.adapters.web.api.feed import FeedController
from wardiary.adapters.web.api.keeping import KeepingController
from wardiary.adapters.web.api.learning import LearningController
from wardiary.adapters.web.api.matches import MatchesController
from wardiary.adapters.web.api.operation import OperationController
from wardiary.adapters.web.api.play import PlayController
from wardiary.adapters.web.api.problems import HANDLERS
from wardiary.adapters.web.api.proving import ProvingController
from wardiary.adapters.web.api.reviews import ReviewsController
from wardiary.adapters.web.api.views import ViewsController
from wardiary.adapters.web.auth.access import COOKIE
from wardiary.adapters.web.auth.security import SecurityMiddleware
from wardiary.adapters.web.fast_path import FastPath
from wardiary.adapters.web.page.assets import PageController
from wardiary.adapters.web.runtime import STATE, Runtime

BODY_LIMIT = 64 * 1024
RATE = 20.0
UNPACKED = ["/feed$", "^/page/", "^/$", "^/join$", "^/m/", "^/learn/"]
"""Feeds are sent as they happen, and the page packs its own files."""
ABOUT = (
    "Matches of card wargames as append-only diaries. Send a key as `Authorization: Bearer`, or "
    "the session cookie together with `X-Wardiary: 1`. Errors are problem+json and cite their rule."
)


class Options(msgspec.Struct, frozen=True):
    """How a process serves: requests a second for each caller (0: any number), its Redis, and the
    addresses of co-keepers by name.
    """

    rate: float = RATE
    redis: str = ""
    namespace: str = "wardiary"
    keepers: dict[str, str] = {}


class Application(Litestar):
    """Litestar behind the guard, which passes also what no route is found for."""

    guard: SecurityMiddleware | None = None
    fast_path: FastPath | None = None

    async def __call__(self, scope: Scope | LifeSpanScope, receive: Any, send: Any) -> None:
        """Answer one request."""
        if self.guard is None or self.fast_path is None or scope["type"] != ScopeType.HTTP:
            await super().__call__(scope, receive, send)
        else:
            await self.guard.around(self.fast_path, cast("HTTPScope", scope), receive, send)


def create_app(matches: Matches, options: Options = Options()) -> Litestar:  # noqa: B008
    """The application over the matches of one store; it begins to follow the store when started."""
    views = Views(options.redis, options.namespace) if options.redis else None
    run = Runtime(matches, views, options.keepers)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncGenerator[None, None]:
        await run.start()
        try:
            yield
        finally:
            await run.stop()

    app = Application(
        route_handlers=[
            MatchesController,
            LearningController,
            PlayController,
            AdviceController,
            ViewsController,
            BranchesController,
            ProvingController,
            KeepingController,
            ReviewsController,
            FeedController,
            OperationController,
            PageController,
        ],
        exception_handlers=HANDLERS,
        request_max_body_size=BODY_LIMIT,
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=5, exclude=UNPACKED
        ),
        lifespan=[lifespan],
        openapi_config=OpenAPIConfig(
            title="wardiary",
            version=version("wardiary"),
            description=ABOUT,
            path="/api",
            render_plugins=[JsonRenderPlugin()],
            security=[{"key": []}, {"session": []}],
            components=Components(
                security_schemes={
                    "key": SecurityScheme(type="http", scheme="bearer"),
                    "session": SecurityScheme(
                        type="apiKey", name=COOKIE, security_scheme_in="cookie"
                    ),
                }
            ),
        ),
        logging_config=None,
    )
    describe(app.openapi_schema)
    app.state[STATE] = run
    app.fast_path = FastPath(run, app, partial(Litestar.__call__, app), BODY_LIMIT)
    app.guard = SecurityMiddleware(run.metrics, options.rate, lambda: run.follower.away)
    return app
