"""Records: heads, audits and archives of matches, and importing archives."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from wardiary.adapters import archives
from wardiary.adapters.matches.exporting import export_archive
from wardiary.adapters.matches.standing import StandingAnswers
from wardiary.adapters.signatures import is_signed
from wardiary.adapters.whole import part_of
from wardiary.domain.diary.archive import read
from wardiary.domain.diary.archive_lines import SeenLine
from wardiary.domain.diary.family import archives_of, write_family
from wardiary.domain.match.keys import check_seen
from wardiary.domain.play.decide import check_seat
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.projections.verdicts import Verdict


class Records(StandingAnswers):
    """Matches as records that can be proved and sent."""

    def head(self, match: str) -> tuple[int, str]:
        """Where a line ends: its last position, and the hash of its last entry in hex.

        With the hash noted elsewhere, an audit can hold the record against it.
        """
        with self._cache.lock_of(match):
            live = self._cache.get(match)
            self._cache.secrets(match)  # Without its salt there is no hash to give.
            return live.history.head, live.head.hex()

    def head_at(self, match: str, position: int) -> str:
        """The hash in hex of the entry that ends at a position; "" where none of the match does."""
        with self._cache.lock_of(match):
            line, salt = self._cache.get(match).history, self._cache.secrets(match).salt
            is_own_end = line.first_own_position <= position and line.is_end(position)
            return line.hash_at(position, salt).hex() if is_own_end else ""

    def audit(
        self,
        match: str,
        *,
        heads: Sequence[bytes] = (),
        watch: Callable[[int], None] | None = None,
    ) -> Verdict:
        """Check a line as stored: chain, secrets, every die, citation and decision.

        The verdict is EXACT, or says the first position, rule and difference (see Verdict). `heads`
        are hashes of entries as noted elsewhere while they were the last; `watch` is called with
        each position done.
        """
        return archives.audit_match(self.store, match, heads, watch)

    def countersign(
        self, match: str, seat: Seat, position: int, head: str, signature: str = ""
    ) -> None:
        """Note that a seat has seen a head of its match, with its signature where it has a key.

        The last one of each seat is kept and exported; from then on nobody can rewrite the record
        up to there unnoticed. Raises Illegal when the match had another head there.
        """
        with self._cache.lock_of(match):
            live = self._cache.get(match)
            check_seat(live.history.table, seat)
            line = SeenLine(match, seat, position, head, signature)
            check_seen(live.history, self._cache.secrets(match).salt, line, is_signed)
            kept = self.store.get(archives.SEEN, f"{match}/{seat}")
            if kept is None or msgspec.json.decode(kept, type=SeenLine).position <= position:
                self.store.put(archives.SEEN, f"{match}/{seat}", msgspec.json.encode(line))

    def unproven(self, match: str) -> str:
        """Why a match was once imported though not all of it could be proved; "" if it was not."""
        reasons = (self.store.get(archives.UNPROVEN, origin) for origin, _ in self.origins(match))
        return next((why.decode() for why in reasons if why is not None), "")

    def export(self, match: str, seat: Seat | None = None, *, secrets: bool = False) -> bytes:
        """A line as one self-contained archive file, for auditing without any store.

        With `seat` (or "" for a spectator) what that role may know; else all of it, with the seeds
        of matches that have ended, and with `secrets` those of running ones too, so that another
        store can take the match in. Raises ArchiveError for a seat that is none.
        """
        return b"".join(export_archive(self, match, seat, secrets))

    def family(self, match: str) -> list[str]:
        """The match that a line begins with and all branches that grow from it, parents first."""
        root = self.origins(match)[0][0]
        openers = {child: self.opener(child) for child in self.store.matches()}
        family = [root]
        for parent in family:
            family += [
                child
                for child, opener in openers.items()
                if isinstance(opener, e.BranchOpened) and opener.parent == parent
            ]
        return family

    def runs(self, match: str) -> bool:
        """Whether a match, or one that it branches from, has not ended, so that it has secrets."""
        return any(not self._is_over(origin) for origin, _ in self.origins(match))

    def _is_over(self, match: str) -> bool:
        part = part_of(self.store, match)
        return self.history(match).table.result is not None or (part is not None and part.over)

    def export_family(self, match: str, *, secrets: bool = False) -> bytes:
        """A match with all that it branches from and that branches from it, each an archive."""
        family = self.family(match)
        return b"".join(
            write_family(family, [self.export(member, secrets=secrets) for member in family])
        )

    def import_archive(self, data: bytes, *, unproven: bool = False) -> str:
        """Take the matches of a full archive into the store; gives the id of the line's match, or
        of the first one of a family.

        Raises ArchiveError when the archive is not exact, lacks secrets, or contradicts the store;
        what the store holds already stays as it is. With `unproven` one that could not all be
        judged is imported too, and stays marked.
        """
        files = archives_of(data)
        for file in files:
            read(file)  # All of a family is whole before any of it is stored.
        taken = [archives.import_archive(self.store, file, unproven=unproven) for file in files]
        for match in {match for archive in taken for match in archive.by_match()}:
            with self._cache.lock_of(match):
                self._cache.forget(match)
        return taken[0].match
