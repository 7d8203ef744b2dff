"""Compares answers with those that are known, since the fleet was made for them.

python -m fleet.ask … --json | python made/compare.py FOLDER NAME
"""

import json
import sys


def compare(folder: str, name: str) -> int:
    with open(f"{folder}/answers.json", encoding="utf-8") as file:
        expected = json.load(file)["answers"]
    # In the order of the files' names.
    for (question, rows), line in zip(sorted(expected.items()), sys.stdin, strict=True):
        answer = json.loads(line)["rows"]
        if answer != rows:
            print(f"{name}: {question}: {answer}\nis not {rows}", file=sys.stderr)
            return 1
    print(f"{name}: {len(expected)} answers are those of the maker")
    return 0


if __name__ == "__main__":
    sys.exit(compare(*sys.argv[1:]))
