"""Tar files, of which the ELF files and archives are put into a folder of the reader's own.

A member's name is text for a row and nothing else: what is written has a name of ours, so a
member called `../../etc/passwd` or `/etc/passwd` is written where all others are. Links,
devices and FIFOs are passed over, and nothing is made of a member but a file.
"""

import hashlib
import os
import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from lzma import LZMAError
from typing import Protocol

from fleet.inputs import MAGIC_BYTE_COUNT, holds_images

PART_BYTE_COUNT = 1 << 18


class Room(Protocol):
    """How much may be unpacked at a time, in bytes."""

    def reserve(self, byte_count: int) -> None:
        """Waits until there is room."""

    def release(self, byte_count: int) -> None:
        """Something is gone."""


@dataclass(frozen=True)
class Member:
    """An ELF file or archive of a tar file, unpacked."""

    name: str
    # Where it is; whoever takes it removes it.
    path: bytes
    byte_count: int
    sha256: str


@dataclass(frozen=True)
class Refused:
    """A member that is not unpacked, or with no name that the tar file can't be read on."""

    name: str | None
    code: str
    text: str


def unpack(tar: bytes, folder: str, limit: int, room: Room) -> Iterator[Member | Refused]:
    """What there is to look into in a tar file, compressed or not.

    At most `limit` bytes of a member are written, once there is room for them; whoever takes
    a member releases it.
    """
    try:
        with tarfile.open(os.fsdecode(tar), "r:*") as layer:
            while (member := layer.next()) is not None:
                # It keeps all of them otherwise.
                layer.members = []  # type: ignore[attr-defined]
                if not member.isreg():
                    continue
                if (found := take(layer, member, folder, limit, room)) is not None:
                    yield found
            # It takes a damaged header for the end.
            layer.fileobj.seek(layer.offset)
            if layer.fileobj.read(tarfile.BLOCKSIZE).strip(b"\0"):
                yield Refused(None, "malformed-tar", f"a damaged header (offset {layer.offset:#x})")
    except (tarfile.TarError, EOFError, LZMAError, zlib.error, OSError, ValueError) as error:
        yield Refused(None, "malformed-tar", f"the tar file can't be read on: {error}")


def take(
    layer: tarfile.TarFile, member: tarfile.TarInfo, folder: str, limit: int, room: Room
) -> Member | Refused | None:
    """Nil for what holds no image."""
    content = layer.extractfile(member)
    if content is None:
        return None
    head = content.read(MAGIC_BYTE_COUNT)
    if not holds_images(head):
        return None
    name = member.name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    if member.size > limit:
        return Refused(
            name, "too-large", f"{member.size} bytes: more than {limit} are not unpacked"
        )
    digest = hashlib.sha256(head)
    path = os.path.join(folder, f"{member.offset}")
    room.reserve(member.size)
    try:
        with open(path, "xb") as copy:
            copy.write(head)
            while part := content.read(PART_BYTE_COUNT):
                copy.write(part)
                digest.update(part)
    except BaseException:
        os.unlink(path)
        room.release(member.size)
        raise
    return Member(name, os.fsencode(path), member.size, digest.hexdigest())
