from __future__ import annotations

import pytest

from tests.games.undaunted.builders import altered_pack, pack
from wardiary.domain.games.registry import GAMES, UnknownGame, game, names, packaged
from wardiary.domain.games.undaunted.scenario import Pack, read_pack
from wardiary.domain.packs import PackError

LA_RAYE = "scenarios/la-raye.toml"
SIGNAL_HILL = "scenarios/signal-hill.toml"
VALUES = "values.toml"


def altered(name: str, old: str, new: str) -> Pack:
    """The shipped pack with one place of a file changed."""
    files = dict(packaged("undaunted"))
    text = files[name].decode()
    assert text.count(old) >= 1, f"{old!r} is not in {name}"
    return read_pack(files | {name: text.replace(old, new, 1).encode()})


def refused(name: str, old: str, new: str) -> PackError:
    """The error for the shipped pack with one place of a file changed."""
    with pytest.raises(PackError) as error:
        altered(name, old, new)
    return error.value


def test_the_registry_knows_the_game_and_its_files():
    assert "undaunted" in names()
    assert GAMES["undaunted"] is game("undaunted")
    assert "undaunted" in set(GAMES)
    assert len(GAMES) == len(names())
    assert LA_RAYE in packaged("undaunted")
    with pytest.raises(UnknownGame, match="undaunted"):
        game("chess")


def test_each_side_owns_54_cards_and_11_counters():
    """U-COMP-1, U-COMP-2."""
    cards = pack().values.cards.values()

    assert sum(card.stock for card in cards) == 54
    assert sum(card.combat for card in cards) == 11


def test_a_side_of_53_cards_is_refused():
    """U-COMP-1."""
    error = refused(VALUES, 'title = "Fog of War"\nstock = 10', 'title = "Fog of War"\nstock = 9')

    assert (error.where, error.found) == ("values.toml: cards", "53 cards a side")


def test_a_side_of_ten_counters_is_refused():
    """U-COMP-2: six Scouts less, six Fog of War more."""
    scouts = 'title = "Scouts"\nsquads = ["a", "b"'

    with pytest.raises(PackError, match="10 counters a side"):
        altered_pack((f'{scouts}, "c"]', f"{scouts}]"), ("stock = 10", "stock = 13"))


def test_a_nineteenth_control_marker_is_refused():
    """U-COMP-2."""
    assert refused(VALUES, "control = 18", "control = 19").where == "values.toml: markers.control"


def test_the_german_side_may_have_five_spawn_markers():
    """U-COMP-3."""
    mortar = 'squad-b = "17A", mortar = "14A"'
    more = f'{mortar}, scouts-a = "14A", scouts-b = "17A"'

    spawn = altered(SIGNAL_HILL, mortar, more).fields["signal-hill"].file.german.spawn
    assert len(spawn) == 5
    six = f'{more}, riflemen-a = "14A"'
    assert refused(SIGNAL_HILL, mortar, six).expected == "at most 5 spawn markers"


def test_more_spawn_markers_than_a_side_has_are_refused():
    """U-COMP-3."""
    spawn = 'spawn = {squad-a = "18A", squad-b = "4B", mortar = "3B", sniper = "3B"}'
    more = spawn.replace("}", ', scouts-a = "3B"}')

    error = refused(SIGNAL_HILL, spawn, more)

    assert (error.found, error.expected) == ("5 markers", "at most 4 spawn markers")
    assert refused(VALUES, "us = 4, german = 5", "us = 5, german = 5").where.endswith("spawn")


def test_shared_pieces_are_14_objectives_and_18_tiles():
    """U-COMP-4."""
    assert refused(VALUES, '"3" = 3', '"3" = 4').found == "15 markers"
    assert refused(VALUES, '"18B"]', "]").found == "no 18B"
    assert refused(VALUES, '"18B"]', '"19B"]').found == "19B"
    assert refused(VALUES, '"18B"]', '"18B", "1A"]').found == "1A twice"
    assert refused(VALUES, '"3" = 3', '"x" = 3').found == "x"


@pytest.mark.parametrize("cards", [2, 6])
def test_a_unit_has_three_to_five_cards(cards: int):
    """U-UNIT-1."""
    error = refused(VALUES, "stock = 3", f"stock = {cards}")

    assert error.where == "values.toml: cards.scouts.stock"
    assert error.expected == "3 to 5 cards a unit"


def test_cards_and_counter_belong_together_by_title_and_squad():
    """U-UNIT-2."""
    error = refused(LA_RAYE, 'riflemen-b = "17B"', 'riflemen-c = "17B"')

    assert error.where == "scenarios/la-raye.toml: us.start.riflemen-c"


def test_a_card_that_is_neither_combat_command_nor_fog_is_refused():
    """U-CARD-1."""
    error = refused(VALUES, 'actions = ["bolster 3", "command 2"]', "actions = []")

    assert error.where == "values.toml: cards.platoon-sergeant.actions"


def test_sniper_mortar_sergeant_and_guide_have_no_squad():
    """U-CARD-4, U-CARD-6."""
    cards = pack().values.cards

    assert [
        cards[kind].squad for kind in ("sniper", "mortar", "platoon-sergeant", "platoon-guide")
    ] == ["", "", "", ""]
    assert cards["squad-leader-b"].squad == "b"


def test_command_cards_have_no_counter_and_no_action_that_needs_one():
    """U-CARD-5."""
    assert not pack().values.cards["squad-leader-a"].combat

    error = refused(VALUES, '"bolster 3", "command 2"', '"bolster 3", "attack 2"')
    assert error.where == "values.toml: cards.platoon-sergeant.actions[1]"


def test_fog_of_war_prints_an_initiative_and_nothing_else():
    """U-FOGC-1."""
    fog = pack().values.cards["fog-of-war"]

    assert (fog.initiative, fog.actions, fog.combat) == (1, {}, False)
    assert "U-FOGC-1" in refused(VALUES, "actions = []", 'actions = ["recon"]').expected


def test_a_scenario_uses_each_tile_on_one_of_its_sides_only():
    """U-TILE-1."""
    error = refused(LA_RAYE, '"11B"', '"2A"')

    assert error.expected == "tile 2 once, on one of its sides"


def test_tiles_print_their_cover_and_hills_both_numbers():
    """U-TILE-2, U-HILL-1."""
    values = pack().values

    assert (values.covers["12B"], values.covers["13B"], values.covers["16B"]) == (0, 1, 2)
    assert values.hills == {"2A", "9A", "16A"}


def test_an_action_may_print_a_number_and_a_squad():
    """U-ACT-1."""
    leader = pack().values.cards["squad-leader-a"].actions

    assert (leader["bolster"].value, leader["bolster"].squad_only) == (2, True)
    assert not pack().values.cards["platoon-sergeant"].actions["bolster"].squad_only


@pytest.mark.parametrize(
    "wrong", ["move", "move x", "move 0", "fly 2", "move 1 squad", "recon 1", "move 1 2", "move 9"]
)
def test_a_wrong_action_is_refused_with_its_place(wrong: str):
    """U-ACT-1."""
    error = refused(VALUES, '"move 1"', f'"{wrong}"')

    assert (error.where, error.found) == ("values.toml: cards.riflemen.actions[0]", wrong)


def test_an_action_goes_four_tiles_at_most():
    """U-MOVE-1: so that all its paths can be listed."""
    cards = altered_pack(('"move 1"', '"move 4"')).values.cards

    assert cards["riflemen-a"].actions["move"].value == 4
    assert refused(VALUES, '"move 1"', '"move 5"').expected == "at most 4 tiles"


def test_only_the_mortar_aims_and_blasts():
    """U-TARG-1, U-ATK-3."""
    error = refused(VALUES, '"stalk 1", "attack 3"', '"stalk 1", "blast 3"')

    assert error.where == "values.toml: cards.sniper.actions[1]"


def test_the_squad_of_an_action_needs_a_card_of_a_squad():
    """U-BOLS-2."""
    assert refused(VALUES, '"bolster 3"', '"bolster 3 squad"').found == "bolster 3 squad"


def test_the_cards_that_the_rules_name_must_be_in_the_pack():
    """U-PIN-1."""
    assert refused(VALUES, "[cards.riflemen]", "[cards.grenadiers]").where.endswith("riflemen")


@pytest.mark.parametrize(
    ("old", "new", "where", "found"),
    [
        ('initiative = "german"', 'initiative = "french"', "initiative", "french"),
        ('"5B"]},', '"5Z"]},', "rows", "5Z"),
        ("x = 2,", "x = 9,", "rows", "2B apart from others"),
        ('{"2B" = 1', '{"9A" = 1', "objectives", "9A"),
        ('win = "points 6"', 'win = "points 11"', "us.win", "points 11"),
        ('win = "points 6"', 'win = "luck"', "us.win", "luck"),
        ('win = "points 6"', 'win = "points 0"', "us.win", "points 0"),
        ('all = "17B"', 'all = "1A"', "us.spawn", "1A"),
        ('all = "17B"', 'squad-a = "17B"', "us.spawn", "nothing for riflemen-b"),
        ('all = "17B"', 'all = "17B", squad-d = "17B"', "us.spawn.squad-d", "squad-d"),
        ('scouted = ["17B", "2B"]', 'scouted = ["17B", "17B"]', "us.controlled", ("17B", "17B")),
        ("riflemen-a = [2, 3]", "riflemen-a = [3, 3]", "us.cards.riflemen-a", 6),
        ("riflemen-a = [2, 3]", "riflemen-d = [2, 3]", "us.cards.riflemen-d", "riflemen-d"),
        ("riflemen-a = [2, 3]", "riflemen-a = [2, -3]", "us.cards.riflemen-a[1]", -3),
        ('id = "la-raye"', 'id = "la-haye"', "id", "la-haye"),
        ('"13B" = 2', '"13B" = 4', "objectives", "1 of 4"),
        ('title = "La Raye"', 'name = "La Raye"', "top", "something else"),
    ],
)
def test_a_wrong_scenario_gives_the_place_the_value_and_what_was_expected(
    old: str, new: str, where: str, found: object
):
    """U-SETUP-2, U-SETUP-3, U-SETUP-6, U-SETUP-7, U-END-1."""
    error = refused(LA_RAYE, old, new)

    assert error.where.startswith(f"{LA_RAYE}: {where}")
    assert found in ("something else", error.found)
    assert error.expected


def test_the_radio_must_be_on_a_tile_and_count_for_a_seat():
    """U-SETUP-4."""
    name = "scenarios/critical-intelligence.toml"

    assert refused(name, 'tile = "16B"', 'tile = "1A"').found == "1A"
    assert refused(name, "points = {us = 3}", "points = {uk = 3}").found == "uk"


def test_a_pack_without_values_or_scenarios_is_refused():
    files = packaged("undaunted")

    with pytest.raises(PackError, match="no such file"):
        read_pack({})
    with pytest.raises(PackError, match="at least one scenario"):
        read_pack({VALUES: files[VALUES]})


def test_text_that_is_no_toml_is_refused_with_its_line():
    assert "line" in str(refused(VALUES, "[markers]", "[markers"))


def test_adjacency_and_distances_on_the_board_of_la_raye():
    """U-ATK-6, U-SETUP-2: adjacency by the brick layout, distances by the shortest way."""
    field = pack().fields["la-raye"]

    assert set(field.near["13B"]) == {"16B", "12B", "2B", "17B", "3B", "8A"}
    assert set(field.near["11B"]) == {"8A", "5B"}
    assert field.range_tiles["17B"]["5B"] == 2
    assert field.range_tiles["6A"]["4B"] == 4
    assert field.range_tiles["6A"]["6A"] == 0


def test_a_unit_enters_at_its_spawn_marker_else_at_its_squads_else_at_that_of_all():
    """U-SPAWN-1, U-REMV-2."""
    us, german = (pack().fields["signal-hill"].spawn[seat] for seat in ("us", "german"))

    assert (us["riflemen-a"], us["machine-gunners-b"], us["mortar"]) == ("18A", "4B", "3B")
    assert (german["mortar"], german["scouts-b"]) == ("14A", "17A")
    assert "sniper" not in german


def test_leaders_never_enter_the_board():
    """U-SPAWN-1, U-COMP-1: they have no counter, and squads' spawn markers are not for them."""
    spawn = pack().fields["signal-hill"].spawn

    assert {"squad-leader-a", "platoon-guide"}.isdisjoint(spawn["us"] | spawn["german"])


def test_a_unit_whose_spawn_is_none_does_not_come_back():
    """U-SPAWN-1, U-Q12."""
    spawn = altered(SIGNAL_HILL, 'squad-b = "4B"', 'squad-b = "none"').fields["signal-hill"].spawn

    assert "machine-gunners-b" not in spawn["us"]
    assert spawn["us"]["riflemen-a"] == "18A"
