"""The command line `wardiary`. Each command lives in its own file and is loaded when it is used."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from cyclopts import App, CycloptsError, Group, Parameter

COMMANDS = (
    ("Matches", (
        ("games", "matches:games", "List the games, their scenarios, seats and settings."),
        ("new", "matches:new", "Open a match."),
        ("matches", "matches:matches", "List the matches in the store."),
        ("play", "play:play", "Play a match in the terminal, against bots or each other."),
        ("prompts", "commands:prompts", "List what is asked now, and what may be answered."),
        ("command", "commands:command", "Give one command for a seat, then let bots answer."),
        ("mail", "mail:mail", "Play by mail: addresses, notices and answers."),
        ("claim", "signing:claim", "Take a seat as a person, and name the key that signs its orders from now on."),  # noqa: E501
        ("sign-key", "signing:sign_key", "Make a key to sign orders with."),
        ("share", "shares:share", "Add your share to the dice of a match that waits for it."),
        ("stand", "commands:stand", "Leave standing answers for a seat, or list them."),
        ("pause", "matches:pause", "Refuse every seat's commands until the match is resumed."),
        ("resume", "matches:resume", "Accept commands again in a match that was paused."),
        ("rewind", "commands:rewind", "Ask to go back to an earlier position, or to one that was undone."),  # noqa: E501
    )),
    ("Looking", (
        ("card", "faces:card", "Tell what a card, counter or marker of a game prints."),
        ("show", "views:show", "Draw the table as a seat sees it, now or at a past position."),
        ("log", "views:log", "Print what happened, in sentences with rule numbers."),
        ("score", "views:score", "Show scores and tracks over time."),
        ("dice", "views:dice", "Compare the dice rolled with the expected results."),
        ("deadline", "deadline:deadline", "See and move the clocks of a match: deadlines, vacations, pauses, grace."),  # noqa: E501
        ("clock", "views:clock", "Print how long each seat took, and who waited for whom."),
        ("diff", "views:diff", "Compare two matches or branches: pieces, tracks, score, luck."),
    )),
    ("Proving", (
        ("head", "replay:head", "Print the hash of the last entry, to note it elsewhere."),
        ("countersign", "signing:countersign", "Note that your seat has seen the last entry, so that nobody can rewrite it unnoticed."),  # noqa: E501
        ("heads", "heads:heads", "Keep a public list of heads: one line proves all records."),
        ("replay", "replay:replay", "Fold a match or an archive again from its stored facts."),
        ("audit", "audit:audit", "Check every hash, die, citation and decision of a match."),
        ("export", "archives:export", "Write a match as a self-contained archive file."),
        ("import", "archives:import_", "Import the match of an archive into the store."),
        ("salvage", "archives:salvage", "Write what is whole of a damaged match as an archive."),
    )),
    ("What if", (
        ("branch", "branches:branch", "Open a branch from a past position, turn or time."),
        ("branches", "branches:branches", "Show the tree of branches around a match."),
        ("discard", "branches:discard", "Discard a branch that no other branch starts from."),
        ("odds", "lab:odds", "Tell how likely each seat is to win from a moment on."),
        ("review", "lab:review", "Show how the chances went over a match, and where it turned."),
        ("simulate", "simulate:simulate", "Let bots play many matches and prove each of them."),
    )),
    ("Running", (
        ("serve", "serve:serve", "Serve matches over HTTP, with live feeds and a page."),
        ("keeper", "keeper:keeper", "Keep a part of the seed of others' matches, so that no host knows dice before ordering."),  # noqa: E501
        ("key", "serve:key", "Make a key to a seat, a match or the whole service."),
        ("views", "serve:views", "Rebuild the views in Redis, and switch over to them."),
        ("backup", "serve:backup", "Write a store into one file while it is in use."),
        ("restore", "serve:restore", "Put a backup into an empty store."),
        ("pack", "packs:pack", "Check an owner's own pack of cards, maps and scenarios."),
        ("game", "game_check:game", "Check a registered game: rules, offers, facts, secrets."),
        ("demo", "demo:demo", "Play, replay, audit, branch and compare a whole match."),
    )),
)  # fmt: skip

app = App(
    name="wardiary",
    help="Card wargames as an append-only diary: every play, die and marker cites its rule.",
    version=lambda: version("wardiary"),
    help_format="plaintext",
    default_parameter=Parameter(negative=(), consume_multiple=True, show_default=False),
)
for title, commands in COMMANDS:
    group = Group.create_ordered(title)
    for name, place, about in commands:
        app.command(f"wardiary.tools.{place}", name=name, help=about, group=group)

app.register_install_completion_command(add_to_startup=True)

BAD_INPUT, FAULT, INTERRUPTED = 2, 3, 130


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code: 0, 1 (not proven), 2 (bad input), 3 (our fault)."""
    try:
        done = app(
            sys.argv[1:] if words is None else list(words),
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
        sys.stdout.flush()
    except CycloptsError as error:
        return _refused(str(error), BAD_INPUT)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of a pipe has left; nothing more may be written, not even by the interpreter.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # noqa: BLE001 (Whatever happens, a user reads a sentence.)
        return _failed(error)
    finally:
        _close()
    return done if isinstance(done, int) else 0


def _close() -> None:
    """Close whatever store the command has opened; help opens none, and loads none."""
    context = sys.modules.get("wardiary.tools.context")
    if context is not None:
        context.OPEN_STORES.close()


def _failed(error: Exception) -> int:
    """One sentence for what was to be expected, and for a fault of ours where to see more."""
    if _is_expected(error):
        return _refused(_sentence(error), BAD_INPUT)
    if isinstance(error, OSError) and error.filename is not None:
        return _refused(f"cannot use {str(error.filename)!r}: {error.strerror}", BAD_INPUT)
    if os.environ.get("WARDIARY_TRACEBACK"):
        raise error
    return _refused(
        f"this is a fault in wardiary ({type(error).__name__}: {_sentence(error)}); nothing was "
        "recorded by halves. Run it again with WARDIARY_TRACEBACK=1 to see where",
        FAULT,
    )


def _is_expected(error: Exception) -> bool:
    from wardiary.adapters.keepers import KeeperRefused
    from wardiary.adapters.lab.workers import NoWorkers
    from wardiary.adapters.mail.sent import MailRefused
    from wardiary.adapters.mail.settings import MailSettingsError
    from wardiary.adapters.matches import CommandIdTaken, StalePosition
    from wardiary.adapters.store import StoreError
    from wardiary.domain.diary.archive_lines import ArchiveError
    from wardiary.domain.games.registry import UnknownGame
    from wardiary.domain.packs import PackError
    from wardiary.domain.play.commands import Illegal
    from wardiary.projections.lab.measures import UnknownMeasure
    from wardiary.projections.lab.playing import NotPlayable
    from wardiary.tools.context import BadInput

    return isinstance(
        error,
        (
            ArchiveError,
            BadInput,
            CommandIdTaken,
            Illegal,
            MailRefused,
            MailSettingsError,
            NotPlayable,
            NoWorkers,
            PackError,
            StalePosition,
            StoreError,
            UnknownGame,
            UnknownMeasure,
            KeeperRefused,
        ),
    )


def _sentence(error: Exception) -> str:
    return " ".join(str(error).split())


def _refused(sentence: str, code: int) -> int:
    from wardiary.adapters.sentences import one_line

    print(f"wardiary: {one_line(sentence, paths=True)}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
