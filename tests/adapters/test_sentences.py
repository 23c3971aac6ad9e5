from __future__ import annotations

import pytest

from wardiary.adapters.sentences import one_line


@pytest.mark.parametrize("mark", ["'", '"', "`"])
@pytest.mark.parametrize("sent", ["y" * 5_000, "some words " * 500, "line\n" * 900])
def test_no_sentence_repeats_more_than_a_line_of_what_was_sent(mark: str, sent: str):
    """8.10c"""
    text = one_line(f"there is no {mark}{sent}{mark} here; there are: us, german")

    assert len(text) < 150
    assert "\n" not in text
    assert text.endswith(f"characters){mark} here; there are: us, german")


def test_a_long_word_is_cut_without_quotes_too_and_a_path_only_for_its_owner():
    """8.10c"""
    path = "/home/player/" + "a-long-folder/" * 10 + "matches.db"

    assert len(one_line("no command " + "z" * 9_000)) < 120
    assert path in one_line(f"no store at {path}", paths=True)
    assert path not in one_line(f"no store at {path}")


def test_short_messages_stay_as_they_are():
    text = "the owner's seat 'us' and the other seats' hands: " + ", ".join(
        f"z{n}" for n in range(90)
    )

    assert text == one_line(text)


def test_the_owner_of_a_file_reads_its_whole_path_also_in_brackets():
    path = f"/srv/{'club-of-players/' * 6}diary.db"

    assert path in one_line(f"not readable: there is none ({path}); check the path", paths=True)
    assert path not in one_line(f"not readable: there is none ({path}); check the path")
