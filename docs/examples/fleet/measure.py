"""How many files a second one process, two threads and a cluster look into, and what the
engine's own part is: `Tests/fleet measure [FOLDER]`."""

import contextlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator

from fleet.inputs import Input, read_inputs
from fleet.scan import scan
from fleet.session import session
from fleet.tables import Tables
from fleet.task import Settings
from pyspark.sql import SparkSession

HERE = os.path.dirname(os.path.abspath(__file__))
MASTER, WORKERS = "local-cluster[2,1,1024]", 2
REPETITIONS = 3
# Debian's, for this machine.
LIBRARIES = f"/usr/lib/{sysconfig.get_config_var('MULTIARCH')}"


def say(what: str, files: int, seconds: float) -> None:
    print(f"| {what} | {files:,} | {seconds:.2f} | {files / seconds:,.0f} |", flush=True)


def command_seconds(folder: str, *options: str) -> tuple[int, float]:
    """The files that have a row, and the least time of several."""
    words = ["inspect-sections", "list", "--files", "--format", "ndjson", *options, folder]
    least, rows = float("inf"), 0
    for _ in range(REPETITIONS):
        started = time.monotonic()
        said = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        least = min(least, time.monotonic() - started)
        rows = said.count(b'"type":"file"')
    return rows, least


@contextlib.contextmanager
def scratch() -> Iterator[str]:
    folder = tempfile.mkdtemp(prefix="fleet-measure-")
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def cluster(what: str, tables: str, inputs: list[Input], spark: SparkSession) -> None:
    settings = Settings("inspect-sections", "measured", {"run": "1"})
    done = scan(spark, Tables(tables), inputs, settings, 4 * WORKERS)
    say(f"cluster: {what}", done["files"] or done["unchanged"], done["seconds"])
    spent, total = done["taskSeconds"], done["seconds"]
    tasks = spent["tasks"] / WORKERS
    print(
        f"| of these the tasks, as {WORKERS} workers share them | | {tasks:.2f} | |\n"
        f"| in them SHA-256 by hashlib | | {spent['digests'] / WORKERS:.2f} | |\n"
        f"| in them reading tar files | | {spent['tar files'] / WORKERS:.2f} | |\n"
        f"| the engine's own: the rest | | {total - tasks:.2f} | |",
        flush=True,
    )


def main() -> None:
    folder = sys.argv[1] if len(sys.argv) > 1 else LIBRARIES
    with scratch() as work:
        subprocess.run([sys.executable, f"{HERE}/made/make.py", f"{work}/made"], check=True)
        print(f"| {folder} | files | seconds | files a second |\n|---|---|---|---|")
        for what, options in {
            "one process, one thread": ["-j1"],
            "one process, -j2": ["-j2"],
            "one thread, with --digest": ["-j1", "--digest"],
            "-j2, with --digest": ["-j2", "--digest"],
        }.items():
            say(what, *command_seconds(folder, *options))
        started = time.monotonic()
        with session(MASTER) as spark:
            spark.range(1).count()
            print(f"| the cluster's start | | {time.monotonic() - started:.2f} | |")
            with open(f"{work}/made/release-1.ndjson", encoding="utf-8") as file:
                made = read_inputs(file, "release-1")
            cluster("500 images of the made fleet", f"{work}/made-tables", made, spark)
            cluster(f"{folder}", f"{work}/tables", [Input(folder)], spark)
            cluster("again, nothing has changed", f"{work}/tables", [Input(folder)], spark)


if __name__ == "__main__":
    main()
