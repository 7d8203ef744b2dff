"""The columns of the tables: those of the command's JSON, by the same names, and ours."""

from typing import Any

from fleet.inputs import text
from fleet.inspection import Row

# In the types of Spark's SQL.
COLUMNS = {
    # `file`, `descriptor` or `diagnostic`, as in the JSON; `input` is ours.
    "type": "string",
    # The file or tar file that was looked into, and the file itself: for a member of a tar
    # file, the member's name.
    "input": "string",
    "path": "string",
    # Of archives.
    "members": "array<string>",
    "labels": "map<string,string>",
    # Of the file, or of an input as a whole.
    "sha256": "string",
    "byteCount": "bigint",
    "isComplete": "boolean",
    # Of an input: the command and its version.
    "inspectedBy": "string",
    # Of files, and of each descriptor's file.
    "architecture": "string",
    "buildID": "string",
    "soname": "string",
    "descriptorCount": "bigint",
    # Of descriptors.
    "kind": "string",
    "protocol": "string",
    "extension": "string",
    "constraints": "array<string>",
    "requirements": "array<string>",
    "subjects": "string",
    "priority": "int",
    "predicate": "boolean",
    "source": "string",
    # Of diagnostics.
    "severity": "string",
    "code": "string",
    "text": "string",
    "count": "bigint",
}

SCHEMA = ", ".join(f"`{name}` {type}" for name, type in COLUMNS.items())


def row(value: dict[str, Any]) -> tuple[Any, ...]:
    """A row in the order of the columns; what else the JSON says has none."""
    return tuple(value.get(name) for name in COLUMNS)


def placed(row: Row, place: dict[str, Any], labels: dict[str, str]) -> dict[str, Any]:
    """A row of the command as one of a file that may have come out of a tar file."""
    members = [
        member if isinstance(member, str) else text(bytes.fromhex(member["nameBytes"]))
        for member in row.get("members", [])
    ]
    return row | place | {"members": members, "labels": row.get("labels", {}) | labels}
