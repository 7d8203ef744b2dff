# SPDX-License-Identifier: Apache-2.0
"""A declaration's layout: the same tokens on several lines, with comments between them."""
import random
import re

TOKEN = re.compile(r"`[^`]*`|\w+|->|\.\.\.|\s+|.")
# After the first and before the second, Swift takes a new line everywhere in a declaration.
BREAKS_AFTER = {"(", ",", ":", "->", "where", "some", "any", "inout"}
BREAKS_BEFORE = {")", "->", "where", "throws", "async", "]", "{"}
BLOCKS = ["/* a, (b: Int) */", "/* -> */", "/**/", "/* where `x` */", "/* /* nested */ { */"]
LINES = ["// a, (b: Int) {", "// \"quoted", "// -> Self", "//", "// */ @Required"]
DOCUMENTATION = [
    ["/// A summary, with `code` and \"quotes\"."], ["/** Several,", "    lines (of it). */"],
    ["/// - Parameters:", "///   - a: the first.", "/// - Returns: `nil`."], ["// MARK: - Part"], [""]]


def arranged(protocol, text):
    """The lines of a declaration whose first line is its head."""
    if not protocol.layout:
        return text
    rng = random.Random(f"{protocol.layout} {text[0]}")
    head = text[0]
    # A text in it has parentheses of its own.
    if '"' not in head:
        head = broken(head, rng)
    above = rng.choice(DOCUMENTATION) if rng.random() < 0.4 else []
    return above + head.split("\n") + text[1:]


def broken(head, rng):
    tokens = TOKEN.findall(head)
    words = [i for i, token in enumerate(tokens) if not token.isspace()]
    # The name of an operator is no place of its own.
    begin = next((i for i in words if tokens[i] in ("func", "subscript", "init", "var")), 0)
    likelihood = rng.choice((0.1, 0.3, 0.8))
    found = []
    for position, token in enumerate(tokens):
        is_inside = position > begin + 2
        stands_apart = tokens[position - 1].isspace() or token in (")", "]")
        if is_inside and token in BREAKS_BEFORE and stands_apart and rng.random() < likelihood:
            found.append(gap(rng))
        found.append(token)
        if is_inside and token in BREAKS_AFTER and rng.random() < likelihood:
            found.append(gap(rng))
    return "".join(found)


def gap(rng):
    roll = rng.random()
    if roll < 0.5:
        return "\n    "
    if roll < 0.75:
        return " " + rng.choice(BLOCKS) + " "
    return " " + rng.choice(LINES) + "\n    "
