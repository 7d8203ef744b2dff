import os
import tempfile
import unittest

from fleet.tables import Tables, TablesError


class TablesTests(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.tables = Tables(f"{scratch.name}/tables")

    def write(self, labels: dict[str, str], name: str) -> str:
        """A run's rows, not yet in their place."""
        self.tables.work(labels)
        written = self.tables.written(labels)
        os.makedirs(f"{written}/{name}")
        return written

    def rows(self, labels: dict[str, str]) -> list[str]:
        return os.listdir(self.tables.partition(labels))

    def test_runs_have_the_labels_of_the_tables(self) -> None:
        self.assertIsNone(self.tables.labels())
        self.tables.begin({"release": "1", "site": "a"})
        self.tables.begin({"site": "b", "release": "1"})
        self.assertEqual(self.tables.labels(), ["release", "site"])
        for labels in [{}, {"release": "1"}, {"release": "1", "host": "a"}]:
            with self.assertRaisesRegex(TablesError, "is partitioned by release, site"):
                self.tables.begin(labels)

    def test_a_value_is_one_folder_whatever_it_is(self) -> None:
        self.tables.begin({"release": "1"})
        for value, folder in [
            ("1", "1"),
            ("a/../b", "a%2F..%2Fb"),
            ("ü =", "%C3%BC%20%3D"),
        ]:
            path = self.tables.partition({"release": value})
            self.assertEqual(path, f"{self.tables.rows}/release={folder}")

    def test_a_run_takes_the_place_of_the_last_one_with_its_labels(self) -> None:
        one, two = {"release": "1"}, {"release": "2"}
        self.tables.begin(one)
        for labels, name in [(one, "a"), (two, "b"), (one, "c")]:
            self.write(labels, name)
            self.tables.replace(labels)
        self.assertEqual((self.rows(one), self.rows(two)), (["c"], ["b"]))

    def test_a_run_that_is_ended_leaves_the_tables_as_they_were(self) -> None:
        labels = {"release": "1"}
        self.tables.begin(labels)
        self.write(labels, "a")
        self.tables.replace(labels)
        written = self.write(labels, "b")
        self.tables.begin(labels)
        self.assertEqual(self.rows(labels), ["a"])
        # Between the two renames.
        os.rename(self.tables.partition(labels), written + ".before")
        self.tables.begin(labels)
        self.assertEqual(self.rows(labels), ["a"])
        self.assertEqual(os.listdir(self.tables.work(labels)), [])
