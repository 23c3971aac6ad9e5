"""Dice of the second derivation, as domain/play/README.md describes them."""

from __future__ import annotations

from hashlib import sha256

from wardiary.domain.diary.said import said_at_opening, said_form, seal_of_share
from wardiary.domain.play.chance import SaidChance, chance_of

SEED = bytes(range(32))
MATCH = "a" * 32
ASKED = {"game": "toy", "scenario": "plain", "seats": ["red", "blue"], "settings": {"target": 2}}


def test_what_is_said_follows_its_published_vector():
    said = said_at_opening(MATCH, ("red", "blue"), ASKED)
    spoken = said.spoken("red", b'{"do":"roll"}')

    assert "3e78273bb6f62005ce147ff2fc17e88184704675dfed6fcc01e9d09e87afc3ca" == said.base.hex()
    assert (
        "ff3bc3277ae43b12b2b9187c38350173b121ccf11d46bd5dbd3826943e09efb4"
        == said.at_opening().shared.hex()
    )
    assert "10aaf4e9f32d635022145a53b5b8f242ef58dbac29e822dd4bdddc5fddb2d40f" == spoken.shared.hex()
    assert (
        "5e5b1bbcb8588edf5a3688ccaa4074f46c4c1037291420cd7023e0ebd19df7b0"
        == spoken.seats["red"].hex()
    )
    assert (
        "d0455b15fdcd0b5c4995de89f7dcf970fca6894a02442a003b039d98231f452a"
        == spoken.seats["blue"].hex()
    )


def test_dice_of_the_second_derivation_follow_their_published_vector():
    spoken = said_at_opening(MATCH, ("red", "blue"), ASKED).spoken("red", b'{"do":"roll"}')
    chance = SaidChance(SEED, MATCH, spoken.shared, spoken.seats)

    assert [5, 1, 1, 6, 6] == [chance_of(chance, "red").roll(1, 6) for _ in range(5)]
    assert ("b", "d", "a", "c") == chance.shuffle("abcd")
    kept = SaidChance(SEED, MATCH, spoken.shared, spoken.seats, (b"1" * 32, b"2" * 32))
    assert [6, 1, 4, 3, 5] == [chance_of(kept, "red").roll(1, 6) for _ in range(5)]


def test_a_seats_rolls_hang_on_its_own_commands_alone():
    begun = said_at_opening(MATCH, ("red", "blue"), ASKED)
    later = begun.after("blue", b'{"do":"draw"}')

    red, red_later = (said.spoken("red", b'{"do":"roll"}') for said in (begun, later))

    assert red.seats["red"] == red_later.seats["red"]
    assert red.seats["blue"] != red_later.seats["blue"]
    assert red.shared != red_later.shared


def test_shuffles_do_not_hang_on_the_order_in_which_seats_answered():
    begun = said_at_opening(MATCH, ("red", "blue"), ASKED)

    red_last = begun.after("blue", b'{"do":"b"}').spoken("red", b'{"do":"r"}')
    blue_last = begun.after("red", b'{"do":"r"}').spoken("blue", b'{"do":"b"}')

    assert red_last == blue_last


def test_listing_the_same_cards_in_another_order_brings_no_other_dice():
    one, other = (f'{{"cards":["{cards[0]}","{cards[1]}"],"do":"x"}}' for cards in ("ab", "ba"))

    assert said_form(one.encode()) == said_form(other.encode())
    assert b'{"do":"x","to":"[a]"}' == said_form(b'{"do":"x","to":"[a]"}')


def test_a_share_is_sealed_for_its_match_and_seat():
    text = b"wardiary share 2\0" + MATCH.encode() + b"\0red\0" + b"s" * 32

    assert sha256(text).hexdigest() == seal_of_share(MATCH, "red", "s" * 32)
    assert seal_of_share(MATCH, "red", "s" * 32) != seal_of_share(MATCH, "blue", "s" * 32)
