"""Messages as real programs and people send them, and what becomes of each."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from tests.adapters.mail.builders import (
    BID_TEXT,
    GERMAN,
    MESSAGES,
    THREE_TEXT,
    US,
    case,
    notice,
)
from wardiary.adapters.mail.verdict import Answered

PLAY = "PLAY Rifleman-A2 MOVE 7B"


def folded(orders: tuple[str, ...]) -> list[str]:
    return [order.casefold() for order in orders]


@pytest.mark.parametrize(
    ("name", "orders"),
    [
        ("01_gmail_web_top", [PLAY, "PLAY Scout-B1 RECON"]),
        ("03_outlook_danish", ["PLAY Rifleman-B2 MOVE 6A"]),
        ("09_html_only", [PLAY, "HUNKER Scout-B1"]),
        ("11_cp1252_qp", ["ACTIVATE Lt-Müller MOVE K8 K7 - stop"]),
        ("13_utf16_base64", ["ACTIVATE Lt-Müller MOVE K8 K7"]),
        ("15_ios_smart_punctuation", ['PLAY "Rifleman-A2" MOVE 7B--8B', "HUNKER Scout-B1"]),
        ("19_human_forwards_bounce", ["PLAY Scout-B1 RECON"]),
        ("33_own_quote_then_orders", [PLAY]),
        ("37_rfc2047_split_subject", ["PLAY Rifleman-B2 MOVE 6A"]),
    ],
)
def test_the_orders_that_a_player_wrote_are_executed_and_no_others(name: str, orders: list[str]):
    """ML-01, ML-03, ML-09, ML-11, ML-13, ML-15, ML-19, ML-33, ML-37."""
    verdict = case(name)

    assert (verdict.kind, folded(verdict.orders)) == ("EXECUTE", folded(tuple(orders)))


def test_a_parent_that_is_not_marked_is_known_by_the_mail_that_was_sent():
    """ML-05: it begins on the line of the attribution, and holds another bid."""
    verdict = case("05_yahoo_android", notice(text=BID_TEXT))

    assert (verdict.kind, verdict.orders) == ("EXECUTE", ("BID Fog-of-War",))


def test_answers_between_quoted_questions_count_in_their_order():
    """ML-07."""
    verdict = case("07_inline_interleaved", msgspec.structs.replace(GERMAN, text=THREE_TEXT))

    assert verdict.kind == "EXECUTE"
    assert verdict.orders == ("BID Machine-Gunner-A1", "REMOVE Rifleman-B3", "DRAW NO")


def test_text_that_cannot_be_seen_never_orders_and_is_reported():
    """ML-09."""
    assert 'left out: "PASS"' in case("09_html_only").why


def test_an_out_of_office_note_from_an_unknown_address_is_left_alone():
    """ML-17: it repeats our examples, from an address that changes every time."""
    verdict = case("17_vacation_no_headers")

    assert (verdict.kind, verdict.tell, verdict.orders) == ("IGNORE", "nobody", ())


def test_a_forged_sender_is_refused_without_a_word_to_it():
    """ML-21: only the topmost finding counts, the other was sent along."""
    verdict = case("21_forged_from")

    assert (verdict.kind, verdict.tell) == ("REJECT", "seat")


def test_the_same_orders_sent_again_get_the_first_answer():
    """ML-23."""
    at = datetime(2026, 3, 4, 9, 30, tzinfo=UTC)
    done = Answered(at, ("PLAY Rifleman-B2 ATTACK US-Scout-A",), "The attack missed.")
    verdict = case("23_resend_new_id", msgspec.structs.replace(GERMAN, answered=done))

    assert verdict.kind == "DUPLICATE"
    assert verdict.why == "Already done Wed 4 Mar 2026 09:30 UTC. The attack missed."


def test_other_orders_for_a_question_that_was_answered_wait():
    """ML-23: what was done stands."""
    done = Answered(datetime(2026, 3, 4, 9, 30, tzinfo=UTC), ("PASS",), "")

    assert case("23_resend_new_id", msgspec.structs.replace(GERMAN, answered=done)).kind == "HOLD"


def test_a_message_that_names_two_matches_moves_neither():
    """ML-25."""
    verdict = case("25_conflicting_game")

    assert (verdict.kind, verdict.tell, verdict.notice) == ("HOLD", "sender", None)
    assert "G7 T5 US" in verdict.why
    assert "G9 T2 GE" in verdict.why


def test_orders_from_an_unknown_address_wait_for_the_seat():
    """ML-27: the reply address was forwarded."""
    verdict = case("27_proxy_submission")

    assert (verdict.kind, verdict.tell, verdict.orders) == ("HOLD", "seat", (PLAY,))
    assert verdict.notice == US


def test_a_subject_is_no_order():
    """ML-29."""
    verdict = case("29_subject_only")

    assert (verdict.kind, verdict.orders) == ("HOLD", ())
    assert verdict.why.startswith("No order was found in the text")


def test_a_line_that_only_looks_like_an_order_holds_the_whole_message():
    """ML-31: a motto and a notice under the signature begin with verbs."""
    verdict = case("31_signature_traps")

    assert (verdict.kind, verdict.orders) == ("HOLD", ("PLAY Scout-B1 RECON",))
    assert len(verdict.unclear) == 2


def test_a_recall_takes_nothing_back_and_is_told_how():
    """ML-35."""
    verdict = case("35_outlook_recall")

    assert (verdict.kind, verdict.tell) == ("HOLD", "sender")
    assert "what was ordered before stands" in verdict.why
    assert "undo" in verdict.why


def test_our_own_clock_says_whether_an_order_is_late():
    """ML-39: the message is dated half an hour before the deadline."""
    verdict = case("39_late_with_false_date")

    assert verdict.kind == "LATE"
    assert "was Fri 6 Mar 2026 20:00 UTC; this message came Fri 6 Mar 2026 20:02 UTC" in verdict.why


def test_every_message_of_the_folder_is_a_case():
    """The names stand above."""
    names = sorted(path.stem for path in MESSAGES.glob("*.eml"))
    read = Path(__file__).read_text("utf-8")

    assert len(names) == 20
    assert [name for name in names if f'"{name}"' not in read] == []
