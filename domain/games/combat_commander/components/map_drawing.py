"""Maps drawn as text, to be compared with the printed ones."""

from wardiary.domain.games.combat_commander.components.map_sheet import MapSheet
from wardiary.domain.hexes.grid import column_letters, label


def draw(sheet: MapSheet) -> str:
    """The map as text.

    A hex shows its terrain letter, its level above 0, "#" for a road, "=" for a railway or ":" for
    a trail, and the number of its objective. Hexsides are listed below.
    """
    numbers = range(1, sheet.grid.columns + 1)
    lines = ["     " + "".join(f"{column_letters(column):<4}" for column in numbers).rstrip()]
    for row in range(1, sheet.grid.rows + 1):
        odd_columns = (_cell(sheet, label(column, row)) for column in numbers[::2])
        even_columns = (_cell(sheet, label(column, row)) for column in numbers[1::2])
        lines.append((f"{row:>3}  " + "".join(f"{cell:<8}" for cell in odd_columns)).rstrip())
        lines.append((" " * 9 + "".join(f"{cell:<8}" for cell in even_columns)).rstrip())
    return "\n".join([*lines, "", *_legend(sheet)]) + "\n"


def _cell(sheet: MapSheet, hex_label: str) -> str:
    level = sheet.levels[hex_label]
    sides = sheet.sides_of(hex_label)
    roads = [
        sign
        for sign, crossed in (("#", sheet.roads), ("=", sheet.railways), (":", sheet.trails))
        if sides & crossed
    ]
    number = sheet.objective_at.get(hex_label)
    return "".join(
        (
            sheet.terrain[hex_label].letter,
            str(level) if level else "",
            *roads[:1],
            f"({number})" if number else "",
        )
    )


def _legend(sheet: MapSheet) -> list[str]:
    kinds: dict[str, list[str]] = {}
    for side, hexside in sheet.hexsides.items():
        kinds.setdefault(hexside.name, []).append(side)
    lines = [f"{kind}: {' '.join(sides)}" for kind, sides in sorted(kinds.items())]
    lines += [
        f"{name}: {' '.join(sorted(sides))}"
        for name, sides in (
            ("roads", sheet.roads),
            ("railways", sheet.railways),
            ("trails", sheet.trails),
        )
        if sides
    ]
    lines += [
        f"under {hex_label}: {terrain.name}" for hex_label, terrain in sorted(sheet.under.items())
    ]
    lines += [
        f"line {here}-{there}: {f'clear, hindrance {hindrance}' if clear else 'blocked'}"
        for (here, there), (clear, hindrance) in sorted(sheet.printed_sight.items())
    ]
    boxes = ", ".join(f"{side} {corner}" for side, corner in sheet.artillery_boxes.items())
    return [*lines, f"wind: {sheet.wind}", f"artillery boxes: {boxes}"]
