"""Situations that tests of several chapters start from, and steps that many of them take."""

from __future__ import annotations

from tests.games.combat_soldiers.table import Match


def battle(attackers: tuple[str, ...], defenders: tuple[str, ...], side: str = "us") -> Match:
    """Ann's group of a side, and Bob's of the other; it is Ann's attack phase."""
    other = "german" if side == "us" else "us"
    return Match().group("a-g1", side, *attackers).group("b-g1", other, *defenders)


def three_units_each() -> Match:
    """Ann's S3, R4 and L5 under a leader of two (L5 sideways) face Bob's German R3, L4 and S4."""
    return (
        Match()
        .group("a-g1", "us", "s3-s3-1", "r4-r4-1", "l5-l5", "pike-harms", sideways=["l5-l5"])
        .group(
            "b-g1", "german", "r3-r3-1", "l4-l4-1", "s4-s4-1", "teague-kranz", sideways=["s4-s4-1"]
        )
    )


def infantry_before_the_river(side: str = "german") -> Match:
    """Bob's Germans are behind the River; Ann's S4 and L5 are about to attack them."""
    return (
        Match()
        .group("a-g1", "us", "s4-s4-1", "l5-l5", "cole-moritz")
        .group("b-g1", "german", "r3-r3-1")
        .group("b-g2", side, "river", "s2-s2-1")
    )


def strength_after_the_river(
    match: Match, rules: tuple[str, ...] = ("7.2.2.1.1", "7.2.3.3-a")
) -> int:
    """The attacking strength, with what the River takes off."""
    return sum(match.items("attack").get(rule, 0) for rule in rules)


def steeple_on_crossroads(side: str = "german") -> Match:
    """Bob's Crossroads have the Steeple and no garrison; Ann's L5 can attack them."""
    other = "us" if side == "german" else "german"
    match = Match().group("a-g1", other, "l5-l5").group("b-g1", side, "crossroads", "steeple")
    return match.mark("crossroads", "garrison-lost")


def deploying(*cards: str) -> Match:
    """Ann deploys cards US end up, the first one as a new group."""
    match = Match(phase="C").hold("a", *cards, "s2-s2-3").when("a", f"deploy {cards[0]} us new")
    for card in cards[1:]:
        match.when("a", f"add {card} us")
    return match


def all_pass(match: Match, *seats: str) -> Match:
    """Some seats pass in this order."""
    for seat in seats:
        match.when(seat, "pass")
        assert match.refused is None
    return match


def three_groups_and_an_enemy(phase: str = "B", **settings: bool) -> Match:
    """Ann has two US groups and a German one; Bob a German group."""
    return (
        Match(phase=phase, **settings)
        .group("a-g1", "us", "s3-s3-1", "r4-r4-1")
        .group("a-g2", "us", "l3-l3-1")
        .group("a-g3", "german", "r2-r2-1")
        .group("b-g1", "german", "r3-r3-1")
    )


def besieged_group(*cards: str, isolation: int = 0, side: str = "us", phase: str = "B") -> Match:
    """Ann's group of these cards is surrounded by Bob's L5 alone."""
    other = "german" if side == "us" else "us"
    match = Match(phase=phase).group("a-g1", side, *cards).group("b-g1", other, "l5-l5")
    return match.siege("b-g1", "a-g1", isolation=isolation)


def besieging_group(*cards: str, sideways: tuple[str, ...] = ()) -> Match:
    """Ann's US group surrounds Bob's R4."""
    match = (
        Match().group("a-g1", "us", *cards, sideways=sideways).group("b-g1", "german", "r4-r4-1")
    )
    return match.siege("a-g1", "b-g1")


def siege_is_over(match: Match, card: str = "surrounded-1") -> bool:
    """Whether siege A has ended: its markers are put back, its card is discarded."""
    home = {match.zone_of("besieged-a"), match.zone_of("besieging-a")}
    return home == {"markers"} and match.zone_of(card) in {"discard", "discard-top"}


def three_seats_with_a_unit() -> Match:
    """Three seats have an infantry unit each, which none of them uses."""
    match = Match()
    for number, seat in enumerate("abc", 1):
        match.group(f"{seat}-g9", "us", f"s2-s2-{number}")
    return match


def two_groups_each() -> Match:
    """Ann's led S3 and R4, and her S2, face Bob's S3 and R2, and his L4."""
    return (
        Match()
        .group("a-g1", "us", "s3-s3-1", "r4-r4-1", "pike-harms")
        .group("a-g2", "us", "s2-s2-1")
        .group("b-g1", "german", "s3-s3-2", "r2-r2-1")
        .group("b-g2", "german", "l4-l4-1")
    )


def groups_of_both_sides() -> Match:
    """Ann has a US and a German group, Bob a German one; nobody holds an objective."""
    return (
        Match()
        .group("a-g1", "us", "s3-s3-1", "r4-r4-1", "ames-vogler")
        .group("a-g2", "german", "r3-r3-1", "l4-l4-1")
        .group("b-g1", "german", "r2-r2-1")
    )


def end_turn(match: Match, *, dice: tuple[int, ...] = ()) -> Match:
    """Ann ends her Turn in phase F, with these dice."""
    return match.turn("a", "F").when("a", "end-turn", dice=dice)


def drawing(*cards: str, scenario: str = "free-form", seats: int = 4) -> Match:
    """It is Ann's draw phase with these cards on top; Dee sits to her right."""
    match = Match(seats=seats, scenario=scenario).turn("a", "F")
    return match.on_top(*cards)
