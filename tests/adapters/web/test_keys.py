"""Signed orders and countersigned heads over HTTP."""

from __future__ import annotations

from typing import Any

from litestar.testing import TestClient

from tests.adapters.web.players import seated
from wardiary.adapters.signatures import SigningKey
from wardiary.domain.diary.codec import ENCODER
from wardiary.domain.diary.signing import head_message, order_message

KEY = SigningKey(bytes(range(32)))


def test_a_seat_names_a_key_signs_its_orders_and_countersigns_heads(client: TestClient[Any]):
    match, (red, _) = seated(client)
    seat = red.get(f"{red.path}/prompts").json()["prompts"][0]["seat"]

    def give(command: dict[str, Any], *, sign: bool) -> Any:
        head = red.get(f"{red.path}/head").json()["head"]
        order = order_message(match, seat, bytes.fromhex(head), ENCODER.encode(command))
        body = {"command": command, "id": f"{command['do']}-{sign}", "seat": seat}
        signature = {"signature": KEY.sign(order)} if sign else {}
        return red.post(f"{red.path}/commands", body | signature)

    claim = {"do": "claim", "holder": "human", "key": KEY.public, "seat": seat}
    assert give(claim, sign=False).status_code == 200
    card = red.get(f"{red.path}/prompts").json()["prompts"][0]["offers"][0]["slots"][0]
    bid = {"card": card["candidates"][0], "do": "bid"}
    refused = give(bid, sign=False)
    assert refused.status_code == 422
    assert "must be signed" in refused.text
    assert give(bid, sign=True).status_code == 200

    now = red.get(f"{red.path}/head").json()
    message = head_message(match, seat, now["position"], bytes.fromhex(now["head"]))
    seen = {"position": now["position"], "head": now["head"], "seat": seat}
    assert red.post(f"{red.path}/heads", seen).status_code == 409
    done = red.post(f"{red.path}/heads", seen | {"signature": KEY.sign(message)})
    assert done.status_code == 200
    assert '"is":"seen"' in red.get(f"{red.path}/archive").text
