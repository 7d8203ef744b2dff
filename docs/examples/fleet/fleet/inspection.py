"""One `inspect-sections` for any number of files, and its rows."""

import json
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Iterator
from itertools import chain
from typing import IO, Any

Row = dict[str, Any]


class InspectionError(Exception):
    """The command did not do its work: no fault of a file."""


class Inspection:
    """Gives files to the command as they come, and has its rows as they come.

    Names are taken from an iterator on a thread of its own. Who makes a file for each name
    asks for room first, and waits until rows of earlier ones are there: the command writes
    what it has before it waits for more names.
    """

    def __init__(self, command: str, labels: dict[str, str], room: int = 1 << 28) -> None:
        self.words = [command, "list", "--files-from", "-", "-0", "--format", "ndjson", "--files"]
        # The tasks are what runs at the same time.
        self.words += ["-j", "1"]
        for name, value in labels.items():
            self.words += ["--label", f"{name}={value}"]
        # Names without a row of the type `file`, in their order.
        self.given: deque[bytes] = deque()
        self.pipe: IO[bytes] | None = None
        self.room = room
        self.used = 0
        self.is_ended = True
        self.changed = threading.Condition()

    def reserve(self, byte_count: int) -> None:
        """Waits for room for a file; for whoever makes the names."""
        with self.changed:
            if self.used + byte_count > self.room and self.pipe is not None:
                try:
                    self.pipe.flush()
                except (BrokenPipeError, ValueError):
                    # It has ended, as `is_ended` will say.
                    pass
            self.changed.wait_for(
                lambda: self.is_ended or not self.used or self.used + byte_count <= self.room
            )
            self.used += byte_count

    def release(self, byte_count: int) -> None:
        """A file is gone."""
        with self.changed:
            self.used -= byte_count
            self.changed.notify_all()

    def rows(self, names: Iterator[bytes]) -> Iterator[Row]:
        """The rows of files; the last one of each is of the type `file`.

        A file at which the command ends by a signal has a row that says so, and those behind
        it are given to another process.
        """
        while (first := next(names, None)) is not None:
            yield from self.run(chain([first], names))
            suspects = list(self.given)
            self.given.clear()
            for suspect in suspects:
                yield from self.run(iter([suspect]))
                if self.given:
                    self.given.clear()
                    yield from unanswered(suspect)

    def run(self, names: Iterator[bytes]) -> Iterator[Row]:
        """The rows of one process; what it has not come to is then in `given`."""
        with tempfile.TemporaryFile() as errors:
            process = subprocess.Popen(
                self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
            )
            assert process.stdin is not None and process.stdout is not None
            self.pipe, self.is_ended = process.stdin, False
            failures: list[Exception] = []
            feeder = threading.Thread(target=self.feed, args=(names, failures), daemon=True)
            feeder.start()
            is_whole = False
            try:
                for line in process.stdout:
                    # The last line of a process that ended by a signal can be cut.
                    row = json.loads(line) if line.endswith(b"\n") else {"type": "cut"}
                    is_whole = row["type"] == "end"
                    if row["type"] == "file":
                        self.answered(path_of(row))
                    if row["type"] in ("descriptor", "diagnostic", "file"):
                        yield row
            finally:
                if not is_whole:
                    process.kill()
                with self.changed:
                    self.is_ended = True
                    self.changed.notify_all()
                feeder.join()
                process.stdout.close()
                status = process.wait()
            if failures:
                raise failures[0]
            if status > 0 and (status != 2 or not is_whole):
                errors.seek(0)
                said = errors.read()[-2000:].decode("utf-8", "replace")
                raise InspectionError(f"{' '.join(self.words)} ended with {status}:\n{said}")

    def answered(self, path: bytes) -> None:
        """In the order of the names, unless one has become something else by now."""
        if path in self.given:
            self.given.remove(path)

    def feed(self, names: Iterator[bytes], failures: list[Exception]) -> None:
        """Writes the names; on a thread of its own."""
        assert self.pipe is not None
        try:
            with self.pipe as pipe:
                while not self.is_ended and (name := next(names, None)) is not None:
                    self.given.append(name)
                    pipe.write(name + b"\0")
        except BrokenPipeError:
            # It has ended: whoever reads it finds out why.
            pass
        except Exception as error:
            failures.append(error)
            # What there is so far has its rows; then the error is the task's.


def unanswered(name: bytes) -> Iterator[Row]:
    """What stands for the rows of a file at which the command ends."""
    place: Row = {"path": name.decode("utf-8", "replace")}
    if place["path"].encode() != name:
        place["pathBytes"] = name.hex()
    text = "inspect-sections has no answer for this file: it ended by a signal, or was ended"
    yield {"type": "diagnostic", "severity": "error", "code": "unanswered", "text": text, **place}
    yield {"type": "file", "descriptorCount": 0, "isComplete": False, **place}


def path_of(row: Row) -> bytes:
    """The path of a row as the system has it."""
    if "pathBytes" in row:
        return bytes.fromhex(row["pathBytes"])
    path: str = row["path"]
    return path.encode()
