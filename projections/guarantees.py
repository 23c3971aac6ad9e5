"""What is proved and what is not: who could do what, and whether that is prevented or found.

README.md and every audit report hold this table; `tests/test_guarantees.py` carries out each cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Literal

import msgspec

Outcome = Literal["prevented", "detected", "promised"]
Measure = Literal["", "keys", "heads", "shares", "keepers", "public heads"]

MEASURES: dict[Measure, str] = {
    "keys": "the seat signs its orders (`claim --sign`)",
    "heads": "somebody has noted or countersigned a head of the match since",
    "shares": "the seats add shares to the dice (`--set seed=seats`)",
    "keepers": "a co-keeper answers each draw once (`--keeper`)",
    "public heads": "a head of the match is in a list that others have (`heads`)",
}
PEOPLE = {
    "host": "the host, who has the store and may play a seat",
    "player": "a player who does not host",
    "keeper": "a co-keeper, with its seed",
    "both": "host and all players together",
}
ACTS = {
    "choose dice": "choose dice, by times, ids, order of arrival or table talk",
    "choose the opening": "open a match again until its dice suit",
    "know dice": "know dice before ordering",
    "see a hand": "see a hand",
    "forge an order": "forge an order of a seat",
    "rewrite the past": "rewrite the past",
    "drop the end": "drop the end",
}


class Guarantee(msgspec.Struct, frozen=True):
    """One cell of the table: an outcome, and the better one that a measure brings.

    `attack` is the test that carries it out, `better_attack` the one with the measure taken.
    """

    who: str
    act: str
    outcome: Outcome
    attack: str
    measure: Measure = ""
    better: Outcome | Literal[""] = ""
    better_attack: str = ""

    @property
    def text(self) -> str:
        """The cell in words."""
        return f"{self.outcome}; with {self.measure} {self.better}" if self.better else self.outcome


_GRINDING, _KEYS = "tests/test_grinding.py::", "tests/test_keys.py::"
_HERE, _VERIFIER = "tests/test_guarantees.py::", "tests/test_verifier.py::"
_SHARES = _GRINDING + "test_the_best_of_all_dice_that_a_host_can_try_are_uniform"
_ONE_DIE = _GRINDING + "test_without_shares_of_the_seats_a_host_can_only_open_again"
_FORGED = _KEYS + "test_a_host_with_all_secrets_cannot_forge_reorder_or_move_a_signed_order"
_TIMES = "tests/test_tampering.py::test_a_changed_time_or_id_is_found_by_any_head_noted_after_it"
_CUT = _VERIFIER + "test_a_record_cut_off_with_all_its_heads_rewritten_is_found_by_any_later_head"
_KEEPERS = "tests/test_keepers.py::"
_BLIND = _KEEPERS + "test_a_keeper_is_told_nothing_but_a_place_and_a_blinded_request"
_AGREED = _HERE + "test_host_and_players_together_make_any_record_that_the_rules_allow"
_PUBLIC = "tests/tools/test_heads.py::test_a_rewritten_list_or_proof_is_refused"

GUARANTEES = (
    Guarantee("host", "choose dice", "prevented", _SHARES),
    Guarantee(
        "host", "choose the opening", "promised", _HERE + "test_a_host_opens_again_until_it_suits",
        "shares", "prevented", _SHARES,
    ),
    Guarantee(
        "host", "know dice", "promised", _HERE + "test_a_host_knows_his_roll_before_he_orders_it",
        "keepers", "prevented", _KEEPERS + "test_peeking_at_a_second_order_is_refused_and_shown",
    ),
    Guarantee("host", "see a hand", "promised", _HERE + "test_a_host_sees_every_hand"),
    Guarantee(
        "host", "forge an order", "promised", _HERE + "test_a_host_orders_for_a_seat_without_a_key",
        "keys", "prevented", _FORGED,
    ),
    Guarantee("host", "rewrite the past", "promised", _TIMES, "heads", "detected", _TIMES),
    Guarantee("host", "drop the end", "promised", _CUT, "heads", "detected", _CUT),
    Guarantee("player", "choose dice", "prevented", _ONE_DIE),
    Guarantee("player", "choose the opening", "prevented", _ONE_DIE),
    Guarantee("player", "know dice", "prevented", _HERE + "test_no_seat_is_given_the_seed"),
    Guarantee(
        "player", "see a hand", "prevented",
        "tests/projections/test_noninterference.py::"
        "test_no_game_tells_a_role_what_it_may_not_know",
    ),
    Guarantee(
        "player", "forge an order", "prevented",
        "tests/adapters/web/test_access.py::test_an_invented_key_is_refused",
    ),
    Guarantee(
        "player", "rewrite the past", "detected",
        "tests/test_tampering.py::"
        "test_a_consistent_forgery_is_found_at_its_row_by_deciding_again",
    ),
    Guarantee("player", "drop the end", "promised", _CUT, "heads", "detected", _CUT),
    Guarantee(
        "keeper", "choose dice", "prevented",
        _KEEPERS + "test_forged_shares_seeds_requests_and_places_are_named",
    ),
    *(
        Guarantee("keeper", act, "prevented", _BLIND)
        for act in ACTS if act != "choose dice"
    ),
    Guarantee("both", "choose dice", "promised", _AGREED),
    Guarantee("both", "choose the opening", "promised", _AGREED),
    Guarantee("both", "know dice", "promised", _AGREED),
    Guarantee("both", "see a hand", "promised", _AGREED),
    Guarantee("both", "forge an order", "promised", _AGREED),
    Guarantee(
        "both", "rewrite the past", "promised", _AGREED, "public heads", "detected", _PUBLIC
    ),
    Guarantee("both", "drop the end", "promised", _CUT, "public heads", "detected", _CUT),
)  # fmt: skip


def guarantee(who: str, act: str) -> Guarantee:
    """The cell of the table for a person and an act."""
    return next(cell for cell in GUARANTEES if (cell.who, cell.act) == (who, act))


class Standing(msgspec.Struct, frozen=True):
    """How an act stands where some measures are taken; `by` one that would make it `better`."""

    who: str
    act: str
    outcome: str
    by: str = ""
    better: str = ""


def assured(taken: AbstractSet[Measure]) -> tuple[Standing, ...]:
    """The table for one match in which some measures are taken, in words."""
    return tuple(
        Standing(PEOPLE[cell.who], ACTS[cell.act], *_standing(cell, taken)) for cell in GUARANTEES
    )


def _standing(cell: Guarantee, taken: AbstractSet[Measure]) -> tuple[str, str, str]:
    if not cell.measure:
        return cell.outcome, "", ""
    if cell.measure in taken:
        return cell.better, "", ""
    return cell.outcome, MEASURES[cell.measure], cell.better


def as_markdown() -> str:
    """The table as it stands in README.md."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield f"| | {' | '.join(PEOPLE.values())} |"
    yield "|---" * (len(PEOPLE) + 1) + "|"
    for act, description in ACTS.items():
        yield f"| {description} | {' | '.join(guarantee(who, act).text for who in PEOPLE)} |"
