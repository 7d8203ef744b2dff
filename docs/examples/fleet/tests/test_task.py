"""With a command in place of inspect-sections where that would have to be broken."""

import hashlib
import io
import os
import shutil
import stat
import subprocess
import tarfile
import tempfile
import unittest
from typing import Any

from fleet.columns import COLUMNS
from fleet.inputs import Candidate, Input, find
from fleet.task import Known, Settings, Task

COMMAND = os.environ.get("INSPECT_SECTIONS") or shutil.which("inspect-sections") or ""
Row = dict[str, Any]


@unittest.skipUnless(COMMAND, "INSPECT_SECTIONS names no command")
class TaskTests(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name
        self.image = self.compiled("a.so")

    def compiled(self, name: str, source: str = "int a;") -> str:
        path = f"{self.folder}/{name}"
        words = ["gcc", "-shared", "-x", "c", "-", "-o", path, "-Wl,--build-id=0x0102"]
        subprocess.run([*words, f"-Wl,-soname,{name}"], input=source.encode(), check=True)
        return path

    def rows(
        self,
        given: list[Candidate],
        known: dict[bytes, Known] | None = None,
        command: str = COMMAND,
        **settings: Any,
    ) -> list[Row]:
        spent: dict[str, float] = {}
        task = Task(Settings(command, "1", {"release": "2"}, **settings), spent.__setitem__)
        found = list(task.rows((each, (known or {}).get(each.name)) for each in given))
        self.assertFalse(task.pending)
        self.assertEqual(task.inspection.used, 0)
        self.assertIn("tasks", spent)
        return [
            {name: value for name, value in zip(COLUMNS, row, strict=True) if value is not None}
            for row in found
        ]

    def script(self, text: str) -> str:
        path = f"{self.folder}/command"
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/bash\nreal={COMMAND}\n{text}\n")
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path

    def tar(self, count: int) -> str:
        path = f"{self.folder}/layer.tar"
        with open(self.image, "rb") as file:
            content = file.read()
        with tarfile.open(path, "w") as layer:
            for index in range(count):
                member = tarfile.TarInfo(f"lib/{index}.so")
                member.size = len(content)
                layer.addfile(member, io.BytesIO(content))
        return path

    def test_a_file_has_its_rows_and_then_the_input_has_one(self) -> None:
        file, given = self.rows(list(find(Input(self.image, {"host": "h1"}))))
        with open(self.image, "rb") as content:
            sha256 = hashlib.sha256(content.read()).hexdigest()
        for row in (file, given):
            self.assertEqual(row["sha256"], sha256)
            self.assertEqual(row["labels"], {"release": "2", "host": "h1"})
            self.assertEqual((row["input"], row["path"]), (self.image, self.image))
            self.assertEqual(row["byteCount"], os.path.getsize(self.image))
        self.assertEqual((file["type"], given["type"]), ("file", "input"))
        self.assertEqual((file["buildID"], file["soname"]), ("0102", "a.so"))
        self.assertEqual(given["inspectedBy"], "1")

    def test_what_has_not_changed_is_not_looked_into(self) -> None:
        candidates = list(find(Input(self.image)))
        *_, before = self.rows(candidates)
        same = Known(before["sha256"], before["labels"])
        self.assertEqual(
            self.rows(candidates, {candidates[0].name: same}, command="/bin/false"),
            [{"type": "unchanged", "input": self.image, "path": self.image}],
        )
        for other in [Known("00", before["labels"]), Known(before["sha256"], {})]:
            self.assertEqual(len(self.rows(candidates, {candidates[0].name: other})), 2)

    def test_the_files_of_a_tar_file_are_removed_when_they_were_looked_into(self) -> None:
        path, size = self.tar(50), os.path.getsize(self.image)
        rows = self.rows(list(find(Input(path))), room=3 * size)
        files = [row for row in rows if row["type"] == "file"]
        self.assertEqual([row["path"] for row in files], [f"lib/{index}.so" for index in range(50)])
        self.assertEqual({row["input"] for row in rows}, {path})
        self.assertEqual([row["type"] for row in rows[50:]], ["input"])
        self.assertTrue(rows[-1]["isComplete"])

    def test_what_can_not_be_read_has_rows(self) -> None:
        with open(f"{self.folder}/b.so", "wb") as file:
            file.write(b"\x7fELF")
        with open(f"{self.folder}/text", "wb") as file:
            file.write(b"text")
        given = [
            each
            for name in ["b.so", "nowhere", "text"]
            for each in find(Input(f"{self.folder}/{name}"))
        ]
        rows = self.rows(given)
        codes = {
            row["input"].split("/")[-1]: row["code"] for row in rows if row["type"] == "diagnostic"
        }
        self.assertEqual(
            codes, {"b.so": "malformed-header", "nowhere": "system", "text": "not-elf"}
        )
        incomplete = [
            row["input"].split("/")[-1]
            for row in rows
            if row["type"] == "input" and not row["isComplete"]
        ]
        self.assertEqual(sorted(incomplete), ["b.so", "nowhere", "text"])
        # Unlike what was met in a folder.
        self.assertEqual(self.rows([Candidate(os.fsencode(f"{self.folder}/text"), {})]), [])

    def test_a_tar_file_that_is_cut_is_incomplete(self) -> None:
        path = self.tar(3)
        os.truncate(path, os.path.getsize(self.image) + 2000)
        rows = self.rows(list(find(Input(path))))
        self.assertEqual([row["type"] for row in rows], ["file", "diagnostic", "input"])
        self.assertEqual((rows[1]["code"], rows[2]["isComplete"]), ("malformed-tar", False))

    def test_a_file_at_which_the_command_ends_is_a_row_and_the_others_are_read(self) -> None:
        # It ends by a signal wherever a name has `bad` in it.
        script = 'names=$(tr "\\0" "\\n"); case $names in *bad*) kill -SEGV $$;; esac\n'
        script += 'printf "%s\\0" $names | "$real" "$@"'
        images = [self.compiled(name) for name in ["b.so", "bad.so", "c.so"]]
        given = [each for image in images for each in find(Input(image))]
        rows = self.rows(given, command=self.script(script))
        files = {
            row["path"].split("/")[-1]: row["isComplete"] for row in rows if row["type"] == "file"
        }
        self.assertEqual(files, {"b.so": True, "bad.so": False, "c.so": True})
        self.assertEqual(
            [row["code"] for row in rows if row["type"] == "diagnostic"], ["unanswered"]
        )
        self.assertEqual(sum(row["type"] == "input" for row in rows), 3)

    def test_a_command_that_fails_as_a_whole_fails_the_task(self) -> None:
        given = list(find(Input(self.image)))
        for script in ["echo broken >&2; exit 127", "cat > /dev/null; exit 1", '"$real" --colour']:
            with self.subTest(script), self.assertRaisesRegex(Exception, "ended with"):
                self.rows(given, command=self.script(script))

    def test_names_need_not_be_utf8(self) -> None:
        name = os.fsencode(self.folder) + b"/\xff\n.so"
        shutil.copy(os.fsencode(self.image), name)
        file, given = self.rows([Candidate(name, {})])
        self.assertTrue(file["input"].endswith("/\\xff\n.so"))
        self.assertEqual(given["input"], file["input"])
