"""What the sender of an answer wrote, apart from what the answer repeats of the mail we sent.

Mail programs mark quoted text in a hundred ways, in the reader's language, or not at all. So marks
are believed where they are, and all other text is compared with the very notice that it answers: a
run of a few words that stands there as well is a repetition, wherever lines break. A line that is
an order as a whole is none, for the notice says in words, too, what may be ordered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, product

import msgspec

from wardiary.adapters.mail.characters import plain
from wardiary.adapters.mail.lines import Line

RUN = 4
"""Words in a row that are a repetition when the notice has them too."""
_BULLET = re.compile(r"^(?:[-*\N{BULLET}+]|\(?\d{1,2}[.)])\s+")


class Written(msgspec.Struct, frozen=True):
    """A line that the sender wrote: the part of it that repeats nothing, and whether it is seen.

    A `doubtful` line is no order that was written so: an offer of the notice at a place where it
    may be left over from it, or what is left of a line that repeats a part of it.
    """

    text: str
    hidden: bool = False
    doubtful: bool = False


def written_lines(
    lines: Sequence[Line], notice: str, is_order: Callable[[str], bool]
) -> list[Written]:
    """The sender's lines in order, given the notice's text and which lines of it are orders."""
    sent = _Notice(notice, is_order)
    repeated: list[list[bool]] = [[] for _ in lines]
    amid: set[int] = set()
    for part in _parts(lines):
        words = [(place, word) for place in part for word in _words(lines[place].text)]
        covered, runs = sent.covers([word for _, word in words])
        for (place, _), is_covered in zip(words, covered, strict=True):
            repeated[place].append(is_covered)
        for run in runs:
            if (first := words[run.start][0]) != (last := words[run.stop - 1][0]):
                amid |= {*range(first, last + 1)}
    own = {
        place
        for place, line in enumerate(lines)
        if not (line.quoted or (place in amid and all(repeated[place])))
    }
    whole = _whole_orders({place: lines[place].text for place in sorted(own)}, repeated, is_order)
    return list(_unrepeated(lines, repeated, whole, sent))


def bare(text: str) -> str:
    """A line without the bullet, number or quotation marks around it."""
    inner = _BULLET.sub("", text).strip()
    quoted = len(inner) > 2 and inner[0] == inner[-1] and inner[0] in "\"'`*"
    return inner[1:-1].strip() if quoted else inner


def _parts(lines: Sequence[Line]) -> Iterator[range]:
    """Where a repetition may go on: a quotation with what a break has left without its mark.

    A line without a mark does not go on in the marked one below it.
    """
    begins = 0
    for place in range(1, len(lines)):
        if lines[place].quoted and not lines[place - 1].quoted:
            yield range(begins, place)
            begins = place
    yield range(begins, len(lines))


def _unrepeated(
    lines: Sequence[Line], repeated: Sequence[Sequence[bool]], whole: set[int], sent: _Notice
) -> Iterator[Written]:
    """The lines without those that are marked or that repeat the notice."""
    shown = [place for place, words in enumerate(repeated) if words]
    below = False
    for number, place in enumerate(shown):
        line, words = lines[place], repeated[place]
        if line.quoted:
            continue
        if all(words) and place not in whole:
            below = True
            continue
        is_cut = any(words) and place not in whole
        kept = zip(line.text.split(), words, strict=True)
        text = " ".join(word for word, is_repeated in kept if not (is_cut and is_repeated))
        around = [lines[near] for near in shown[max(number - 1, 0) : number + 2]]
        is_there = sent.offers(text) or all(words)
        may_be_left = is_there and (below or sent.lost_mark(around))
        yield Written(text, line.hidden, is_cut or may_be_left)
        below = below or is_cut


def _whole_orders(
    own: Mapping[int, str], repeated: Sequence[Sequence[bool]], is_order: Callable[[str], bool]
) -> set[int]:
    """The lines that repeat a part of the notice and yet are an order, alone or with the next one:
    a mail program may have broken a long order in two.

    `own` are the lines that stand by themselves: no repetition goes on beyond them.
    """
    whole = {place for place in own if any(repeated[place]) and is_order(bare(own[place]))}
    for place, after in pairwise(own):
        if after != place + 1 or not any([*repeated[place], *repeated[after]]):
            continue
        if not {place, after} & whole and is_order(f"{bare(own[place])} {own[after]}"):
            whole |= {place, after}
    return whole


def _words(line: str) -> list[str]:
    return [word.casefold() for word in line.split()]


class _Notice:
    """The words of a notice in runs, and which of its lines are orders.

    A run of order lines alone is no sign of a repetition: an answer that takes up an offer has it.
    """

    def __init__(self, text: str, is_order: Callable[[str], bool]) -> None:
        lines = [" ".join(_words(line)) for line in plain(text).splitlines() if line.strip()]
        self._offers = frozenset(line for line in lines if is_order(line))
        self._places: dict[str, list[int]] = {}
        for place, line in enumerate(lines):
            self._places.setdefault(line, []).append(place)
        words = [(word, line) for line in lines for word in line.split()]
        self._length = min(RUN, len(words))
        self._runs: dict[tuple[str, ...], bool] = {}
        """Each run, and whether it holds anything but orders."""
        for start in range(len(words) - self._length + 1 if words else 0):
            run = words[start : start + self._length]
            key = tuple(word for word, _ in run)
            prose = any(line not in self._offers for _, line in run)
            if prose or run[0][1] != run[-1][1]:
                self._runs[key] = self._runs.get(key, False) or prose

    def offers(self, line: str) -> bool:
        """Whether a line is one of the notice's orders."""
        return " ".join(_words(line)) in self._offers

    def lost_mark(self, lines: Sequence[Line]) -> bool:
        """Whether a line between two marked ones is between them in the notice, too."""
        if len(lines) < 3 or not (lines[0].quoted and lines[2].quoted):
            return False
        places = [self._places.get(" ".join(_words(line.text)), ()) for line in lines]
        return any(above < at < below for above, at, below in product(*places))

    def covers(self, words: Sequence[str]) -> tuple[list[bool], list[range]]:
        """For each word of an answer whether it is a part of a repetition; and every run of the
        notice that is in it.

        Order lines that follow on repeated prose, in runs that overlap, are a part of it.
        """
        covered, runs = [False] * len(words), list[range]()
        begins, end, prose = 0, 0, False
        for start in range(len(words) - self._length + 1 if self._length else 0):
            run = self._runs.get(tuple(words[start : start + self._length]))
            if run is None:
                continue
            if start >= end:
                begins, prose = start, False
            end, prose = start + self._length, prose or run
            runs.append(range(start, end))
            if prose:
                covered[begins:end] = [True] * (end - begins)
        return covered, runs
