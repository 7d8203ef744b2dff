# SPDX-License-Identifier: Apache-2.0
"""Compiles protocols plain and woven, runs both in each phase, and finds what differs."""
import collections
import dataclasses
import re

from .compiling import Compiler, run
from .sources import Program

SECONDS = 60


@dataclasses.dataclass
class Difference:
    """What is different for a protocol: its kind, and the compiler's words or the lines."""
    kind: str
    protocol: object
    detail: str
    configuration: object
    key: str = ""

    def __post_init__(self):
        self.key = self.key or self.kind + ": " + normalised(self.detail.splitlines()[0])


def normalised(text):
    """A message without the names and numbers of one protocol."""
    text = re.sub(r"'(?![_@])[^']*'", "'…'", text)
    return re.sub(r"\d+", "N", text)


def is_of_graft(diagnostic, catalogue):
    """Whether an error at the user's line has Graft's own words."""
    if diagnostic.is_inside_expansion:
        return False
    return any(pattern.search(diagnostic.message) for pattern in catalogue)


def is_unqualified(diagnostic, protocol):
    """Whether a nested protocol lacks `Self.` before an associated type of one that it refines.

    The compiler's words stand alone there, as docs/requirements.md has them."""
    return (bool(protocol.space) and "Container" in protocol.bounds
            and not diagnostic.is_inside_expansion
            and diagnostic.message == "cannot find type 'Element' in scope")


def catalogue(repository):
    """The words of the macros' errors, as patterns."""
    text = (repository / "Sources" / "messages.txt").read_text()
    patterns = [re.compile(r"' is unavailable: ")]
    for section in text.split("\n\n"):
        if not section.startswith("GraftMacros/"):
            continue
        for line in section.splitlines()[1:]:
            words = max(re.split(r"\\\(.*?\)", line.strip()), key=len)
            if len(words) > 20:
                patterns.append(re.compile(re.escape(words[:60])))
    return patterns


class Batch:
    """Protocols that are compiled together, in one configuration."""

    def __init__(self, protocols, configuration, folder, patterns):
        self.protocols, self.configuration = list(protocols), configuration
        self.compiler, self.patterns = Compiler(configuration, folder), patterns
        self.not_swift, self.refused, self.differences = [], [], []
        self.programs = 0

    def build(self, protocols, woven):
        self.programs += 1
        return self.compiler.build(
            Program(protocols, woven, self.configuration.modules), "woven" if woven else "plain")

    def halves(self, protocols, woven):
        """The protocols at which the compiler crashes, or that fail without a file's name."""
        outcome, _ = self.build(protocols, woven)
        if outcome.status == 0 or any(e.protocol for e in outcome.errors):
            return []
        if len(protocols) == 1:
            return [(protocols[0], outcome)]
        middle = len(protocols) // 2
        return self.halves(protocols[:middle], woven) + self.halves(protocols[middle:], woven)

    def check(self):
        plain, plain_outcome, plain_program = self.compile_plain()
        if not plain:
            return self
        woven, program = self.compile_woven(plain, plain_outcome)
        if woven:
            self.compare(woven, plain_program, program)
        return self

    def compile_plain(self):
        left = self.protocols
        while left:
            outcome, program = self.build(left, False)
            if outcome.status == 0:
                return left, outcome, program
            bad = {e.protocol for e in outcome.errors} - {""}
            if outcome.crashed or not bad:
                named = named_in(stack(outcome.text), left)
                bad |= named or {p.name for p, _ in self.halves(left, False)}
            if not bad:
                raise RuntimeError("plain programs fail for no protocol:\n" + outcome.text[-4000:])
            self.not_swift += [p for p in left if p.name in bad]
            left = [p for p in left if p.name not in bad]
        return [], None, None

    def compile_woven(self, left, plain_outcome):
        warned = {w.message for w in plain_outcome.warnings}
        while left:
            outcome, program = self.build(left, True)
            if outcome.status == 0:
                self.check_warnings(left, outcome, warned)
                return left, program
            by_name = collections.defaultdict(list)
            for error in outcome.errors:
                # It says so of all sections as soon as anything else is wrong.
                if "compile-time" not in error.message:
                    by_name[error.protocol].append(error)
            by_name.pop("", None)
            crashed = []
            if not by_name:
                crashed = self.halves(left, True)
                if not crashed and not by_name:
                    raise RuntimeError("woven programs fail for no protocol:\n"
                                       + outcome.text[-4000:])
            for protocol, alone in crashed:
                by_name.pop(protocol.name, None)
                self.differences.append(Difference(
                    "the compiler crashes", protocol, crash(alone.text), self.configuration))
            for protocol in left:
                if protocol.name in by_name:
                    self.judge(protocol, by_name[protocol.name])
            bad = set(by_name) | {p.name for p, _ in crashed}
            left = [p for p in left if p.name not in bad]
        return [], None

    def judge(self, protocol, errors):
        own = [e for e in errors
               if is_of_graft(e, self.patterns) or is_unqualified(e, protocol)]
        if own:
            # Errors that follow from a refused requirement.
            self.refused.append((protocol, own[0].message))
            return
        inside = [e for e in errors if e.is_inside_expansion]
        kind = "an error in an expansion" if inside else "an error at the user's line"
        first = (inside or errors)[0]
        detail = first.message + "\n" + "\n".join(f"{e.file}: {e.message}" for e in errors[:8])
        self.differences.append(Difference(kind, protocol, detail, self.configuration))

    def check_warnings(self, left, outcome, warned):
        for protocol in left:
            found = [w for w in outcome.warnings if w.protocol == protocol.name
                     and w.message not in warned and "deprecated" not in w.message
                     # The answering class repeats a body in generic code.
                     and "SendableMetatypes" not in w.message]
            if found:
                detail = found[0].message + "\n" + "\n".join(
                    f"{w.file}: {w.message}" for w in found[:5])
                self.differences.append(
                    Difference("a warning", protocol, detail, self.configuration))

    # Running.

    def compare(self, protocols, plain_program, woven_program):
        folder = self.compiler.folder
        plain = run([str(plain_program), "0"], SECONDS, folder)
        program = Program(protocols, True, self.configuration.modules)
        bad = set()
        for phase in (1, 2, 3):
            environment = {"GRAFT_BLOCK": ",".join(program.blocked(phase))}
            if not environment["GRAFT_BLOCK"]:
                environment = {}
            woven = run([str(woven_program), str(phase)], SECONDS, folder, environment)
            if woven.status != 0 or plain.status != 0:
                pairs = [(p, run([str(plain_program), "0", p.name], SECONDS, folder),
                          run([str(woven_program), str(phase), p.name], SECONDS, folder,
                              environment)) for p in protocols if p.name not in bad]
            else:
                pairs = [(p, plain, woven) for p in protocols if p.name not in bad]
            for protocol, expected, found in pairs:
                difference = self.difference(protocol, phase, expected, found)
                if difference:
                    bad.add(protocol.name)
                    self.differences.append(difference)

    def difference(self, protocol, phase, plain, woven):
        what = f"phase {phase}"
        if plain.status != 0:
            self.not_swift.append(protocol)
            return None
        if woven.status != 0:
            status = "does not end" if woven.status == -999 else "crashes"
            text = "\n".join(woven.text.splitlines()[-40:])
            fatal = [line for line in woven.text.splitlines()
                     if "Fatal error" in line or "Graft:" in line or "crashed:" in line]
            return Difference(f"{what}: the program {status}", protocol,
                              (fatal[0] if fatal else f"status {woven.status}") + "\n" + text,
                              self.configuration)
        # Private types are named with an address.
        expected, found = (
            lines_of(protocol, re.sub(r"\(unknown context at \$\w+\)", "(here)", each.text))
            for each in (plain, woven))
        if expected != found:
            first = next(((a, b) for a, b in zip(expected + [""], found + [""]) if a != b),
                         ("(end)", "(end)"))
            marked = [line for line in found if " UNSEEN " in line or " MISMATCH " in line]
            detail = (re.sub(r"^P\d+ (r\d+)?", "", marked[0].split(" | ")[0]) if marked
                      else "the output differs")
            return Difference(what, protocol, f"{detail}\nplain: {first[0]}\nwoven: {first[1]}",
                              self.configuration)
        if phase == 3 and "answering" in protocol.parts and \
                f"bodies: {protocol.name} default" in woven.text + "\n":
            return Difference(what, protocol, "a default runs although an extension answers",
                              self.configuration)
        return None


def lines_of(protocol, text):
    return [line for line in text.splitlines() if line.startswith(protocol.name + " ")]


def named_in(text, protocols):
    """The protocol that a stack names, by its file or in a mangled name, if it is only one."""
    numbers = set(re.findall(r"/P(\d+)\.swift", text)) or set(
        re.findall(r"\d[PT](\d+)[abc]?", text))
    names = {p.name for p in protocols} & {f"P{number}" for number in numbers}
    return names if len(names) == 1 else set()


def stack(text):
    """What a crashed compiler was at."""
    return "\n".join(line for line in text.splitlines() if re.match(r"^\d+\.\t", line)
                     and "Program arguments" not in line)


def crash(text):
    lines = [line for line in text.splitlines()
             if re.match(r"^(Assertion|\d+\.\t)", line) and "Program arguments" not in line]
    last = re.sub(r"'.*|\".*|@\$s\S*", "", lines[-1]) if lines else "it crashes"
    return "\n".join([last] + [line[:300] for line in lines])
