"""Long texts in words, files and answers: no command repeats more than a line of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.conftest import Run
from wardiary.adapters.sentences import LONGEST_SENTENCE, LONGEST_VERDICT, one_line
from wardiary.domain.diary.archive import read
from wardiary.domain.diary.archive_parts import write_again

SENT = 100_000
TEXTS = {
    "prose": "some plain words of prose ",
    "a word": "y",
    "digits": "7",
    "newlines": "line\n",
    "quotes": "it's 'so' \"or\" `so` ",
    "controls": "\x1b[2J \x07\x7f ",
    "a path": "/folder" * 20,
    "zeros": "\x00",
}
COMMANDS = (
    ("{text}",),
    ("show", "{text}"),
    ("show", "{match}", "--seat", "{text}"),
    ("show", "{match}", "--at", "{text}"),
    ("show", "{match}", "--store", "{text}"),
    ("log", "{match}", "--seat", "{text}"),
    ("score", "{text}"),
    ("dice", "{text}"),
    ("clock", "{text}"),
    ("diff", "{match}", "{text}"),
    ("card", "undaunted", "{text}"),
    ("card", "{text}", "x"),
    ("new", "{text}"),
    ("new", "undaunted", "--scenario", "{text}"),
    ("new", "undaunted", "--scenario", "la-raye", "--seat", "{text}"),
    ("new", "undaunted", "--scenario", "la-raye", "--seat", "us={text}"),
    ("new", "undaunted", "--scenario", "la-raye", "--set", "{text}=1"),
    ("new", "undaunted", "--scenario", "la-raye", "--pack", "{text}"),
    ("play", "{text}"),
    ("prompts", "{match}", "--seat", "{text}"),
    ("command", "{match}", "{text}", "pass"),
    ("command", "{match}", "us", "{text}"),
    ("command", "{match}", "us", "pass", "{text}"),
    ("command", "{match}", "us", '{{"do": "pass", "{text}": 1}}'),
    ("stand", "{match}", "us", "{text}"),
    ("stand", "{match}", "us", "pass", "--rule", "{text}"),
    ("rewind", "{match}", "us", "{text}"),
    ("head", "{text}"),
    ("replay", "{text}"),
    ("audit", "{text}"),
    ("audit", "{match}", "--head", "{text}"),
    ("export", "{match}", "--all-hands", "-o", "{text}/x"),
    ("export", "{match}", "--seat", "{text}", "-o", "-"),
    ("import", "{text}"),
    ("salvage", "{text}", "-o", "-"),
    ("branch", "{match}", "--time", "{text}"),
    ("branch", "{match}", "--name", "{text}"),
    ("branches", "{text}"),
    ("discard", "{text}"),
    ("simulate", "undaunted", "--bots", "{text}"),
    ("simulate", "undaunted", "--scenario", "{text}", "-n", "1"),
    ("key", "{text}"),
    ("backup", "{text}/x"),
    ("restore", "{text}"),
    ("pack", "check", "{text}"),
    ("game", "check", "{text}"),
)
READERS = (("audit",), ("replay",), ("show",), ("import",), ("export", "-o", "-"), ("restore",))


def long_lines(text: str, longest: int = LONGEST_SENTENCE) -> list[str]:
    """The lines that are longer than `wardiary: ` and a sentence may be, or that hold controls."""
    lines = text.split("\n")
    return [line for line in lines if len(line) > longest + 100 or "\x1b" in line or "\x07" in line]


def of_length(text: str) -> str:
    return (TEXTS[text] * (SENT // len(TEXTS[text]) + 1))[:SENT]


@pytest.mark.parametrize("text", [text for text in TEXTS if text != "zeros"])
def test_no_command_repeats_more_than_a_line_of_a_word(wardiary: Run, running: str, text: str):
    """8.10c: wherever a command takes free text. None of it is a fault in wardiary either."""
    for command in COMMANDS:
        words = [word.format(match=running, text=of_length(text)) for word in command]

        result = wardiary(*words)

        shown = [word[:30] for word in command]
        assert result.code in (0, 2), (shown, result.err[:300])
        if result.code:
            assert result.err.count("\n") <= 2, shown
        assert not long_lines(result.err), shown


@pytest.mark.parametrize("text", TEXTS)
def test_no_command_repeats_more_than_a_line_of_a_file(
    wardiary: Run, archive: Path, tmp_path: Path, text: str
):
    """8.10c: whole files of it, and archives and packs with it in their places."""
    sent = of_length(text)
    lines = archive.read_bytes().splitlines(keepends=True)
    header, rest = lines[0], b"".join(lines[1:])
    quoted = sent.encode("unicode_escape").replace(b'"', b"'").replace(b"\\x", b"/x")
    contents = {
        "text": sent.encode(),
        "a line more": archive.read_bytes() + sent.encode(),
        "a game": header.replace(b'"undaunted"', b'"' + quoted + b'"') + rest,
        "a format": header.replace(b'"format":1', b'"format":"' + quoted + b'"') + rest,
        "a field": header.replace(b'"game"', b'"' + quoted + b'"') + rest,
        "a game under its seal": _sealed(archive, sent),
    }
    for what, content in contents.items():
        file = tmp_path / "sent.jsonl"
        file.write_bytes(content)
        for command, *options in READERS:
            result = wardiary(command, file, *options)
            assert result.code != 3, (what, command, result.err[:300])
            assert not long_lines(result.err), (what, command)
            if command != "export" or result.code:
                assert not long_lines(result.out, LONGEST_VERDICT), (what, command)


def _sealed(archive: Path, sent: str) -> bytes:
    """An archive of a game of which nobody knows, with a seal that fits."""
    whole = read(archive.read_bytes())
    from msgspec.structs import replace

    return b"".join(write_again(replace(whole, game=sent, marks={whole.match: sent})))


@pytest.mark.parametrize("text", TEXTS)
def test_no_command_repeats_more_than_a_line_of_a_pack(wardiary: Run, tmp_path: Path, text: str):
    """8.10c"""
    folder = tmp_path / "pack"
    folder.mkdir()
    sent = of_length(text)
    quoted = (
        sent.replace("\\", "").replace('"', "'").replace("\n", "\\n").replace("\x1b", "\\u001b")
    )
    for content in (sent, f'game = "{quoted}"\n', f'"{quoted}" = 1\n', f'game = ["{quoted}"]'):
        (folder / "values.toml").write_text(content)

        result = wardiary("pack", "check", folder)

        assert result.code in (0, 2), result.err[:200]
        assert not long_lines(result.err)


@pytest.mark.parametrize("text", ["prose", "a word", "digits", "quotes", "controls"])
def test_no_answer_in_the_terminal_repeats_more_than_a_line_of_what_was_typed(
    wardiary: Run, running: str, text: str
):
    """8.10c"""
    typed = of_length(text).replace("\n", " ")

    result = wardiary("play", running, typed=f"{typed}\n? {typed}\nbid {typed}\n")

    refusals = [line for line in result.out.split("\n") if "some plain" in line or "yyyy" in line]
    assert not long_lines("\n".join(refusals))
    assert not [line for line in result.out.split("\n") if len(line) > LONGEST_VERDICT]


@pytest.mark.parametrize("text", TEXTS)
def test_a_sentence_has_its_bound_whatever_is_in_it(text: str):
    """8.10c"""
    sentence = one_line(f"it says {of_length(text)}: say what is right")

    assert len(sentence) <= LONGEST_SENTENCE
    assert sentence.startswith("it says")
    assert sentence.endswith("say what is right")
    assert sentence.isprintable()
