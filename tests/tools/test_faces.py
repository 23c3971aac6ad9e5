from __future__ import annotations

from tests.tools.conftest import Run


def test_card_lists_what_a_game_has_with_its_numbers(wardiary: Run):
    lines = wardiary("card", "undaunted").out.splitlines()

    assert "  3  Sniper (card, combat card), sniper  Initiative 4, Stalk 1, Attack 3" in lines
    assert 10 < len(lines)


def test_card_tells_everything_that_is_printed_with_its_rules(wardiary: Run):
    lines = wardiary("card", "undaunted", "Squad", "Leader", "A").out.splitlines()

    assert "Squad Leader A (card, command card, squad A)" == lines[0]
    assert any("Bolster 2 (squad A only)" in line and "[U-BOLS-1]" in line for line in lines)


def test_card_tells_what_the_other_side_prints(wardiary: Run):
    result = wardiary("card", "undaunted", "counter-scouts-a").out

    assert "Scouts A (counter, ready)" in result
    assert "Scouts A (counter, suppressed)" in result


def test_a_name_that_no_component_has_is_refused_in_a_sentence(wardiary: Run):
    result = wardiary("card", "undaunted", "Panther")

    assert 2 == result.code
    assert "Undaunted: Normandy has nothing called 'Panther'" in result.err


def test_card_gives_the_components_as_json(wardiary: Run):
    document = wardiary("card", "undaunted", "sniper", "--json").document

    assert ["sniper"] == [component["kind"] for component in document["components"]]


def test_a_question_mark_explains_a_card_a_piece_and_a_space(wardiary: Run, running: str):
    typed = "? fog of war\n? us-scouts-b\n? 17b\n? riflemen\n? nonsense\nquit\n"

    result = wardiary("play", running, "--seat", "us", typed=typed).out

    assert "It may be bid for initiative, but never played. [U-FOGC-2]" in result
    assert "Scouts B (counter, ready)" in result
    assert "Tile 17B (ground" in result
    assert "Riflemen C (card: riflemen-c)" in result
    assert "nothing here is called 'nonsense'" in result


def test_a_hidden_piece_is_not_explained(wardiary: Run, running: str):
    result = wardiary("play", running, "--seat", "us", typed="? ?german-hand/0\nquit\n").out

    assert "nothing here is called '?german-hand/0'" in result


def test_text_between_colons_is_printed_unchanged(wardiary: Run):
    """Rich would draw :fire: as a picture."""
    assert "g05:fire:assault-fire" in wardiary("card", "combat-commander").out
