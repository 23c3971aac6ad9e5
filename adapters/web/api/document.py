"""The OpenAPI document put right where the framework would promise another shape of errors."""

from __future__ import annotations

from dataclasses import replace

from litestar.openapi.spec import OpenAPI, OpenAPIResponse, Operation, Reference


def describe(document: OpenAPI) -> None:
    """Name the problem that every operation may answer with, whatever goes wrong."""
    paths = (document.paths or {}).values()
    operations = [one for path in paths for one in (path.get, path.put, path.post, path.delete)]
    _describe_problems([operation for operation in operations if operation is not None])


def _describe_problems(operations: list[Operation]) -> None:
    """One operation describes the problem; the others are given the same."""
    described = [(operation.responses or {}).get("429") for operation in operations]
    (found,) = [part for part in described if isinstance(part, OpenAPIResponse)]
    problem = replace(found, description="what is wrong, as a problem")
    wrong: dict[str, OpenAPIResponse | Reference] = {"4XX": problem, "5XX": problem}
    for operation in operations:
        right = {
            status: response
            for status, response in (operation.responses or {}).items()
            if status not in ("400", "429")
        }
        operation.responses = right | wrong
