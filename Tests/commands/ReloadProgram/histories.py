# SPDX-License-Identifier: Apache-2.0
"""Random edits in a row, and the fewest of them that show a difference."""
import collections
import copy
import dataclasses
import difflib
import random
import time

from . import edits
from .checking import Checker, Wrong
from .edits import BROKEN, HELD, REPLACED, SAME, Edit
from .session import Ended


@dataclasses.dataclass
class Difference:
    seed: int
    number: int  # of the edit
    kind: str
    detail: str
    steps: list  # texts of what was saved, one after another

    def __str__(self):
        steps = "\n".join(self.steps)
        return (f"difference: seed {self.seed}, edit {self.number}: {self.kind}\n{self.detail}\n"
                f"saved, one after another:\n{steps}\n")


class Run:
    def __init__(self, seed, folder, seconds, is_printing):
        self.seed, self.folder, self.seconds = seed, folder, seconds
        self.is_printing = is_printing
        self.rng = random.Random(seed)
        self.checker = Checker(seed, folder)
        self.good = self.checker.program
        self.rows = collections.Counter()
        self.kinds = collections.Counter()  # of differences

    def differences(self, count):
        """Makes random edits, and gives the differences that they show."""
        return self.found([self.step] * count)

    def rows_in_turn(self):
        """Makes an edit of each row of the tables."""
        return self.found([lambda pending, row=row: self.row(pending, row)
                           for row, _ in edits.table()])

    def row(self, pending, row):
        """An edit of a row, undone at once if it is held."""
        edit = next(filter(None, (
            edits.edit_of(row, self.checker.program, self.rng) for _ in range(20))), None)
        if edit is None:
            raise Wrong(f"the program has nothing for '{row}'")
        self.rows[f"{edit.outcome}: {edit.row}"] += 1
        newer = self.checker.program.copy()
        newer.apply(edit.changes)
        undo = newer.changes(self.checker.program)
        self.checker.step(edit)
        if edit.outcome == HELD:
            self.checker.step(Edit(f"undo: {row}", SAME, undo))
        return pending

    def found(self, steps):
        pending = []
        for number, step in enumerate(steps, 1):
            checker, begin = self.checker, time.monotonic()
            try:
                pending = step(pending)
                if self.is_printing:
                    row = checker.steps[-1].row if checker.steps else "b"
                    print(f"{number}: {row}, {time.monotonic() - begin:.1f} s", flush=True)
                if checker.running == checker.saved and not pending:
                    self.good = checker.program
            except (Wrong, Ended) as wrong:
                pending = []
                kind = wrong.kind if isinstance(wrong, Wrong) else "it ends"
                detail = wrong.detail if isinstance(wrong, Wrong) else str(wrong)
                self.kinds[kind] += 1
                if self.kinds[kind] == 1:
                    base, steps = checker.base, list(checker.steps)
                    if isinstance(wrong, Ended):
                        self.begin()
                    found = self.shrink(kind, base, steps)
                    yield Difference(self.seed, number, kind, detail, self.texts(base, found))
                self.resume(isinstance(wrong, Ended))

    def begin(self):
        """Another session with the first program."""
        self.checker.end()
        self.checker = Checker(self.seed, self.folder)

    def resume(self, has_ended):
        """Goes on from the last program without a difference."""
        if not has_ended:
            try:
                return self.checker.restart(self.good)
            except (Wrong, Ended):
                pass
        self.begin()
        return self.checker.restart(self.good)

    def step(self, pending):
        """One edit, a key, or the undoing of an edit; gives the edits that are to be undone."""
        checker, rng = self.checker, self.rng
        chance = rng.random()
        if pending and chance < 0.6:
            self.rows["undo"] += 1
            undone, undo = pair = rng.choice(pending)
            rest = [each for each in pending if each is not pair]
            # What later edits have changed as well can't be undone alone.
            is_alone = all(getattr(checker.program, table).get(key) == value
                           for table, key, value in undone.changes)
            if is_alone or undone.outcome in (HELD, BROKEN):
                checker.step(undo)
            return rest
        if not pending and chance < 0.02:
            self.rows["b"] += 1
            checker.rebuild()
            return pending
        if not pending and checker.history and chance > 0.97:
            self.rows["r, and saved again"] += 1
            checker.roll_back()
            checker.save_again()
            return pending
        edit = edits.random_edit(checker.program, rng)
        self.rows[f"{edit.outcome}: {edit.row}"] += 1
        newer = checker.program.copy()
        newer.apply(edit.changes)
        is_taken = edit.outcome in (REPLACED, SAME)
        undo = Edit(f"undo: {edit.row}", edit.outcome if is_taken else SAME,
                    newer.changes(checker.program))
        checker.step(edit)
        if edit.outcome in (HELD, BROKEN) or rng.random() < 0.1:
            return [*pending, (edit, undo)]
        return pending

    # Fewer edits.

    def shows(self, kind, base, steps):
        """Whether edits of a program show a difference of a kind."""
        try:
            self.checker.restart(base)
            for edit in steps:
                self.checker.step(copy.deepcopy(edit))
        except Wrong as wrong:
            return wrong.kind == kind
        except Ended:
            self.begin()
            return kind == "it ends"
        except (KeyError, AssertionError):
            return False  # an edit of what another one has made
        return False

    def shrink(self, kind, base, steps):
        """The fewest edits found within the time; the last one is always needed."""
        end = time.monotonic() + self.seconds
        smallest, size = steps, 1
        while size < len(smallest) and time.monotonic() < end:
            if self.shows(kind, base, smallest[-size:]):
                smallest = smallest[-size:]
                break
            size *= 2
        number = len(smallest) - 2
        while number >= 0 and time.monotonic() < end:
            fewer = smallest[:number] + smallest[number + 1:]
            if self.shows(kind, base, fewer):
                smallest = fewer
            number -= 1
        return smallest

    @staticmethod
    def texts(base, steps):
        """What each edit changes, as differences of files."""
        program, found = base.copy(), []
        for edit in steps:
            old = program.render()
            program.apply(edit.changes)
            try:
                new = program.render()
            except (KeyError, AssertionError):
                found.append(f"- {edit.row}")
                continue
            lines = [f"- {edit.row} ({edit.outcome})"]
            for name in sorted({**old, **new}):
                lines += list(difflib.unified_diff(
                    old.get(name, "").splitlines(), new.get(name, "").splitlines(), name, name,
                    n=2, lineterm=""))
            found.append("\n".join(lines))
        return found

    def summary(self, seconds):
        lines = [f"{count:6} {row}" for row, count in sorted(self.rows.items())]
        lines += [f"{count:6} differences: {kind}" for kind, count in self.kinds.items()]
        return "\n".join(lines) + (
            f"\n{sum(self.rows.values())} edits, {sum(self.kinds.values())} differences, "
            f"{seconds:.0f} s")

    def end(self):
        self.checker.end()
