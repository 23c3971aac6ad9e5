"""Archive files as the command line reads them, and what is said of those that are damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wardiary.tools.context import BadInput

if TYPE_CHECKING:
    from pathlib import Path

    from wardiary.domain.diary.archive_lines import Archive


def read_archive(file: Path) -> Archive:
    """The archive in a file; raises Fault where it is none, or damaged."""
    from wardiary.domain.diary.archive import read
    from wardiary.domain.diary.archive_lines import ArchiveError
    from wardiary.projections.verdicts import Fault

    try:
        return read(read_bytes(file))
    except ArchiveError as error:
        raise Fault(error.position, "Diary/Archive", fault_text(error)) from None


def read_bytes(file: Path) -> bytes:
    """The content of a file; raises BadInput."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot read {file}: {error.strerror}") from None


def fault_text(error: Exception) -> str:
    """The text of a file's fault, with what to do about a file that was damaged on its way."""
    from wardiary.domain.diary.archive_lines import ArchiveDamaged

    if isinstance(error, ArchiveDamaged):
        return f"it was cut off or garbled on the way ({error}); have it sent again, as .jsonl.gz"
    return str(error)
