"""A seat that keeps a part of the dice itself: its page is asked, and answers once a place."""

from __future__ import annotations

import threading
from typing import Any, Self

import pytest
from litestar.testing import TestClient

from tests.adapters.web.players import Player, seated
from tests.adapters.web.test_proof import cell
from wardiary.adapters.keepers import KeeperAway, KeeperRefused
from wardiary.adapters.matches import Matches
from wardiary.adapters.matches.keeping import WAITING
from wardiary.adapters.seat_keepers import SeatKeeper
from wardiary.adapters.web.service import Service
from wardiary.domain.diary.keeping import keeper_commitment, share_of
from wardiary.domain.diary.said import seal_of_share
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.table_commands import ClaimSeat
from wardiary.tools.verifier import verify

SEED = bytes([7]) * 32
SHARES = {seat: f"{seat:0>32}" for seat in ("red", "blue")}


class Page:
    """What the page of a seat does as a keeper."""

    def __init__(self, player: Player, seat: str) -> None:
        self.player, self.seat, self.name = player, seat, f"seat-{seat}"
        self.stopped = threading.Event()
        self.answered: list[int] = []

    @property
    def commitment(self) -> str:
        return keeper_commitment(self.player.match, self.name, SEED)

    def tasks(self) -> Any:
        return self.player.get(f"{self.player.path}/keeper", seat=self.seat).json()

    def answer(self) -> None:
        for asked in self.tasks()["asked"]:
            share = share_of(SEED, self.player.match, asked["place"], asked["request"])
            done = self.player.post(f"{self.player.path}/keeper/share", {**asked, "share": share})
            assert done.status_code == 200, done.text
            self.answered.append(asked["place"])

    def __enter__(self) -> Self:
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        return self

    def _run(self) -> None:
        while not self.stopped.wait(0.05):
            self.answer()

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self.thread.join(10)


def claimed(player: Player, seat: str, **more: str) -> Any:
    seal = seal_of_share(player.match, seat, SHARES[seat])
    claim = {"do": "claim", "seat": seat, "holder": "human", "seal": seal, **more}
    return player.command(claim)


def opened(client: TestClient[Any]) -> tuple[Player, Player, Page]:
    """Both have sealed; red keeps a part of the dice itself."""
    _, (red, blue) = seated(client, settings={"seed": "seats"})
    page = Page(red, "red")
    assert claimed(red, "red", keeper=page.commitment).status_code == 200
    assert claimed(blue, "blue").status_code == 200
    return red, blue, page


def open_shares(*players: tuple[Player, str]) -> None:
    for player, seat in players:
        answer = player.command({"do": "open-share", "share": SHARES[seat]})
        assert answer.status_code == 200, answer.text


def test_every_draw_has_the_share_of_the_seat_and_commands_are_answered_as_ever(
    client: TestClient[Any], matches: Matches
):
    red, blue, page = opened(client)
    with page:
        open_shares((red, "red"), (blue, "blue"))
        for player in (red, blue) * 3:
            if player.prompts()["prompts"]:
                assert player.play().status_code == 200
        if not red.get(red.path).json()["over"]:
            assert red.command({"do": "resign"}).status_code == 200
    told = {"keeper": "seat-red", "seed": SEED.hex()}
    assert red.post(f"{red.path}/keeper/seed", told).status_code == 200
    assert red.post(f"{red.path}/keeper/seed", told).status_code == 200

    data = matches.export(red.match)

    places = [n for n, _ in enumerate(page.answered, 1)]
    assert page.answered == places
    assert len(places) >= 2
    assert matches.audit(red.match).verdict == "EXACT"
    assert verify(data)[0] == "EXACT"
    assert data.count(b"keeper-opened") == 1


def test_while_its_page_is_away_the_order_waits_and_the_seats_are_told(
    client: TestClient[Any], matches: Matches
):
    red, blue, page = opened(client)
    open_shares((red, "red"))

    refused = blue.command({"do": "open-share", "share": SHARES["blue"]}, "b-1")

    assert refused.status_code == 503
    assert refused.json()["type"] == "/problems/a-keeper-is-away"
    assert red.get(red.path).json()["waits"]["keeper"] == "seat-red"
    assert blue.get(blue.path).json()["waits"]["seat"] == "blue"
    page.answer()
    assert red.get(red.path).json()["waits"] is None
    assert matches.history(red.match).said.dealt
    again = blue.command({"do": "open-share", "share": SHARES["blue"]}, "b-1")
    assert again.status_code == 200
    assert page.tasks()["asked"] == []


def test_an_order_that_waits_no_more_but_was_not_given_is_not_given_for_another_table(
    client: TestClient[Any], matches: Matches, monkeypatch: pytest.MonkeyPatch
):
    """It was dropped while the service waited for the page: the caller gets what is recorded."""
    red, blue, _ = opened(client)
    open_shares((red, "red"))
    monkeypatch.setattr(
        "wardiary.adapters.web.service.sleep", lambda _: matches.store.delete(WAITING, red.match)
    )

    refused = blue.command({"do": "open-share", "share": SHARES["blue"]}, "b-1")

    assert refused.status_code == 503
    assert matches.waiting(red.match) is None


def test_of_the_callers_of_a_match_one_is_kept_waiting_for_a_page(
    client: TestClient[Any], matches: Matches, monkeypatch: pytest.MonkeyPatch
):
    red, blue, _ = opened(client)
    open_shares((red, "red"))
    service, others = Service(matches), list[bool]()

    def another_asks(_: float) -> None:
        if not others:
            others.append(service.is_given_soon(red.match))

    monkeypatch.setattr("wardiary.adapters.web.service.sleep", another_asks)
    assert blue.command({"do": "open-share", "share": SHARES["blue"]}).status_code == 503
    others.clear()

    assert not service.is_given_soon(red.match)
    assert others == [False]
    assert not service.is_given_soon(red.match)


def test_a_command_that_is_sent_again_asks_no_keeper_a_second_time(client: TestClient[Any]):
    """Its entry is recorded; what the keepers would be asked now is another order's place."""
    red, blue, page = opened(client)
    with page:
        open_shares((red, "red"), (blue, "blue"))
    asked = len(page.answered)

    assert blue.command({"do": "open-share", "share": SHARES["blue"]}, blue.key[:6] + "-2")

    assert page.tasks()["asked"] == []
    assert len(page.answered) == asked


@pytest.mark.parametrize(("change", "status"), [
    ({"place": 9}, 409), ({"request": "ab" * 32}, 409), ({"keeper": "seat-blue"}, 403),
    ({"share": "zz"}, 400), ({"seat": "blue"}, 403),
])  # fmt: skip
def test_only_the_seat_answers_and_only_what_was_asked(
    client: TestClient[Any], change: dict[str, Any], status: int
):
    red, blue, page = opened(client)
    open_shares((red, "red"))
    blue.command({"do": "open-share", "share": SHARES["blue"]})
    (asked,) = page.tasks()["asked"]
    share = share_of(SEED, red.match, asked["place"], asked["request"])

    body = {**asked, "share": share, **change}

    assert red.post(f"{red.path}/keeper/share", body).status_code == status
    assert blue.post(f"{blue.path}/keeper/share", {**asked, "share": share}).status_code == 403
    page.answer()
    late = red.post(f"{red.path}/keeper/share", {**asked, "share": "cd" * 32})
    assert late.status_code == 409


def test_a_seat_becomes_a_keeper_only_before_any_share_is_open(client: TestClient[Any]):
    """Later, somebody who knows the other seeds could choose one by which the dice suit."""
    _, (red, blue) = seated(client, settings={"seed": "seats"})
    page = Page(red, "red")
    claimed(red, "red")
    claimed(blue, "blue")
    open_shares((blue, "blue"))
    _, (other, _) = seated(client)

    for player in (red, other):
        claim = {"do": "claim", "seat": "red", "holder": "human", "keeper": page.commitment}
        refused = player.command(claim)
        assert refused.status_code == 422
        assert "before any is open" in refused.json()["detail"]


def test_the_seed_is_told_at_the_end_alone_and_only_the_one_committed_to(client: TestClient[Any]):
    red, blue, page = opened(client)
    told = {"keeper": "seat-red", "seed": SEED.hex()}
    assert red.post(f"{red.path}/keeper/seed", told).status_code == 422
    with page:
        open_shares((red, "red"), (blue, "blue"))
    red.command({"do": "resign"})

    wrong = red.post(f"{red.path}/keeper/seed", {**told, "seed": "00" * 32})

    assert (wrong.status_code, wrong.json()["rule"]) == (422, "Table/Keepers")
    assert red.post(f"{red.path}/keeper/seed", told).json()["keepers"] == {}


def test_the_table_says_that_the_host_knows_no_dice_beforehand(client: TestClient[Any]):
    red, blue, _ = opened(client)
    proofs = [player.get(f"{player.path}/proof").json() for player in (red, blue)]

    # Blue has only its opponent's word for red's keeper: red may be the host.
    outcomes = [cell(proof, "know dice before ordering")["outcome"] for proof in proofs]
    assert outcomes == ["prevented", "promised"]


def test_only_the_seat_itself_names_its_keeper_and_once(client: TestClient[Any], matches: Matches):
    """Else the host could put a keeper of his own in its place, and know all dice."""
    red, _, page = opened(client)
    other = keeper_commitment(red.match, page.name, bytes(32))

    for seat in ("host", "red"):
        with pytest.raises(Illegal) as refused:
            matches.command(red.match, seat, ClaimSeat("red", "human", keeper=other))
        assert refused.value.rule == "Table/Keepers"

    assert matches.history(red.match).said.keepers == {page.name: page.commitment}
    assert claimed(red, "red", keeper=page.commitment).status_code == 200


def test_what_a_page_was_asked_first_for_a_place_stays_asked(matches: Matches):
    """It may be answering just now: another request there could never be answered."""
    keeper, match = SeatKeeper("seat-red", matches.store), "a" * 32
    with pytest.raises(KeeperAway):
        keeper.share(match, 1, "ab" * 32)
    with pytest.raises(KeeperRefused, match="asked for another order"):
        keeper.share(match, 1, "cd" * 32)

    assert keeper.answer(match, 1, "ab" * 32, "ef" * 32)

    assert keeper.share(match, 1, "ab" * 32) == "ef" * 32
    with pytest.raises(KeeperRefused, match="asked for another order"):
        keeper.share(match, 1, "cd" * 32)
