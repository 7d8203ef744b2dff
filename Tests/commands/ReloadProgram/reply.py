# SPDX-License-Identifier: Apache-2.0
"""What `swift package reload` says after a file was saved."""
import dataclasses
import re

LINE = re.compile(r"^graft: (\S+\.swift): (replaced|held|nothing changed|rolled back)(: .*)?$")


@dataclasses.dataclass
class Said:
    outcome: str
    lines: list  # titles or reasons


class Reply:
    """The last block of what was printed: what became of each file."""

    def __init__(self, text):
        self.text = text
        self.files = {}
        latest = None
        for line in text.splitlines():
            match = LINE.match(line)
            if match:
                latest = self.files[match[1]] = Said(match[2], [])
            elif line.startswith("graft:   ") and latest:
                latest.lines.append(line.removeprefix("graft:   "))

    def about(self, file):
        """What is said of a file, by its name alone or with its module's; None for nothing."""
        return self.files.get(file) or self.files.get(file.split("/")[1])
