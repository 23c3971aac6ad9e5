"""Whether the service lives, whether it can work, and its figures."""

from __future__ import annotations

from typing import Any

from litestar import Controller, MediaType, Response, get
from prometheus_client import CONTENT_TYPE_LATEST

from wardiary.adapters.web.runtime import AnyRequest, runtime_of


class OperationController(Controller):
    """For those who run the service, and their machines."""

    tags = ("operation",)

    @get("/healthz", media_type=MediaType.TEXT, sync_to_thread=False)
    def health(self) -> str:
        """The process lives."""
        return "ok"

    @get("/readyz")
    async def ready(self, request: AnyRequest) -> Response[dict[str, Any]]:
        """Whether requests can be served now, part by part; 503 when they cannot."""
        parts = await runtime_of(request).parts()
        ready = parts["store"] == "ok" and parts["stopping"] is False
        return Response({"ready": ready, **parts}, status_code=200 if ready else 503)

    @get("/metrics", include_in_schema=False)
    async def metrics(self, request: AnyRequest) -> Response[bytes]:
        """Figures for Prometheus."""
        run = runtime_of(request)
        await run.parts()
        return Response(run.metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})
