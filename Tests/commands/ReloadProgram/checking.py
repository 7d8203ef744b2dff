# SPDX-License-Identifier: Apache-2.0
"""Saves edits one after another, and compares the running program with fresh builds."""
import concurrent.futures
import random
import re
import shutil
import time

from . import making
from .edits import BROKEN, HELD, REPLACED, SAME
from .oracle import Oracle
from .reply import Reply
from .saving import save
from .session import Session


class Wrong(Exception):
    """What is said or answered differs from what has to be."""

    def __init__(self, kind, detail=""):
        super().__init__(kind)
        self.kind, self.detail = kind, detail


class Checker:
    """A session, and a model of it: what is saved, and what has to run."""

    def __init__(self, seed, folder):
        self.seed, self.folder = seed, folder
        self.rng = random.Random(seed)
        self.program = self.first = self.base = making.random_program(self.rng)
        self.saved = {**self.program.fixed(), **self.program.render()}
        self.written = dict(self.saved)  # what the files have
        self.running = dict(self.saved)
        self.history = []  # what ran before each replacement
        self.steps = []
        self.seconds = []
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "Program").mkdir(parents=True)
        self.oracle = Oracle(folder)
        self.pool = concurrent.futures.ThreadPoolExecutor(1)
        fresh = self.pool.submit(self.oracle.compile, self.saved)
        self.session = Session(folder, self.saved)
        self.start(fresh.result())

    def end(self):
        self.oracle.stop()
        self.session.end()
        self.pool.shutdown()

    def start(self, built):
        """A fresh build goes on from the state of the program."""
        program, errors = built
        if errors:
            raise Wrong("the compiler refuses what runs", errors[-3000:])
        state = self.session.ask("state")
        self.oracle.start(program, " ".join(state))

    def compare(self):
        for request in ("ask", "state"):
            live, fresh = self.session.ask(request), self.oracle.ask(request)
            if request == "state":
                live, fresh = live[0].split() if live else [], fresh[0].split() if fresh else []
            if live != fresh:
                wrong = [f"  fresh {a}" for a in fresh if a not in live]
                wrong += [f"  live  {a}" for a in live if a not in fresh]
                raise Wrong("other answers" if request == "ask" else "another state",
                            "\n".join(wrong[:20]))

    # One edit.

    def step(self, edit):
        """Saves an edit and checks what comes of it."""
        self.steps.append(edit)
        newer = self.program.copy()
        newer.apply(edit.changes)
        was_clean = self.running == self.saved
        changed = self.change(newer)
        text, last = "", changed
        if len(changed) > 1 and self.rng.random() < 0.2:
            # The first files may have to wait for the others.
            names = self.rng.sample(sorted(changed), self.rng.randrange(1, len(changed)))
            self.write({name: changed[name] for name in names})
            text = self.hear()
            last = {name: own for name, own in changed.items() if name not in names}
        self.write(last)
        # A process that starts meanwhile would keep the files open, and so unsaved.
        compiled = self.pool.submit(self.oracle.compile, self.saved)
        begin = time.monotonic()
        text += self.hear()
        self.seconds.append(time.monotonic() - begin)
        reply = Reply(text)
        built = compiled.result()
        self.judge(edit, reply, changed, built, was_clean)
        if not any(said.outcome == REPLACED for _, said in self.said(reply)):
            built = None
        elif self.running != self.saved:
            built = self.oracle.compile(self.running)
        self.go_on(built, f"after {edit.outcome}:\n{reply.text}")

    def said(self, reply):
        return [(name, said) for name in {**self.running, **self.saved}
                if (said := reply.about(name))]

    def take(self, reply):
        """Keeps in mind what runs now."""
        before = dict(self.running)
        for name, said in self.said(reply):
            is_taken = said.outcome == REPLACED or said.outcome == "nothing changed"
            if is_taken and self.written.get(name) is not None:
                self.running[name] = self.written[name]
            elif is_taken:
                self.running.pop(name, None)
        if any(said.outcome == REPLACED for _, said in self.said(reply)):
            self.history.append(before)

    def judge(self, edit, reply, changed, built, was_clean):
        """Compares what is said with what has to be said of an edit."""
        unsaid = [name for name in changed if not reply.about(name)]
        if unsaid:
            raise Wrong(f"nothing is said of a saved file ({edit.row})",
                        f"{', '.join(unsaid)}\n{reply.text}")
        if not was_clean:
            return
        program, errors = built
        if (edit.outcome == BROKEN) != (program is None or bool(errors)):
            raise Wrong(f"the compiler {'refuses' if errors else 'accepts'} it: {edit.row}",
                        errors[-3000:])
        outcomes = {name: reply.about(name).outcome for name in changed}
        detail = f"{outcomes}\n{reply.text}"
        if edit.outcome in (REPLACED, SAME):
            meant = {REPLACED: ("replaced", "nothing changed"), SAME: ("nothing changed",)}
            wrong = [name for name in outcomes if outcomes[name] not in meant[edit.outcome]]
            if edit.outcome == REPLACED and "replaced" not in outcomes.values():
                wrong = list(outcomes)
            if wrong:
                raise Wrong(f"{edit.row}: not {edit.outcome}", detail)
            return
        reasons = [line for name in changed for line in reply.about(name).lines
                   if outcomes[name] == HELD]
        if not reasons:
            raise Wrong(f"{edit.row}: not held for '{edit.says}'", detail)
        if not any(re.search(edit.says, line) for line in reasons):
            raise Wrong(f"{edit.row}: held for another reason than '{edit.says}'", detail)

    # Keys.

    def rebuild(self):
        """Builds and starts again; a build that fails changes nothing."""
        state = " ".join(self.session.ask("state"))
        built = self.oracle.compile(self.saved)
        text = self.session.rebuild()
        if built[1]:
            if "is not built" not in text:
                raise Wrong("b: it builds what the compiler refuses", text)
            return self.compare()
        if "is not built" in text:
            raise Wrong("b: it does not build what the compiler accepts", text)
        self.session.ask(f"restore {state}")
        self.running, self.history, self.steps = dict(self.saved), [], []
        self.forget()
        self.start(built)
        self.compare()
        return None

    def forget(self):
        """All that is there now is what the process was built with."""
        self.base = self.program
        for each in [*self.program.declarations.values(), *self.program.types.values()]:
            each.is_new = False

    def roll_back(self):
        """Takes the newest change back; files stay as they are."""
        self.session.press("r")
        text = self.session.settle()
        if not self.history:
            if "runs as it was built" not in text:
                raise Wrong("r: nothing to roll back", text)
            return self.compare()
        before = self.history[-1]
        named = {name for name, said in self.said(Reply(text)) if said.outcome == "rolled back"}
        if not named:
            raise Wrong("r: not rolled back", text)
        self.running = {name: before.get(name) if name in named else self.running.get(name)
                        for name in {**before, **self.running}}
        self.running = {name: own for name, own in self.running.items() if own is not None}
        if self.running == before:
            self.history.pop()
        return self.go_on(self.oracle.compile(self.running), f"r:\n{text}")

    def save_again(self):
        """Saves what was rolled back, as it is: it comes back."""
        texts = {name: text for name, text in self.saved.items()
                 if self.running.get(name) != text}
        save(self.session.root, texts, self.rng)
        reply = Reply(self.session.settle())
        self.take(reply)
        if any(not reply.about(name) or reply.about(name).outcome == HELD for name in texts):
            raise Wrong("a file that was rolled back does not come back", reply.text)
        return self.go_on(self.oracle.compile(self.running), reply.text)

    def go_on(self, built, text):
        """Starts a fresh build of what runs now, and compares."""
        try:
            if built:
                self.start(built)
            self.compare()
        except Wrong as wrong:
            raise Wrong(wrong.kind, f"{wrong.detail}\n{text}") from wrong

    # From a program that was built.

    def restart(self, program):
        """Builds and starts a program; edits are counted from it."""
        self.save(program)
        self.session.settle()
        self.steps = []
        self.rebuild()
        self.base = self.program

    def save(self, program):
        """Saves what differs."""
        self.write(self.change(program))

    def write(self, texts):
        """Saves files."""
        self.written.update(texts)
        save(self.session.root, texts, self.rng)

    def hear(self):
        """What is said of what was saved; keeps in mind what runs then."""
        text = self.session.settle()
        self.take(Reply(text))
        return text

    def change(self, program):
        """Takes a program as the one to be saved; gives the texts that differ."""
        old, fixed = self.saved, self.first.fixed()
        self.program = program.copy()
        self.saved = {**fixed, **program.render()}
        changed = {name: self.saved.get(name) for name in {**old, **self.saved}
                   if self.saved.get(name) != old.get(name)}
        return changed
