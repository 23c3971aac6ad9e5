"""Live feeds and summaries in Redis or Valkey: each entry once, however many write or restart.

One script moves the tracking on and writes view and feed in the same atomic step, so nothing is
lost or doubled. All keys of one build share one hash tag, `{NAMESPACE:SCHEMA.BUILD}`:

    tracking   hash    how far the store was followed; @mark = the store that this was built from
    views      hash    match -> its summary as JSON
    bell       stream  id = notification id; m = the match that something happened in
    feed/MATCH/ROLE    stream, id = position; a = position before the entry, d = the entry as JSON

A stream holds what its role may see and nothing else. A build without its store's mark, or with
less written than its writer knows of, has lost something: it is written again from the beginning.
`NAMESPACE:SCHEMA:build` names the build that is read; another is built beside it and switched to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import msgspec
import redis

from wardiary.adapters.store.tracking import AlreadyTracked, Tracking, TrackingRecorder
from wardiary.domain.table.errors import WardiaryError
from wardiary.domain.table.pieces import Seat

SCHEMA = 1
"""Raised whenever what is written changes; both builds then live side by side for a while."""
KEPT_ENTRIES = 256
KEPT_RINGS = 10_000
CONNECT_SECONDS, ANSWER_SECONDS = 1.0, 5.0
SWEPT_AT_ONCE = 500
MARK, GENERATION = "@mark", "@generation"

WRITE = """
local last = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
if tonumber(ARGV[2]) <= last then return redis.error_reply('TRACKING at ' .. last) end
if last < tonumber(ARGV[3]) then return redis.error_reply('LOST after ' .. last) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if #KEYS == 1 then return 1 end
local match, position, kept = ARGV[4], ARGV[5], ARGV[7]
redis.call('HSET', KEYS[2], match, ARGV[6])
for number = 4, #KEYS do
  local at = 8 + 2 * (number - 4)
  redis.call('XADD', KEYS[number], 'MAXLEN', '~', kept, position .. '-0',
             'a', ARGV[at], 'd', ARGV[at + 1])
end
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[8 + 2 * (#KEYS - 3)], ARGV[2] .. '-0', 'm', match)
return 1
"""


class RedisUnavailable(WardiaryError):
    """Redis does not answer now, or not as it should."""


class Lost(WardiaryError):
    """Redis has forgotten what was written before: it was emptied, or holds an older copy."""


class ViewUpdate(msgspec.Struct, frozen=True):
    """An entry for one role: it follows `after`, and `data` is all that the role may see of it."""

    role: Seat
    after: int
    data: bytes


class StoredView(msgspec.Struct, frozen=True):
    """An entry as it is read back."""

    after: int
    position: int
    data: bytes


@contextmanager
def _answering() -> Iterator[None]:
    try:
        yield
    except redis.ResponseError as error:
        if str(error).startswith("TRACKING"):
            raise AlreadyTracked(str(error)) from error
        if str(error).startswith("LOST"):
            raise Lost(str(error)) from error
        raise RedisUnavailable(str(error)) from error
    except (redis.RedisError, OSError) as error:
        raise RedisUnavailable(type(error).__name__) from error


class Views(TrackingRecorder):
    """One build of the views; safe to use from any thread. Every method may raise Away."""

    def __init__(
        self, url: str, namespace: str = "wardiary", *, schema: int = SCHEMA, build: int = 0
    ) -> None:
        """Connect when first used; `refresh` finds the build that is read now."""
        super().__init__()
        self.url, self.namespace, self.schema, self.build = url, namespace, schema, build
        self.client: Any = redis.Redis.from_url(
            url,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_timeout=ANSWER_SECONDS,
            protocol=2,
        )
        self._write = self.client.register_script(WRITE)

    def close(self) -> None:
        """Give back the connections."""
        self.client.close()

    def _key(self, *words: str) -> str:
        return "/".join((f"{{{self.namespace}:{self.schema}.{self.build}}}", *words))

    # Tracking

    def insert_tracking(self, tracking: Tracking) -> None:
        """Move the tracking on; raises AlreadyTracked when it is there or further already."""
        with _answering():
            self._write(
                keys=[self._key("tracking")],
                args=[tracking.application_name, tracking.notification_id, 0],
            )

    def max_tracking_id(self, application_name: str) -> int | None:
        """Up to which notification everything was written."""
        with _answering():
            stored = self.client.hget(self._key("tracking"), application_name)
        return None if stored is None else int(stored)

    def mark(self) -> str:
        """The mark of the store that this build was begun from; "" when it holds nothing."""
        with _answering():
            stored = self.client.hget(self._key("tracking"), MARK)
        return stored.decode() if stored else ""

    def generation(self) -> str:
        """What changes whenever this build is begun again; "" when it holds nothing."""
        with _answering():
            stored = self.client.hget(self._key("tracking"), GENERATION)
        return stored.decode() if stored else ""

    def begin(self, mark: str) -> None:
        """Empty this build, and mark whose it is to be from now on."""
        self.sweep()
        with _answering():
            marks = {MARK: mark, GENERATION: uuid4().hex}
            self.client.hset(self._key("tracking"), mapping=marks)

    def write(
        self,
        tracking: Tracking,
        match: str,
        position: int,
        summary: bytes,
        lines: Sequence[ViewUpdate],
        after: int = 0,
    ) -> None:
        """Write an entry for every role, and the match's summary, together with the tracking.

        `after` is how far the writer knows the build to be written. Raises AlreadyTracked when the
        entry was written before, Lost when the build holds less than that; then nothing is written.
        """
        streams = [self._key("feed", match, line.role) for line in lines]
        arguments = [word for line in lines for word in (line.after, line.data)]
        with _answering():
            self._write(
                keys=[self._key("tracking"), self._key("views"), self._key("bell"), *streams],
                args=[
                    tracking.application_name,
                    tracking.notification_id,
                    after,
                    match,
                    position,
                    summary,
                    KEPT_ENTRIES,
                    *arguments,
                    KEPT_RINGS,
                ],
            )

    # Reading

    def read(self, match: str, role: Seat, after: int, count: int) -> list[StoredView]:
        """Entries of a role after a position; the first may follow a later one than that."""
        with _answering():
            entries = self.client.xrange(
                self._key("feed", match, role), f"({after}-0", "+", count=count
            )
        return [
            StoredView(int(fields[b"a"]), int(number.partition(b"-")[0]), fields[b"d"])
            for number, fields in entries
        ]

    def summaries(self, matches: Sequence[str]) -> list[bytes | None]:
        """The summaries of some matches; None where there is none yet."""
        if not matches:
            return []
        with _answering():
            stored: list[bytes | None] = self.client.hmget(self._key("views"), list(matches))
        return stored

    def last_ring(self) -> str:
        """The present position of the bell stream, to listen on from there."""
        with _answering():
            rings = self.client.xrevrange(self._key("bell"), count=1)
        return rings[0][0].decode() if rings else "0-0"

    def rings(self, after: str, wait_ms: int) -> tuple[str, list[str]]:
        """Wait for the bell stream: its new position, and the matches that have news."""
        with _answering():
            streams = self.client.xread({self._key("bell"): after}, count=1000, block=wait_ms)
        rung = streams[0][1] if streams else []
        last = rung[-1][0].decode() if rung else after
        return last, [fields[b"m"].decode() for _, fields in rung]

    def forget(self, match: str) -> None:
        """Remove everything of a discarded match."""
        with _answering():
            self.client.hdel(self._key("views"), match)
            for key in self.client.scan_iter(self._key("feed", match, "*"), count=SWEPT_AT_ONCE):
                self.client.unlink(key)

    # Who writes

    def lead(self, who: str, lease_ms: int) -> bool:
        """Whether this one writes now. It spares work and no more: the script guards the truth."""
        key = self._key("leader")
        with _answering():
            if self.client.set(key, who, nx=True, px=lease_ms):
                return True
            if self.client.get(key) != who.encode():
                return False
            return bool(self.client.pexpire(key, lease_ms))

    def retire(self, who: str) -> None:
        """Let another one write at once."""
        with _answering():
            if self.client.get(self._key("leader")) == who.encode():
                self.client.delete(self._key("leader"))

    # Builds

    def refresh(self) -> bool:
        """Turn to the build that is to be read now; whether it is another one than before."""
        with _answering():
            build = int(self.client.get(f"{self.namespace}:{self.schema}:build") or 0)
        changed = build != self.build
        self.build = build
        return changed

    def beside(self) -> Views:
        """An empty build beside the one that is read."""
        self.refresh()
        fresh = Views(self.url, self.namespace, schema=self.schema, build=self.build + 1)
        fresh.sweep()
        return fresh

    def switch_to(self, build: int) -> None:
        """Read another build from now on, in all processes."""
        with _answering():
            self.client.set(f"{self.namespace}:{self.schema}:build", build)
        self.build = build

    def sweep(self) -> None:
        """Forget everything that this build holds."""
        with _answering():
            for key in self.client.scan_iter(self._key("*"), count=SWEPT_AT_ONCE):
                self.client.unlink(key)
