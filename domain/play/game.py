"""What a game must define: its rules, commands, steps, content and how it is set up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Union

import msgspec

from wardiary.domain.clocks.agreement import BRINGS, NoSuchTime, written
from wardiary.domain.clocks.agreement import DEFAULTS as CLOCK_DEFAULTS
from wardiary.domain.play.commands import Command, Illegal, from_text, verb_of
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.faces import Component, Face, Faces
from wardiary.domain.play.forecast import Forecast, Foreseen
from wardiary.domain.play.guide import Guide
from wardiary.domain.play.prompts import Prompt, Prompts
from wardiary.domain.play.reach import InSight, sees_nothing
from wardiary.domain.play.steps import Step
from wardiary.domain.play.why_not import WhyNot
from wardiary.domain.table.events import Scalar
from wardiary.domain.table.pieces import Seat, Visibility, Zone
from wardiary.domain.table.table import Table
from wardiary.domain.table.text import same_id
from wardiary.domain.table.upcasts import Upcast, current_shape, current_shapes


class ScenarioInfo(msgspec.Struct, frozen=True):
    """A scenario: id, title, the sets of seats it can be played by, and what it is about."""

    id: str
    title: str
    seats: tuple[tuple[Seat, ...], ...]
    about: str = ""


class Setting(msgspec.Struct, frozen=True):
    """Something the players may choose before play: its default, the choices, and the rule.

    Without choices it is a line of text, which `about` says how to write. One that a game got when
    matches of it were stored already is `added`: where nobody asks for it nothing is recorded, so
    that those matches are judged as they were opened. Rules read it with its default in mind.
    """

    name: str
    default: Scalar
    choices: tuple[Scalar, ...]
    about: str
    rule: str
    added: bool = False


CLOCK_SETTINGS = tuple(
    Setting(name, CLOCK_DEFAULTS[name], choices, about, rule)
    for name, choices, about, rule in (
        (
            "clock",
            (),
            (
                "how long a seat has to answer: none; 5d a move; bank 30d + 12h a move; "
                "daily 20:00; mon, thu 20:00 at least 12h"
            ),
            "Table/Clock",
        ),
        (
            "late",
            BRINGS,
            (
                "what a missed deadline brings: nothing; the answer left for it, or a pass; a bot "
                "plays on; the director decides; the match is lost"
            ),
            "Table/Deadline",
        ),
        ("clock-zone", (), "the time zone of the clock, such as Europe/Berlin", "Table/Clock"),
        (
            "seat-zones",
            (),
            "for seats whose clocks go by zones of their own, in the log: us=America/New_York",
            "Table/Clock",
        ),
        ("days-off", (), "days on which no clock runs: sat, sun, 2026-12-24", "Table/Clock"),
        ("quiet-hours", (), "hours in which no clock runs: 22:00-07:00", "Table/Clock"),
        ("vacation", (), "how long a seat may stop its clock each year: 21d", "Table/Vacation"),
        ("reminders", (), "how long before a deadline a seat is reminded: 24h, 2h", "Table/Clock"),
    )
)
"""Settings about time, of matches with a clock."""
TABLE_SETTINGS = (
    Setting(
        "resigned-seat",
        "bot",
        ("bot", "director"),
        "who plays for a seat that resigns while two or more sides are left",
        "Table/Resign",
    ),
    Setting(
        "take-back",
        "strict",
        ("strict", "friendly"),
        "friendly: you may take back your own actions at once, even after seeing a card, until "
        "another seat acts or a die is rolled",
        "Table/Rewind",
    ),
    Setting(
        "director",
        "none",
        ("none", "watches", "plays"),
        "who sees hidden pieces during play: nobody; a director who holds no seat; "
        "or a director who may also play",
        "Table/Director",
    ),
    Setting(
        "seed",
        "host",
        ("host", "seats"),
        "who fixes the dice: the host's seed alone, or together with it a sealed share of every "
        "seat; the table is then set up when all shares are open",
        "Table/Shares",
    ),
    Setting(
        "openings",
        "free",
        ("free", "numbered"),
        "numbered: the opening says how many matches of the scenario the store has opened",
        "Table/Opening",
    ),
    *CLOCK_SETTINGS,
)
"""Settings of any game. A match that was opened without one of them is played without it."""


def clock_settings(wanted: Mapping[str, Scalar]) -> dict[str, str]:
    """The settings about time as they are recorded; raises Illegal naming a wrong one."""
    try:
        return written(wanted)
    except NoSuchTime as error:
        raise Illegal("Table/Clock", str(error)) from None


class Opening(msgspec.Struct, frozen=True):
    """What the players choose before a match: scenario, seats and settings."""

    scenario: str
    seats: tuple[Seat, ...]
    settings: dict[str, Scalar]


class Layout(msgspec.Struct, frozen=True):
    """How a client may draw the board: spaces with places on a plane, and rows of other zones.

    `spaces` are (zone, x, y) in units of one space, `shape` how a space looks, `links` adjacent
    pairs worth drawing, `notes` a short text per space, `rows` titled groups of zones beside it,
    `goals` sentences that say how this match is won, `phases` the phases of a turn or round in
    their order, each with its name as the table has it and its title.
    """

    shape: str = "tableau"
    spaces: tuple[tuple[Zone, float, float], ...] = ()
    links: tuple[tuple[Zone, Zone], ...] = ()
    notes: dict[Zone, str] = {}
    rows: tuple[tuple[str, tuple[Zone, ...]], ...] = ()
    goals: tuple[str, ...] = ()
    phases: tuple[tuple[str, str], ...] = ()


def one_side_each(table: Table) -> tuple[tuple[Seat, ...], ...]:
    """The sides of a game in which every seat plays against all others."""
    return tuple((seat,) for seat in table.seats)


def no_title(pack: Any, kind: str) -> str:
    """For games whose packs print no titles: every piece is named by its kind."""
    return ""


def no_track_title(table: Table, track: str) -> str:
    """The labels of tracks that say enough by their names, such as "morale/axis"."""
    return ""


def no_zone_title(table: Table, word: str) -> str:
    """For games whose zones, and words in commands, say enough by themselves."""
    return ""


def no_forecast(foreseen: Foreseen) -> Forecast:
    """For games that do not say how likely anything is."""
    return Forecast()


def nothing_to_explain(table: Table, seat: Seat, token: str) -> tuple[WhyNot, ...]:
    """For games that leave it to their offers what is possible."""
    return ()


def no_components(pack: Any) -> Mapping[str, Component]:
    """For games whose pieces print nothing but their titles."""
    return {}


def no_odds(table: Table, seat: Seat, pool: str) -> Mapping[int, int] | None:
    """For games whose pools say their dice by name, such as "3d10": no other odds are needed."""
    return None


def no_standing(_: Table) -> Mapping[Seat, int]:
    """For games that count nothing before their end."""
    return {}


PACKS_KEPT = 8
"""Packs of which a game keeps what they print."""
Rng = Callable[[int], int]
Odds = Callable[[Table, Seat, str], Mapping[int, int] | None]
Policy = Callable[[Table, Prompt, Rng], Command]


@dataclass(frozen=True)
class Game:
    """The register of one game.

    `read_pack` makes typed content from a pack's files (raises PackError); `visibility` says which
    zones are hidden; `set_up` places everything on a fresh draft and begins the first step;
    `policy` is the sensible bot: from its seat's view, its prompt and an `Rng` to a command;
    `title_of` names a piece kind for people, `title_in_pack` says what a pack's content prints on
    it ("" for nothing), `track_title` labels a track as the tabletop does ("" for its own name);
    `layout` tells clients how to draw the board; `sides` says which seats win
    together; `facts` are the names of all facts that prompts and offers give; `odds` says how often
    each face occurs in what a seat draws its rolls of a pool from, where the pool's name does not
    say it, or None if that is unknown; `command_upcasts` and `step_upcasts` say what its commands
    and open steps were called when older matches were recorded; `faces` says what its components
    and spaces print; `zone_title` is what a zone or another word in commands is for people, from
    what everybody sees ("" for the word itself);
    `forecast` says, where a command has stopped on a seat's view, which totals count then and how
    likely the outcomes are; `why_not` says
    of a piece or space, from a seat's view, why it cannot do what one would expect of it now;
    `guide` is for newcomers; `losses` counts the pieces that a seat has lost so far, None where the
    game does not tell; `standing` gives each seat what it has towards winning so far, as far as
    everybody sees, and `standing_title` says what that is; `in_sight` says
    what a piece or space sees and can fire at, from a seat's view; `former_versions` are those
    whose rules the game still keeps, by `table.version`, so that their matches are judged in full.
    """

    name: str
    title: str
    version: str
    rules: Mapping[str, str]
    commands: Sequence[type[Command]]
    steps: Sequence[type[Step]]
    read_pack: Callable[[Mapping[str, bytes]], Any]
    scenarios: Callable[[Any], tuple[ScenarioInfo, ...]]
    visibility: Callable[[Any, Opening], dict[Zone, Visibility]]
    set_up: Callable[[Draft, Opening], None]
    policy: Policy
    layout: Callable[[Table], Layout]
    title_of: Callable[[str], str]
    settings: Sequence[Setting] = field(default=())
    title_in_pack: Callable[[Any, str], str] = field(default=no_title)
    track_title: Callable[[Table, str], str] = field(default=no_track_title)
    facts: Sequence[str] = field(default=())
    sides: Callable[[Table], tuple[tuple[Seat, ...], ...]] = one_side_each
    former_versions: tuple[str, ...] = ()
    command_upcasts: Sequence[Upcast] = field(default=())
    step_upcasts: Sequence[Upcast] = field(default=())
    odds: Odds = no_odds
    faces: Faces = field(default=Faces(no_components))
    zone_title: Callable[[Table, str], str] = no_zone_title
    forecast: Callable[[Foreseen], Forecast] = no_forecast
    why_not: Callable[[Table, Seat, str], tuple[WhyNot, ...]] = nothing_to_explain
    guide: Guide | None = None
    losses: Callable[[Table, Seat], int] | None = None
    standing: Callable[[Table], Mapping[Seat, int]] = no_standing
    standing_title: str = ""
    in_sight: Callable[[Table, str], tuple[InSight, ...]] = sees_nothing

    @cached_property
    def verbs(self) -> dict[str, type[Command]]:
        """The game's commands by verb."""
        return {verb_of(kind): kind for kind in self.commands}

    @cached_property
    def _command_decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(Union[tuple(self.commands)])

    @cached_property
    def _steps_decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(list[Union[tuple(self.steps)]])  # type: ignore[misc]  # A union made at run time.

    def command(self, text: str) -> Command:
        """The command that a line of text means; raises Illegal."""
        return from_text(text, self.verbs)

    def decode_command(self, raw: bytes | msgspec.Raw) -> Command:
        """The command stored as JSON; raises Illegal when it is not one of this game's."""
        try:
            return self._command(raw)
        except msgspec.DecodeError as error:
            raise Illegal("Table/Words", f"this is not a command of {self.name}: {error}") from None

    def _command(self, raw: bytes | msgspec.Raw) -> Command:
        command: Command
        try:
            command = self._command_decoder.decode(raw)
        except msgspec.ValidationError:
            if not self.command_upcasts:
                raise
            command = self._command_decoder.decode(current_shape(raw, "do", self.command_upcasts))
        return command

    def open_steps(self, table: Table) -> list[Step]:
        """The open steps of a table, bottom first."""
        return self.steps_of(table.steps)

    def steps_of(self, raw: bytes | msgspec.Raw) -> list[Step]:
        """The steps stored as JSON; raises msgspec.ValidationError for an unknown step."""
        steps: list[Step]
        try:
            steps = self._steps_decoder.decode(raw)
        except msgspec.ValidationError:
            if not self.step_upcasts:
                raise
            steps = self._steps_decoder.decode(current_shapes(raw, "step", self.step_upcasts))
        return steps

    def prompts(self, table: Table) -> Prompts:
        """The prompts of all seats that are asked now; empty once the match is over."""
        if table.result is not None:
            return ()
        steps = self.open_steps(table)
        return steps[-1].prompts(table) if steps else ()

    def piece_title(self, table: Table, kind: str) -> str:
        """The label of a piece kind: as the match's pack prints it, else as the game names it."""
        printed = self.title_in_pack(table.pack, kind) if table.pack is not None else ""
        return printed or self.title_of(kind)

    def components(self, table: Table) -> Mapping[str, Component]:
        """What every kind of the match's pack prints; empty when the pack is not available."""
        if table.pack is None:
            return {}
        if id(table.pack) not in self._packs:
            if len(self._packs) >= PACKS_KEPT:
                self._packs.popitem()
            # The pack is kept with what it prints, so that no other pack can get its id.
            self._packs[id(table.pack)] = (table.pack, self.faces.components(table.pack))
        return self._packs[id(table.pack)][1]

    @cached_property
    def _packs(self) -> dict[int, tuple[Any, Mapping[str, Component]]]:
        return {}

    def component(self, table: Table, kind: str) -> Component:
        """What a kind of piece prints: only its title where the game says nothing of it."""
        printed = self.components(table).get(kind)
        return printed or Component(kind, "counter", (Face("", self.piece_title(table, kind)),))

    def scenario(self, content: Any, scenario_id: str) -> ScenarioInfo | None:
        """The scenario of this id, compared in Unicode form NFC; None when there is none."""
        cards = self.scenarios(content)
        return next((card for card in cards if same_id(card.id, scenario_id)), None)

    def scenario_title(self, table: Table) -> str:
        """The title of a match's scenario; its id when the pack is not available."""
        card = self.scenario(table.pack, table.scenario) if table.pack is not None else None
        return card.title if card else table.scenario

    @property
    def all_settings(self) -> tuple[Setting, ...]:
        """All settings of a match: those of the game, then those of every game."""
        return (*self.settings, *TABLE_SETTINGS)

    def resolve_settings(self, wanted: Mapping[str, Scalar]) -> dict[str, Scalar]:
        """The wanted settings and the game's defaults for the others; raises Illegal naming a wrong
        one.

        No defaults are filled in for TABLE_SETTINGS, and for settings that were added.
        """
        chosen = {each.name: each.default for each in self.settings if not each.added}
        known = {setting.name: setting for setting in self.all_settings}
        for name, value in wanted.items():
            if name not in known:
                raise Illegal(
                    "Table/Settings",
                    f"{self.name} has no setting {name!r}; it has: {', '.join(known) or 'none'}",
                )
            if name in CLOCK_DEFAULTS:
                continue
            if value in known[name].choices:
                # As the game writes it: true in a file or a request equals 1.
                chosen[name] = known[name].choices[known[name].choices.index(value)]
            else:
                choices = ", ".join(str(choice) for choice in known[name].choices)
                raise Illegal(
                    known[name].rule, f"setting {name} cannot be {value!r}; it can be: {choices}"
                )
        return {**chosen, **clock_settings(wanted)}
