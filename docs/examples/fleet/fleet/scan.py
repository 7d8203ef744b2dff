"""Looks into folders, files and tar files by Spark, and keeps what there is as Parquet.

    python -m fleet.scan TABLES --label release=2 --inputs inputs.ndjson

A run is of one value of each `--label`: these partition the tables. Inputs can have labels of
their own, such as the host. What has not changed since the last run of these labels is not
looked into again, and what is gone has no rows any more.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

from pyspark import RDD, Accumulator
from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql import functions as F

from fleet.columns import SCHEMA
from fleet.inputs import Candidate, Input, InputError, checked, find, read_inputs, text
from fleet.session import session
from fleet.tables import Tables, TablesError
from fleet.task import Known, Settings, Task

CANDIDATES = "name binary, input string, labels map<string,string>, isTar boolean, isNamed boolean"
KNOWN = "input string, knownDigest string, knownLabels map<string,string>"
KINDS = ("tasks", "digests", "tar files")


def candidates(inputs: list[Input], spark: SparkSession, parts: int) -> DataFrame:
    """The files, found by the workers."""

    def rows(given: Input) -> Iterator[tuple[Any, ...]]:
        for each in find(given):
            yield bytearray(each.name), text(each.name), each.labels, each.is_tar, each.is_named

    context = spark.sparkContext
    found: RDD[Any] = context.parallelize(inputs, min(parts, len(inputs))).flatMap(rows)
    return spark.createDataFrame(found, CANDIDATES, verifySchema=False)


def inspected(
    files: DataFrame, settings: Settings, seconds: dict[str, Accumulator[float]], parts: int
) -> DataFrame:
    """The rows of files. Which part a file is in depends on its name alone."""

    def rows(part: Iterable[Row]) -> Iterator[tuple[Any, ...]]:
        def given() -> Iterator[tuple[Candidate, Known | None]]:
            for row in part:
                known = Known(row.knownDigest, row.knownLabels) if row.knownDigest else None
                name = bytes(row.name)
                yield Candidate(name, row.labels, row.isTar, row.isNamed), known

        yield from Task(settings, lambda what, spent: seconds[what].add(spent)).rows(given())

    found = files.repartition(parts, "input").rdd.mapPartitions(rows)
    return files.sparkSession.createDataFrame(found, SCHEMA, verifySchema=False)


def known(before: DataFrame | None, version: str, spark: SparkSession) -> DataFrame:
    """What an earlier run has read all of, with this version."""
    if before is None:
        return spark.createDataFrame([], KNOWN)
    return before.where(
        (F.col("type") == "input") & F.col("isComplete") & (F.col("inspectedBy") == version)
    ).select("input", F.col("sha256").alias("knownDigest"), F.col("labels").alias("knownLabels"))


def scan(
    spark: SparkSession, tables: Tables, inputs: list[Input], settings: Settings, parts: int
) -> dict[str, Any]:
    """One run; returns what it did."""
    started = time.monotonic()
    seconds = {kind: spark.sparkContext.accumulator(0.0) for kind in KINDS}
    tables.begin(settings.labels)
    partition = tables.partition(settings.labels)
    before = spark.read.schema(SCHEMA).parquet(partition) if os.path.exists(partition) else None
    work = tables.work(settings.labels)
    # Written, and not only computed: a task that is done again after this would look again,
    # and perhaps at something else.
    files = candidates(inputs, spark, parts).join(
        known(before, settings.version, spark), "input", "left"
    )
    inspected(files, settings, seconds, parts).write.parquet(f"{work}/found")
    found = spark.read.schema(SCHEMA).parquet(f"{work}/found")
    looked = time.monotonic() - started
    fresh = found.where(F.col("type") != "unchanged")
    kept = found.where(F.col("type") == "unchanged").select("input")
    counts = {row.type: row["count"] for row in found.groupBy("type").count().collect()}
    failed = fresh.where((F.col("type") == "input") & ~F.col("isComplete")).count()
    rows = fresh
    if before is not None:
        rows = fresh.unionByName(before.join(kept, "input", "left_semi"))
    order = ["type", "protocol", "input"]
    sorted_rows = rows.repartitionByRange(*order).sortWithinPartitions(*order)
    sorted_rows.write.partitionBy("type").parquet(tables.written(settings.labels))
    tables.replace(settings.labels)
    return {
        "inspected": counts.get("input", 0),
        "unchanged": counts.get("unchanged", 0),
        "incomplete": failed,
        "files": counts.get("file", 0),
        "descriptors": counts.get("descriptor", 0),
        "seconds": time.monotonic() - started,
        "lookingSeconds": looked,
        "taskSeconds": {kind: sum.value for kind, sum in seconds.items()},
    }


def label(word: str) -> tuple[str, str]:
    """A column's name and its value, as `inspect-sections --label` takes them."""
    name, _, value = word.partition("=")
    if not re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", name) or not value:
        raise argparse.ArgumentTypeError(f"{word}: not NAME=VALUE, a name of letters, digits and _")
    return name, value


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tables", help="a folder, which all workers see")
    parser.add_argument("paths", nargs="*", help="folders, files and tar files")
    parser.add_argument("--inputs", help='more of them: lines like {"path": …, "labels": {…}}')
    parser.add_argument("--label", action="append", type=label, default=[], metavar="NAME=VALUE")
    parser.add_argument("--command", default="inspect-sections")
    parser.add_argument("--master", help="of Spark; by default the one it is configured with")
    parser.add_argument("--parts", type=int, help="how many tasks (four for each processor)")
    parser.add_argument("--json", action="store_true", help="say what was done in JSON")
    return parser.parse_args(words)


def main() -> int:
    given = arguments()
    try:
        inputs = [Input(path) for path in given.paths]
        if given.inputs:
            with open(given.inputs, encoding="utf-8") as file:
                inputs += read_inputs(file, given.inputs)
        inputs = checked(inputs)
        version = subprocess.run(
            [given.command, "--version"], check=True, capture_output=True, text=True
        ).stdout.strip()
        settings = Settings(given.command, version, dict(given.label))
        with session(given.master) as spark:
            parts = given.parts or 4 * spark.sparkContext.defaultParallelism
            done = scan(spark, Tables(given.tables), inputs, settings, parts)
    except (InputError, TablesError, OSError, subprocess.CalledProcessError) as error:
        print(f"scan: error: {error}", file=sys.stderr)
        return 2
    if given.json:
        print(json.dumps(done))
    else:
        print(
            f"{done['inspected']} inputs inspected, {done['unchanged']} unchanged,"
            f" {done['incomplete']} incomplete; {done['files']} files,"
            f" {done['descriptors']} descriptors"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
