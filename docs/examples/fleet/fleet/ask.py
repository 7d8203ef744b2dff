"""Asks the tables a question in SQL, by Spark or by DuckDB.

    python -m fleet.ask TABLES questions/builds.sql --about soname=libcodec.so --about release=2

The views are `files`, `descriptors`, `problems` and `inputs`, and `asked`, of one row, with what
`--about` says.
"""

import argparse
import json
import os
import sys
from typing import Any, Protocol

from fleet.columns import SCHEMA
from fleet.scan import label
from fleet.tables import VIEWS, Tables, TablesError

Answer = tuple[list[str], list[tuple[Any, ...]]]


class Engine(Protocol):
    """Runs questions over the same tables."""

    def ask(self, sql: str) -> Answer: ...


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


class DuckDB:
    """In this process."""

    def __init__(self, tables: Tables, about: dict[str, str]) -> None:
        import duckdb

        self.database = duckdb.connect()
        # The one function that has another name there.
        self.database.execute("CREATE MACRO arrays_overlap(a, b) AS list_has_any(a, b)")
        self.database.execute(
            "CREATE VIEW fleet AS SELECT * FROM read_parquet("
            f"{quoted(tables.rows + '/**/*.parquet')}, hive_partitioning = true,"
            " hive_types_autocast = false)"
        )
        for view, kind in VIEWS.items():
            self.database.execute(
                f"CREATE VIEW {view} AS SELECT * FROM fleet WHERE type = {quoted(kind)}"
            )
        names = ", ".join(f"{quoted(value)} AS {name}" for name, value in about.items())
        self.database.execute(f"CREATE VIEW asked AS SELECT {names or '1'}")

    def ask(self, sql: str) -> Answer:
        found = self.database.execute(sql)
        return [column[0] for column in found.description], found.fetchall()


class Spark:
    """In a session that there is already."""

    def __init__(self, tables: Tables, about: dict[str, str], spark: Any) -> None:
        self.spark = spark
        labels = "".join(f", `{name}` string" for name in tables.labels() or [])
        fleet = spark.read.schema(SCHEMA + labels).parquet(tables.rows)
        for view, kind in VIEWS.items():
            fleet.where(fleet.type == kind).createOrReplaceTempView(view)
        asked = spark.createDataFrame([about or {"nothing": ""}])
        asked.createOrReplaceTempView("asked")

    def ask(self, sql: str) -> Answer:
        found = self.spark.sql(sql)
        return found.columns, [tuple(row) for row in found.collect()]


def table(answer: Answer) -> str:
    """For people."""
    columns, rows = answer
    cells = [columns] + [["" if cell is None else str(cell) for cell in row] for row in rows]
    widths = [max(len(row[index]) for row in cells) for index in range(len(columns))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    )


def ask(engine: Engine, questions: list[str], as_json: bool) -> None:
    for question in questions:
        with open(question, encoding="utf-8") as file:
            answer = engine.ask(file.read())
        name = os.path.basename(question).removesuffix(".sql")
        if as_json:
            print(json.dumps({"question": name, "columns": answer[0], "rows": answer[1]}))
        else:
            print(f"{name}:\n{table(answer)}\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tables")
    parser.add_argument("questions", nargs="+", help="files of SQL")
    parser.add_argument("--engine", choices=["duckdb", "spark"], default="duckdb")
    parser.add_argument("--master", help="of Spark")
    parser.add_argument("--about", action="append", type=label, default=[], metavar="NAME=VALUE")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    tables, about = Tables(given.tables), dict(given.about)
    try:
        if tables.labels() is None:
            raise TablesError(f"{given.tables} has no tables: fleet.scan makes them")
        if given.engine == "duckdb":
            ask(DuckDB(tables, about), given.questions, given.json)
        else:
            from fleet.session import session

            with session(given.master) as spark:
                ask(Spark(tables, about, spark), given.questions, given.json)
    except (TablesError, OSError) as error:
        print(f"ask: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
