"""Checks an archive of wardiary without wardiary: one file, nothing but the standard library.

    python verifier.py match.jsonl [HEAD ...]

HEAD is the hash of a last entry that you noted; domain/diary and domain/play tell the formats.
Checks form, chain, heads, seeds, dice, shares, signatures (with `cryptography`); rules: `audit`.
"""

from __future__ import annotations

import gzip
import hmac
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from struct import Struct
from typing import Any

FIELDS = {"header": 6, "pack": 2, "row": 6, "entry": 4, "secrets": 4, "standing": 4, "part": 5}
FIELDS |= {"mark": 3, "seen": 6, "seal": 2}
FORM = "header pack ((row )+entry )+((secrets )+(standing )*)?(part )*(mark )*(seen )*seal "
TODAY = {"reckoned": "total-computed", "paused": "entry-closed"}  # Names of older records.
SAID, WORDS = b"wardiary said 2\0", re.compile(r"\S+")
EVENTS = WORDS.findall(
    "match-opened branch-opened command-accepted seat-claimed share-opened table-cleared "
    "seat-resigned pieces-placed pieces-moved piece-turned mark-set track-set pile-shuffled "
    "redealt dice-rolled pieces-shown pieces-inspected phase-entered total-computed entry-closed "
    "match-paused match-resumed rewound ruled rules-adopted match-ended seed-revealed key-named "
    "shares-drawn keepers-named keeper-opened clocks-run deadline-missed time-granted "
    "vacation-taken vacation-ended"
)
OPENERS, CLOSERS = ("match-opened", "branch-opened"), ("entry-closed", "match-ended")
SILENT = WORDS.findall(
    "adopt-rules agree-rewind ask-rewind change-key claim disclose end-vacation grant-time "
    "inspect miss-deadline open-keeper pause refuse-rewind replace-keeper resume rule vacation"
)
HASHES, HASH = ("leaf", "salt", "head", "seed"), re.compile(r"([0-9a-f]{64})?")
POOL, DRAWS = re.compile(r"(\d+)d(\d+)|1 of (\d+)"), {"dice-rolled", "pile-shuffled"}
UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError)
Event = dict[str, Any]
Pile = tuple[str, ...]
number = Struct(">Q").pack  # Numbers are hashed as 8 bytes, big end first.
ASKED: dict[str, Pile] = {"match-opened": ("game", "scenario", "seats", "settings")}
ASKED |= {"branch-opened": ("at", "dealt", "parent")}


class Wrong(Exception):
    """The first thing that is wrong: the verdict, the position, the rule, and a sentence."""


def require(right: object, position: int, rule: str, why: str) -> None:
    if not right:
        raise Wrong("TAMPERED", position, f"Diary/{rule}", why)


def canonical(value: object) -> bytes:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


class Archive:
    """The lines of a file, its events and its seeds; raises Wrong where something cannot be."""

    def __init__(self, data: bytes) -> None:
        body = data[: data.rfind(b"\n", 0, len(data) - 1) + 1]
        seal = canonical({"is": "seal", "sha256": sha256(body).hexdigest()}) + b"\n"
        if data[len(body) :] != seal:
            raise Wrong("DAMAGED", 0, "Diary/Archive", "the seal does not fit: garbled or cut off")
        self.lines, self.events = defaultdict[str, list[Event]](list), list[Event]()
        self.salts, self.seeds, self.prevs = Event(), Event(), dict[int, bytes]()
        self.form = self.match = ""
        for text in data.split(b"\n")[:-1]:
            self.read(text, json.loads(text))
        right = re.fullmatch(FORM, self.form) and self.lines["header"][0]["match"] == self.match
        require(right, len(self.events), "Archive", "lines are missing, or in another order")

    def read(self, text: bytes, line: Event) -> None:
        kind = str(line["is"])
        if kind == "header" and line["format"] > 2:
            raise Wrong("UNPROVEN", 0, "Diary/Archive", "a newer wardiary wrote this file")
        at, right = len(self.events), len(line) == FIELDS[kind] and canonical(line) == text
        right = right and all(HASH.fullmatch(line.get(name, "")) for name in HASHES)
        if kind == "row":
            self.read_row(line, at + 1)
        elif kind == "entry":
            first = self.lines["entry"][-1]["last"] + 1 if self.lines["entry"] else 1
            right = right and (line["first"], line["last"]) == (first, at)
        elif kind not in {"header", "pack", "seal"}:
            once = kind in {"standing", "seen"} or line["match"] not in str(self.lines[kind])
            right = right and once and line["match"] in {row["match"] for row in self.lines["row"]}
        require(right, at, "Archive", f"this {kind} line does not belong to the rows before it")
        self.lines[kind].append(line)
        self.form += f"{kind} "

    def read_row(self, line: Event, at: int) -> None:
        header, event, rows = self.lines["header"][0], json.loads(line["state"]), self.lines["row"]
        kind = TODAY.get(event["event"], event["event"])
        leaf, salt = bytes.fromhex(line["leaf"]), bytes.fromhex(line["salt"])
        require(line["position"] == at, at, "Archive", "another row should be here")
        right: object = not salt or sha256(b"\0" + salt + line["state"].encode()).digest() == leaf
        require(right, at, "Archive", "its leaf is not that of its bytes and salt")
        right = (salt or header["kind"] == "seat") and bool(leaf) == bool([*rows, line][0]["leaf"])
        require(right, at, "Archive", "its leaf or salt is missing")
        self.match = event["match"] if kind in OPENERS else self.match
        if kind == "match-opened":
            pack = sha256(self.lines["pack"][0]["sealed"].encode()).hexdigest()
            right = (pack, header["game"]) == (event["pack"], event["game"])
            require(right, at, "Archive", "pack or game are not those which row 1 names")
        if kind not in EVENTS:
            raise Wrong("UNPROVEN", at, "Diary/Event", f"a newer wardiary wrote {kind!r}")
        require(line["match"] == self.match, at, "Archive", "it belongs to another match")
        self.events.append(event | {"event": kind})

    def check_chain(self, heads: Sequence[str]) -> None:
        before, rows = bytes(32), self.lines["row"]
        for entry, after in pairwise([*self.lines["entry"], {}]):
            first, last = entry["first"], entry["last"]
            opener = self.events[first - 1]
            for at, event in enumerate(self.events[first - 1 : last], first):
                opens = event["event"] in {*OPENERS, "command-accepted"}
                closes, starts = event["event"] in CLOSERS, event["event"] == "match-opened"
                right = (opens, closes, starts) == (at == first, at == last, at == 1)
                require(right, at, "Entry", f"{event['event']} cannot be here in an entry")
            stated = opener.get("prev") or opener.get("head") or bytes(32).hex()
            leaves = b"".join(bytes.fromhex(row["leaf"]) for row in rows[first - 1 : last])
            computed = sha256(b"\1" + bytes.fromhex(stated) + leaves).hexdigest()
            require(stated == before.hex(), first, "Chain", "it does not follow the entry before")
            changed = after and self.events[after["first"] - 1].get("prev") != computed
            right = not leaves or computed == entry["head"]
            require(right, first if changed else last, "Chain", "this is not its rows' hash")
            self.prevs[first], before = before, bytes.fromhex(entry["head"])
        known = {entry["head"]: entry["last"] for entry in self.lines["entry"]}
        seen = [(line["head"], line["position"]) for line in self.lines["seen"]]
        for head, position in [*((head, None) for head in heads), *seen]:
            right = head in known and position in {None, known[head]}
            require(right, len(rows), "Head", f"this match never had the head {head} there")

    def check_secrets(self) -> None:
        rows, opened = self.lines["row"], {}
        secrets = {line["match"]: (line["seed"], line["salt"], 0) for line in self.lines["secrets"]}
        for at, (row, event) in enumerate(zip(rows, self.events, strict=True), 1):
            if event["event"] in OPENERS:
                opened[row["match"]] = at, event["commitment"]
            if event["event"] == "seed-revealed":
                secrets[row["match"]] = event["seed"], event["salt"], at
        for match, (seed, key, at) in secrets.items():
            self.seeds[match], self.salts[match] = bytes.fromhex(seed), bytes.fromhex(key)
            text = b"wardiary commitment 1\0" + match.encode() + bytes.fromhex(seed + key)
            right = sha256(text).hexdigest() == opened[match][1]
            require(right, at or opened[match][0], "Commitment", "these are other secrets")
        for at, row in enumerate(rows, 1):
            salt = hmac.digest(self.salts.get(row["match"], b""), number(at), "sha256").hex()
            right = row["match"] not in self.salts or row["salt"] in {"", salt}
            require(right, at, "Leaf", "its salt is not that of its position")


class Stream:
    """Numbers from a key and a label; `used` says how many of its words may be used up."""

    def __init__(self, key: bytes, label: bytes) -> None:
        self.key, self.label, self.used = key, label, {0}

    def words(self, at: int) -> Iterator[int]:
        while True:
            block = hmac.digest(self.key, self.label + number(at // 4), "sha256")
            yield int.from_bytes(block[at % 4 * 8 : at % 4 * 8 + 8], "big")
            at += 1

    def gives(self, bounds: Sequence[int], result: list[Any], pile: Pile = ()) -> bool:
        after = set()
        for skip in self.used:
            words, count, drawn = self.words(skip), 0, []
            for bound in bounds:
                word, count = next(words), count + 1
                while word >= 2**64 - 2**64 % bound:
                    word, count = next(words), count + 1
                drawn.append(word % bound)
            order = list(pile)
            for i, j in zip(range(len(pile) - 1, 0, -1), drawn, strict=False):
                order[i], order[j] = order[j], order[i]
            if (order if pile else drawn) == result:
                after.add(skip + count)
        self.used = after or self.used
        return bool(after)


@dataclass
class Said:
    """What was said: how it began, a chain and the rolls of each seat, the acts of the table."""

    base: bytes
    chains: dict[str, bytes]
    drawn: dict[str, int]
    acts: int = 0

    def shared(self, kind: bytes) -> bytes:
        begun = SAID + kind + self.base + number(self.acts + kind[0])
        return sha256(begun + b"".join(self.chains.values())).digest()

    def of(self, seat: str) -> bytes:
        begun = SAID + b"\2" + self.base + number(self.acts)
        return sha256(begun + self.chains[seat] + number(self.drawn[seat])).digest()

    def say(self, seat: str, command: Event) -> str:
        if seat not in self.chains or command["do"] in SILENT:
            return "act"
        form = {name: sorted(v) if isinstance(v, list) else v for name, v in command.items()}
        link = sha256(canonical(form)).digest()
        self.chains[seat] = sha256(SAID + self.chains[seat] + link).digest()
        return "all" if command["do"] in {"open-share", "resign"} else "seats"


class Play:
    """Follows what was said and where every piece is; draws all dice of open seeds again."""

    def __init__(self, archive: Archive, votes: Counter[tuple[int, int]], judging: bool) -> None:
        self.votes, self.judging = votes, judging
        self.archive, self.said, self.zones = archive, Said(b"", {}, {}), Event()
        self.ends, self.streams = dict[int, tuple[Event, Said]](), dict[str, Stream]()
        self.forced, self.seats, self.rolled = list[int](), list[str](), set[str]()
        self.seals, self.keys, self.second = dict[str, str](), dict[str, str](), False
        self.checked, self.drawn, self.bare = 0, list[Event](), False
        self.players = dict[str, str]()  # Who may order for a seat without its signature.

    def apply(self, at: int, event: Event) -> None:
        zones, there = self.zones, self.zones.get(str(event.get("zone")), ())
        require(not self.bare or event["event"] not in DRAWS, at, "Chance", "a share is missing")
        match event["event"]:
            case "match-opened" | "branch-opened" | "command-accepted":
                self.open(at, event)
            case "dice-rolled":
                self.roll(at, event)
            case "pile-shuffled":
                zones[event["zone"]] = self.shuffle(at, there, tuple(event["order"]))
            case "pieces-placed":
                zones[event["zone"]] = (*there, *event["pieces"])
            case "pieces-moved":
                for zone, pieces in list(zones.items()):
                    zones[zone] = tuple(piece for piece in pieces if piece not in event["pieces"])
                there = zones.get(event["to"], ())
                place = len(there) if event["at"] < 0 else event["at"]
                zones[event["to"]] = (*there[:place], *event["pieces"], *there[place:])
            case "redealt":
                zones |= {zone: tuple(pieces) for zone, pieces in event["zones"].items()}
            case "rewound":
                earlier, said = self.ends[event["to"]]
                self.zones = dict(earlier)
                self.said = replace(deepcopy(said), acts=self.said.acts + bool(event["agreed"]))
            case "ruled" | "table-cleared":
                if event["event"] == "table-cleared":
                    self.zones, self.said.base = {}, self.said.shared(b"\0")
                self.said.acts += 1
            case "seat-resigned" | "deadline-missed" | "time-granted":
                late = "late" if event["event"] == "deadline-missed" else ""
                self.players[event["seat"]] = event.get("holder", late).split(":")[-1]
            case "seat-claimed" | "key-named":
                self.seals[event["seat"]] = event.get("seal") or self.seals.get(event["seat"], "")
                self.keys |= {event["seat"]: event["key"]} if event.get("key") else {}
            case "shares-drawn":
                self.drawn.append(event)
            case "keepers-named":
                self.keepers = event["keepers"]
            case "keeper-opened":
                self.open_keeper(at, event["keeper"], bytes.fromhex(event["seed"]))
            case "share-opened":
                text = f"wardiary share 2\0{self.match}\0{event['seat']}\0{event['share']}"
                if sha256(text.encode()).hexdigest() != self.seals[event["seat"]]:
                    raise Wrong("DIFFERS", at, "Table/Shares", "another share was sealed")
            case kind:
                for seat in self.rolled & self.said.drawn.keys() if kind in CLOSERS else ():
                    self.said.drawn[seat] += 1
                self.rolled = set() if kind in CLOSERS else self.rolled
                self.ends[at] = dict(zones), deepcopy(self.said)

    def open(self, at: int, event: Event) -> None:
        if event["event"] == "command-accepted":
            text = self.archive.lines["row"][at - 1]["state"]
            start = text.index('"command":') + 10
            raw = text[start : json.JSONDecoder().raw_decode(text, start)[1]].encode()
            self.check_signature(at, event, raw)
            whose = self.said.say(event["seat"], event["command"])
            self.players |= {} if event["by"] or whose == "act" else {event["seat"]: ""}
        else:
            self.match, self.seats = event["match"], event.get("seats", self.seats)
            self.keys, self.keepers, self.drawn = {}, event.get("keepers", {}), []
            self.forced, self.second = event.get("forced", []), event.get("chance", 1) > 1
            asked = {name: event[name] for name in ASKED[event["event"]]}
            raw, whose = canonical(asked), "all"
            begun = SAID + self.match.encode() + b"\0"
            chains = {seat: sha256(begun + seat.encode()).digest() for seat in self.seats}
            self.said = Said(sha256(raw).digest(), chains, dict.fromkeys(chains, 0))
        self.streams, key, first = {}, self.archive.seeds.get(self.match), self.archive.events[at]
        self.bare = self.keepers.keys() != first.get("shares", {}).keys()
        if key and first["event"] == "shares-drawn":
            text = b"".join(bytes.fromhex(share) for _, share in sorted(first["shares"].items()))
            key = hmac.digest(key, b"wardiary shares 2\0" + text, "sha256")
        if key and not self.second:
            label = b"wardiary chance 1\0" + self.match.encode() + self.archive.prevs[at]
            self.streams[""] = Stream(key, label + sha256(raw).digest())
        elif key:
            label = b"wardiary chance 2\0" + self.match.encode()
            self.streams[""] = Stream(key, label + self.said.shared(bytes([whose == "act"])))
            for seat in self.seats if whose == "seats" else ():
                self.streams[seat] = Stream(key, label + self.said.of(seat))

    def open_keeper(self, at: int, name: str, seed: bytes) -> None:
        text = f"wardiary keeper 2\0{self.match}\0{name}\0".encode()  # It may be replaced by now.
        named = [event.get("keepers", {}).get(name) for event in self.archive.events[:at]]
        right = sha256(text + seed).hexdigest() in named
        require(right, at, "Commitment", f"keeper {name} committed to another seed")
        for drawn in self.drawn:
            text = f"wardiary kept 2\0{self.match}".encode() + number(drawn["place"])
            share = hmac.digest(seed, text + bytes.fromhex(drawn["request"]), "sha256").hex()
            require(drawn["shares"].get(name, share) == share, at, "Chance", f"no share of {name}")

    def check_signature(self, at: int, event: Event, raw: bytes) -> None:
        seat, key = event["seat"], self.keys.get(event["seat"])
        by, late = event["by"], event["by"] == "late" and event["command"]["do"] != "resign"
        if key is None or not self.judging or (by and by == self.players.get(seat) and not late):
            return
        try:
            from cryptography.exceptions import InvalidSignature
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        except ImportError:
            return
        order = f"wardiary order 1\0{self.match}\0{seat}\0".encode() + self.archive.prevs[at] + raw
        try:
            signature = bytes.fromhex(event["signature"])
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(signature, order)
        except (InvalidSignature, ValueError, KeyError):
            raise Wrong("DIFFERS", at, "Table/Keys", f"{seat} has not signed this order") from None

    def roll(self, at: int, event: Event) -> None:
        faces, seat, pool = event["faces"], event["seat"], POOL.fullmatch(event["pool"])
        fixed = self.forced[: len(faces)] if event["forced"] else []
        drawn, stream = faces[len(fixed) :], self.streams.get(seat, self.streams.get(""))
        self.rolled, self.forced = self.rolled | {seat}, self.forced[len(fixed) :]
        if faces[: len(fixed)] != fixed:
            raise Wrong("DIFFERS", at, "Table/What-if", f"{fixed} was set for this roll")
        if stream is None:
            return
        if pool is None or int(pool[1] or 1) != len(faces):
            stream.used |= {used + len(drawn) for used in stream.used}
            return
        sides = int(pool[2] or pool[3])
        likely = int(self.votes[sides, 1] >= self.votes[sides, 0])  # Some dice begin at 0.
        for low in [1] if pool[3] else [likely] if self.judging else [1, 0]:
            if stream.gives([sides] * len(drawn), [face - low for face in drawn]):
                self.checked += 1
                self.votes[sides, low] += not self.judging and not pool[3]
                return
        if self.judging:
            raise Wrong("DIFFERS", at, "Diary/Chance", f"the open seed does not give {drawn}")

    def shuffle(self, at: int, pile: Pile, order: Pile) -> Pile:
        if sorted(pile) != sorted(order):
            raise ValueError("shuffling gained or lost a piece")
        if stream := self.streams.get(""):
            if not stream.gives(range(len(pile), 1, -1), list(order), pile) and self.judging:
                raise Wrong("DIFFERS", at, "Diary/Chance", "the open seed gives another order")
            self.checked += 1
        return order


def verify(data: bytes, heads: Sequence[str] = ()) -> tuple[str, int, str, str]:
    at, phase = 0, "Archive"
    try:
        archive = Archive(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
        archive.check_chain(heads)
        archive.check_secrets()
        rows, votes = archive.lines["row"], Counter[tuple[int, int]]()
        if not rows[0]["leaf"]:
            return "UNPROVEN", len(rows), "Diary/Leaf", "entries are linked by their hashes only"
        phase, full = "Event", archive.lines["header"][0]["kind"] == "full"
        for judging in (False, True):  # First see which dice begin at 0.
            play = Play(archive, votes, judging)
            for at, event in enumerate(archive.events if full else (), 1):
                play.apply(at, event)
    except Wrong as wrong:
        return wrong.args
    except (OSError, EOFError) as error:
        return "DAMAGED", 0, "Diary/Archive", f"it cannot be unpacked: {error}"
    except UNREADABLE as error:
        return "TAMPERED", at, f"Diary/{phase}", f"it cannot be like this: {error!r}"
    why = f"{len(rows)} rows in {len(archive.prevs)} entries form one chain; {play.checked} dice "
    why += f"and shuffles are those of {len(archive.seeds)} open seeds"
    return "EXACT", len(rows), "", why + "; the rules of the game were not asked"


if __name__ == "__main__":
    verdict, position, rule, why = verify(Path(sys.argv[1]).read_bytes(), sys.argv[2:])
    print(f"{verdict}  at position {position} {rule}: {why}")
    sys.exit(verdict != "EXACT")
