import hashlib
import io
import os
import tarfile
import tempfile
import unittest

from fleet.layers import Member, Refused, unpack

IMAGE = b"\x7fELF" + bytes(range(256)) * 20


class Room:
    """Without a limit; counts."""

    def __init__(self) -> None:
        self.used = 0

    def reserve(self, byte_count: int) -> None:
        self.used += byte_count

    def release(self, byte_count: int) -> None:
        self.used -= byte_count


class LayerTests(unittest.TestCase):
    def setUp(self) -> None:
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.tar = f"{self.scratch.name}/layer.tar"
        self.folder = f"{self.scratch.name}/into"
        os.mkdir(self.folder)
        self.room = Room()

    def write(self, members: list[tuple[str, bytes, bytes]], mode: str = "w") -> None:
        with tarfile.open(self.tar, mode) as layer:  # type: ignore[call-overload]
            for name, kind, content in members:
                member = tarfile.TarInfo(name)
                member.type, member.size = kind, len(content)
                if kind in (tarfile.SYMTYPE, tarfile.LNKTYPE):
                    member.linkname, member.size, content = os.fsdecode(content), 0, b""
                layer.addfile(member, io.BytesIO(content))

    def unpacked(self, limit: int = 1 << 20) -> list[Member | Refused]:
        return list(unpack(os.fsencode(self.tar), self.folder, limit, self.room))

    def test_images_are_unpacked_from_any_compression(self) -> None:
        for mode in ["w", "w:gz", "w:bz2", "w:xz"]:
            with self.subTest(mode):
                self.write([("usr/lib/a.so", tarfile.REGTYPE, IMAGE)], mode)
                (member,) = self.unpacked()
                assert isinstance(member, Member)
                with open(member.path, "rb") as file:
                    self.assertEqual(file.read(), IMAGE)
                self.assertEqual(member.name, "usr/lib/a.so")
                self.assertEqual(member.sha256, hashlib.sha256(IMAGE).hexdigest())
                self.assertEqual(self.room.used, len(IMAGE))
                self.room.release(len(IMAGE))
                os.unlink(member.path)

    def test_no_name_leads_out_of_the_folder(self) -> None:
        names = ["../../out.so", "/out.so", "a/../../out.so", "..", "nul\u0001.so", "x" * 300]
        names.append("bytes\udcff.so")
        self.write([(name, tarfile.REGTYPE, IMAGE) for name in names])
        before = set(os.listdir(self.scratch.name)) | set(os.listdir("/"))
        found = self.unpacked()
        expected = [name.replace("\udcff", "\\xff") for name in names]
        self.assertEqual([each.name for each in found], expected)
        for each in found:
            assert isinstance(each, Member)
            self.assertEqual(os.path.dirname(os.fsdecode(each.path)), self.folder)
        self.assertEqual(set(os.listdir(self.scratch.name)) | set(os.listdir("/")), before)

    def test_what_is_no_regular_file_is_passed_over(self) -> None:
        kinds = [tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE]
        links = [(tarfile.SYMTYPE, b"/etc/passwd"), (tarfile.LNKTYPE, b"a.so")]
        self.write(
            [("a.so", tarfile.REGTYPE, IMAGE)]
            + [("b", kind, b"") for kind in kinds]
            + [("c", kind, target) for kind, target in links]
            # A link, and then a file of its name: nothing is written through it.
            + [
                ("d", tarfile.SYMTYPE, os.fsencode(self.scratch.name)),
                ("d/e", tarfile.REGTYPE, IMAGE),
            ]
            + [("text", tarfile.REGTYPE, b"text"), ("empty", tarfile.REGTYPE, b"")]
        )
        self.assertEqual([each.name for each in self.unpacked()], ["a.so", "d/e"])
        self.assertEqual(sorted(os.listdir(self.scratch.name)), ["into", "layer.tar"])

    def test_a_member_beyond_the_limit_is_refused(self) -> None:
        self.write([("big.so", tarfile.REGTYPE, IMAGE), ("a.so", tarfile.REGTYPE, IMAGE[:100])])
        big, small = self.unpacked(limit=1000)
        assert isinstance(big, Refused) and isinstance(small, Member)
        self.assertEqual((big.name, big.code), ("big.so", "too-large"))

    def test_damage_anywhere_is_told(self) -> None:
        self.write([(f"{index}.so", tarfile.REGTYPE, IMAGE) for index in range(3)])
        with open(self.tar, "rb") as file:
            whole = file.read()
        member = 512 + (len(IMAGE) + 511) // 512 * 512
        damages = {
            "cut in a member": whole[: member + 2000],
            "cut in a header": whole[: member + 200],
            "a damaged header": whole[: member + 148] + b"x" * 8 + whole[member + 156 :],
        }
        for what, content in damages.items():
            with self.subTest(what):
                with open(self.tar, "wb") as file:
                    file.write(content)
                *members, last = self.unpacked()
                assert isinstance(last, Refused)
                self.assertEqual((last.name, last.code), (None, "malformed-tar"))
                self.assertEqual([each.name for each in members], ["0.so"])
                self.assertEqual(self.room.used, len(IMAGE))
                self.room.release(len(IMAGE))
                for name in os.listdir(self.folder):
                    os.unlink(f"{self.folder}/{name}")

    def test_compression_that_is_cut_is_told(self) -> None:
        for mode in ["w:gz", "w:bz2", "w:xz"]:
            self.write([("a.so", tarfile.REGTYPE, os.urandom(5) + IMAGE)], mode)
            with open(self.tar, "rb+") as file:
                file.truncate(os.path.getsize(self.tar) // 2)
            with self.subTest(mode):
                *_, last = self.unpacked()
                assert isinstance(last, Refused)
                self.assertEqual(last.code, "malformed-tar")
