"""Where the tables are: Parquet, in a folder for the labels of each run.

    TABLES/labels.json                            the names of these labels, in their order
    TABLES/rows/release=2/type=descriptor/….parquet
    TABLES/work/…                                 of a run that goes on

A run replaces the folder of its labels as a whole, once all of it is written; a run that is
ended leaves the tables as they were. There is one run of the same labels at a time.
"""

import json
import os
import shutil
from dataclasses import dataclass
from urllib.parse import quote

# Behind the name of what is being replaced.
BEFORE = ".before"
VIEWS = {"inputs": "input", "files": "file", "descriptors": "descriptor", "problems": "diagnostic"}


class TablesError(Exception):
    """Why tables can't be used."""


@dataclass(frozen=True)
class Tables:
    """Tables, there already or not."""

    folder: str

    @property
    def rows(self) -> str:
        return os.path.join(self.folder, "rows")

    def labels(self) -> list[str] | None:
        """The names of the labels that the tables are partitioned by; nil for no tables."""
        try:
            with open(os.path.join(self.folder, "labels.json"), encoding="utf-8") as file:
                return list(json.load(file))
        except FileNotFoundError:
            return None

    def begin(self, labels: dict[str, str]) -> None:
        """Checks that a run's labels are those of the tables, or makes tables; puts back what a
        run that was ended had taken away."""
        there = self.labels()
        if there is None:
            os.makedirs(self.rows)
            with open(os.path.join(self.folder, "labels.json"), "x", encoding="utf-8") as file:
                json.dump(list(labels), file)
        elif sorted(there) != sorted(labels):
            raise TablesError(
                f"{self.folder} is partitioned by {', '.join(there) or 'no label'}, and this run"
                f" has {', '.join(labels) or 'none'}: give --label for each, or other tables"
            )

        before = self.written(labels) + BEFORE
        if os.path.isdir(before) and not os.path.exists(self.partition(labels)):
            os.rename(before, self.partition(labels))

    def partition(self, labels: dict[str, str]) -> str:
        """The folder of a run's rows."""
        names = self.labels() or []
        return os.path.join(self.rows, *(f"{name}={quote(labels[name], '')}" for name in names))

    def work(self, labels: dict[str, str]) -> str:
        """An empty folder for a run; what one that was ended left is gone."""
        path = os.path.dirname(self.written(labels))
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        return path

    def written(self, labels: dict[str, str]) -> str:
        """Where a run writes its rows."""
        return os.path.join(
            self.folder,
            "work",
            quote(os.path.relpath(self.partition(labels), self.rows), ""),
            "rows",
        )

    def replace(self, labels: dict[str, str]) -> None:
        """Puts what a run has written in its place, and removes the rest of it."""
        partition, written = self.partition(labels), self.written(labels)
        os.makedirs(os.path.dirname(partition), exist_ok=True)
        if os.path.exists(partition):
            os.rename(partition, written + BEFORE)
        os.rename(written, partition)
        shutil.rmtree(os.path.dirname(written))
