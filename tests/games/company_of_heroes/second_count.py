"""A second count of a recorded match: from its rows and its pack's files alone, without the rules.

Incomes by the flags, prices by the files, a point and an XP for each unit lost: at the end of each
entry every stockpile and all victory points must be what the match has, and every unit that ever
came must be on the map or among the lost.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wardiary.domain.diary.archive import Archive

Json = dict[str, Any]
RESOURCES = ("manpower", "munitions", "fuel")
TYPES = {
    "infantry": "G", "regular-infantry": "G", "vehicles": "YR", "light-vehicles": "Y",
    "heavy-vehicles": "R", "emplacements": "P",
}  # fmt: skip
DESTROYED, SHOT, SUNK = "C-5.0.3c", "C-4.1.4f", "C-10.4a"


def team_of(army: str) -> str:
    """The team, and the faction, of an army."""
    return army.removesuffix("-2")


def enemy_of(team: str) -> str:
    """The other team."""
    return "wehrmacht" if team == "us" else "us"


class Content:
    """The files of the pack, as they are written."""

    def __init__(self, sealed: str) -> None:
        files = json.loads(sealed)
        read = {name: tomllib.loads(files[name]) for name in files if name.endswith(".toml")}
        self.units = read["units.toml"]
        self.commanders = read["commanders.toml"]
        self.shared = read["missions.toml"]
        self.missions = {mission["id"]: mission for mission in self.shared["mission"]}
        self.map = next(text for name, text in read.items() if name.startswith("map-"))

    def unit(self, kind: str) -> Json:
        """The row of a unit of this kind, "us-riflemen"."""
        faction, _, name = kind.partition("-")
        row: Json = self.units[faction][name]
        return row

    def names(self, units: Iterable[str], kind: str) -> bool:
        """Whether the `units` of an effect name a kind."""
        faction, _, name = kind.partition("-")
        row = self.units[faction][name]
        for word in units:
            if word == name:
                return True
            if row["type"] in TYPES.get(word, ""):
                return word != "regular-infantry" or "weapon-team" not in row["abilities"]
        return False


def distance(here: str, there: str) -> int:
    """Hexes between two labels; columns B, D, F ... are half a hex lower."""

    def cube(label: str) -> tuple[int, int]:
        column, row = ord(label[0]) - ord("A"), int(label[1:]) - 1
        return column, row - (column - column % 2) // 2

    (q, r), (s, t) = cube(here), cube(there)
    return (abs(q - s) + abs(r - t) + abs(q + r - s - t)) // 2


class SecondCount:
    """What the match ought to have by now; `enter` takes the rows one by one."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.opened: Json = {}
        self._clear()

    def _clear(self) -> None:
        self.armies: list[str] = []
        self.tracks: dict[str, int] = {}
        self.pieces: dict[str, Json] = {}
        self.own: Counter[str] = Counter()
        self.came: Counter[str] = Counter()
        self.aims: list[tuple[str, str]] = []
        self.once: dict[str, set[str]] = defaultdict(set)
        self.round = 0
        self.collected = self.points = self.checked = 0

    def enter(self, event: Json) -> None:
        """Follow one event."""
        handler = getattr(self, "_" + event["event"].replace("-", "_"), None)
        if handler is not None:
            handler(event)

    # The opening

    def _match_opened(self, event: Json) -> None:
        self.opened = event
        seats = event["seats"]
        teams = ("us", "wehrmacht")
        self.armies = [t + more for t in teams for more in ("", "-2")[: 1 + (len(seats) > 2)]]
        for army in self.armies:
            for name in RESOURCES:
                self.own[f"{name}/{army}"] = self.content.map["start"]["stockpile"][name]

    def _table_cleared(self, event: Json) -> None:
        """The match is set up again, with the shares of all seats in its dice."""
        self._clear()
        self._match_opened(self.opened)

    # What is where

    def _pieces_placed(self, event: Json) -> None:
        for piece in event["pieces"]:
            assert piece not in self.pieces, piece
            self.pieces[piece] = {
                "kind": event["kind"], "zone": event["zone"], "owner": event["owner"],
                "face": event["face"], "host": event["host"], "marks": set(event["marks"]),
            }  # fmt: skip
            if self._is_unit(piece):
                self.came[event["owner"]] += 1

    def _pieces_moved(self, event: Json) -> None:
        for piece in event["pieces"]:
            moved = self.pieces[piece]
            if self._is_unit(piece) and event["to"].endswith("-lost"):
                self._lost(piece, event["rule"])
            moved["zone"], moved["host"] = event["to"], event["host"]

    def _piece_turned(self, event: Json) -> None:
        self.pieces[event["piece"]]["face"] = event["face"]

    def _mark_set(self, event: Json) -> None:
        marks = self.pieces[event["piece"]]["marks"]
        (marks.add if event["value"] else marks.discard)(event["mark"])

    def _is_unit(self, piece: str) -> bool:
        faction, _, name = self.pieces[piece]["kind"].partition("-")
        return name in self.content.units.get(faction, {})

    # Losses

    def _lost(self, unit: str, rule: str) -> None:
        owner = self.pieces[unit]["owner"]
        mission = self.content.missions[self.opened["scenario"]]
        points = mission.get("unit_destroyed_vp", 1)
        assert rule in (DESTROYED, SHOT, SUNK), rule
        if rule != SHOT:
            self.own[f"xp/{owner}"] += 1
        if rule == SHOT or self._attacked(self.pieces[unit]["host"] or unit):
            self._score(enemy_of(team_of(owner)), points)

    def _score(self, team: str, points: int) -> None:
        self.own[f"vp/{team}"] += points
        self.points += points

    def _attacked(self, unit: str) -> bool:
        """Whether the enemy has fired at a unit, or at a hex so that it was hit."""
        piece = self.pieces[unit]
        enemy = enemy_of(team_of(piece["owner"]))
        for shooter, target in self.aims:
            if team_of(self.pieces[shooter]["owner"]) == enemy:
                splash = self._splashes(shooter) and target[0].isupper()
                if target == unit or (splash and distance(target, piece["zone"]) <= 1):
                    return True
        return any(
            token["kind"] == "strike"
            and token["zone"] == piece["zone"]
            and team_of(token["owner"]) == enemy
            for token in self.pieces.values()
        )

    def _splashes(self, unit: str) -> bool:
        return any("splash" in mark for mark in self.pieces[unit]["marks"])

    # Rounds

    def _phase_entered(self, event: Json) -> None:
        if event["round"] != self.round:
            self.round = event["round"]
            self.aims = []
            self.once.clear()
        if event["phase"] == "supply.2":
            self._collect()

    def _collect(self) -> None:
        for army in self.armies:
            for name in RESOURCES:
                extra = sum(
                    effect["amount"]
                    for effect in self._effects(army, "income")
                    if effect["resource"] == name
                )
                income = 1 + self._held(name, team_of(army)) + extra
                self.own[f"{name}/{army}"] += income
                self.collected += income
        for team in ("us", "wehrmacht"):
            self._score(team, self._held("victory", team))

    def _held(self, name: str, team: str) -> int:
        points: Mapping[str, list[str]] = self.content.map["points"]
        return sum(
            kinds.count(name)
            for hex_, kinds in points.items()
            if self.pieces[f"point-{hex_}"]["face"] == team
        )

    def _track_set(self, event: Json) -> None:
        track, value = event["track"], event["value"]
        gained = value - self.tracks.get(track, 0)
        self.tracks[track] = value
        if event["rule"] == "C-5.0.1d":
            army = track.removeprefix("xp/")
            low, high = self._rewards(army)
            assert low <= gained <= high, (event, low, high)
            self.own[track] += gained

    def _rewards(self, army: str) -> tuple[int, int]:
        """C-5.0.1d: a free XP, and one for each enemy; what may not be relevant is not sure."""
        sure, likely = set(), set()
        for shooter, target in self.aims:
            if self.pieces[shooter]["owner"] != army:
                continue
            if target in self.pieces:
                likely.add(target)
                if self.content.unit(self.pieces[target]["kind"])["type"] != "R":
                    sure.add(target)
            else:
                likely.update(self._enemies_near(army, target))
        return 1 + len(sure), 1 + len(likely)

    def _enemies_near(self, army: str, hex_: str) -> Iterator[str]:
        for unit, piece in self.pieces.items():
            if self._is_unit(unit) and team_of(piece["owner"]) != team_of(army):
                if piece["zone"][0].isupper() and distance(hex_, piece["zone"]) <= 1:
                    yield unit

    # Commanders

    def _effects(self, army: str, *kinds: str) -> list[Json]:
        return [effect for effect in self._tiers(army) if effect["kind"] in kinds]

    def _tiers(self, army: str) -> list[Json]:
        """The effects of the tiers that an army has unlocked."""
        number = self.tracks.get(f"commander/{army}", 0)
        chosen = [p["kind"] for p in self.pieces.values() if p["zone"] == f"{army}-commander"]
        if not number or not chosen:
            return []
        return [tier["effect"] for tier in self._card(chosen[0])["tier"][:number]]

    def _card(self, kind: str) -> Json:
        faction, _, name = kind.partition("-")
        card: Json = self.content.commanders[faction][name]
        return card

    # Commands and what they cost

    def _command_accepted(self, event: Json) -> None:
        command = event["command"]
        pays = getattr(self, "_pay_" + command["do"].replace("-", "_"), None)
        if pays is not None:
            pays(command)

    def _pay(self, army: str, cost: Mapping[str, int]) -> None:
        for name, amount in cost.items():
            self.own[f"{name}/{army}"] -= amount

    def _pay_fire(self, command: Json) -> None:
        self.aims.append((command["unit"], command["target"]))

    _pay_fire_gun = _pay_aim = _pay_aim_gun = _pay_fire

    def _pay_buy(self, command: Json) -> None:
        army, kind = command["army"], command["kind"]
        more: Json = {}
        for effect in self._effects(army, "alternate"):
            if f"{team_of(army)}-{effect['spawns_as']}" == kind:
                kind, more = f"{team_of(army)}-{effect['unit']}", effect["cost"]
        cost = Counter(self.content.unit(kind)["cost"])
        for effect in self._effects(army, "discount"):
            word = f"discount {army}"
            if self.content.names(effect["units"], kind) and word not in self.once["used"]:
                name, now = effect["resource"], cost[effect["resource"]]
                cost[name] = min(now, max(effect.get("least", 0), now - effect["amount"]))
                if effect.get("once"):
                    self.once["used"].add(word)
        self._pay(army, self._substituted(army, cost + Counter(more)))

    _pay_build = _pay_buy

    def _substituted(self, army: str, cost: Counter[str]) -> Counter[str]:
        """C-8.1c: what is paid instead, where that was announced and fits."""
        if army in self.once["announced"]:
            (effect,) = self._effects(army, "substitute")
            if all(cost[name] >= amount for name, amount in effect["in_place_of"].items()):
                self.once["announced"].discard(army)
                return cost - Counter(effect["in_place_of"]) + Counter(effect["cost"])
        return cost

    def _pay_substitute(self, command: Json) -> None:
        self.once["announced"].add(command["army"])

    def _pay_unlock(self, command: Json) -> None:
        price = self.content.shared["tiers"][team_of(command["army"])][str(command["tier"])]
        self._pay(command["army"], self._substituted(command["army"], Counter(price)))

    def _pay_upgrade(self, command: Json) -> None:
        piece, name = self.pieces[command["unit"]], command["upgrade"]
        price = self.content.unit(piece["kind"])[name]["cost"]
        for effect in self._effects(piece["owner"], "upgrade-price"):
            if self.content.names([effect["unit"]], piece["kind"]) and effect["upgrade"] == name:
                price = effect["price"]
        self._pay(piece["owner"], {name: price})

    def _pay_commander_upgrade(self, command: Json) -> None:
        piece = self.pieces[command["unit"]]
        (effect,) = (
            effect
            for effect in self._effects(piece["owner"], "unit-upgrade")
            if effect["bonus"]["id"] == command["bonus"]
        )
        self._pay(piece["owner"], effect["cost"])

    def _pay_tier(self, command: Json) -> None:
        army = command.get("army") or self.pieces[command["unit"]]["owner"]
        effect = self._tiers(army)[command["tier"] - 1]
        self._pay(army, effect["cost"])
        self._pay(army, {name: -amount for name, amount in effect.get("gains", {}).items()})

    _pay_tactic = _pay_use = _pay_exchange = _pay_build_defense = _pay_tier

    def _pay_commander_tier(self, command: Json) -> None:
        army = command["army"]
        (card,) = (p["kind"] for p in self.pieces.values() if p["zone"] == f"{army}-commander")
        unlocked = self.tracks.get(f"commander/{army}", 0)
        self._pay(army, {"xp": self._card(card)["tier"][unlocked]["xp"]})

    def _pay_trade(self, command: Json) -> None:
        price = self.content.shared["xp_for_resource"]
        self._pay(command["army"], {"xp": price, command["resource"]: -1})

    # Both counts side by side

    def _entry_closed(self, event: Json) -> None:
        for army in self.armies:
            for name in (*RESOURCES, "xp"):
                self._same(f"{name}/{army}")
            here = [p["zone"] for u, p in self.pieces.items() if self._is_unit(u)]
        for team in ("us", "wehrmacht"):
            self._same(f"vp/{team}")
        assert sum(self.came.values()) == len(here)
        assert all(zone[0].isupper() or zone.endswith("-lost") for zone in here)
        self.checked += 1

    def _same(self, track: str) -> None:
        assert self.own[track] == self.tracks.get(track, 0), (track, self.round)

    def _match_ended(self, event: Json) -> None:
        teams = ("us", "wehrmacht")
        least = self.content.missions[self.opened["scenario"]]["end_vp"]
        least = least[self.opened["settings"]["length"]] + 3 * (len(self.opened["seats"]) > 2)
        assert max(self.own[f"vp/{team}"] for team in teams) >= least
        held = {team: self._held("victory", team) for team in teams}
        for team in teams:
            if held[team] > held[enemy_of(team)]:
                self.own[f"vp/{team}"] += 3
        scores = {team: self.own[f"vp/{team}"] for team in teams}
        assert scores == event["scores"]
        first = teams[self.tracks["starting-team"] - 1]
        winner = max(teams, key=lambda team: (scores[team], team == first))
        assert {team_of(seat) for seat in event["winners"]} == {winner}


def count_again(archive: Archive) -> SecondCount:
    """Count a whole match; raises AssertionError where the counts differ."""
    count = SecondCount(Content(archive.pack.decode()))
    for row in archive.stored():
        count.enter(json.loads(row.state))
    return count
