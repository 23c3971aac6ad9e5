"""A public list of heads: written, checked, and proofs of what is in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from cyclopts import Parameter

from wardiary.tools.archive_files import read_bytes
from wardiary.tools.context import (
    BadInput,
    Json,
    Store,
    find_match,
    open_matches,
    print_result,
    write_file,
)

if TYPE_CHECKING:
    from wardiary.domain.diary.head_list import Growth, HeadList, Proof

Action = Literal["add", "check", "prove", "grow", "verify"]


def heads(
    action: Annotated[
        Action,
        Parameter(
            help="`add` notes the heads of matches at the end of the list; `check` holds the list "
            "against lines that were posted; `prove` writes a proof that the head of a match is in "
            "it, `grow` one that it goes on from a line posted before; `verify` checks a proof."
        ),
    ],
    file: Annotated[str, Parameter(help="The list of heads; for `verify` the proof.")],
    /,
    *names: Annotated[
        str,
        Parameter(help="For `add` and `prove` matches (all unless given), else lines: SIZE:ROOT."),
    ],
    output: Annotated[str, Parameter(name=("-o", "--output"), help="The proof to write.")] = "-",
    json: Json = False,
    store: Store = "",
) -> None:
    """Keep a public list of heads: one line proves all records.

    Post or mail the line that `add` prints: SIZE:ROOT. Who has it can prove ever after that a
    record was rewritten, or that a head was in the list.
    """
    path = Path(file).expanduser()
    if action == "verify":
        _verify(path, names, json=json)
        return
    listed = _read(path, missing=action == "add")
    match action:
        case "add":
            _add(listed, path, names, store)
            _print_line(listed, json=json)
        case "check":
            _check(listed, names)
            _print_line(listed, json=json)
        case "prove" | "grow":
            _write_proofs(listed, action, names, output, store)


def _read(path: Path, *, missing: bool) -> HeadList:
    from wardiary.domain.diary.head_list import HeadList, HeadListError, read_heads

    if missing and not path.exists():
        return HeadList()
    try:
        return read_heads(read_bytes(path))
    except HeadListError as error:
        raise BadInput(f"{path}: {error}") from None


def _add(listed: HeadList, path: Path, names: tuple[str, ...], store: str) -> None:
    from wardiary.domain.diary.head_list import HeadListError, NotedHead

    matches = open_matches(store)
    chosen = [find_match(matches, name) for name in names] or matches.store.matches()
    try:
        listed.add(NotedHead(match, *matches.head(match)) for match in chosen)
    except HeadListError as error:
        raise BadInput(str(error)) from None
    write_file(str(path), listed.lines)


def _print_line(listed: HeadList, *, json: bool) -> None:
    size, root = len(listed.heads), listed.root()
    if json:
        print_result({"size": size, "root": root})
    else:
        print(f"{size}:{root}")


def _check(listed: HeadList, lines: tuple[str, ...]) -> None:
    """Hold the list against lines posted earlier; raises BadInput where it does not go on so."""
    for size, root in map(_parse_line, lines):
        if size > len(listed.heads) or listed.root(size) != root:
            raise BadInput(f"the list does not go on from {size}:{root}; it was rewritten or cut")


def _parse_line(line: str) -> tuple[int, str]:
    size, _, root = line.partition(":")
    if not size.isdecimal() or len(root) != 64 or not set(root) <= set("0123456789abcdef"):
        raise BadInput(f"{line!r} must be SIZE:ROOT, with a root of 64 hex digits")
    return int(size), root


def _write_proofs(
    listed: HeadList, action: str, names: tuple[str, ...], output: str, store: str
) -> None:
    from wardiary.domain.diary.codec import ENCODER
    from wardiary.domain.diary.head_list import HeadListError

    if len(names) != 1:
        wanted = "the match" if action == "prove" else "the line SIZE:ROOT"
        raise BadInput(f"name {wanted} of which a proof is wanted")
    proof: Proof | Growth
    try:
        if action == "prove":
            known = {noted.match for noted in listed.heads if noted.match.startswith(names[0])}
            match = known.pop() if len(known) == 1 else find_match(open_matches(store), names[0])
            proof = listed.proof(match)
        else:
            _check(listed, names)
            proof = listed.growth(_parse_line(names[0])[0])
    except HeadListError as error:
        raise BadInput(str(error)) from None
    write_file(output, ENCODER.encode(proof) + b"\n")


def _verify(path: Path, lines: tuple[str, ...], *, json: bool) -> None:
    """Check a proof, and that it speaks of the lines that were posted; raises BadInput."""
    from wardiary.domain.diary.head_list import Growth, Proof, check_growth, check_proof

    data = read_bytes(path)
    proof: Proof | Growth
    try:
        proof = msgspec.json.decode(data, type=Proof if b'"noted"' in data else Growth)
        right = check_proof(proof) if isinstance(proof, Proof) else check_growth(proof)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadInput(f"{path} is no proof: {error}") from None
    ends = {(proof.size, proof.root)}
    if isinstance(proof, Growth):
        ends.add((proof.later_size, proof.later_root))
    missing = [line for line in lines if _parse_line(line) not in ends]
    if not right or missing:
        why = f"it is of another list than {missing[0]}" if missing else "its hashes do not fit"
        raise BadInput(f"{path} proves nothing: {why}")
    if json:
        print_result(proof)
    elif isinstance(proof, Proof):
        noted = proof.noted
        print(
            f"{noted.head}  position {noted.position} of {noted.match}, "
            f"in {proof.size}:{proof.root}"
        )
    else:
        print(f"{proof.later_size}:{proof.later_root} goes on from {proof.size}:{proof.root}")
    if not lines:
        print("name the line that was posted to see that it is of that list")
