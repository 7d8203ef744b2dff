# SPDX-License-Identifier: Apache-2.0
"""Fresh builds of a program, by the compiler alone, and the processes of them."""
import hashlib
import shutil
import subprocess

from . import sources
from .program import EXECUTABLE, LIBRARY
from .session import CACHE, ask

FLAGS = ["-swift-version", "6", "-Onone", "-D", "DEBUG", "-wmo", "-suppress-warnings",
         "-module-cache-path", str(CACHE)]


class Oracle:
    def __init__(self, folder):
        self.folder = folder
        self.count = 0
        self.built = {}  # by what it is made from
        self.process = None
        self.socket = folder / "fresh"

    def compile(self, texts):
        """The path of the executable, or the compiler's errors."""
        texts = {**texts, f"{EXECUTABLE}/Start.swift": sources.START_ALONE}
        library = {name: text for name, text in texts.items() if name.startswith(LIBRARY + "/")}
        place, errors = self.make(library, self.compile_library)
        if errors:
            return None, errors
        return self.make(texts, lambda *words: self.compile_program(place, *words))

    def make(self, texts, compile_):
        key = hashlib.sha256(repr(sorted(texts.items())).encode()).hexdigest()
        if key not in self.built:
            self.count += 1
            place = self.folder / f"build{self.count}"
            paths = []
            for name, text in texts.items():
                path = place / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
                paths.append(path)
            command, made = compile_(place, paths)
            run = subprocess.run(command, capture_output=True, text=True)
            errors = run.stdout + run.stderr if run.returncode else ""
            self.built[key] = (made, errors)
            while len(self.built) > 12:
                made, errors = self.built.pop(next(iter(self.built)))
                if self.process is None or self.process.args[0] != str(made):
                    shutil.rmtree(made.parent, ignore_errors=True)
        else:
            self.built[key] = self.built.pop(key)
        return self.built[key]

    @staticmethod
    def compile_library(place, paths):
        return ["swiftc", *FLAGS, "-parse-as-library", "-module-name", LIBRARY, "-emit-module",
                "-emit-module-path", place / f"{LIBRARY}.swiftmodule", "-c", "-o",
                place / f"{LIBRARY}.o", *paths], place / f"{LIBRARY}.o"

    @staticmethod
    def compile_program(library, place, paths):
        own = [path for path in paths if path.parent.name == EXECUTABLE]
        return ["swiftc", *FLAGS, "-module-name", EXECUTABLE, "-I", library.parent, "-o",
                place / "program", library, *own], place / "program"

    def start(self, program, state):
        """Ends the last process, and starts another one with a state."""
        self.stop()
        self.process = subprocess.Popen([str(program), str(self.socket)])
        ask(self.socket, f"restore {state}")

    def ask(self, request):
        return ask(self.socket, request)

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None
            self.socket.unlink(missing_ok=True)
