"""Orders written as people call things, in every game: what is read, and what is not guessed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from tests.adapters.mail.test_play import SETTINGS
from tests.mail_servers import answer
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.mail.answering import MailTaker
from wardiary.adapters.mail.forms import order_forms
from wardiary.adapters.mail.notices import NoticeWriter
from wardiary.adapters.mail.reading import OrderReader
from wardiary.adapters.mail.sent import SentMailBox
from wardiary.adapters.mail.spelling import Spelling
from wardiary.adapters.matches import Matches
from wardiary.domain.games import registry
from wardiary.domain.play.commands import Command, Illegal, to_text
from wardiary.domain.play.random_commands import random_command
from wardiary.projections.labels import piece_title
from wardiary.projections.naming import Names
from wardiary.tools.simulate import seeded_entropy

POSITIONS = 25


def positions(game: str, seed: int) -> Iterator[tuple[Matches, str, Names, OrderReader]]:
    """Places in a random match of a game, with what reads the orders of the seat that is asked."""
    matches, rng = open_store("memory:", entropy=seeded_entropy(seed, 0)), Random(seed)
    rules = registry.game(game)
    scenario = rules.scenarios(rules.read_pack(registry.packaged(game)))[0].id
    match = matches.new_match(game, scenario)
    for _ in range(POSITIONS * 4):
        prompts = matches.prompts(match)
        if not prompts:
            return
        prompt = prompts[rng.randrange(len(prompts))]
        names = Names(rules, matches.view(match, prompt.seat), prompt.seat)
        yield matches, match, names, OrderReader(names, prompt)
        command = random_command(prompt, rules.verbs, rng.randrange)
        matches.command(match, prompt.seat, command)


@pytest.mark.parametrize("game", registry.names())
def test_orders_in_plain_words_mean_the_orders_that_say_so(game: str):
    """Issue 13.2: each order of a notice in the words beside it, unless two orders say the same."""
    read = 0
    for _, _, names, reader in list(positions(game, 7))[::4]:
        assert reader.prompt is not None
        said: dict[str, list[str]] = {}
        for form in order_forms(names, reader.prompt):
            if not form.choices:
                said.setdefault(form.says.casefold(), []).append(form.line)
        for says, lines in said.items():
            if len(lines) == 1 and reader.why_not(says.upper()) is not None:
                assert to_text(reader.command(says.upper())) == lines[0]
                read += 1

    assert read >= 10


@pytest.mark.parametrize("game", registry.names())
def test_a_name_stands_for_an_id_or_is_asked_about(game: str):
    """A slot filled by its printed name gives the same order, or says what it could mean."""
    same, doubtful = 0, []
    for _, _, names, reader in list(positions(game, 8))[::4]:
        assert reader.prompt is not None
        for form in order_forms(names, reader.prompt):
            verb, *words = form.line.split()
            if form.choices or not words:
                continue
            line = " ".join([verb, *(names.of(word).strip() or word for word in words)])
            try:
                read = to_text(reader.command(line)).split()
            except Illegal as illegal:
                doubtful.append(illegal.why)
                continue
            assert [names.of(word) for word in read] == [names.of(w) for w in form.line.split()]
            same += 1

    assert same > 4 * len(doubtful)
    assert all("could be" in why or "right is" in why for why in doubtful)


def test_what_could_be_two_things_is_not_guessed():
    """Squads of one kind that lie in different hexes are told apart by their hex."""
    *_, (_, _, names, _) = positions("combat-commander", 7)
    reader, table = OrderReader(names, None), names.table
    places: dict[str, set[str]] = {}
    for piece in table.pieces.values():
        if " in " in names.of(piece.id):
            title = piece_title(names.game, table, piece)
            places.setdefault(title, set()).add(names.of(piece.id))
    title, called = next((title, called) for title, called in places.items() if len(called) > 1)
    one = min(called)

    assert f"{title.casefold()} could be" in str(reader.why_not(f"choose {title}"))
    assert reader.why_not(f"choose {one.replace(' in ', ' at ')}") == ""


def test_prose_is_no_order_and_a_wrong_line_is_told_the_nearest():
    _, _, _, reader = next(positions("undaunted", 5))
    (first, *_) = [form.line for form in order_forms(reader.names, reader.prompt)]

    assert reader.why_not("Good luck to you all!") is None
    assert reader.why_not("I move to the left, as they say") is None
    assert f"it is written: {first}" in str(reader.why_not(f"{first[:-1]} - or what?"))


@pytest.mark.parametrize("game", registry.names())
def test_an_answer_in_the_words_of_the_notice_gives_the_order_of_their_line(game: str):
    """Though the notice repeats these words beside the line, nothing is cut out of them."""
    given = 0
    for number, (matches, match, names, reader) in enumerate(positions(game, 7)):
        if number % 6:
            continue
        assert reader.prompt is not None
        seat, orders = reader.prompt.seat, list[Command]()
        taker, writer = by_mail(matches, match, seat)
        matches.command = kept_in(orders)  # type: ignore[method-assign]
        forms = [form for form in order_forms(names, reader.prompt) if not form.choices]
        says = Counter(form.says.casefold() for form in forms)
        for form in forms[:12]:
            if says[form.says.casefold()] > 1:
                continue
            notice = writer.write(match, seat).message
            verdict = taker.take(answer(notice, form.says, number=given)).verdict
            assert (verdict.kind, verdict.orders) == ("EXECUTE", (form.says,)), verdict.why
            assert to_text(orders.pop()) == form.line
            given += 1
        del matches.command

    assert given >= 10


def by_mail(matches: Matches, match: str, seat: str) -> tuple[MailTaker, NoticeWriter]:
    """What takes and writes the mails of a seat."""
    box = SentMailBox(matches.store)
    box.set_address(match, seat, "mira@example.net")
    return MailTaker(matches, box, SETTINGS), NoticeWriter(matches, box, SETTINGS)


def kept_in(orders: list[Command]) -> Callable[..., None]:
    """Keeps an order and lets nothing happen."""

    def keep(_: str, __: str, command: Command, **___: object) -> None:
        orders.append(command)
        raise Illegal("Table/Test", "it is kept")

    return keep


@pytest.mark.parametrize("game", registry.names())
def test_an_order_in_words_for_a_later_question_is_read_when_it_is_asked(game: str):
    """It does not vanish as if it were prose, and is refused in its place where it does not fit;
    unless it is about what the sender has not seen yet.
    """
    later: list[tuple[str, str]] = []
    readers: dict[str, OrderReader] = {}
    for _, _, names, reader in positions(game, 7):
        assert reader.prompt is not None
        seat = reader.prompt.seat
        readers.setdefault(seat, reader)
        forms = order_forms(names, reader.prompt)
        later += [(seat, form.says) for form in forms if not form.choices]
    lost = {says for seat, says in later if readers[seat].why_not(says) is None}

    assert len(set(later)) > 20
    assert len(lost) * 50 <= len(set(later)), sorted(lost)


def test_an_id_that_stands_for_a_name_is_no_name_itself():
    """What is called "mill" is meant by its name, whatever else has that for its id."""
    _, _, names, reader = next(positions("undaunted", 5))
    spelling = Spelling(names, reader.prompt)
    spelling.__dict__["_meant"] = {"old mill": ("mill",), "mill": ("new-mill",)}

    assert (
        spelling.with_ids("from the old mill to mill, old mill") == "from the mill to new-mill,mill"
    )
