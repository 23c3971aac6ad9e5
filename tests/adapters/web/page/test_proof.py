"""Proofs by the page: a key in the browser signs all that a seat says, heads are noted."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.adapters.web.page.conftest import Visit
from tests.adapters.web.page.visitor import MATCH, Visitor
from wardiary.adapters.signatures import SigningKey, is_signed, read_key
from wardiary.domain.diary.said import seal_of_share
from wardiary.domain.diary.signing import head_message, order_message
from wardiary.domain.games.registry import GAMES
from wardiary.projections.adjudication import audit_file
from wardiary.projections.keeper_log import read_log
from wardiary.tools.noted_heads import parse_heads
from wardiary.tools.verifier import verify

WITHOUT_ED25519 = """
    const make = crypto.subtle.generateKey.bind(crypto.subtle);
    crypto.subtle.generateKey = (kind, ...more) =>
        kind === "Ed25519" ? Promise.reject(new DOMException("", "NotSupportedError"))
                           : make(kind, ...more);
"""


LOOKS = """async () => {
    const { SeatKeeper } = await import("/page/keeper.js");
    const id = location.pathname.slice(3);
    await new SeatKeeper({ id, seatsHeld: ["x"], isOver: false }).look();
}"""
LEFT = """async ([seat, answers]) => {
    const { noteLeft } = await import("/page/left_answers.js");
    await noteLeft(`${location.pathname.slice(3)}/${seat}`, answers);
}"""


def address(visitor: Visitor) -> str:
    match = MATCH.search(visitor.page.url)
    assert match is not None
    return f"{visitor.url}/api/v1/matches/{match[0][3:]}"


def asked(visitor: Visitor, path: str) -> Any:
    return visitor.page.request.get(f"{address(visitor)}/{path}").json()


def archive(visitor: Visitor) -> bytes:
    return visitor.page.request.get(f"{address(visitor)}/archive").body()


def proof_of(visitor: Visitor) -> Visitor:
    visitor.page.get_by_role("button", name="Proof", exact=True).click()
    visitor.see(".proof")
    return visitor


def signing(visitor: Visitor, *, copy: Path | None = None) -> Visitor:
    """Make a key in the panel, with a copy of it in a file or without."""
    proof_of(visitor)
    page = visitor.page
    if copy is None:
        page.get_by_label("Save a copy as a file").uncheck()
        page.get_by_role("button", name="Make a key").click()
    else:
        with page.expect_download() as waited:
            page.get_by_role("button", name="Make a key").click()
        waited.value.save_as(copy)
    expect(visitor.see(".proof")).to_contain_text("Signed. Every order of")
    return visitor


def test_a_key_made_in_the_browser_signs_every_order(visit: Visit):
    player = signing(visit().open_match())
    seat, key = next(iter(asked(player, "proof")["keys"].items()))

    player.answer()
    player.answer()

    data = archive(player)
    verdict = audit_file(data, GAMES, check=is_signed)
    assert (verdict.verdict, verify(data)[0]) == ("EXACT", "EXACT")
    assert f'"key":"{key}"' in data.decode().replace("\\", "")
    assert data.count(b"signature") >= 2
    # Nobody orders for the seat without that key, the session of the seat itself included.
    prompt = asked(player, "prompts")["prompts"][0]
    refused = player.page.request.post(
        f"{address(player)}/resign",
        data={"seat": seat}, headers={"X-Wardiary": "1"},
    )  # fmt: skip
    assert prompt["seat"] == seat
    assert (refused.status, refused.json()["rule"]) == (422, "Table/Keys")


def test_the_secret_half_of_a_key_cannot_be_read_out_of_the_browser(visit: Visit, tmp_path: Path):
    """Neither of one that was never out of it, nor of one of which a copy was saved."""
    for copy in (None, tmp_path / "my.key"):
        player = signing(visit().open_match(), copy=copy)
        place = player.page.evaluate(
            """async () => {
                const { keptFrom } = await import("/page/vault.js");
                const [key] = await keptFrom("keys", "");
                const read = crypto.subtle.exportKey("pkcs8", key.privateKey);
                return [key.privateKey.extractable, await read.then(() => "read", () => "refused")];
            }"""
        )
        assert place == [False, "refused"]


def test_the_copy_of_a_key_is_a_key_file_of_the_command_line_and_back(visit: Visit, tmp_path: Path):
    path = tmp_path / "my.key"
    player = signing(visit().open_match(), copy=path)
    assert read_key(path).public in asked(player, "proof")["keys"].values()

    other = tmp_path / "other.key"
    other.write_text(SigningKey(b"7" * 32).text)
    player.page.locator("summary", has_text="Another key").click()
    player.page.locator("#key-file").set_input_files(other)

    expect(player.page.locator(".proof")).to_contain_text("signed with this key")
    assert SigningKey(b"7" * 32).public in asked(player, "proof")["keys"].values()
    player.answer()
    assert audit_file(archive(player), GAMES, check=is_signed).verdict == "EXACT"


def test_taking_back_and_resigning_are_signed_by_the_page(visit: Visit):
    player = signing(visit().open_match())
    player.answer()
    player.page.get_by_role("button", name="About").click()
    player.page.get_by_role("button", name="Resign …").click()
    player.page.get_by_role("button", name="Resign the match").click()

    player.see(".result")

    data = archive(player)
    assert b"seat-resigned" in data or b"resign" in data
    assert audit_file(data, GAMES, check=is_signed).verdict == "EXACT"


def test_a_standing_answer_that_was_left_here_is_signed_and_given_by_the_page(visit: Visit):
    player = signing(visit().open_match())
    verb = asked(player, "prompts")["prompts"][0]["offers"][0]["verb"]
    player.page.get_by_role("button", name="Standing").click()
    form = player.see(".tab-body form")
    form.get_by_label("I answer").select_option(verb)

    form.get_by_role("button", name="Keep it").click()

    expect(player.page.locator(".sent li").first).to_contain_text("standing answer", timeout=15_000)
    expect(player.page.locator(".sent li").first).to_contain_text("recorded #", timeout=15_000)
    assert audit_file(archive(player), GAMES, check=is_signed).verdict == "EXACT"


def test_a_standing_answer_that_was_not_left_in_this_browser_is_not_signed(visit: Visit):
    """The service has one, which it may have made up; or it says that a resignation is due."""
    player = signing(visit().open_match())
    prompt = asked(player, "prompts")["prompts"][0]
    before = player.position
    player.page.request.put(
        f"{address(player)}/standing",
        data={"seat": prompt["seat"], "answers": [{"verb": prompt["offers"][0]["verb"]}]},
        headers={"X-Wardiary": "1"},
    )
    player.page.reload()
    expect(player.page.locator("#notices")).to_contain_text("was not left in this browser")

    due = {"seat": prompt["seat"], "command": {"do": "resign"}, "window": prompt["window"]}
    player.page.route("**/standing/due*", lambda route: route.fulfill(json=due))
    player.page.evaluate(LEFT, [prompt["seat"], [{"verb": "resign"}]])
    player.page.reload()

    expect(player.page.locator("#notices")).to_contain_text("was not left in this browser")
    assert player.position == before


def test_an_answer_that_was_left_is_held_against_question_turn_facts_and_slots(visit: Visit):
    player = visit().open_match()
    left = {
        "verb": "fire", "rule": "Q", "until_turn": 3, "slots": {"at": ["a", "b"]},
        "when": [{"fact": "odds", "how": "at-least", "value": 4}],
    }  # fmt: skip
    slots = [
        {"name": "at", "candidates": ["b", "a", "c"], "least": 1, "most": 1, "many": False},
        {"name": "by", "candidates": ["x", "z"], "least": 1, "most": 2, "many": True},
    ]
    offers = [{"verb": "fire", "slots": slots, "facts": {"odds": 4}}]
    prompt, summary = {"rule": "Q", "facts": {}, "offers": offers}, {"turn": 3, "round": 1}
    command = {"do": "fire", "at": "a", "by": ["x"]}
    hold = {"verb": "hold", "slots": [], "facts": {}}
    both = {**prompt, "offers": [*offers, hold]}
    weak = [{**offers[0], "facts": {"odds": 3}}]
    cases: list[tuple[object, ...]] = [
        (left, prompt, command, summary, True),
        (left, prompt, {**command, "note": ""}, summary, True),
        ({**left, "slots": {}}, prompt, {**command, "at": "b"}, summary, True),
        ({**left, "slots": {"by": ["z", "x"]}}, prompt,
         {"do": "fire", "at": "b", "by": ["z", "x"]}, summary, True),
        (left, prompt, {**command, "at": "b"}, summary, False),
        (left, prompt, {**command, "at": "c"}, summary, False),
        (left, prompt, {**command, "by": ["y"]}, summary, False),
        (left, prompt, {**command, "by": []}, summary, False),
        (left, prompt, {"do": "fire", "at": "a"}, summary, False),
        ([left, {"verb": "hold"}], both, command, summary, True),
        ([left, {"verb": "hold"}], both, {"do": "hold"}, summary, False),
        ([{"verb": "hold"}, left], both, {"do": "hold"}, summary, True),
        (left, prompt, {**command, "more": "y"}, summary, False),
        (left, prompt, {**command, "do": "hold"}, summary, False),
        (left, {**prompt, "rule": "R"}, command, summary, False),
        (left, {**prompt, "offers": weak}, command, summary, False),
        (left, prompt, command, {"turn": 4, "round": 1}, False),
        ({**left, "late": True}, prompt, command, summary, False),
    ]  # fmt: skip
    for answer, question, order, state, expected in cases:
        player.page.evaluate(LEFT, ["us", answer if isinstance(answer, list) else [answer]])
        found = player.page.evaluate(
            """async ([prompt, command, summary]) => {
                const { isLeft } = await import("/page/left_answers.js");
                return isLeft(`${location.pathname.slice(3)}/us`, prompt, command, summary);
            }""",
            [question, order, state],
        )
        assert found is expected, (answer, question, order, state)


def test_heads_are_noted_countersigned_and_saved_by_the_page(visit: Visit, tmp_path: Path):
    player = signing(visit().open_match())
    player.answer()
    proof_of(player)
    player.page.get_by_role("button", name="Note it now").click()
    expect(player.page.locator(".proof")).to_contain_text("The head is noted")

    with player.page.expect_download() as waited:
        player.page.get_by_role("button", name="Save the heads noted").click()
    waited.value.save_as(tmp_path / "heads.jsonl")

    noted = parse_heads([str(tmp_path / "heads.jsonl")])
    assert noted[-1].head.hex() == asked(player, "head")["head"]
    data = archive(player)
    verdict = audit_file(data, GAMES, heads=[one.head for one in noted], check=is_signed)
    assert verdict.verdict == "EXACT"
    assert b'"is":"seen"' in data
    assert [asked(player, "head")["position"]] == list(asked(player, "proof")["seen"].values())


def test_heads_are_noted_without_being_asked_for(visit: Visit):
    player = visit().open_match()
    player.answer()

    player.page.wait_for_timeout(4000)

    assert asked(player, "proof")["seen"]


def test_a_record_that_was_rewritten_is_told_when_the_page_comes_back(visit: Visit):
    """What this browser has noted is held against the record at every visit."""
    player = visit().open_match()
    proof_of(player)
    player.page.get_by_role("button", name="Note it now").click()
    expect(player.page.locator(".proof")).to_contain_text("The head is noted")
    player.expects_errors = True
    player.page.evaluate(
        """async () => {
            const { keep, kept } = await import("/page/vault.js");
            const match = location.pathname.slice(3);
            const noted = await kept("heads", match);
            await keep("heads", match, noted.map((one) => ({ ...one, head: "ab".repeat(32) })));
        }"""
    )

    player.page.reload()

    expect(player.page.locator("#notices")).to_contain_text("This record was rewritten")


@pytest.mark.parametrize("moved", [-1, 0, 40])
def test_a_shorter_or_another_record_is_told_and_not_countersigned(visit: Visit, moved: int):
    """The service is asked for the head that was noted before the new one is taken up."""
    player = visit().open_match()
    proof_of(player)
    player.page.get_by_role("button", name="Note it now").click()
    expect(player.page.locator(".proof")).to_contain_text("The head is noted")
    signed: list[str] = []
    player.page.route("**/heads", lambda route: signed.append("x") or route.abort())
    now = asked(player, "head")
    other = {**now, "position": now["position"] + moved, "head": "ab" * 32, "noted": "ab" * 32}
    player.page.route(re.compile(r"/head(\?|$)"), lambda route: route.fulfill(json=other))

    player.page.get_by_role("button", name="Note it now").click()

    expect(player.page.locator("#notices")).to_contain_text("This record was rewritten")
    assert signed == []


def test_a_browser_without_ed25519_says_so_and_plays_on_unsigned(visit: Visit):
    player = visit()
    player.page.add_init_script(WITHOUT_ED25519)
    player.open_match()
    proof_of(player)

    expect(player.page.locator(".proof")).to_contain_text("This browser cannot sign")
    expect(player.page.get_by_role("button", name="Make a key")).to_have_count(0)
    player.answer()


def test_an_order_that_the_service_has_changed_is_not_signed(visit: Visit):
    """A host who wants another order signed than the one that was given."""
    player = signing(visit().open_match())
    player.expects_errors = True

    def changed(route: Any) -> None:
        answer = route.fetch()
        order = answer.json()
        command = json.loads(order["command"])
        route.fulfill(
            response=answer, json={**order, "command": json.dumps({**command, "do": "resign"})}
        )

    player.page.route("**/orders", changed)
    player.fill()
    player.see(".send:not([disabled])").click()

    expect(player.page.locator(".sent li").last).to_contain_text("another order signed")


@pytest.mark.parametrize(
    ("meant", "recorded", "same"),
    [
        ({"do": "move", "to": "a"}, '{"do":"move","to":"a","cards":[],"by":""}', True),
        ({"do": "move", "to": "a"}, '{"do":"move","to":"b"}', False),
        ({"do": "move", "to": "a"}, '{"do":"move"}', False),
        ({"do": "move", "to": "a"}, '{"do":"move","to":"a","cards":["c"]}', False),
        ({"do": "drop", "cards": ["a", "b"]}, '{"do":"drop","cards":["a,b"]}', False),
        ({"do": "drop", "cards": ["a,b"]}, '{"do":"drop","cards":["a","b"]}', False),
        ({"do": "bid", "number": 1}, '{"do":"bid","number":"1"}', False),
        ({"do": "bid", "number": 0}, '{"do":"bid","number":""}', False),
        ({"do": "move", "to": "a"}, '{"do":"move","to":"b","to":"a"}', False),
        ({"do": "move", "to": "a"}, '{"do": "move","to":"a"}', False),
        ({"do": "say", "words": "ü\u2028"}, '{"do":"say","words":"ü\u2028"}', True),
    ],
)
def test_what_is_signed_says_the_same_slot_by_slot_and_nothing_twice(
    visit: Visit, meant: dict[str, Any], recorded: str, same: bool
):
    script = "async (asked) => (await import('/page/signing.js')).isMeant(...asked)"
    assert visit().lobby().page.evaluate(script, [meant, recorded]) is same


def waits_for_shares(visit: Visit) -> tuple[Visitor, str]:
    """Somebody who has opened a match with shares of all seats, and the link for the other."""
    host = visit().lobby()
    host.page.locator(".choice").nth(0).click()
    host.page.locator("summary", has_text="Settings").click()
    host.page.locator("#set-seed").select_option(label="seats")
    host.page.locator("[id^='seat-']").nth(1).select_option("open")
    host.page.get_by_role("button", name="Open the match").click()
    link = host.page.locator("dialog input").input_value()
    host.page.get_by_role("button", name="Go on").click()
    host.sits_down()
    expect(host.page.locator("#notices")).to_contain_text("wait for the shares of")
    return host, link


def joins(guest: Visitor, link: str, *wishes: str) -> Visitor:
    guest.page.goto(link)
    for wish in wishes:
        guest.page.get_by_label(wish).check()
    guest.page.get_by_role("button", name="Take the seat").click()
    return guest.sits_down()


def wait_until_dealt(visitor: Visitor) -> None:
    for _ in range(80):
        if asked(visitor, "proof")["shares"]["dealt"]:
            return
        visitor.page.wait_for_timeout(250)
    raise AssertionError(asked(visitor, "proof")["shares"])


def test_two_seats_add_their_shares_by_themselves(visit: Visit):
    """Sealed when the seat is taken, opened when all are sealed; then the table is set up."""
    host, link = waits_for_shares(visit)
    visitor = visit()
    # What one page says may have been settled a moment ago by what the other said.
    host.expects_errors = visitor.expects_errors = True
    guest = joins(visitor, link, "Sign my orders")

    wait_until_dealt(host)

    for player in (host, guest):
        expect(player.page.locator("#notices")).not_to_contain_text("shares of", timeout=20_000)
    assert len(asked(host, "proof")["keys"]) == 1
    for player in (host, guest):
        assert audit_file(archive(player), GAMES, check=is_signed).verdict == "EXACT"


def test_a_seat_keeps_a_part_of_the_dice_in_its_browser(visit: Visit, tmp_path: Path):
    """Named with the share; asked for each draw, answered once; its seed is told at the end."""
    host, link = waits_for_shares(visit)
    guest = joins(visit(), link, "Sign my orders", "Keep a part of the dice")
    # Answers of two pages may cross; the later one is refused, and its page goes on.
    host.expects_errors = guest.expects_errors = True
    wait_until_dealt(host)
    assert b"shares-drawn" in archive(host)

    guest.page.get_by_role("button", name="About").click()
    guest.page.get_by_role("button", name="Resign …").click()
    guest.page.get_by_role("button", name="Resign the match").click()
    guest.see(".result")
    for _ in range(80):
        if b"keeper-opened" in archive(host):
            break
        host.page.wait_for_timeout(250)

    data = archive(host)
    assert b"keeper-opened" in data
    assert audit_file(data, GAMES, check=is_signed).verdict == "EXACT"
    assert verify(data)[0] == "EXACT"
    proof_of(guest)
    with guest.page.expect_download() as waited:
        guest.page.get_by_role("button", name="Save what it was asked").click()
    waited.value.save_as(tmp_path / "log.json")
    log = read_log((tmp_path / "log.json").read_bytes())
    assert [line.what for line in log.asked][0 :: len(log.asked) - 1] == ["commit", "open"]
    assert {line.place for line in log.asked if line.what == "share"} >= {1}


def test_while_the_page_of_a_keeper_is_away_the_others_are_told_and_nothing_is_lost(visit: Visit):
    """Here it is there, but its answers do not arrive; then it is loaded again."""
    host, link = waits_for_shares(visit)
    guest = visit()
    for player in (host, guest):
        player.expects_errors = True
    guest.page.route("**/keeper/share", lambda route: route.abort())
    joins(guest, link, "Keep a part of the dice")
    for player in (host, guest):
        expect(player.page.locator("#notices")).to_contain_text("waits for the keeper seat-")
    assert not asked(host, "proof")["shares"]["dealt"]

    guest.page.unroute("**/keeper/share")
    guest.page.reload()

    wait_until_dealt(host)
    expect(host.page.locator("#notices")).not_to_contain_text("waits for the keeper")
    assert audit_file(archive(host), GAMES, check=is_signed).verdict == "EXACT"


def test_the_browser_as_a_keeper_refuses_a_second_order_at_a_place(visit: Visit):
    """A host who wants to know what another order would bring is refused, and that is shown."""
    _, link = waits_for_shares(visit)
    guest = joins(visit(), link, "Keep a part of the dice")
    wait_until_dealt(guest)
    seat = asked(guest, "proof")["seat"]
    asks = {"keeper": f"seat-{seat}", "place": 1, "request": "ab" * 32}
    keepers = asked(guest, f"keeper?seat={seat}")["keepers"]
    tasks = {"seat": seat, "keepers": keepers, "asked": [asks], "over": False}
    answered: list[str] = []
    guest.page.route("**/keeper/share", lambda route: answered.append("x") or route.abort())
    guest.page.route(re.compile(r"/keeper\?seat="), lambda route: route.fulfill(json=tasks))

    guest.page.evaluate(LOOKS)

    expect(guest.page.locator("#notices")).to_contain_text("must not give")
    assert answered == []

    # Nor does it answer where the record names another seed, or tell its own before the end.
    other = {**tasks, "keepers": {f"seat-{seat}": "0" * 64}, "asked": [{**asks, "place": 2}]}
    guest.page.route("**/keeper/seed", lambda route: answered.append("s") or route.abort())
    for lie, words in (
        (other, "names another seed"),
        ({**tasks, "asked": [], "over": True}, "before the match is over"),
    ):
        tasks.update(lie)
        guest.page.evaluate(LOOKS)
        expect(guest.page.locator("#notices")).to_contain_text(words)
    assert answered == []


def test_two_tabs_that_take_a_seat_at_once_keep_one_seed_and_one_share(visit: Visit):
    player = visit().open_match()
    first, second = player.page.evaluate(
        """async () => {
            const { SeatKeeper } = await import("/page/keeper.js");
            const match = { id: "a".repeat(32), seatsHeld: [], isOver: false };
            const tabs = [new SeatKeeper(match), new SeatKeeper(match)];
            return Promise.all(tabs.map((tab) => tab.commitment("x")));
        }"""
    )
    assert first == second
    seals = player.page.evaluate(
        """async () => {
            const { Proving } = await import("/page/proving.js");
            const sealed = [];
            const tab = () => {
                const one = new Proving({ id: "b".repeat(32), seat: "x", seatsHeld: ["x"] });
                one.give = async (claim) => sealed.push(claim.seal);
                return one.seal();
            };
            await Promise.all([tab(), tab()]);
            return sealed;
        }"""
    )
    assert seals[0] == seals[1]


@pytest.mark.parametrize("seat", ["us", "player-1"])
def test_the_page_seals_and_signs_byte_for_byte_as_the_documents_say(visit: Visit, seat: str):
    player = visit().open_match()
    match, share, head = "c" * 32, "ab" * 32, "0f" * 32
    key = SigningKey(b"5" * 32)
    seal, order, seen = player.page.evaluate(
        """async ([match, seat, share, head, text]) => {
            const s = await import("/page/signing.js");
            const key = await s.readKey(text);
            const order = { match, seat, position: 7, head, command: '{"do":"pass","x":"ü"}' };
            return [
                await s.sealOf(match, seat, share),
                await s.signOrder(key, order),
                await s.signHead(key, { match, seat, position: 66_000, head }),
            ];
        }""",
        [match, seat, share, head, key.text],
    )
    raw = '{"do":"pass","x":"ü"}'.encode()
    assert seal == seal_of_share(match, seat, share)
    assert order == key.sign(order_message(match, seat, bytes.fromhex(head), raw))
    assert seen == key.sign(head_message(match, seat, 66_000, bytes.fromhex(head)))
