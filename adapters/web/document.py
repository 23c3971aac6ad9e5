"""The OpenAPI document put right where the framework would promise another shape of errors."""

from __future__ import annotations

from dataclasses import replace

from litestar.openapi.spec import OpenAPI, OpenAPIResponse, Operation, Reference


def describe(document: OpenAPI) -> None:
    """Name the problem that every operation may answer with, whatever goes wrong."""
    paths = (document.paths or {}).values()
    operations = [one for path in paths for one in (path.get, path.put, path.post, path.delete)]
    _describe_problems([one for one in operations if one is not None])


def _describe_problems(operations: list[Operation]) -> None:
    """One operation describes the problem; the others are given the same."""
    described = [(one.responses or {}).get("429") for one in operations]
    (found,) = [one for one in described if isinstance(one, OpenAPIResponse)]
    problem = replace(found, description="what is wrong, as a problem")
    wrong: dict[str, OpenAPIResponse | Reference] = {"4XX": problem, "5XX": problem}
    for one in operations:
        right = {
            status: response
            for status, response in (one.responses or {}).items()
            if status not in ("400", "429")
        }
        one.responses = right | wrong
