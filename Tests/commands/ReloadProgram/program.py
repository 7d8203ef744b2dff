# SPDX-License-Identifier: Apache-2.0
"""A program as data: its declarations by file, and their text."""
import copy
import dataclasses

from . import sources
from .bodies import Body
from .kinds import COUNTED, INT, KINDS, NAMING, NESTED, STATEFUL, TYPES

LIBRARY, EXECUTABLE = "Books", "asked"
MAIN = f"{EXECUTABLE}/main.swift"


@dataclasses.dataclass
class Type:
    """A type or an extension of one of the standard library."""
    name: str
    kind: str
    file: str
    base: str = ""  # the superclass
    is_new: bool = False  # whether the running program was built without it
    has_instance: bool = True  # of its own, that keeps its state
    changes: dict = dataclasses.field(default_factory=dict)  # texts that edits put into it

    @property
    def variable(self):
        return self.name[0].lower() + self.name[1:]


@dataclasses.dataclass
class Declaration:
    identifier: int
    kind: str
    file: str
    body: Body
    type: str = ""  # "" for one of a file
    name: str = ""
    more: list = dataclasses.field(default_factory=list)  # defaults of parameters; "" for none
    is_public: bool = False
    is_outside: bool = False  # whether it is in an extension of its type
    is_new: bool = False


class Program:
    def __init__(self):
        # By name, by identifier, and by file.
        self.types, self.declarations, self.files, self.texts = {}, {}, {}, {}

    def copy(self):
        return copy.deepcopy(self)

    # Changes as data, so that some of them can be made again.

    TABLES = ("types", "declarations", "files", "texts")

    def changes(self, newer):
        """What differs in a later program: table, key, and what is there now; None for nothing."""
        found = []
        for table in self.TABLES:
            old, new = getattr(self, table), getattr(newer, table)
            found += [(table, key, copy.deepcopy(new.get(key))) for key in {**old, **new}
                      if old.get(key) != new.get(key)]
        return found

    def apply(self, changes):
        for table, key, value in changes:
            if value is None:
                getattr(self, table).pop(key, None)
            else:
                getattr(self, table)[key] = copy.deepcopy(value)

    @staticmethod
    def module(file):
        return file.split("/")[0]

    # Calls.

    def instance(self, declaration):
        kind = self.types[declaration.type]
        text = TYPES[kind.kind][2]
        if not kind.has_instance and "{t}" in text:
            text = text.replace("{t}", "{T}(count: 5)" if kind.kind in COUNTED else "{T}()")
        return text.format(T=kind.name, t=kind.variable)

    def call(self, identifier):
        """An expression that calls a declaration with fixed arguments."""
        each = self.declarations[identifier]
        words = {"n": each.name, "op": each.name,
                 "args": "".join(f", {9 + i}" for i, default in enumerate(each.more)
                                 if default == "")}
        if each.type:
            kind = self.types[each.type]
            on = self.instance(each)
            words |= {"T": kind.name, "on": on, "plain": on.removeprefix("await ")}
            if kind.kind == INT:
                words["T"] = "Int"
        text = KINDS[each.kind].call.format(**words)
        # `await` stands before the whole.
        return "await " + text.replace("await ", "") if "await " in text else text

    def callers(self, identifier):
        return [each for each in self.declarations.values()
                if identifier in each.body.called]

    def callable_from(self, file, before=1 << 30, is_private_seen=True):
        """What a body in a file can call: older ones only, so no two call each other."""
        found = []
        for each in self.declarations.values():
            kind = KINDS[each.kind]
            if each.identifier >= before or not kind.is_called:
                continue
            if each.kind == "private" and (each.file != file or not is_private_seen):
                continue
            if self.module(each.file) != self.module(file) and not each.is_public:
                continue
            if self.module(each.file) == EXECUTABLE and self.module(file) == LIBRARY:
                continue
            found.append(each.identifier)
        return found

    # Text.

    def text(self, each):
        """The lines of a declaration."""
        kind = KINDS[each.kind]
        start = kind.start
        if each.type:
            start = start.format(x=TYPES[self.types[each.type].kind][1])
        more = "".join(f", _ more{i}: Int" + (f" = {default}" if default else "")
                       for i, default in enumerate(each.more))
        if "{more}" in kind.head:
            start += "".join(f" &+ more{i}" for i in range(len(each.more)))
        words = {"n": each.name, "op": each.name, "more": more,
                 "T": each.type, "args": "".join(f", more{i}" for i in range(len(each.more)))}
        before = [line.format(**words) for line in kind.before]
        statements, around = each.body.lines(start, each.name, self, ()), kind.around
        if "{body}" != around:
            inner = around.format(body="\n".join(statements), **words).split("\n")
            lines = before + inner
        elif before:
            lines = each.body.lines(start, each.name, self, tuple(before))
        else:
            lines = statements
        head = kind.head.format(**words)
        if each.is_public:
            head = head.replace("func ", "public func ", 1).replace("var ", "public var ", 1)
        text = [*(head + " {").split("\n"), *("  " + line for line in lines), "}"]
        if kind.after:
            text += kind.after.format(**words).split("\n")
        return text

    def type_text(self, kind):
        members = [line for _, each in sorted(self.declarations.items())
                   if each.type == kind.name and not each.is_outside
                   for line in self.text(each)]
        requirements = []
        if kind.kind == NAMING:
            for _, each in sorted(self.declarations.items()):
                if each.type == kind.name:
                    is_static = each.kind == "static default"
                    requirements.append(
                        f"  static func {each.name}() -> Int" if is_static
                        else f"  func {each.name}(_ a: Int) -> Int")
            requirements += kind.changes.get("requirements", [])
        depth = "    " if kind.kind == NESTED else "  "
        members = kind.changes.get("members", []) + members
        text = TYPES[kind.kind][0].format(
            T=kind.name, t=kind.variable, base=kind.base,
            cases=kind.changes.get("cases", ""),
            members="".join(depth + line + "\n" for line in members),
            requirements="".join(line + "\n" for line in requirements))
        for old, new in kind.changes.get("replaced", {}).items():
            assert old in text, (old, text)
            text = text.replace(old, new, 1)
        return [line for line in text.split("\n")
                if kind.has_instance or f" {kind.variable} = " not in line]

    def file_text(self, file):
        module = self.module(file)
        lines = ["import Observation"] + ([f"import {LIBRARY}"] if module == EXECUTABLE else [])
        lines += self.texts.get(file, {}).get("before", [])
        for _, kind in sorted(self.types.items()):
            if kind.file == file:
                lines += ["", *self.type_text(kind)]
        calls = []
        for _, each in sorted(self.declarations.items()):
            if each.file != file:
                continue
            calls.append(f"  out.append(\"{each.name} \\({self.call(each.identifier)})\")")
            if not each.type:
                lines += ["", *self.text(each)]
            elif each.is_outside:
                lines += ["", f"extension {each.type} {{",
                          *("  " + line for line in self.text(each)), "}"]
        lines += self.texts.get(file, {}).get("after", [])
        calls += self.texts.get(file, {}).get("calls", [])
        lines += ["", f"func {asking(file)}() async -> [String] {{", "  var out: [String] = []",
                  *calls, "  return out", "}"]
        return "\n".join(lines) + "\n"

    def render(self):
        """The texts of all files, by path in `Sources`."""
        texts = {file: self.file_text(file) for file in self.files}
        statements = "".join(line + "\n" for line in self.texts.get(MAIN, {}).get("before", []))
        texts[MAIN] = sources.MAIN.format(statements=statements)
        for module, name in ((LIBRARY, "askBooks"), (EXECUTABLE, "ask")):
            asked = [file for file in sorted(self.files) if self.module(file) == module]
            public = "public " if module == LIBRARY else ""
            # A long sum takes the compiler minutes if one of its functions is unknown.
            sums = "".join(f"  out += await {asking(file)}()\n" for file in asked)
            texts[f"{module}/Ask.swift"] = (
                f"{public}func {name}() async -> [String] {{\n  var out: [String] = []\n"
                f"{sums}  return out\n}}\n")
        return texts

    def fixed(self):
        """The texts of files that no edit changes."""
        kept = [kind for kind in self.types.values() if kind.kind in STATEFUL and kind.has_instance]
        texts = {"Books/State.swift": sources.STATE, "asked/Server.swift": sources.SERVER,
                 "asked/Start.swift": sources.START}
        for module in (LIBRARY, EXECUTABLE):
            own = [k for k in kept if self.module(k.file) == module]
            suffix, public, also = ("Books", "public ", "[:]") if module == LIBRARY else (
                "", "", "storedBooks()")
            pairs = "".join(f"  all[\"{k.variable}.count\"] = {k.variable}.count\n" for k in own)
            cases = "".join(f"  case \"{k.variable}.count\": {k.variable}.count = value\n"
                            for k in own)
            default = "return false" if module == LIBRARY else "return restoreBooks(name, value)"
            imports = "" if module == LIBRARY else f"import {LIBRARY}\n\n"
            texts[f"{module}/Stored.swift"] = (
                f"{imports}{public}func stored{suffix}() -> [String: Int] {{\n"
                f"  var all: [String: Int] = {also}\n{pairs}  return all\n}}\n\n"
                f"{public}func restore{suffix}(_ name: String, _ value: Int) -> Bool {{\n"
                f"  switch name {{\n{cases}  default: {default}\n  }}\n  return true\n}}\n")
        return texts


def asking(file):
    """The name of a file's function that asks all in it."""
    return "ask" + file.split("/")[1].removesuffix(".swift")
