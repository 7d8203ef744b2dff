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

# More than what a running process and a build in progress need.
KEPT = 24


class Oracle:
    """Builds from scratch, except that a module is compiled once for the same sources and the
    same interfaces."""

    def __init__(self, folder):
        self.folder = folder
        self.count = 0
        self.built = {}  # folders and errors, by what they are made from
        self.process = None
        self.socket = folder / "fresh"

    def compile(self, texts):
        """The path of the executable, or the compiler's errors."""
        texts = {**texts, f"{EXECUTABLE}/Start.swift": sources.START_ALONE}
        library, errors = self.module(LIBRARY, texts, None)
        if errors:
            return None, errors
        program, errors = self.module(EXECUTABLE, texts, library)
        if errors:
            return None, errors
        place, errors = self.make(
            (str(library), str(program)), lambda place: [
                "swiftc", "-o", place / "program", library / f"{LIBRARY}.o",
                program / f"{EXECUTABLE}.o"])
        return place / "program", errors

    def module(self, name, texts, library):
        """The folder of a compiled module."""
        own = sorted((file, text) for file, text in texts.items() if file.startswith(name + "/"))
        interface = (library / f"{LIBRARY}.swiftmodule").read_bytes() if library else b""
        key = hashlib.sha256(repr((own, interface)).encode()).hexdigest()

        def command(place):
            for file, text in own:
                path = place / file
                path.parent.mkdir(exist_ok=True)
                path.write_text(text)
            also = ["-I", library] if library else [
                "-parse-as-library", "-emit-module", "-emit-module-path",
                place / f"{name}.swiftmodule"]
            return ["swiftc", *FLAGS, "-module-name", name, *also, "-c", "-o",
                    place / f"{name}.o", *(place / file for file, _ in own)]
        return self.make(key, command)

    def make(self, key, command):
        """Runs a command in a new folder, unless it is known what comes of it."""
        if key not in self.built:
            self.count += 1
            place = self.folder / f"build{self.count}"
            place.mkdir()
            run = subprocess.run(command(place), capture_output=True, text=True)
            self.built[key] = (place, run.stdout + run.stderr if run.returncode else "")
        self.built[key] = self.built.pop(key)
        while len(self.built) > KEPT:
            shutil.rmtree(self.built.pop(next(iter(self.built)))[0])
        return self.built[key]

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
