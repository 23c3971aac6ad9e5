"""The events of Combat Commander in few words, to be compared with what a command brought about."""

from wardiary.domain.table import events as e


def moved(pieces: str, to: str, rule: str, *, at: int = -1, host: str = "") -> e.PiecesMoved:
    """Pieces, joined by commas, that went somewhere."""
    return e.PiecesMoved(pieces=tuple(pieces.split(",")), to=to, at=at, host=host, rule=rule)


def turned_up(card: str, seat: str, rule: str) -> e.PiecesMoved:
    """A card that was turned up or played: on top of the discards."""
    return e.PiecesMoved(pieces=(card,), to=f"discard-{seat}", at=0, rule=rule)


def turned(piece: str, face: str, rule: str) -> e.PieceTurned:
    """A piece that shows another side now."""
    return e.PieceTurned(piece=piece, face=face, rule=rule)


def marked(piece: str, mark: str, value: int, rule: str, *, until: str = "") -> e.MarkSet:
    """A piece with a mark, or without it (0)."""
    return e.MarkSet(piece=piece, mark=mark, value=value, until=until, rule=rule)


def tracked(track: str, value: int, rule: str) -> e.TrackSet:
    """A track that stands elsewhere now."""
    return e.TrackSet(track=track, value=value, rule=rule)


def random_hex(seat: str, purpose: str, *faces: int) -> e.DiceRolled:
    """A random hex: its column and row."""
    return e.DiceRolled(seat=seat, purpose=purpose, pool="random hex", faces=faces, rule="1.8")


def picked(seat: str, purpose: str, place: int, of: int, rule: str) -> e.DiceRolled:
    """Something picked at random out of a cup or a hand."""
    return e.DiceRolled(seat=seat, purpose=purpose, pool=f"1 of {of}", faces=(place,), rule=rule)


def rolled(seat: str, purpose: str, white: int, red: int) -> e.DiceRolled:
    """A roll read off a card."""
    return e.DiceRolled(seat=seat, purpose=purpose, pool="card", faces=(white, red), rule="1.9")
