"""What one task does with its part of the files. It is a function of the files alone: done
again, by another worker, it gives the rows again."""

import hashlib
import os
import tempfile
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from fleet import columns
from fleet.inputs import MAGIC_BYTE_COUNT, Candidate, holds_images, text
from fleet.inspection import Inspection, path_of
from fleet.layers import Refused, unpack

Record = dict[str, Any]


@dataclass(frozen=True)
class Settings:
    """What is the same for all tasks of a run."""

    command: str
    # By which it is known whether another version has looked at a file.
    version: str
    labels: dict[str, str] = field(default_factory=dict)
    # In bytes: of a member of a tar file, and of those that are unpacked at a time.
    member_limit: int = 1 << 30
    room: int = 1 << 28


@dataclass(frozen=True)
class Known:
    """What an earlier run has found out about an input."""

    sha256: str
    labels: dict[str, str]


class OpenInput:
    """An input of which not all rows are there: its own comes last."""

    def __init__(self, record: Record, out: deque[Record]) -> None:
        self.record = record
        self.out = out
        # What is being looked into, and who finds more of it.
        self.open_count = 1
        self.lock = threading.Lock()

    def open(self) -> None:
        with self.lock:
            self.open_count += 1

    def close(self, is_complete: bool = True) -> None:
        with self.lock:
            self.open_count -= 1
            self.record["isComplete"] &= is_complete
            if self.open_count == 0:
                self.out.append(self.record)

    def refuse(self, code: str, said: str, path: str | None = None) -> None:
        """A row in place of what can't be read."""
        row: Record = {"type": "diagnostic", "severity": "error", "code": code, "text": said}
        row |= {"input": self.record["input"], "labels": self.record["labels"]}
        row["path"] = self.record["path"] if path is None else path
        self.out.append(row)
        self.record["isComplete"] = False


@dataclass(frozen=True)
class Pending:
    """A file that the command was given."""

    of: OpenInput
    # What the rows say in place of the command.
    place: Record
    # Of a file that was unpacked, which is removed when it was looked into.
    unpacked_byte_count: int | None = None


def worker_folder() -> str | None:
    """A folder that Spark removes, also where this process is killed; nil for the system's."""
    folder = os.environ.get("SPARK_EXECUTOR_DIRS", "").split(os.pathsep)[0]
    return folder if os.path.isdir(folder) else None


class Task:
    """Files in, rows out."""

    def __init__(self, settings: Settings, spend: Callable[[str, float], None]) -> None:
        """`spend` is told what took how many seconds."""
        self.settings = settings
        self.spend = spend
        self.spent = defaultdict[str, float](float)
        self.inspection = Inspection(settings.command, settings.labels, settings.room)
        self.pending: dict[bytes, Pending] = {}
        # Rows that are not of the command, from the thread that makes the names.
        self.others: deque[Record] = deque()

    def rows(self, files: Iterable[tuple[Candidate, Known | None]]) -> Iterator[tuple[Any, ...]]:
        """The rows of files; of those that are as they were, one that says so."""
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="fleet-", dir=worker_folder()) as folder:
            for row in self.inspection.rows(self.names(files, folder)):
                pending = self.pending.get(path_of(row))
                if pending is None:
                    continue
                yield columns.row(columns.placed(row, pending.place, pending.of.record["labels"]))
                if row["type"] == "file":
                    self.finish(path_of(row), row["isComplete"])
                yield from self.taken_others()
            yield from self.taken_others()
        self.spent["tasks"] += time.monotonic() - started
        for what, seconds in self.spent.items():
            self.spend(what, seconds)

    def taken_others(self) -> Iterator[tuple[Any, ...]]:
        while self.others:
            yield columns.row(self.others.popleft())

    def finish(self, path: bytes, is_complete: bool) -> None:
        pending = self.pending.pop(path)
        if pending.unpacked_byte_count is not None:
            os.unlink(path)
            self.inspection.release(pending.unpacked_byte_count)
        pending.of.close(is_complete)

    def names(
        self, files: Iterable[tuple[Candidate, Known | None]], folder: str
    ) -> Iterator[bytes]:
        """What the command is to look into; called on the thread that feeds it."""
        for candidate, known in files:
            place = {"input": text(candidate.name), "path": text(candidate.name)}
            labels = self.settings.labels | candidate.labels
            given = OpenInput(
                {
                    "type": "input",
                    "labels": labels,
                    "isComplete": True,
                    "inspectedBy": self.settings.version,
                    **place,
                },
                self.others,
            )
            try:
                if (digest := self.digest(candidate)) is None:
                    continue
            except OSError as error:
                given.refuse("system", f"can't read: {error.strerror}")
                given.close()
                continue
            given.record |= digest
            if known == Known(digest["sha256"], labels):
                self.others.append({"type": "unchanged", **place})
            elif candidate.is_tar:
                yield from self.members(candidate.name, given, folder)
                given.close()
            else:
                self.pending[candidate.name] = Pending(given, place | digest)
                yield candidate.name

    def digest(self, candidate: Candidate) -> Record | None:
        """Nil for what holds no image. It is made before the command reads the file: if that
        changes in between, the next run sees it."""
        with open(candidate.name, "rb") as file:
            head = file.read(MAGIC_BYTE_COUNT)
            if not candidate.is_named and not holds_images(head):
                return None
            started = time.monotonic()
            file.seek(0)
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
            self.spent["digests"] += time.monotonic() - started
            return {"sha256": sha256, "byteCount": file.tell()}

    def members(self, tar: bytes, given: OpenInput, folder: str) -> Iterator[bytes]:
        """The files of a tar file, unpacked one after the other."""
        own = tempfile.mkdtemp(dir=folder)
        members = unpack(tar, own, self.settings.member_limit, self.inspection)
        started = time.monotonic()
        for member in members:
            self.spent["tar files"] += time.monotonic() - started
            if isinstance(member, Refused):
                given.refuse(member.code, member.text, member.name)
            else:
                place = {"input": given.record["input"], "path": member.name}
                place |= {"sha256": member.sha256, "byteCount": member.byte_count}
                given.open()
                self.pending[member.path] = Pending(given, place, member.byte_count)
                yield member.path
            started = time.monotonic()
