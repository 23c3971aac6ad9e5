"""Proofs over HTTP: orders signed by the seat's own key, heads countersigned, shares added."""

from __future__ import annotations

import json
from typing import Any

from litestar.testing import TestClient

from tests.adapters.web.players import Player, seated
from wardiary.adapters.matches import Matches
from wardiary.adapters.signatures import SigningKey
from wardiary.domain.diary.said import seal_of_share
from wardiary.domain.diary.signing import head_message, order_message

RED, BLUE, OTHER = (SigningKey(bytes([n]) * 32) for n in (1, 2, 3))


class Signer:
    """A player whose seat has a key."""

    def __init__(self, player: Player, seat: str, key: SigningKey) -> None:
        self.player, self.seat, self.key = player, seat, key

    def claim(self, **more: str) -> Any:
        claim = {"do": "claim", "seat": self.seat, "holder": "human", **more}
        return self.player.command({**claim, "key": self.key.public})

    def signed(self, command: Any) -> str:
        """The signature over a command, made from what the service says is to be signed."""
        asked = self.player.post(f"{self.player.path}/orders", {"command": command})
        assert asked.status_code == 200, asked.text
        order = asked.json()
        head, raw = bytes.fromhex(order["head"]), order["command"].encode()
        return self.key.sign(order_message(order["match"], self.seat, head, raw))

    def give(self, command: Any, **more: Any) -> Any:
        return self.player.command(command, signature=self.signed(command), **more)

    def play(self) -> Any:
        return self.give(self.player.words())

    def proof(self) -> Any:
        return self.player.get(f"{self.player.path}/proof").json()


def both_signed(client: TestClient[Any]) -> tuple[str, Signer, Signer]:
    match, (red, blue) = seated(client)
    signers = Signer(red, "red", RED), Signer(blue, "blue", BLUE)
    for signer in signers:
        assert signer.claim().status_code == 200
    return match, *signers


def cell(proof: Any, act: str) -> Any:
    return next(
        one for one in proof["assured"] if one["act"] == act and one["who"].startswith("the host")
    )


def test_a_seat_names_a_key_and_signs_its_orders(client: TestClient[Any], matches: Matches):
    match, red, _ = both_signed(client)

    refused = red.player.play()
    recorded = red.play()

    assert (refused.status_code, refused.json()["rule"]) == (422, "Table/Keys")
    assert recorded.status_code == 200
    assert "signed were 1 of 2 orders of red" in matches.audit(match).detail
    assert red.proof()["keys"] == {"red": RED.public, "blue": BLUE.public}
    assert cell(red.proof(), "forge an order of a seat")["outcome"] == "prevented"


def test_the_order_to_sign_is_the_command_as_it_is_recorded(client: TestClient[Any]):
    """So that the browser can hold it against what the player meant."""
    _, red, _ = both_signed(client)
    words = red.player.words()

    order = red.player.post(f"{red.player.path}/orders", {"command": words}).json()

    command = json.loads(order["command"])
    assert words.split()[0] == command["do"]
    assert json.dumps(command, sort_keys=True, separators=(",", ":")) == order["command"]
    assert (order["seat"], order["head"]) == (
        "red", red.player.get(f"{red.player.path}/head").json()["head"],
    )  # fmt: skip


def test_a_signature_is_made_again_when_another_entry_came_between(client: TestClient[Any]):
    _, red, blue = both_signed(client)
    words = red.player.words()
    late = red.signed(words)
    assert blue.play().status_code == 200

    refused = red.player.command(words, signature=late)

    assert refused.json()["rule"] == "Table/Keys"
    assert "sign it again" in refused.json()["detail"]
    assert red.give(words).status_code == 200


def test_taking_back_and_resigning_are_signed_as_well(client: TestClient[Any]):
    """Every way in which the service takes a command from a seat."""
    _, red, blue = both_signed(client)
    before = red.player.get(red.player.path).json()["position"]
    red.play()
    blue.play()
    asks: list[tuple[Signer, str, dict[str, Any], Any]] = [
        (red, "rewind", {"to": before}, {"do": "ask-rewind", "to": before}),
        (blue, "rewind/refuse", {}, {"do": "refuse-rewind"}),
        (red, "rewind", {"to": before}, {"do": "ask-rewind", "to": before}),
        (blue, "rewind/agree", {"to": before}, {"do": "agree-rewind", "to": before}),
        (red, "resign", {}, {"do": "resign"}),
    ]
    for signer, path, body, command in asks:
        address = f"{signer.player.path}/{path}"
        unsigned = signer.player.post(address, body)
        assert (unsigned.status_code, unsigned.json()["rule"]) == (422, "Table/Keys"), path
        done = signer.player.post(address, {**body, "signature": signer.signed(command)})
        assert done.status_code == 200, done.text


def test_a_standing_answer_of_a_seat_with_a_key_is_given_by_itself(client: TestClient[Any]):
    """The service cannot sign it, so it says what is due, and the page signs that."""
    _, red, _ = both_signed(client)
    verb = red.player.words().split()[0]
    left = {"answers": [{"verb": verb}], "seat": "red"}
    address = f"{red.player.path}/standing"
    before = red.player.get(red.player.path).json()["position"]
    assert red.player.client.put(address, json=left, headers=red.player.headers).status_code == 200
    assert red.player.get(red.player.path).json()["position"] == before

    due = red.player.get(f"{address}/due", seat="red").json()

    assert due["command"]["do"] == verb
    assert red.give(due["command"], window=due["window"]).status_code == 200


def test_another_key_is_agreed_to_by_the_others_and_everybody_sees_who_has(
    client: TestClient[Any],
):
    _, red, blue = both_signed(client)
    assert red.proof()["agreements"] == []
    change = {"do": "change-key", "seat": "red", "key": OTHER.public}

    assert blue.give(change).status_code == 200

    assert red.proof()["keys"]["red"] == OTHER.public
    assert red.proof()["agreements"] == []


def test_a_head_that_was_countersigned_is_told_with_its_position(client: TestClient[Any]):
    match, red, _ = both_signed(client)
    assert cell(red.proof(), "rewrite the past")["better"] == "detected"
    head = red.player.get(f"{red.player.path}/head").json()
    message = head_message(match, "red", head["position"], bytes.fromhex(head["head"]))

    noted = {"position": head["position"], "head": head["head"], "signature": RED.sign(message)}
    done = red.player.post(f"{red.player.path}/heads", noted)

    assert done.status_code == 200
    assert red.proof()["seen"] == {"red": head["position"]}
    assert red.play().status_code == 200
    now = red.player.get(f"{red.player.path}/head", at=head["position"]).json()
    assert now["noted"] == head["head"] != now["head"]
    for nowhere in (head["position"] - 1, now["position"] + 1):
        assert red.player.get(f"{red.player.path}/head", at=nowhere).json()["noted"] == ""
    assert cell(red.proof(), "rewrite the past")["outcome"] == "detected"


def test_shares_are_sealed_with_the_key_and_opened_when_all_are(client: TestClient[Any]):
    match, players = seated(client, settings={"seed": "seats"})
    signers = [Signer(player, seat, key) for player, seat, key in
               zip(players, ("red", "blue"), (RED, BLUE), strict=True)]  # fmt: skip
    made = {seat: f"{seat:0>32}" for seat in ("red", "blue")}
    for signer in signers:
        seal = seal_of_share(match, signer.seat, made[signer.seat])
        assert signer.claim(seal=seal).status_code == 200
    shares = signers[0].proof()["shares"]
    assert shares == {"wanted": True, "dealt": False, "sealed": ["red", "blue"], "opened": []}

    for signer in signers:
        opening = {"do": "open-share", "share": made[signer.seat]}
        assert signer.give(opening).status_code == 200, signer.seat

    assert signers[1].proof()["shares"]["dealt"]
    assert (
        cell(signers[1].proof(), "open a match again until its dice suit")["outcome"] == "prevented"
    )
    assert signers[0].play().status_code == 200


def test_a_stranger_is_told_what_is_proved_but_signs_nothing(client: TestClient[Any]):
    match, _ = seated(client, public=True)
    path = f"/api/v1/matches/{match}"

    assert client.get(f"{path}/proof").json()["seat"] == ""
    assert client.post(f"{path}/orders", json={"command": "resign"}).status_code == 403
