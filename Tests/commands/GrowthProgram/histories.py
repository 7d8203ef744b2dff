# SPDX-License-Identifier: Apache-2.0
"""Histories of a library: their plug-ins and programs, what the rules expect, and what happens."""
import dataclasses
import random
import re
import shutil

from ProtocolProgram import compiling

from . import code as sources
from .api import API, Requirement
from .code import Code
from .edits import BY_ROW, EDITS, LATER


@dataclasses.dataclass
class Checked:
    pairs: int = 0
    differences: list = dataclasses.field(default_factory=list)


class History:
    """Versions of a library, with the changes between them and code against each."""

    def __init__(self, name, versions, steps, plugins, host):
        self.name, self.versions, self.steps = name, versions, steps
        self.plugins, self.host = plugins, host

    # The rules.

    def runs(self, old, new):
        """Whether code of one version runs with the library of another."""
        before, after = self.versions[old], self.versions[new]
        if before.foundation != after.foundation or before.pin_fields != after.pin_fields \
                or before.heard > after.heard:
            return False
        if before.evolves != after.evolves:
            return False
        known = before.accessors
        if not before.evolves:
            # Layouts count of the types that requirements name.
            has_coin = any(each.parameter == "Coin" for each in before.requirements)
            return (known, before.heard) == (after.accessors, after.heard) and (
                not has_coin or before.coin_fields == after.coin_fields)
        return after.accessors[:len(known)] == known

    def is_unseen(self, plugin, version):
        """Whether nobody compares what differs: of what has no extension."""
        old, new = self.versions[plugin], self.versions[version]
        if not old.evolves and old.heard != new.heard:
            return True
        return not self.plugins[plugin].extends and (
            old.pin_fields != new.pin_fields or not (old.evolves and new.evolves))

    def host_version(self, version):
        """The oldest version that a program can be of."""
        return next(old for old in range(version + 1) if self.runs(old, version))

    def refusal(self, plugin, version):
        """A pattern for why a plug-in is refused; "" if it runs."""
        if self.runs(plugin, version):
            return ""
        edits = [edit for step in self.steps[min(plugin, version):max(plugin, version)]
                 for edit in step]
        reasons = [edit.refusal for edit in edits if edit.refusal]
        # Together, several changes can look like others.
        if len(edits) > 1:
            reasons.append("is new, and not at the end|has moved|has changed|is gone")
        if version < plugin:
            reasons.append(LATER)
        if not all(each.evolves for each in self.versions):
            reasons += ["without -enable-library-evolution", "was compiled with"]
        return "|".join(reasons)

    def expected(self, plugin, version):
        """The lines of a program whose plug-in runs."""
        api, code = self.versions[version], self.plugins[plugin]
        at = self.host_version(version)
        model = Model(api, (self.versions[plugin], code), (self.versions[at], self.host[at]))
        return model.lines()

    # Running.

    def build(self, folder, mode):
        compiler = Swift(folder, mode)
        for number, api in enumerate(self.versions):
            compiler.library(number, api)
        for number, code in enumerate(self.plugins):
            compiler.plugin(number, sources.plugin(self.versions[number], code))
        for number in {self.host_version(n) for n in range(len(self.versions))}:
            compiler.program(number, sources.host(self.versions[number], self.host[number]))
        return compiler

    def check(self, mode, folder):
        folder = folder / f"{re.sub('[^a-z0-9]+', '-', self.name.lower())}-{mode}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        checked = Checked()
        try:
            compiler = self.build(folder, mode)
        except RuntimeError as error:
            checked.differences.append(f"difference: {self.name}, {mode}: {error}\n{self.story}")
            return checked
        for version in range(len(self.versions)):
            for plugin in range(len(self.versions)):
                if self.is_unseen(plugin, version):
                    continue
                checked.pairs += 1
                text = compiler.run(self.host_version(version), version, plugin)
                if problem := self.problem(text, plugin, version):
                    checked.differences.append(
                        f"difference: {self.name}, {mode}: plug-in of version {plugin + 1} in "
                        f"version {version + 1}: {problem}\n{self.story}")
        return checked

    def problem(self, text, plugin, version):
        pattern = self.refusal(plugin, version)
        if pattern:
            if text.startswith("refused: ") and re.search(pattern, text):
                return ""
            return f"it should be refused ({pattern})\n{text}"
        expected = self.expected(plugin, version)
        lines = re.sub(r"API.Greeter@\S+", "the author's", text).splitlines()
        if lines == expected:
            return ""
        wrong = [f"  expected {e}" for e in expected if e not in lines] + [
            f"  found    {line}" for line in lines if line not in expected]
        return "other lines:\n" + ("\n".join(wrong) or text)

    @property
    def story(self):
        lines = [f"  evolution: {self.versions[0].evolves}"]
        for number, api in enumerate(self.versions):
            if number:
                lines.append("  then: " + "; ".join(e.row for e in self.steps[number - 1]))
            lines.append("  " + "; ".join(each.declaration for each in api.requirements))
            lines.append(f"  {self.plugins[number]}")
        return "\n".join(lines)


class Model:
    """What a program prints, by the rules: own, then the program's extension, the plug-in's and the
    library's."""

    def __init__(self, api, plugin, host):
        self.api, self.plugin, self.host = api, plugin, host

    @staticmethod
    def has(side, group, requirement, is_setter=False):
        """Whether code has the accessor of a requirement that its version knows."""
        api, code = side
        known = next((r for r in api.requirements if r.identity == requirement.identity), None)
        if known is None or is_setter and not known.has_setter:
            return False
        if group == "own":
            return known.identity in code.own or known.is_required
        return known.identity in code.overridden and not known.is_required

    def extensions(self, requirement, is_setter=False):
        """Those that answer, in order: words, and whether it asks for a next one."""
        found = []
        for side, words, name in ((self.host, "x", "Host.Own"),
                                  (self.plugin, self.plugin[1].tag, self.plug)):
            if self.has(side, "overridden", requirement, is_setter):
                known = next(r for r in side[0].requirements if r.identity == requirement.identity)
                found.append((words, name, sources.is_first(side[0], known)))
        return found

    @staticmethod
    def last(requirement):
        """What ends a chain: the library's extension, or its author's default."""
        return "API.Base" if requirement.answered_by == "extension" else "the author's"

    def value(self, requirement, type_side, is_mine):
        if self.has(type_side, "own", requirement):
            return requirement.value("own")
        text = requirement.value(self.api.words)
        for words, _, asks in reversed(self.extensions(requirement)):
            if requirement.result != "String":
                text = str(int(text) + 1)
            else:
                text = f"{words}[{text}]" + ("+" if asks else "")
        plugin_api, code = self.plugin
        if is_mine and code.advised == requirement.name:
            advised = next(r for r in plugin_api.requirements if r.name == code.advised)
            if advised.identity == requirement.identity:
                text = f"{code.tag}<{text}>"
        return text

    def set_log(self, requirement, type_side):
        if self.has(type_side, "own", requirement, True):
            found = [f"own:set {requirement.name}"]
        else:
            found = [f"{words}:set {requirement.name} n"
                     for words, _, _ in self.extensions(requirement, True)]
            found.append(f"{self.api.words}:set {requirement.name} n")
        return "[" + ", ".join(f'"{line}"' for line in found) + "]"

    def answers(self, title, side, is_mine):
        lines = [f"{title} pin={311 if self.plugin[1].extends else 31}"]
        for each in self.api.requirements:
            value = self.value(each, side, is_mine)
            if each.kind == "var":
                lines.append(f"{title} {each.name}={value}")
                if each.has_setter:
                    lines.append(f"{title} set {each.name}={self.set_log(each, side)}")
            else:
                lines.append(f"{title} {each.name}({each.parameter})={value}")
        return lines

    @property
    def plug(self):
        return f"Plug{self.plugin[1].version}.Plug"

    @property
    def of_pin(self):
        """The extensions for the first requirement, which nobody implements itself."""
        return " ".join(["Host.Own"] + [self.plug] * self.plugin[1].extends + ["API.Base"])

    def accessors(self):
        """Each requirement that dispatches, and whether it is a setter."""
        for each in self.api.open_requirements:
            yield each, False
            if each.has_setter:
                yield each, True

    def lines(self):
        lines = self.answers("mine", self.plugin, True) + self.answers("guest", self.host, False)
        own = self.plugin[0].heard
        lines += [f"heard ear{n} w" if n < own else f"heard {self.api.words}:hear{n} w"
                  for n in range(self.api.heard)]
        lines.append(f"chain {self.of_pin}")
        for each, is_setter in self.accessors():
            names = [name for _, name, _ in self.extensions(each, is_setter)]
            lines.append("chain " + " ".join(names + [self.last(each)]))
        lines.append(f"all {self.of_pin}")
        return lines + [f"watched {self.watched()}"]

    def watched(self):
        if not self.plugin[1].watches:
            return 0
        return 2 + sum(not self.has(side, "own", each, is_setter)
                       for each, is_setter in self.accessors() for side in (self.plugin, self.host))


class Swift:
    """Compiles one history in a folder."""

    def __init__(self, folder, mode):
        self.folder, self.mode = folder, mode
        self.products = compiling.SCRATCH / mode

    def compile(self, name, text, arguments, language="6"):
        path = self.folder / f"{name}.swift"
        path.write_text(text)
        optimisation = {"debug": ["-Onone", "-gline-tables-only"], "release": ["-O"]}[self.mode]
        command = ["swiftc", str(path), "-parse-as-library", "-wmo", "-swift-version", language,
                   "-module-cache-path", str(compiling.SCRATCH / "module-cache"),
                   "-I", str(self.products / "Modules"),
                   "-Xcc", "-I" + str(compiling.REPOSITORY / "Sources/CGraft/include"),
                   "-load-plugin-executable",
                   f"{self.products / 'GraftMacros-tool'}#GraftMacros",
                   "-L", str(self.products), "-lGraftCourier-dynamic",
                   "-Xlinker", "-rpath", "-Xlinker", str(self.products)]
        outcome = compiling.run(command + optimisation + arguments, 900, self.folder)
        if outcome.status != 0:
            raise RuntimeError(f"{name} does not compile\n{outcome.text}\n{text}")

    def version(self, number):
        folder = self.folder / str(number)
        folder.mkdir(exist_ok=True)
        return folder

    def library(self, number, api):
        folder = self.version(number)
        self.compile(f"API{number}", api.source, [
            "-emit-library", "-emit-module", "-module-name", "API", "-o", str(folder / "libAPI.so"),
            "-emit-module-path", str(folder / "API.swiftmodule")]
            + (["-enable-library-evolution"] if api.evolves else []))

    def against(self, number):
        folder = str(self.version(number))
        return ["-I", folder, "-L", folder, "-lAPI"]

    def plugin(self, number, text):
        self.compile(f"Plug{number + 1}", text, [
            "-emit-library", "-module-name", f"Plug{number + 1}",
            "-o", str(self.folder / f"plugin{number}.so")] + self.against(number))

    def program(self, number, text):
        self.compile(f"Host{number}", text, [
            "-module-name", "Host", "-o", str(self.folder / f"host{number}")]
            + self.against(number), language="5")

    def run(self, host, version, plugin):
        outcome = compiling.run(
            [str(self.folder / f"host{host}"), str(self.folder / f"plugin{plugin}.so")], 60,
            self.folder, {"LD_LIBRARY_PATH": str(self.version(version))})
        return outcome.text + ("" if outcome.status == 0 else f"\nstatus {outcome.status}")


# Making them.

def code(api, version, rng):
    """Random code against a version."""
    open_ones = api.open_requirements
    own = {r.identity for r in api.requirements if rng.random() < 0.2}
    extends = rng.random() < 0.75
    overridden = {r.identity for r in open_ones if extends and rng.random() < 0.5}
    advisable = [r.name for r in open_ones if r.kind == "func" and not r.effects
                 and r.parameter != "generic" and r.result == "String"
                 and sources.is_first(api, r) and r.identity not in own]
    return Code(version + 1, overridden, own, rng.choice(advisable) if advisable else "",
                rng.random() < 0.5, extends)


def history(name, versions, steps, rng):
    plugins = [code(api, number, rng) for number, api in enumerate(versions)]
    hosts = [code(api, number, rng) for number, api in enumerate(versions)]
    return History(name, versions, steps, plugins, hosts)


def first(rng):
    """A first version."""
    api = API([])
    for number in range(rng.choice((1, 2, 3, 4))):
        kind = rng.choice(("func", "func", "var", "static"))
        effects = rng.choice(("", "", "", "async", "throws", "async throws"))
        api.requirements.append(Requirement(
            f"{'v' if kind == 'var' else 'f'}{number}", kind,
            rng.choice(("Int", "String", "Coin", "generic")) if kind != "var" else "Int",
            kind == "var" and rng.random() < 0.5, effects if kind != "var" else "",
            rng.choice(("extension", "extension", "author")) if kind == "func" else "extension"))
    if rng.random() < 0.3:
        api.coin_fields.append("more1")
    return api


def random_history(seed):
    """Three versions, mostly with changes that old plug-ins run with."""
    rng = random.Random(seed)
    versions, steps = [first(rng)], []
    versions[0].evolves = rng.random() < 0.85
    for _ in range(2):
        api, step = versions[-1].copy(), []
        for _ in range(rng.choice((1, 1, 2, 3))):
            breaking = rng.random() < 0.12
            edit = rng.choice([e for e in EDITS if e.breaks == breaking
                               and "removed" not in e.row.split("` ")
                               and not e.row.startswith("`-enable")])
            # What keeps a type's size is not seen without library evolution.
            if not api.evolves and ("case" in edit.row or "order of a struct" in edit.row):
                continue
            changed = api.copy()
            if edit.apply(changed, rng) is not False:
                api = changed
                step.append(edit)
        versions.append(api)
        steps.append(step)
    return history(f"seed {seed}", versions, steps, rng)


def rows():
    """A history of two versions for each row, and one for a library without evolution."""
    found = []
    for edit in EDITS:
        rng = random.Random(edit.row)
        for _ in range(1000):
            before = first(rng)
            before.evolves = edit.row != "`-enable-library-evolution` added"
            # A requirement that can be anything, so that the change finds one.
            before.requirements += [Requirement("v8", "var"), Requirement("f9"), Requirement("v9", "var")]
            if "order of a struct" in edit.row and len(before.coin_fields) < 2:
                before.coin_fields.append("more1")
            after = before.copy()
            if edit.apply(after, rng) is not False:
                break
        found.append(history(edit.row, [before, after], [[edit]], rng))
    for row in ("a function at the end", "a stored property of a struct"):
        rng = random.Random(row)
        before = first(rng)
        before.evolves = False
        before.requirements.append(Requirement("f9", parameter="Coin"))
        after = before.copy()
        BY_ROW[row].apply(after, rng)
        found.append(history(f"{row}, without library evolution", [before, after],
                             [[BY_ROW[row]]], rng))
    return found
