"""The OpenAPI document, and the application held against it by requests that nobody would write."""

from __future__ import annotations

from typing import Any

import schemathesis
from httpx import InvalidURL
from hypothesis import HealthCheck, Phase, given, reject, settings
from litestar.testing import TestClient
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.adapters.web.players import Player, seated

EXAMPLES = 5
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
PATHS = {
    "/api/v1/games", "/api/v1/games/{game}/guide", "/api/v1/games/{game}/components",
    "/api/v1/games/{game}/rules", "/api/v1/matches", "/api/v1/invitations/claim",
    "/api/v1/invitations/look", "/api/v1/agreements",
    "/api/v1/key", "/api/v1/session", "/healthz", "/readyz",
}  # fmt: skip
OF_A_MATCH = {
    "", "invitations", "prompts", "commands", "view", "text", "events", "log", "timeline",
    "scores", "dice", "clock", "rules/{rule}", "feed", "rewind", "rewind/agree", "rewind/refuse",
    "take-backs", "resign", "disclosure", "standing", "standing/choices", "rulings", "pause",
    "resume", "name", "people", "branches", "components", "keys", "difference/{other}", "archive",
    "audit", "previews", "why-not", "hint", "head", "heads",
    "orders", "proof", "standing/due", "keeper", "keeper/share",
    "keeper/seed", "deadlines", "deadlines/decision", "in-name",
    "keeper/engage", "sight",
    "review", "review/stop", "review/orders",
}  # fmt: skip


def test_every_address_of_the_contract_is_described(client: TestClient[Any]):
    described = set(client.get("/api/openapi.json").json()["paths"])

    of_a_match = {f"/api/v1/matches/{{match}}/{name}".rstrip("/") for name in OF_A_MATCH}
    assert PATHS | of_a_match == described


def test_the_document_is_openapi_3_1_with_examples(client: TestClient[Any]):
    document = client.get("/api/openapi.json")

    assert document.json()["openapi"].startswith("3.1")
    assert '"examples"' in document.text
    assert {"key", "session"} == set(document.json()["components"]["securitySchemes"])


def test_every_response_fits_the_api_description(client: TestClient[Any]):
    """Valid requests and invalid ones, by the holder of a seat; but for feeds, which never end."""
    match, (red, _) = seated(client, public=True)
    schema = schemathesis.openapi.from_dict(loosened(client.get("/api/openapi.json").json()))
    tried = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path.endswith("/feed") or operation.method == "delete":
            continue
        tried += 1
        for mode in schemathesis.GenerationMode:
            held_against(client, red, match, operation.as_strategy(generation_mode=mode))

    assert tried > 25


def loosened(document: Any) -> Any:
    """Without what tuples hold: schemathesis writes that in a form its own validator refuses."""
    if isinstance(document, dict):
        return {name: loosened(part) for name, part in document.items() if name != "prefixItems"}
    return [loosened(part) for part in document] if isinstance(document, list) else document


def held_against(client: TestClient[Any], red: Player, match: str, strategy: Any) -> None:
    """Ask some questions of a kind, about a match that is there."""

    @settings(
        max_examples=EXAMPLES,
        phases=(Phase.generate,),
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def ask(case: Case) -> None:
        case.path_parameters = {
            **case.path_parameters,
            **{name: match for name in ("match", "other") if name in case.path_parameters},
        }
        case.headers = {**(case.headers or {}), **red.headers}
        sent = case.as_transport_kwargs(base_url="http://testserver.local")
        sent.pop("cookies", None)
        sent["content"] = sent.pop("data", None)
        try:
            answer = client.request(**{name: value for name, value in sent.items() if value})
        except InvalidURL:
            reject()  # So long an address cannot be asked for.
        case.validate_response(answer, checks=CHECKS)

    ask()
