"""The verifier that needs no wardiary says what `audit` says, as far as no rules are asked."""

from __future__ import annotations

import ast
import gzip
import random
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from tests.diary.recorded_game import SECRETS, RecordedGame
from tests.diary.tamper import Facts, forged_file
from tests.diary.toy_match import PACK, ToyMatch
from tests.recordings.test_recordings import KEPT
from tests.test_tampering import ALL_GAMES, FORGERIES, SALTS, sealed_again
from wardiary.domain.diary.archive_writing import write_full, write_seat
from wardiary.domain.diary.said import SILENT
from wardiary.domain.games.registry import GAMES
from wardiary.domain.table.events import AnyEvent
from wardiary.projections.adjudication import audit_file
from wardiary.projections.redaction import redact
from wardiary.tools import verifier
from wardiary.tools.verifier import verify

DRAWN = ("dice-rolled", "pile-shuffled")


@pytest.fixture(scope="module", params=[1, 2])
def game(request: pytest.FixtureRequest) -> RecordedGame:
    """The start of a match of either derivation."""
    return RecordedGame("undaunted", commands=60, chance=request.param)


@pytest.fixture(scope="module")
def data(game: RecordedGame) -> bytes:
    return game.archive()


def test_it_is_one_file_of_at_most_400_lines_that_imports_no_wardiary():
    text = Path(verifier.__file__).read_text()
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(text))
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else []
        )
    }

    assert len(text.splitlines()) <= 400
    assert imported <= {*sys.stdlib_module_names, "cryptography"}


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_every_recording_is_exact(path: Path):
    verdict, _, _, why = verify(path.read_bytes())

    assert "EXACT" == verdict, why
    assert "chain; 0 dice " not in why


def test_it_runs_alone_and_takes_heads(tmp_path: Path, game: RecordedGame, data: bytes):
    """In a Python without wardiary, in an empty folder."""
    alone, file = tmp_path / "verify.py", tmp_path / "match.jsonl"
    alone.write_bytes(Path(verifier.__file__).read_bytes())
    file.write_bytes(data)

    def run(*words: str) -> tuple[int, str]:
        python = [sys.executable, "-I", "-S", str(alone), str(file), *words]
        done = subprocess.run(python, check=False, capture_output=True, text=True, cwd=tmp_path)
        return done.returncode, done.stdout + done.stderr

    assert run(game.head.hex()) == (0, run()[1])
    assert run()[1].startswith("EXACT")
    code, said = run("0" * 64)
    assert code == 1
    assert said.startswith("TAMPERED")
    assert "never had the head" in said


def agree(data: bytes, heads: list[bytes] | None = None) -> str:
    """What both say of a file: the same, or the audit has asked the rules of the game."""
    audited = audit_file(data, ALL_GAMES, heads=heads or [])
    verdict, position, rule, why = verify(data, [head.hex() for head in heads or []])
    if verdict != audited.verdict:
        assert ("EXACT", "DIFFERS") == (verdict, audited.verdict), (audited, verdict, why)
        assert not audited.rule.startswith("Diary/"), audited
    elif verdict == "DIFFERS":
        # What the rules find comes before what the dice that follow from it show.
        assert audited.position <= position, (audited, position, rule, why)
    return verdict


@pytest.mark.parametrize("how", ["flip", "drop", "insert", "blank"])
def test_any_byte_changed_is_found_by_both(data: bytes, how: str):
    """60 of each, as it came and with the seal adjusted."""
    draw = random.Random(how)
    for _ in range(60):
        at = draw.randrange(len(data) - 100)
        other = {
            "flip": bytes([data[at] ^ (1 << draw.randrange(8))]),
            "drop": b"",
            "insert": data[at : at + 1] * 2,
            "blank": b" ",
        }[how]
        changed = data[:at] + other + data[at + 1 :]
        if changed == data or b"\n" in data[at : at + 1]:
            continue

        assert "DAMAGED" == agree(changed)
        assert agree(sealed_again(changed)) in {"TAMPERED", "UNPROVEN"}


@pytest.mark.parametrize("how", ["drop", "twice", "swap"])
def test_any_line_dropped_doubled_or_swapped_is_found_by_both(data: bytes, how: str):
    lines = data.splitlines()
    for n in range(60):
        at = (len(lines) - 2) * n // 60
        changed = {
            "drop": lines[:at] + lines[at + 1 :],
            "twice": [*lines[: at + 1], *lines[at:]],
            "swap": [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]],
        }[how]

        assert agree(sealed_again(b"\n".join(changed) + b"\n")) != "EXACT" or how == "drop"


@pytest.mark.parametrize("what", FORGERIES)
def test_consistent_forgeries_are_found_where_no_rules_are_needed(
    game: RecordedGame, data: bytes, what: str
):
    """A forger with all secrets, who makes leaves, links and seal fit; four of each."""
    tag, change = FORGERIES[what]
    draw = random.Random(what)
    rows = [row.position for row in game.line.rows if row.tag == tag]
    rows = [at for at in rows if tag != "pile-shuffled" or b'",' in game.line.rows[at - 1].state]
    for position in draw.sample(rows, min(4, len(rows))):

        def forge(facts: list[Facts], place: int = position - 1) -> None:
            if tag == "pile-shuffled" and len(facts[place]["order"]) < 2:
                return
            change(facts[place], draw)

        forged = forged_file(data, forge, SALTS)
        if forged == data:
            continue

        verdict = agree(forged)

        if tag in DRAWN:
            assert "DIFFERS" == verdict
            # All dice after a forged row of the first derivation are other ones.
            assert position == verify(forged)[1] or game.line.said.state is None
        assert "TAMPERED" == agree(forged, [game.head])


def test_other_secrets_and_other_packs_are_named_as_such(data: bytes):
    seed = SECRETS.seed.hex().encode()
    other = sealed_again(data.replace(seed, seed[::-1]))
    pack = sealed_again(data.replace(b"la-raye", b"la-rage", 1))

    assert "TAMPERED" == agree(other) == agree(pack)
    assert "Diary/Commitment" == verify(other)[2] == audit_file(other, GAMES).rule


def test_a_record_cut_off_with_all_its_heads_rewritten_is_found_by_any_later_head(
    game: RecordedGame, data: bytes
):
    for end in game.line.ends[10:20]:
        short = forged_file(data, lambda facts, end=end: facts.__delitem__(slice(end, None)), SALTS)

        assert "EXACT" == agree(short)
        assert "TAMPERED" == agree(short, [game.head])
        assert "EXACT" == agree(short, [game.line.hash_at(end, SECRETS.salt)])


def test_branches_rewinds_and_seats_copies_are_judged_alike():
    """A branch whose deal is drawn, whatever happened in its parent."""
    match = ToyMatch()
    match.bid_both()
    at = match.line.head
    match.play_out()
    branch = match.branch(at, "b" * 32, dealt="red", forced=(6, 1)).play_out()
    seeds = {one: secrets.seed for one, secrets in branch.all_secrets.items()}
    whole = b"".join(write_full(branch.line, pack=PACK, salts=branch.salts, seeds=seeds))

    assert "EXACT" == agree(whole)
    assert "2 open seeds" in verify(whole)[3]
    for role in ("red", "blue", ""):
        copy = b"".join(write_seat(branch.line, role, redact, pack=PACK, salts=branch.salts))
        assert "EXACT" == agree(copy)
    spliced = whole.replace(b"b" * 32, b"c" * 32)
    assert "TAMPERED" == agree(sealed_again(spliced))


def test_a_copy_in_which_rows_cannot_be_counted_is_unproven_for_both():
    match = ToyMatch(secret_track=True).play_out()
    copy = b"".join(write_seat(match.line, "blue", redact, pack=PACK, salts=match.salts))

    assert "UNPROVEN" == agree(copy)


def test_compressed_archives_are_read(data: bytes):
    assert "EXACT" == verify(gzip.compress(data))[0]
    assert "DAMAGED" == verify(gzip.compress(data)[:-20])[0]


def test_a_newer_file_is_not_called_forged(data: bytes):
    assert "UNPROVEN" == verify(sealed_again(data.replace(b'"format":1', b'"format":9', 1)))[0]


def test_it_knows_every_kind_of_event_and_every_silent_command():
    """One that it does not know it would take for a later release's."""
    kinds = {kind.__struct_config__.tag for kind in get_args(AnyEvent)}

    assert kinds == set(verifier.EVENTS)
    assert set(verifier.SILENT) == SILENT
