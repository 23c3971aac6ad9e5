"""A host who knows the seed, plays a seat and tries everything until the dice suit him."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256

import pytest

from tests.toy import SEATS, Draw, Roll, draws
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.history import History
from wardiary.domain.diary.said import SILENT, seal_of_share
from wardiary.domain.match.command_handler import (
    CommandEnvelope,
    handle,
    open_match,
    opening_chance,
    opening_event,
    seeded_chance,
)
from wardiary.domain.play.commands import Command
from wardiary.domain.play.game import Opening
from wardiary.domain.play.table_commands import (
    TABLE_VERBS,
    AskRewind,
    ClaimSeat,
    OpenShare,
    Pause,
    RefuseRewind,
    Resume,
)
from wardiary.domain.table import events as e
from wardiary.domain.table.table import Table

GAME = draws()
ATTACKS = 1_000
UNIFORM, CHOSEN = 20.52, 1_000.0
"""Chi-square of six faces: exceeded once in a thousand by fair dice; far beyond any fair dice."""


def random_bytes(*words: object) -> bytes:
    return sha256(repr(words).encode()).digest()


class HostedMatch:
    """A match whose host is red; he sets every time and id, and what arrives when."""

    def __init__(self, secrets: Secrets, chance: int, seed_from: str = "host") -> None:
        self.secrets = secrets
        settings = GAME.resolve_settings({"seed": seed_from})
        opened = opening_event(
            GAME, None, Opening("plain", SEATS, settings), match="c" * 32, digest="",
            secrets=secrets, time=1, chance=chance,
        )  # fmt: skip
        make = opening_chance(seeded_chance(secrets), opened)
        entry = open_match(GAME, Table(), opened, secrets, make)
        self.line, self.head = History(entry.rows), entry.head

    def give(
        self, seat: str, command: Command, *, time: int = 2, id: str = "", by: str = ""
    ) -> tuple[e.AnyEvent, ...]:
        envelope = CommandEnvelope(seat, command, id, time, by)
        entry = handle(GAME, self.line, self.head, envelope, self.secrets)
        self.line.extend(entry.rows)
        self.head = entry.head
        return entry.events

    def copy(self) -> HostedMatch:
        other = object.__new__(HostedMatch)
        other.secrets, other.head = self.secrets, self.head
        other.line = self.line.upto(self.line.head)
        return other

    def attack(self, **free: object) -> int:
        """The die of red's attack."""
        events = self.give("red", Roll(), **free)
        return next(event.faces[0] for event in events if isinstance(event, e.DiceRolled))


def silent(*said: tuple[str, Command]) -> Callable[[HostedMatch], int]:
    def attack(match: HostedMatch) -> int:
        for seat, command in said:
            match.give(seat, command)
        return match.attack()

    return attack


def stamped(match: HostedMatch, time: int, name: str) -> int:
    """Stamp the entries before the attack, and the attack itself."""
    match.give("host", Pause(), time=time, id=name)
    match.give("host", Resume(), time=time, id=name)
    return match.attack(time=time, id=name)


def take_back_first(match: HostedMatch) -> int:
    """Draw a card, take it back as friends may, and attack then."""
    before = match.line.head
    match.give("red", Draw())
    match.give("red", AskRewind(before))
    assert match.line.table.zone("red-hand") == match.line.table_at(before).zone("red-hand")
    return match.attack()


def ask_back_first(match: HostedMatch) -> int:
    """Ask to go back before blue's card, and think better of it."""
    before = match.line.head
    match.give("blue", Draw())
    match.give("director", AskRewind(before))
    match.give("red", RefuseRewind())
    return match.attack()


FREEDOMS: dict[str, Callable[[HostedMatch], int]] = {
    "as it is": HostedMatch.attack,
    **{f"at time {time}": lambda match, t=time: stamped(match, t, "") for time in range(3, 9)},
    **{f"as {name}": lambda match, n=name: stamped(match, 2, n) for name in "abcdef"},
    "as a standing answer": lambda match: match.attack(by="standing"),
    "after a pause": silent(("host", Pause()), ("host", Resume())),
    "after a claim": silent(("host", ClaimSeat("red", "bot"))),
    "after two claims": silent(("host", ClaimSeat("red", "bot")), ("red", ClaimSeat("red", ""))),
    "after asking to go back": ask_back_first,
    "after blue's roll, which has arrived": silent(("blue", Roll())),
    "after blue's card, which has arrived": silent(("blue", Draw())),
    "after both of blue's": silent(("blue", Draw()), ("blue", Roll())),
}


def dice_to_choose_from(match: HostedMatch) -> Iterator[int]:
    for attack in FREEDOMS.values():
        yield attack(match.copy())
    if match.line.table.settings.get("take-back") == "friendly":
        yield take_back_first(match.copy())


def chi_square(faces: Counter[int]) -> float:
    expected = faces.total() / 6
    return sum((faces[face] - expected) ** 2 / expected for face in range(1, 7))


def reopened_with(number: int, chance: int, seed_from: str) -> HostedMatch:
    """The best of three openings: that in which the host's guess of blue's share suits him most."""
    openings = [
        HostedMatch(
            Secrets(random_bytes(number, "seed", opening), random_bytes("salt")), chance, seed_from
        )
        for opening in range(3)
    ]
    return max(openings, key=lambda match: with_shares(match.copy(), "guess").copy().attack())


def with_shares(match: HostedMatch, blue: object) -> HostedMatch:
    """Both seats claimed with sealed shares, which are then opened; red's is chosen by the host."""
    if match.line.table.settings["seed"] == "host":
        return match
    shares = {"red": random_bytes("red").hex(), "blue": random_bytes("blue", blue).hex()}
    for seat in SEATS:
        seal = seal_of_share("c" * 32, seat, shares[seat])
        match.give("host", ClaimSeat(seat, "human", seal))
    for seat in SEATS:
        match.give(seat, OpenShare(shares[seat]))
    return match


def test_the_best_of_all_dice_that_a_host_can_try_are_uniform():
    """1,000 attacks, with all freedom in times, ids, order of seats, table talk and re-opening."""
    faces: Counter[int] = Counter()
    for number in range(ATTACKS):
        match = with_shares(reopened_with(number, 2, "seats"), number)
        dice = set(dice_to_choose_from(match))

        assert 1 == len(dice), (number, dice)
        faces[max(dice)] += 1

    assert chi_square(faces) < UNIFORM, faces


def test_the_same_host_chose_all_dice_of_the_first_derivation():
    """What the second one is for; and that the attack above is one."""
    faces: Counter[int] = Counter()
    for number in range(ATTACKS // 5):
        match = HostedMatch(Secrets(random_bytes(number), bytes(32)), 1)
        faces[max(dice_to_choose_from(match))] += 1

    assert chi_square(faces) > CHOSEN / 5, faces
    assert faces[6] > ATTACKS // 5 * 0.9


def test_without_shares_of_the_seats_a_host_can_only_open_again():
    """Each match's dice are fixed when it is opened; another opening is another match."""
    faces: Counter[int] = Counter()
    for number in range(200):
        match = HostedMatch(Secrets(random_bytes(number), bytes(32)), 2)
        dice = set(dice_to_choose_from(match))
        assert 1 == len(dice)
        faces[max(dice)] += 1

    assert chi_square(faces) < UNIFORM


def test_taking_back_and_ordering_again_brings_no_other_dice_without_consent():
    settings = GAME.resolve_settings({"take-back": "friendly"})
    match = HostedMatch(Secrets(random_bytes(1), bytes(32)), 2)
    friendly = HostedMatch(match.secrets, 2)
    opened = opening_event(
        GAME, None, Opening("plain", SEATS, settings), match="c" * 32, digest="",
        secrets=match.secrets, time=1,
    )  # fmt: skip
    make = opening_chance(seeded_chance(match.secrets), opened)
    entry = open_match(GAME, Table(), opened, match.secrets, make)
    friendly.line, friendly.head = History(entry.rows), entry.head

    assert friendly.copy().attack() == take_back_first(friendly.copy())


@pytest.mark.parametrize("consenting", ["blue"])
def test_a_rewind_by_consent_opens_the_next_place_with_other_dice(consenting: str):
    """Over 60 seeds the same order after the rewind has the same die as often as chance has it."""
    same = 0
    for number in range(60):
        match = HostedMatch(Secrets(random_bytes(number), bytes(32)), 2)
        before = match.line.head
        first = match.attack()
        match.give("red", AskRewind(before))
        match.give(consenting, TABLE_VERBS["agree-rewind"]())
        assert match.line.said.state.acts == 1
        same += match.attack() == first

    assert 2 <= same <= 22


def test_every_die_of_a_match_comes_from_numbers_of_its_own():
    """No two entries share a stream, no matter who rolls, and how often the other has."""
    seen: set[bytes] = set()
    match = HostedMatch(Secrets(random_bytes(1), bytes(32)), 2)
    for number in range(40):
        seat = SEATS[number // 3 % 2]
        said = match.line.said.state
        assert said is not None
        spoken = said.spoken(seat, b'{"do":"roll"}')
        hashes = {spoken.shared, *spoken.seats.values()}
        match.give(seat, Roll())
        drawn = {spoken.shared, spoken.seats[seat]}
        assert not drawn & seen
        assert len(hashes) == 3
        seen |= drawn


def test_only_commands_that_cannot_be_varied_are_said():
    assert TABLE_VERBS.keys() - SILENT == {"resign", "open-share"}
    assert SILENT <= TABLE_VERBS.keys()
