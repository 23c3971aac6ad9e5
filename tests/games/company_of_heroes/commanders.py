"""The twelve commanders of tests, and matches in which an army has one."""

from __future__ import annotations

from tests.scenario import Scenario
from wardiary.domain.games.company_of_heroes.table.passives import tiers_track
from wardiary.domain.play.draft import Draft

ARMOR, RANGERS, ARTILLERY = "us-armor-company", "us-ranger-company", "us-field-artillery"
ENGINEERS, RECON, SUPPLIES = "us-engineer-combat-group", "us-recon-troop", "us-supply-column"
MECHANIZED, SPEARHEAD = "wehrmacht-mechanized-doctrine", "wehrmacht-spearhead-doctrine"
FORTIFICATION, ASSAULT_GUNS = "wehrmacht-fortification-doctrine", "wehrmacht-assault-gun-brigade"
DEPOT, AMBUSH = "wehrmacht-grenadier-depot", "wehrmacht-ambush-doctrine"


def led(match: Scenario, army: str, card: str, tiers: int, *buildings: int) -> Scenario:
    """The match with a commander of an army, so many tiers unlocked, and these buildings."""

    def effect(draft: Draft) -> None:
        draft.move(card, f"{army}-commander", rule="C-8.2a")
        draft.track(tiers_track(army), tiers, rule="C-8.0a")
        for building in buildings:
            draft.turn(f"{army}-tier-{building}", "up", rule="C-2.2d")

    return match.given(effect)
