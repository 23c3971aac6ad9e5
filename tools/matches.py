"""Listing games and matches, opening, pausing and resuming matches."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from wardiary.tools.context import (
    BadInput,
    Json,
    MatchName,
    Store,
    find_match,
    open_matches,
    pairs,
    print_result,
    result_text,
    screen,
)
from wardiary.tools.keeper import keepers_at
from wardiary.tools.kept_listing import default_store, keep_listing, listing_key
from wardiary.tools.listing import setting_text

if TYPE_CHECKING:
    from wardiary.adapters.matches import Matches
    from wardiary.adapters.store import MatchDamaged
    from wardiary.domain.play.game import Game
    from wardiary.domain.table.events import Scalar

HOLDERS = ("human", "bot", "bot:strong", "bot:random", "open")


def games(*, json: Json = False) -> None:
    """List the games, their scenarios, seats and settings."""
    from wardiary.domain.games import registry
    from wardiary.tools.listing import as_json, as_text, listed

    all_games = listed(registry.names())
    print(as_json(all_games) if json else as_text(all_games))


def new(
    game: str,
    /,
    *,
    scenario: Annotated[str, Parameter(help="The scenario's id; `wardiary games` lists them.")],
    seat: Annotated[
        tuple[str, ...],
        Parameter(help="SEAT=human, bot, bot:strong, bot:random or open, once for each seat."),
    ] = (),
    set_: Annotated[
        tuple[str, ...], Parameter(name="--set", help="NAME=VALUE: a setting of the game.")
    ] = (),
    clock: Annotated[
        str,
        Parameter(help='"5d a move", "bank 30d + 12h a move", "daily 20:00"; none unless given.'),
    ] = "",
    late: Annotated[
        str, Parameter(help="What a missed deadline brings: nothing, pass, bot, director, forfeit.")
    ] = "",
    pack: Annotated[
        str, Parameter(help="Folder of your own pack, in place of the shipped one.")
    ] = "",
    keeper: Annotated[
        tuple[str, ...], Parameter(help="NAME=URL: a co-keeper of the dice, once for each.")
    ] = (),
    json: Json = False,
    store: Store = "",
) -> None:
    """Open a match.

    Seats that are not named stay open, and go to those who play them first.

    Parameters
    ----------
    game
        The game's name.
    """
    from wardiary.domain.games import registry
    from wardiary.tools.packs import files_of

    rules = registry.game(game)
    files = files_of(pack) if pack else None
    holders = _holders(pairs(seat, "--seat"))
    settings = {
        name: _setting_value(rules, name, value) for name, value in pairs(set_, "--set").items()
    }
    settings |= {name: text for name, text in (("clock", clock), ("late", late)) if text}
    matches = open_matches(store, create=True)
    seats = _seating(rules, rules.read_pack(files or registry.packaged(game)), scenario, holders)
    taken = {seat_name: holder for seat_name, holder in holders.items() if holder != "open"}
    match = matches.new_match(
        game,
        scenario,
        seats=seats,
        settings=settings,
        holders=taken,
        pack=files,
        keepers=keepers_at(keeper),
    )
    if json:
        held = _seat_holders(matches, match)
        print_result({"match": match, "game": game, "scenario": scenario, "seats": held})
    else:
        _tell_opened(matches, match, rules)
        if clock:
            print(_clock_text(matches, match))
        print(f"play it with: wardiary play {match[:8]}")


def _tell_opened(matches: Matches, match: str, rules: Game) -> None:
    from wardiary.domain.table.text import escape_controls

    title = escape_controls(rules.scenario_title(matches.history(match).table))
    screen().print(f"[bold]{match}[/]", end="")
    screen().print(f"  {rules.title}: {title}", markup=False)


def _clock_text(matches: Matches, match: str) -> str:
    from wardiary.projections.deadlines import agreement_text

    clocks = matches.history(match).clocks
    if clocks is None:
        return "no limit: the match waits for every answer"
    return f"clock: {agreement_text(clocks.agreement)}"


def _holders(holders: dict[str, str]) -> dict[str, str]:
    for seat, holder in holders.items():
        if holder not in HOLDERS:
            raise BadInput(f"{seat} cannot be held by {holder!r}; it can be: {', '.join(HOLDERS)}")
    return holders


def _setting_value(rules: Game, name: str, value: str) -> Scalar:
    """A setting's value in the type of its choices; other values are left to the rules."""
    for setting in rules.all_settings:
        for choice in setting.choices:
            if setting.name == name and setting_text(choice) == value.lower():
                return choice
    return value


def _seating(rules: Game, content: Any, scenario: str, holders: dict[str, str]) -> tuple[str, ...]:
    """The scenario's first seating with all named seats; empty to let the rules choose."""
    card = rules.scenario(content, scenario)
    if card is None or not holders:
        return ()
    for seating in card.seats:
        if set(holders) <= set(seating):
            return seating
    known = "; ".join(" ".join(seating) for seating in card.seats)
    raise BadInput(f"{scenario} is played by the seats: {known}; not {', '.join(holders)}")


def _seat_holders(matches: Matches, match: str) -> dict[str, str]:
    table = matches.history(match).table
    return {seat: table.holders.get(seat, "open") for seat in table.seats}


def matches(*, json: Json = False, store: Store = "") -> None:
    """List the matches in the store."""
    named = store or default_store()
    key = listing_key(named, json=json)
    matches = open_matches(named)
    listed = [_match_document(matches, match) for match in matches.store.matches()]
    text = _as_json(listed) if json else _as_text(listed)
    if not listed and not json:
        text = f"no matches yet in {matches.store.where}; `wardiary new` opens one\n"
    print(text, end="")
    if not any(document["damage"] for document in listed):
        keep_listing(named, key, text)


def _as_json(listed: list[dict[str, Any]]) -> str:
    return f"{result_text({'matches': listed})}\n"


def _as_text(listed: list[dict[str, Any]]) -> str:
    """A line for each match, for the terminal."""
    out = screen()
    with out.capture() as captured:
        for document in listed:
            out.print(document["match"][:12], style="bold", end="  ", markup=False)
            out.print(_line(document), markup=False)
    return captured.get()


def _line(document: dict[str, Any]) -> str:
    if not document["seats"]:
        return str(document["damage"]["says"])
    seats = ", ".join(f"{seat}={holder}" for seat, holder in document["seats"].items())
    title = f"{document['title']} (branch)" if document["parent"] else document["title"]
    played = _local_time(document["played"])
    return f"{played}  {title:22} #{document['head']:<6}  {_state(document)}  {seats}"


def _local_time(milliseconds: int) -> str:
    """A time in milliseconds as local day, hour and minute."""
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone()
    return moment.strftime("%Y-%m-%d %H:%M")


def _last_played(matches: Matches, match: str) -> int:
    """When the last entry of a match was recorded, in milliseconds."""
    history = matches.history(match)
    *_, last = history.entries(history.ends[-2] if len(history.ends) > 1 else 0)
    return history.time_of(last)


def _match_document(matches: Matches, match: str) -> dict[str, Any]:
    from wardiary.adapters.store import StoreError
    from wardiary.domain.games.registry import UnknownGame
    from wardiary.domain.table.text import escape_controls

    try:
        now, damage = matches.current(match), matches.damage(match)
    except (StoreError, UnknownGame) as error:
        return _unreadable(match, error)
    table = now.table
    origins = matches.origins(match)
    parent = origins[-2][0] if len(origins) > 1 else ""
    return {
        "match": match,
        "game": table.game,
        "scenario": table.scenario,
        "title": escape_controls(matches.game_of(match).scenario_title(table)),
        "played": _last_played(matches, match),
        "seats": _seat_holders(matches, match),
        "head": table.position,
        "paused": matches.paused(match),
        "round": table.round,
        "turn": table.turn,
        "waiting_for": list(now.waiting_for),
        "rewind": now.rewind,
        "winners": list(table.result.winners) if table.result else None,
        "parent": parent,
        "damage": _damage_document(damage) if damage else _standing_damage(matches, match),
        "unproven": matches.unproven(match),
    }


def _standing_damage(matches: Matches, match: str) -> dict[str, Any] | None:
    """Damage of the standing answers of a match that is otherwise whole."""
    from wardiary.adapters.matches import StandingDamaged

    head = matches.history(match).head
    try:
        for seat in matches.history(match).table.seats:
            matches.standing_answers(match, seat)
    except StandingDamaged as error:
        short = "standing answers DAMAGED"
        return {"position": None, "whole": head, "short": short, "says": str(error)}
    return None


def _unreadable(match: str, error: Exception) -> dict[str, Any]:
    """The document of a match that cannot be read, so that the others can be listed."""
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


def _state(document: dict[str, Any]) -> str:
    return f"{_result_text(document)}{' UNPROVEN' if document['unproven'] else ''}"


def _result_text(document: dict[str, Any]) -> str:
    if document["damage"]:
        return str(document["damage"]["short"])
    if document["winners"] is None:
        waiting = ", ".join(document["waiting_for"]) or "nobody"
        state = "paused" if document["paused"] else f"waiting for {waiting}"
        return f"round {document['round']}, {state}"
    return f"won by {', '.join(document['winners'])}" if document["winners"] else "drawn"


def pause(match: MatchName, /, *, json: Json = False, store: Store = "") -> None:
    """Refuse every seat's commands until the match is resumed.

    Director and host may still act; bots wait.
    """
    _paused(match, paused=True, json=json, store=store)


def resume(match: MatchName, /, *, json: Json = False, store: Store = "") -> None:
    """Accept commands again in a match that was paused."""
    _paused(match, paused=False, json=json, store=store)


def _paused(match: str, *, paused: bool, json: bool, store: str) -> None:
    matches = open_matches(store)
    match_id = find_match(matches, match)
    if paused:
        matches.pause(match_id)
    else:
        matches.resume(match_id)
    if json:
        print_result({"match": match_id, "paused": paused})
    else:
        print(f"{match_id} is {'paused' if paused else 'resumed'}")
