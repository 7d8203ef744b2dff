# SPDX-License-Identifier: Apache-2.0
"""Prints the functions of Graft that callgrind has seen, by file.

Usage: functions.py LIBRARY CALLGRIND-OUTPUT [--list]
"""

import collections
import re
import subprocess
import sys


def lines(*command, given=None):
    """What a command prints, line by line."""
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    return done.stdout.split("\n")


library, output = sys.argv[1:3]
addresses = {}
for line in lines("nm", library):
    fields = line.split()
    if len(fields) == 3 and fields[1] in "tT":
        addresses[fields[2]] = fields[0]
with open(output, errors="replace") as file:
    called = {match[1] for line in file if (match := re.match(r"c?fn=\(\d+\) ([^'\s]+)", line))}
names = sorted(called & addresses.keys())
if not names:
    sys.exit(f"{output}: no function of {library} was called")
places = lines("addr2line", "-e", library, *(addresses[name] for name in names))
texts = lines("swift", "demangle", "-compact", "-simplified", given="\n".join(names))
files = collections.defaultdict(list)
for place, text in zip(places, texts):
    found = re.search(r"/Sources/(.+):\d+", place.replace("?", "0"))
    if found:
        files[found[1]].append(text)
if not files:
    sys.exit(f"{library}: has no line numbers of Graft")
print(f"{sum(map(len, files.values()))} functions in {len(files)} files")
for file in sorted(files) if "--list" in sys.argv else []:
    print(f"  {file}")
    for text in sorted(files[file]):
        print(f"    {text}")
