# SPDX-License-Identifier: Apache-2.0
"""Compiles random constraints, runs the program, and finds what the compiler says otherwise.

What `inspect-sections resolve` says of the program's files is compared with what has run.
"""
import collections
import dataclasses
import json
import re

from .comparing import is_of_graft, normalised
from .compiling import SCRATCH, Compiler, run
from .constraints import World

SECONDS = 60


@dataclasses.dataclass
class ConstraintDifference:
    """What is different for an extension, with what declares it and the type."""
    key: str
    detail: str


class ConstraintBatch:
    """The extensions of a seed in one configuration."""

    def __init__(self, seed, count, configuration, folder, patterns):
        self.seed, self.configuration, self.patterns = seed, configuration, patterns
        self.compiler = Compiler(configuration, folder)
        self.count, self.programs, self.pairs, self.held = count, 0, 0, 0
        self.answers, self.open = 0, collections.Counter()
        self.not_swift, self.refused, self.differences = [], [], []

    def world(self, left, woven):
        made = World(self.seed, self.count, self.configuration.modules, woven)
        made.constrained = [each for each in made.constrained if each.number in left]
        return made

    def check(self):
        left = set(range(self.count))
        for woven in (False, True):
            left, program = self.compile(left, woven)
            if not left:
                raise RuntimeError("no extension is left to compare")
        self.compare(self.world(left, True), program)
        return self

    def compile(self, left, woven):
        """Compiles the extensions without those that have errors."""
        while left:
            self.programs += 1
            world = self.world(left, woven)
            outcome, program = self.compiler.build(world, "woven" if woven else "plain")
            if outcome.status == 0:
                return left, program
            errors = collections.defaultdict(list)
            for error in outcome.errors:
                if error.protocol and "compile-time" not in error.message:
                    errors[int(error.protocol[1:])].append(error)
            if not errors:
                raise RuntimeError("programs fail for no extension:\n" + outcome.text[-4000:])
            for each in world.constrained:
                if each.number in errors:
                    self.judge(each, errors[each.number], woven)
            left = left - errors.keys()
        return left, None

    def judge(self, constrained, errors, woven):
        if not woven:
            self.not_swift.append(constrained)
            return
        own = [error for error in errors if is_of_graft(error, self.patterns)]
        if own:
            self.refused.append((constrained, own[0].message))
            return
        self.differences.append(ConstraintDifference(
            "an error: " + normalised(errors[0].message),
            f"{constrained}\n" + "\n".join(f"{e.file}: {e.message}" for e in errors[:8])))

    def compare(self, world, program):
        """Compares what calls have run with what the compiler and casts have said."""
        ended = run([str(program)], SECONDS, self.compiler.folder)
        if ended.status != 0:
            raise RuntimeError(f"status {ended.status}:\n" + ended.text[-4000:])
        lines = [line for line in ended.text.splitlines() if line.startswith("type ")]
        if len(lines) < len(world.types):
            raise RuntimeError("types are missing:\n" + ended.text[-4000:])
        by_number = {each.number: each for each in world.constrained}
        ran = {}
        for line in lines:
            words = line.split(" ", 3)
            expected, found, _ = (part.split() for part in words[3].split("|"))
            self.pairs += len(by_number)
            self.held += len(expected)
            ran[int(words[1]), words[2]] = list(map(int, found))
            if expected == found:
                continue
            differing = set(map(int, expected)) ^ set(map(int, found))
            kind = "applies" if set(map(int, found)) & differing else "does not apply"
            kind = kind if differing else "another order"
            self.add(f"{words[2]}: {kind}", world, int(words[1]), by_number, differing, line)
        self.compare_files(world, program, by_number, ran)

    def compare_files(self, world, program, by_number, ran):
        """Compares what the files say with what calls have run, which they may leave open."""
        report = self.compiler.folder / "resolve.json"
        ended = run([str(SCRATCH / "debug" / "inspect-sections"), "resolve", "--format", "json",
                     "--output", str(report), str(program)], SECONDS, self.compiler.folder)
        if ended.status != 0:
            raise RuntimeError(f"resolve: status {ended.status}:\n" + ended.text[-4000:])
        results = json.loads(report.read_text())["results"]
        if len(results) != 2 * len(world.types):
            raise RuntimeError(f"resolve: {len(results)} answers for {len(world.types)} types")
        for result in results:
            number = int(re.search(r"\.T(\d+)", result["subject"])[1])
            where = "onMain" if result["requirement"] == "answerOnMain()" else "elsewhere"
            if (number, where) not in ran:
                continue
            chain, is_open, excluded = (
                [int(found[1]) for each in result[key]
                 if (found := re.search(r"Constrained(\d+)", each["extension"]))]
                for key in ("chain", "dependsOn", "excluded"))
            self.answers += 1
            for each in result["dependsOn"]:
                self.open[re.sub(r"[A-Z]\w*\.\w.*", "…", each["reason"])] += 1
            found = [each for each in ran[number, where] if each not in is_open]
            if sorted(chain + is_open + excluded) != sorted(by_number):
                self.add("files: an extension is missing, or told twice", world, number, by_number,
                         set(by_number) ^ set(chain + is_open + excluded), str(result))
            elif chain != found:
                differing = set(chain) ^ set(found)
                kind = "applies" if set(chain) & differing else "does not apply"
                reasons = [each for each in result["excluded"] if int(re.search(
                    r"(\d+)$", each["extension"])[1]) in differing]
                self.add(f"files, {where}: {kind if differing else 'another order'}", world, number,
                         by_number, differing, f"files {chain}, calls {found}: {reasons}")

    def add(self, kind, world, type_number, by_number, numbers, line):
        declaration = "\n".join(world.types[type_number].declaration)
        extensions = "\n".join(f"{n}: {by_number[n]}" for n in sorted(numbers))
        self.differences.append(
            ConstraintDifference(kind, f"{line}\n{declaration}\n{extensions}"))
