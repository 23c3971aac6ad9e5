"""Games on offer, matches opened, matches there are."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from wardiary.tools.context import (
    BadInput,
    Json,
    MatchName,
    Store,
    find,
    open_matches,
    pairs,
    print_result,
    screen,
)

if TYPE_CHECKING:
    from wardiary.adapters.matches import Matches
    from wardiary.adapters.store import MatchDamaged
    from wardiary.domain.play.game import Game, ScenarioInfo
    from wardiary.domain.table.events import Scalar

HOLDERS = ("human", "bot", "bot:random", "open")


def games(*, json: Json = False) -> None:
    """List the games, their scenarios, seats and settings."""
    from wardiary.domain.games import registry

    shipped = [(game, _scenarios(game)) for game in registry.GAMES.values()]
    if json:
        print_result({"games": [_game_document(game, cards) for game, cards in shipped]})
        return
    out = screen()
    for game, cards in shipped:
        out.print(f"[bold]{game.name}[/]  {game.title}, rules version {game.version}")
        for card in cards:
            seats = " or ".join(", ".join(seating) for seating in card.seats)
            out.print(f"  {card.id:24} {card.title} ({seats})", markup=False)
        for setting in game.all_settings:
            choices = " | ".join(_word(choice) for choice in setting.choices)
            said = f"{choices} (default {_word(setting.default)}): {setting.about}"
            out.print(f"  --set {setting.name}={said} [{setting.rule}]", markup=False)


def _scenarios(game: Game) -> tuple[ScenarioInfo, ...]:
    from wardiary.domain.games import registry

    return game.scenarios(game.read_pack(registry.packaged(game.name)))


def _game_document(game: Game, cards: tuple[ScenarioInfo, ...]) -> dict[str, Any]:
    seats = dict.fromkeys(seat for card in cards for seating in card.seats for seat in seating)
    return {
        "name": game.name,
        "version": game.version,
        "seats": list(seats),
        "scenarios": [card.id for card in cards],
    }


def _word(value: Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def new(
    game: str,
    /,
    *,
    scenario: Annotated[str, Parameter(help="The scenario's id; `wardiary games` lists them.")],
    seat: Annotated[
        tuple[str, ...],
        Parameter(help="SEAT=human, SEAT=bot, SEAT=bot:random or SEAT=open; once a seat."),
    ] = (),
    set_: Annotated[
        tuple[str, ...], Parameter(name="--set", help="NAME=VALUE: a setting of the game.")
    ] = (),
    pack: Annotated[
        str, Parameter(help="Folder of your own pack, in place of the shipped one.")
    ] = "",
    json: Json = False,
    store: Store = "",
) -> None:
    """Open a match.

    Seats that are not named stay open: whoever plays them first takes them.

    Parameters
    ----------
    game
        The game's name.
    """
    from wardiary.domain.games import registry
    from wardiary.domain.table.text import escape_controls
    from wardiary.tools.packs import files_of

    rules = registry.game(game)
    files = files_of(pack) if pack else None
    holders = _holders(pairs(seat, "--seat"))
    settings = {name: _scalar(rules, name, value) for name, value in pairs(set_, "--set").items()}
    matches = open_matches(store, create=True)
    seats = _seating(rules, rules.read_pack(files or registry.packaged(game)), scenario, holders)
    taken = {one: holder for one, holder in holders.items() if holder != "open"}
    match = matches.new_match(
        game, scenario, seats=seats, settings=settings, holders=taken, pack=files
    )
    if json:
        print_result(
            {"match": match, "game": game, "scenario": scenario, "seats": _held(matches, match)}
        )
        return
    title = escape_controls(rules.scenario_title(matches.history(match).table))
    screen().print(f"[bold]{match}[/]", end="")
    screen().print(f"  {rules.title}: {title}", markup=False)
    print(f"play it with: wardiary play {match[:8]}")


def _holders(named: dict[str, str]) -> dict[str, str]:
    for seat, holder in named.items():
        if holder not in HOLDERS:
            raise BadInput(f"{seat} cannot be held by {holder!r}; it can be: {', '.join(HOLDERS)}")
    return named


def _scalar(rules: Game, name: str, value: str) -> Scalar:
    """A setting's value in the type of its choices; the rules judge the rest."""
    for setting in rules.all_settings:
        for choice in setting.choices:
            if setting.name == name and _word(choice) == value.lower():
                return choice
    return value


def _seating(rules: Game, content: Any, scenario: str, named: dict[str, str]) -> tuple[str, ...]:
    """The first seating of the scenario that has every seat named; empty lets the rules choose."""
    card = rules.scenario(content, scenario)
    if card is None or not named:
        return ()
    for seating in card.seats:
        if set(named) <= set(seating):
            return seating
    ways = "; ".join(" ".join(seating) for seating in card.seats)
    raise BadInput(f"{scenario} is played by the seats: {ways}; not {', '.join(named)}")


def _held(matches: Matches, match: str) -> dict[str, str]:
    table = matches.history(match).table
    return {seat: table.holders.get(seat, "open") for seat in table.seats}


def matches(*, json: Json = False, store: Store = "") -> None:
    """List the matches in the store."""
    desk = open_matches(store)
    listed = [_match_document(desk, match) for match in desk.store.matches()]
    if json:
        print_result({"matches": listed})
        return
    out = screen()
    for one in listed:
        if not one["seats"]:
            out.print(f"[bold]{one['match'][:12]}[/]  ", one["damage"]["says"], sep="")
            continue
        seats = ", ".join(f"{seat}={holder}" for seat, holder in one["seats"].items())
        named = f"{one['title']} (branch)" if one["parent"] else one["title"]
        words = [_day(one["played"]), f"{named:22} #{one['head']:<6}", _state(one), seats]
        out.print(one["match"][:12], style="bold", end="  ", markup=False)
        out.print("  ".join(words), markup=False)
    if not listed:
        print(f"no matches yet in {desk.store.where}; `wardiary new` opens one")


def _day(milliseconds: int) -> str:
    """Day and minute of a moment by the clock on the wall here."""
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone()
    return moment.strftime("%Y-%m-%d %H:%M")


def _last_played(desk: Matches, match: str) -> int:
    """When the last entry of a match was recorded, in milliseconds."""
    line = desk.history(match)
    *_, last = line.entries(line.ends[-2] if len(line.ends) > 1 else 0)
    return line.time_of(last)


def _match_document(desk: Matches, match: str) -> dict[str, Any]:
    from wardiary.adapters.store import StoreError
    from wardiary.domain.games.registry import UnknownGame
    from wardiary.domain.table.text import escape_controls

    try:
        now, damage = desk.current(match), desk.damage(match)
    except (StoreError, UnknownGame) as error:
        return _unreadable(match, error)
    table = now.table
    origins = desk.origins(match)
    parent = origins[-2][0] if len(origins) > 1 else ""
    return {
        "match": match,
        "game": table.game,
        "scenario": table.scenario,
        "title": escape_controls(desk.game_of(match).scenario_title(table)),
        "played": _last_played(desk, match),
        "seats": _held(desk, match),
        "head": table.position,
        "paused": desk.paused(match),
        "round": table.round,
        "turn": table.turn,
        "waiting_for": list(now.waiting_for),
        "rewind": now.rewind,
        "winners": list(table.result.winners) if table.result else None,
        "parent": parent,
        "damage": _damage_document(damage) if damage else _standing_damage(desk, match),
        "unproven": desk.unproven(match),
    }


def _standing_damage(desk: Matches, match: str) -> dict[str, Any] | None:
    """What is wrong beside a match that is whole: standing answers that cannot be read."""
    from wardiary.adapters.matches import StandingDamaged

    head = desk.history(match).head
    try:
        for seat in desk.history(match).table.seats:
            desk.standing_answers(match, seat)
    except StandingDamaged as error:
        short = "standing answers DAMAGED"
        return {"position": None, "whole": head, "short": short, "says": str(error)}
    return None


def _unreadable(match: str, error: Exception) -> dict[str, Any]:
    """What is listed of a match of which nothing can be read, so that the others can."""
    from wardiary.adapters.store import MatchDamaged

    damage = error if isinstance(error, MatchDamaged) else MatchDamaged(match, 1, str(error))
    return {
        "match": match,
        "game": "",
        "scenario": "",
        "title": "",
        "played": 0,
        "seats": {},
        "head": 0,
        "paused": False,
        "round": 0,
        "turn": 0,
        "waiting_for": [],
        "rewind": None,
        "winners": None,
        "parent": "",
        "damage": _damage_document(damage),
        "unproven": "",
    }


def _damage_document(damage: MatchDamaged) -> dict[str, Any]:
    return {
        "position": damage.position,
        "whole": damage.whole,
        "short": damage.short,
        "says": str(damage),
    }


def _state(one: dict[str, Any]) -> str:
    return f"{_came_to(one)}{' UNPROVEN' if one['unproven'] else ''}"


def _came_to(one: dict[str, Any]) -> str:
    if one["damage"]:
        return str(one["damage"]["short"])
    if one["winners"] is None:
        waiting = ", ".join(one["waiting_for"]) or "nobody"
        state = "paused" if one["paused"] else f"waiting for {waiting}"
        return f"round {one['round']}, {state}"
    return f"won by {', '.join(one['winners'])}" if one["winners"] else "drawn"


def pause(match: MatchName, /, *, json: Json = False, store: Store = "") -> None:
    """Refuse every seat's commands until the match is resumed.

    Director and host may still act; bots wait.
    """
    _paused(match, paused=True, json=json, store=store)


def resume(match: MatchName, /, *, json: Json = False, store: Store = "") -> None:
    """Take commands again in a match that was paused."""
    _paused(match, paused=False, json=json, store=store)


def _paused(match: str, *, paused: bool, json: bool, store: str) -> None:
    desk = open_matches(store)
    named = find(desk, match)
    if paused:
        desk.pause(named)
    else:
        desk.resume(named)
    if json:
        print_result({"match": named, "paused": paused})
    else:
        print(f"{named} is {'paused' if paused else 'resumed'}")
