"""On workers that are processes of their own: `Tests/commands/fleet` runs this."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from typing import Any

import duckdb

HERE = os.path.dirname(os.path.abspath(__file__))
FLEET = os.path.dirname(os.path.dirname(HERE))
MASTER = "local-cluster[2,1,1024]"
QUESTIONS = ["builds", "carriers", "conflicts", "lost"]

# Looks into its files, gives half of the rows, and then ends the worker that it is a part of,
# the first time. A worker is a Java machine above the Python that calls this.
KILLER = """#!/bin/bash
shopt -s inherit_errexit
rows=$(mktemp)
inspect-sections "$@" > "$rows"
if mkdir "$MARKER" 2> /dev/null; then
  head -n $(($(wc -l < "$rows") / 2)) "$rows"
  worker=$PPID
  until tr '\\\\0' ' ' < /proc/$worker/cmdline | grep -q CoarseGrainedExecutorBackend; do
    worker=$(awk '/^PPid:/ { print $2 }' /proc/$worker/status)
  done
  echo "$worker" > "$MARKER/killed"
  kill -KILL "$worker"
  exit 1
fi
cat "$rows"
rm "$rows"
"""


def module(name: str, *words: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", f"fleet.{name}", *words],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


class ClusterTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.made = f"{cls.scratch.name}/made"
        subprocess.run([sys.executable, f"{FLEET}/made/make.py", cls.made], check=True)
        cls.tables = f"{cls.scratch.name}/tables"
        cls.done = [cls.scan(cls.tables, release) for release in ["1", "2"]]

    @classmethod
    def scan(cls, tables: str, release: str, *words: str, inputs: str = "") -> dict[str, Any]:
        inputs = inputs or f"{cls.made}/release-{release}.ndjson"
        given = ["--label", f"release={release}", "--inputs", inputs, "--master", MASTER, "--json"]
        return json.loads(module("scan", tables, *given, *words))

    def rows(self, tables: str, release: str) -> list[str]:
        """All that is known of a release, doubles too."""
        files = f"{tables}/rows/release={release}/**/*.parquet"
        query = "SELECT * FROM read_parquet(?, hive_partitioning = true) ORDER BY ALL"
        return [repr(row) for row in duckdb.execute(query, [files]).fetchall()]

    def check_equal(self, one: str, other: str, release: str) -> None:
        found, expected = self.rows(one, release), self.rows(other, release)
        self.assertEqual(len(found), len(set(found)), "a row is there twice")
        self.assertEqual(found, expected)

    def test_counts(self) -> None:
        # 13 folders of 20 files, and 12 tar files.
        for done, descriptors, incomplete in zip(self.done, [1000, 878], [0, 1], strict=True):
            self.assertEqual((done["inspected"], done["files"]), (13 * 20 + 12, 500))
            self.assertEqual((done["descriptors"], done["incomplete"]), (descriptors, incomplete))

    def test_both_engines_have_the_answers_of_the_maker(self) -> None:
        with open(f"{self.made}/answers.json", encoding="utf-8") as file:
            known = json.load(file)
        about = [
            word
            for name, value in known["about"].items()
            for word in ("--about", f"{name}={value}")
        ]
        files = [f"{FLEET}/questions/{question}.sql" for question in QUESTIONS]
        for engine in ["duckdb", "spark"]:
            lines = module(
                "ask", self.tables, *files, *about, "--engine", engine, "--json"
            ).splitlines()
            for question, line in zip(QUESTIONS, lines, strict=True):
                with self.subTest(engine=engine, question=question):
                    self.assertEqual(json.loads(line)["rows"], known["answers"][question])
                    self.assertTrue(known["answers"][question])

    def test_conflicts_are_those_that_the_command_finds(self) -> None:
        with open(f"{self.made}/answers.json", encoding="utf-8") as file:
            hosts = {row[0] for row in json.load(file)["answers"]["conflicts"]}
        for host in range(0, 25, 2):
            name = f"h{host:02}"
            words = [
                "inspect-sections",
                "check",
                "--format",
                "json",
                f"{self.made}/release-2/{name}",
            ]
            found = json.loads(
                subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
            )
            rules = {finding["rule"] for finding in found["results"]}
            self.assertEqual("extension-conflict" in rules, name in hosts, name)

    def test_a_second_run_looks_at_what_has_changed_only(self) -> None:
        tables, made = f"{self.scratch.name}/again", f"{self.scratch.name}/changed"
        shutil.copytree(self.tables, tables)
        done = self.scan(tables, "2")
        # What could not be read is tried again.
        self.assertEqual((done["inspected"], done["unchanged"]), (1, 271))
        self.check_equal(tables, self.tables, "2")
        # One file is another build, one is gone, one is new; one host has another name.
        shutil.copytree(f"{self.made}/release-2", made)
        with open(f"{self.made}/release-2.ndjson", encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        for line in lines:
            line["path"] = line["path"].replace(f"{self.made}/release-2", made)
        inputs = f"{self.scratch.name}/changed.ndjson"

        def list_inputs() -> None:
            with open(inputs, "w", encoding="utf-8") as file:
                file.writelines(json.dumps(line) + "\n" for line in lines)

        list_inputs()
        self.scan(tables, "2", inputs=inputs)
        shutil.copy(f"{self.made}/release-1/h02/libplugin03.so", f"{made}/h02/libplugin03.so")
        os.unlink(f"{made}/h04/libplugin05.so")
        shutil.copy(f"{made}/h06/libplugin07.so", f"{made}/h06/libnew.so")
        lines[0]["labels"]["host"] = "other"
        list_inputs()
        done = self.scan(tables, "2", inputs=inputs)
        self.assertEqual((done["inspected"], done["unchanged"]), (1 + 1 + 1 + 20, 271 - 1 - 1 - 20))
        fresh = f"{self.scratch.name}/fresh"
        self.scan(fresh, "2", inputs=inputs)
        self.check_equal(tables, fresh, "2")
        self.check_equal(tables, self.tables, "1")

    def test_a_worker_that_is_killed_loses_and_doubles_nothing(self) -> None:
        tables, marker = f"{self.scratch.name}/killed", f"{self.scratch.name}/marker"
        killer = f"{self.scratch.name}/killer"
        with open(killer, "w", encoding="utf-8") as file:
            file.write(KILLER)
        os.chmod(killer, 0o755)
        # Its version is asked for before there are workers.
        version = f"{self.scratch.name}/command"
        with open(version, "w", encoding="utf-8") as file:
            file.write(
                '#!/bin/bash\nif [ "$1" = --version ]; then exec inspect-sections --version; fi\n'
                f'export MARKER={marker}\nexec {killer} "$@"\n'
            )
        os.chmod(version, 0o755)
        done = self.scan(tables, "2", "--command", version)
        with open(f"{marker}/killed", encoding="utf-8") as file:
            worker = int(file.read())
        self.assertFalse(os.path.exists(f"/proc/{worker}"))
        self.assertEqual(done["files"], 500)
        self.check_equal(tables, self.tables, "2")

    def test_system_libraries_have_the_rows_of_the_command(self) -> None:
        folder, tables = "/usr/lib/x86_64-linux-gnu", f"{self.scratch.name}/system"
        if not os.path.isdir(folder):
            folder = "/usr/lib"
        given = ["--label", "release=1", "--master", MASTER, "--json"]
        done = json.loads(module("scan", tables, folder, *given))
        words = ["inspect-sections", "list", "--files", "--format", "ndjson", folder]
        said = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        columns = ["path", "sha256", "byteCount", "architecture", "buildID", "soname", "isComplete"]
        lines = [json.loads(line) for line in said.splitlines()]
        for row in lines:
            if row["type"] == "file":
                with open(row["path"], "rb") as file:
                    row["sha256"] = hashlib.file_digest(file, "sha256").hexdigest()
        expected = [[row[name] for name in columns] for row in lines if row["type"] == "file"]
        query = f"SELECT {', '.join(columns)} FROM read_parquet(?) WHERE type = 'file'"
        files = f"{tables}/rows/release=1/type=file/*.parquet"
        found = duckdb.execute(query.replace(" WHERE type = 'file'", ""), [files]).fetchall()
        self.assertEqual(sorted(map(list, found), key=repr), sorted(expected, key=repr))
        self.assertEqual(done["files"], len(expected))
        self.assertGreater(len(expected), 100)
