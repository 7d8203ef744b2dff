"""What a run looks into: folders, files, and tar files such as layers of container images."""

import json
import os
import stat
import tarfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

# What a file begins with that inspect-sections reads: ELF, archives, thin archives.
MAGICS = (b"\x7fELF", b"!<arch>\n", b"!<thin>\n")
MAGIC_BYTE_COUNT = max(map(len, MAGICS))


class InputError(Exception):
    """What is wrong with the list of inputs."""


@dataclass(frozen=True)
class Input:
    """A folder, file or tar file, and the labels of its rows."""

    path: str
    labels: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Candidate:
    """A file to look into, or a tar file with such."""

    # As the system has it: names need not be UTF-8.
    name: bytes
    labels: dict[str, str]
    is_tar: bool = False
    # And not met in a folder, where what holds no image is passed over.
    is_named: bool = False


def text(name: bytes) -> str:
    """A name as tables have it: what is not UTF-8 is escaped."""
    return name.decode("utf-8", "backslashreplace")


def holds_images(head: bytes) -> bool:
    """Whether the first bytes are those of an ELF file or an archive."""
    return head.startswith(MAGICS)


def read_inputs(lines: Iterable[str], source: str) -> list[Input]:
    """Reads a JSON object of each line: `{"path": …, "labels": {…}}`."""
    inputs = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
            labels = value.get("labels", {})
            if not isinstance(value["path"], str) or not all(
                isinstance(label, str) for label in labels.values()
            ):
                raise TypeError
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(
                f'{source}:{number}: not like {{"path": "/a", "labels": {{"host": "h1"}}}}'
            ) from error
        inputs.append(Input(value["path"], labels))
    return inputs


def checked(inputs: list[Input]) -> list[Input]:
    """With absolute paths; no input is in another one, so that a file has one row."""
    absolute = [Input(os.path.abspath(each.path), each.labels) for each in inputs]
    if not absolute:
        raise InputError("there is nothing to look into")
    before = ""
    for path in sorted((each.path for each in absolute), key=lambda path: path.split("/")):
        if before and (path == before or path.startswith(before.rstrip("/") + "/")):
            raise InputError(f"{path} is listed twice: also as a part of {before}")
        before = path
    return absolute


def find(given: Input) -> Iterator[Candidate]:
    """The files of an input; as in inspect-sections, links in folders are not followed."""
    name = os.fsencode(given.path)
    if os.path.isdir(name):
        for path in walk(name):
            yield Candidate(path, given.labels)
    else:
        yield Candidate(name, given.labels, is_tar(name), is_named=True)


def walk(folder: bytes) -> Iterator[bytes]:
    """The regular files of a folder; what can't be listed is an entry of its own."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        # Opening it fails too, and that becomes a row.
        yield folder
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from walk(entry.path)
        elif entry.is_file(follow_symlinks=False):
            yield entry.path


def is_tar(name: bytes) -> bool:
    """False for what can't be opened: whoever reads it says why."""
    try:
        if not stat.S_ISREG(os.stat(name).st_mode):
            return False
        with open(name, "rb") as file:
            if holds_images(file.read(MAGIC_BYTE_COUNT)):
                return False
        return tarfile.is_tarfile(name)
    except (OSError, EOFError):
        return False
