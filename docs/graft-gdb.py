# SPDX-License-Identifier: Apache-2.0
"""Commands of gdb for processes with Graft, and their cores.

    (gdb) source graft-gdb.py
    (gdb) help graft

They read the structures of Sources/CGraft/include/graft_debug.h, so they need no
debug information and run no code of the process. `graft why` and `graft break` also
run inspect-sections.
"""

import json
import os
import re
import struct
import subprocess

import gdb

VERSION = 1
STATES = ["staged", "active", "withdrawn", "superseded", "rolled back", "refused"]


# What the process says.


class Memory:
    """The structures of graft_debug.h, which are words of 64 bits."""

    def __init__(self):
        self.inferior = gdb.selected_inferior()
        if self.inferior.pid == 0:
            raise gdb.GdbError("There is no process and no core.")
        address = Memory.symbol()
        version, byte_count = struct.unpack("<II", self.read(address, 8))
        if version != VERSION:
            raise gdb.GdbError(
                f"Graft in this process has version {version} of graft_debug.h, and"
                f" graft-gdb.py reads version {VERSION}: use the file of that Graft."
            )
        self.lists = struct.unpack("<3Q", self.read(address + 8, 24))

    @staticmethod
    def symbol():
        language = gdb.parameter("language")
        gdb.execute("set language c", to_string=True)
        try:
            return int(gdb.parse_and_eval("(unsigned long)&graft_debug"))
        except gdb.error:
            raise gdb.GdbError(
                "No symbol graft_debug: this process has no Graft, or gdb has not read its"
                " libGraft, or the program is stripped and Graft is linked into it."
            )
        finally:
            gdb.execute(f"set language {language}", to_string=True)

    def read(self, address, byte_count):
        try:
            return self.inferior.read_memory(address, byte_count).tobytes()
        except gdb.MemoryError:
            raise gdb.GdbError(f"Can't read the process's memory at {address:#x}.")

    def text(self, address):
        """The text at an address; empty for NULL."""
        found = b""
        while address != 0 and b"\0" not in found:
            # Up to the end of an aligned block, which is in one page.
            byte_count = 256 - address % 256
            found += self.read(address, byte_count)
            address += byte_count
        return found.split(b"\0")[0].decode(errors="replace")

    def items(self, number):
        """The pointers of a list."""
        address = self.lists[number]
        if address == 0:
            return []
        (count,) = struct.unpack("<Q", self.read(address, 8))
        return struct.unpack(f"<{count}Q", self.read(address + 16, 8 * count))

    def images(self):
        return [Image(self, address) for address in self.items(0)]

    def blocked(self):
        return [self.text(address) for address in self.items(1)]

    def advice(self):
        """Name, source, protocol, requirement and subjects of each."""
        for address in self.items(2):
            yield [self.text(text) for text in struct.unpack("<5Q", self.read(address, 40))]


class Image:
    def __init__(self, memory, address):
        path, plugin, _, self.record_count, state = struct.unpack("<5Q", memory.read(address, 40))
        self.path, self.plugin = memory.text(path), memory.text(plugin)
        self.state = STATES[state] if state < len(STATES) else f"state {state}"


class Program:
    """The images, and the names that are blocked."""

    def __init__(self):
        memory = Memory()
        self.images, self.blocked = memory.images(), memory.blocked()

    def image(self, path):
        """The last image with a path; cores can be read where the files lie elsewhere."""
        for key in (os.path.realpath, os.path.basename):
            found = [image for image in self.images if key(image.path) == key(path)]
            if found:
                return found[-1]
        return None

    def mark(self, step):
        """Why an extension of a chain does not count; None if it does."""
        image = self.image(step["path"])
        if image is None:
            return "not loaded"
        if image.state != "active":
            return image.state
        names = (step["extension"], image.plugin)
        return "blocked" if any(name in self.blocked for name in names) else None


def show(rows):
    """Prints rows in columns."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


# What inspect-sections says.


def inspected():
    """The options that name the process or the core."""
    inferior = gdb.selected_inferior()
    kind = inferior.connection.type if inferior.connection else "none"
    if kind == "native":
        return ["--process", str(inferior.pid)]
    if kind == "core":
        files = gdb.execute("info files", to_string=True)
        found = re.search(r"core dump file:\s*`(.*)', file type", files)
        if found:
            return ["--core", found.group(1)]
    raise gdb.GdbError(f"inspect-sections can't read files of a target of kind {kind}.")


def resolve():
    """The answers of `inspect-sections resolve`."""
    command = [gdb.parameter("graft-inspect-sections") or "inspect-sections", "resolve"]
    command += ["--format", "json"] + inspected()
    try:
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except OSError as error:
        raise gdb.GdbError(
            f"Can't run {command[0]}: {error.strerror}. `set graft-inspect-sections PATH` says"
            " where it is."
        )
    try:
        report = json.loads(run.stdout)
    except ValueError:
        raise gdb.GdbError(f"{command[0]}: {run.stderr.decode(errors='replace').strip()}")
    for problem in report["diagnostics"]:
        # The notes say what is left out, which the commands show.
        if problem["severity"] != "note":
            print(f"{problem['path']}: {problem['severity']}: {problem['text']}")
    return [result for result in report["results"] if result["type"] == "answer"]


def names(answer):
    """The names of an answer's requirement, from `weigh` to `Shop.Weighed.weigh(_:)`.

    A property's are those of its getter and its setter."""
    requirement = re.sub("^(static |get |set )+", "", answer["requirement"])
    for protocol in ("", answer["protocol"].split(".")[-1] + ".", answer["protocol"] + "."):
        yield protocol + requirement
        yield protocol + requirement.split("(")[0]


def method(answer):
    """The name of the requirement's method in a class of an extension."""
    name = answer["requirement"].split("(")[0].removeprefix("static ").removeprefix("get ")
    setter = name.removeprefix("set ")
    return name if setter == name else "set" + setter[0].upper() + setter[1:]


def answers(arguments, command):
    """The answers that the arguments of a command choose."""
    words = gdb.string_to_argv(arguments)
    if len(words) != 2:
        raise gdb.GdbError(f"Usage: {command} TYPE REQUIREMENT, as in: {command} Parcel weigh")
    subject, requirement = words
    found = resolve()
    ofType = [a for a in found if ("." + a["subject"]).endswith("." + subject)]
    if not ofType:
        raise gdb.GdbError(
            f"No type {subject} in the files of this process conforms to an extensible protocol."
        )
    chosen = [a for a in ofType if requirement in names(a)]
    if not chosen:
        known = ", ".join(sorted({list(names(a))[3] for a in ofType}))
        raise gdb.GdbError(f"{subject} has no requirement {requirement}; it has {known}.")
    return chosen


# Swift's symbols. https://github.com/swiftlang/swift/blob/main/docs/ABI/Mangling.rst


class Mangled:
    """Reads identifiers from the start of a mangled name."""

    def __init__(self, text):
        self.rest, self.words = text, []

    def skip(self, prefix):
        found = self.rest.startswith(prefix)
        if found:
            self.rest = self.rest[len(prefix) :]
        return found

    def identifier(self):
        """The next identifier; None if there is none in ASCII."""
        text, has_words = "", self.skip("0")
        if not self.rest[:1].isalnum():
            return None
        while True:
            while has_words and self.rest[:1].isalpha():
                letter, self.rest = self.rest[0], self.rest[1:]
                has_words = letter.islower()
                number = ord(letter.lower()) - ord("a")
                if number >= len(self.words):
                    return None
                text += self.words[number]
            if self.skip("0"):
                return text
            digits = re.match(r"\d+", self.rest)
            if not digits:
                return None
            end = digits.end() + int(digits.group())
            part, self.rest = self.rest[digits.end() : end], self.rest[end:]
            # Words end before a capital letter and an underscore, and can be used again.
            for word in re.findall(r"[^\d_][^_]*?(?:(?<![A-Z])(?=[A-Z])|(?=_)|$)", part):
                if len(word) >= 2 and len(self.words) < 26:
                    self.words.append(word)
            text += part
            if not has_words:
                return text

    def declared(self):
        """The next identifier, without the mark of a private declaration."""
        name, after = self.identifier(), self.rest
        if name and self.identifier() and self.skip("LL"):
            return name
        self.rest = after
        return name


def is_method(symbol, extension, method):
    """Whether a symbol is a method of a class, of any labels and types."""
    name = Mangled(symbol)
    if not name.skip("$s"):
        return False
    if f"{name.identifier()}.{name.declared()}" != extension or not name.skip("C"):
        return False
    # A function in the method has the method's name in front of its own.
    return (
        name.declared() == method
        and name.rest.endswith("F")
        and not re.search(r"L\d*_", name.rest)
    )


def symbols(path):
    """The functions that gdb knows in an image."""
    for objfile in gdb.objfiles():
        owner = objfile.owner or objfile
        if os.path.basename(owner.filename) != os.path.basename(path):
            continue
        lines = gdb.execute(f'maint print msymbols -objfile "{objfile.filename}"', to_string=True)
        for line in lines.splitlines():
            found = re.match(r"\[ *\d+\] [Tt] 0x[0-9a-f]+ (\$s\S+) section \.text", line)
            if found:
                yield found.group(1)


# Commands.


class Graft(gdb.Command):
    """Images, advice and answers of Graft in this process or core."""

    def __init__(self):
        super().__init__("graft", gdb.COMMAND_SUPPORT, gdb.COMPLETE_NONE, True)


class Images(gdb.Command):
    """List the images with extensions: state, number of records, plug-in, path."""

    def __init__(self):
        super().__init__("graft images", gdb.COMMAND_STATUS)

    def invoke(self, arguments, from_tty):
        program = Program()
        if not program.images:
            print("No call has asked Graft yet.")
        else:
            show(
                [["state", "records", "plug-in", "path"]]
                + [[i.state, str(i.record_count), i.plugin, i.path] for i in program.images]
            )
        if program.blocked:
            print("blocked: " + ", ".join(program.blocked))


class Advice(gdb.Command):
    """List the installed advice, the oldest first.

    Classes with @Advice are in the images: see `inspect-sections list`."""

    def __init__(self):
        super().__init__("graft advice", gdb.COMMAND_STATUS)

    def invoke(self, arguments, from_tty):
        advice = list(Memory().advice())
        if not advice:
            print("No advice is installed.")
            return
        rows = [[f"{a[2]}.{a[3]}", a[4], a[0], a[1]] for a in advice]
        show([["requirement", "subjects", "name", "source"]] + rows)


class Why(gdb.Command):
    """Show which extension answers, and what does not count: graft why TYPE REQUIREMENT

    TYPE is a name with or without its module; REQUIREMENT is weigh, weigh(_:) or
    Weighed.weigh. Extensions that the process has withdrawn, blocked, superseded,
    rolled back or refused are marked. Predicates are not known."""

    def __init__(self):
        super().__init__("graft why", gdb.COMMAND_STATUS)

    def invoke(self, arguments, from_tty):
        program = Program()
        for answer in answers(arguments, "graft why"):
            print(f"{answer['subject']}, {answer['protocol']}.{answer['requirement']}:")
            rows, word = [], "answers"
            # inspect-sections leaves out what does not count, if it may read the process.
            for step in answer["excluded"]:
                mark = program.mark(step)
                if mark:
                    file = os.path.basename(step["path"])
                    rows.append([mark, step["extension"], "", step["source"] or "", file])
            if answer["outcome"] == "own":
                rows.append(["own", answer["symbol"] or "the type", "", "", ""])
                word = "then"
            for step in answer["chain"]:
                mark = program.mark(step)
                file = os.path.basename(step["path"])
                rows.append(
                    [mark or word, step["extension"], step["rule"], step["source"] or "", file]
                )
                word = word if mark else "then"
            if word == "answers":
                rows.append(["nobody", "", "", "", ""])
            for key, mark in (("conflict", "conflict"), ("dependsOn", "depends")):
                rows += [[mark, str(other), "", "", ""] for other in answer[key]]
            show(rows)


class Break(gdb.Command):
    """Stop in the methods that answer a requirement: graft break TYPE REQUIREMENT

    Sets a breakpoint on the method of each extension in the chain that counts, and on
    the methods of the same name with other labels."""

    def __init__(self):
        super().__init__("graft break", gdb.COMMAND_BREAKPOINTS)

    def invoke(self, arguments, from_tty):
        program, chosen = Program(), answers(arguments, "graft break")
        missing, found = [], set()
        for answer in chosen:
            name = method(answer)
            for step in answer["chain"]:
                if program.mark(step):
                    continue
                functions = {
                    symbol
                    for symbol in symbols(step["path"])
                    if is_method(symbol, step["extension"], name)
                }
                if not functions:
                    missing.append(f"{step['extension']}.{name} in {step['path']}")
                found |= functions
        if not found and not missing:
            raise gdb.GdbError("No extension that counts implements it.")
        for function in sorted(found):
            gdb.Breakpoint(function=function)
        if missing:
            raise gdb.GdbError(f"No symbol of {'; '.join(missing)}: is the file stripped?")


class InspectSections(gdb.Parameter):
    """The command inspect-sections, which `graft why` and `graft break` run."""

    set_doc = "Set where inspect-sections is."
    show_doc = "Show where inspect-sections is."

    def __init__(self):
        super().__init__(
            "graft-inspect-sections", gdb.COMMAND_SUPPORT, gdb.PARAM_OPTIONAL_FILENAME
        )
        self.value = "inspect-sections"

    def get_set_string(self):
        return ""

    def get_show_string(self, value):
        return f"inspect-sections is {value}."


for command in (Graft, Images, Advice, Why, Break, InspectSections):
    command()
