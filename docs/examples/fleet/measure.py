"""How many files a second one process, two threads and a cluster look into, and what the
engine's own part is: `Tests/commands/fleet measure [FOLDER]`."""

import os
import subprocess
import sys
import sysconfig
import tempfile
import time

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


class Spent:
    """Seconds by the clock, and those of processors, which a busy machine makes no longer: of
    this process and all that it has started."""

    def __init__(self) -> None:
        self.started, self.cpu_before = time.monotonic(), cpu_seconds()

    def stop(self) -> tuple[float, float]:
        return time.monotonic() - self.started, cpu_seconds() - self.cpu_before


def cpu_seconds() -> float:
    """Of processes that have ended, their parents know (proc_pid_stat(5))."""
    parents, seconds = dict[int, int](), dict[int, float]()
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(name)] = int(fields[1])
        seconds[int(name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def is_ours(process: int) -> bool:
        while process and process != os.getpid():
            process = parents.get(process, 0)
        return process == os.getpid()

    return sum(seconds[process] for process in seconds if is_ours(process))


def say(what: str, files: int | None, seconds: float, cpu: float | None) -> None:
    cells = [what, f"{files:,}" if files else "", f"{seconds:.2f}", f"{cpu:.2f}" if cpu else ""]
    cells.append(f"{files / seconds:,.0f}" if files else "")
    print(f"| {' | '.join(cells)} |", flush=True)


def command_seconds(folder: str, *options: str) -> tuple[int, float, float]:
    """The files that have a row, and the least times of several."""
    words = ["inspect-sections", "list", "--files", "--format", "ndjson", *options, folder]
    times, rows = list[tuple[float, float]](), 0
    for _ in range(REPETITIONS):
        spent = Spent()
        said = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        times.append(spent.stop())
        rows = said.count(b'"type":"file"')
    return rows, min(time for time, _ in times), min(cpu for _, cpu in times)


def cluster(what: str, tables: str, inputs: list[Input], spark: SparkSession) -> None:
    settings = Settings("inspect-sections", "measured", {"run": "1"})
    spent = Spent()
    done = scan(spark, Tables(tables), inputs, settings, 4 * WORKERS)
    seconds, cpu = spent.stop()
    say(f"cluster: {what}", done["files"] or done["unchanged"], seconds, cpu)
    parts = {kind: sum / WORKERS for kind, sum in done["taskSeconds"].items()}
    say(f"its tasks, as {WORKERS} workers share them", None, parts["tasks"], None)
    say("of these, SHA-256 by hashlib", None, parts["digests"], None)
    say("of these, reading tar files", None, parts["tar files"], None)
    say("the engine's own: the rest", None, seconds - parts["tasks"], None)


def main() -> None:
    folder = sys.argv[1] if len(sys.argv) > 1 else LIBRARIES
    with tempfile.TemporaryDirectory(prefix="fleet-measure-") as work:
        subprocess.run([sys.executable, f"{HERE}/made/make.py", f"{work}/made"], check=True)
        print(f"| {folder} | files | seconds | of processors | files a second |")
        print("|---|---|---|---|---|")
        for what, options in {
            "one process, one thread": ["-j1"],
            "one process, `-j2`": ["-j2"],
        }.items():
            say(what, *command_seconds(folder, *options))
        spent = Spent()
        with session(MASTER) as spark:
            spark.range(1).count()
            say("the cluster's start", None, *spent.stop())
            with open(f"{work}/made/release-1.ndjson", encoding="utf-8") as file:
                made = read_inputs(file, "release-1")
            cluster("500 images of the made fleet", f"{work}/made-tables", made, spark)
            cluster(f"{folder}", f"{work}/tables", [Input(folder)], spark)
            cluster("again, nothing has changed", f"{work}/tables", [Input(folder)], spark)


if __name__ == "__main__":
    main()
