# SPDX-License-Identifier: Apache-2.0
"""Builds Graft, compiles programs against it, and reads what the compiler says."""
import dataclasses
import os
import pathlib
import re
import shutil
import signal
import subprocess

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
SCRATCH = REPOSITORY / ".build" / "protocols"


def build_graft(mode, product="GraftCourier-dynamic"):
    """Builds the library and the macros, as SwiftPM does for those who depend on them."""
    subprocess.run(
        ["swift", "build", "--product", product, "-c", mode, "-j", "2",
         "--package-path", str(REPOSITORY), "--scratch-path", str(SCRATCH)],
        check=True, stdout=subprocess.DEVNULL)


@dataclasses.dataclass
class Diagnostic:
    """An error or a warning, with the file of the user's that it belongs to."""
    severity: str
    message: str
    file: str  # where it is
    protocol: str  # the protocol whose file it is in or comes from, or ""

    @property
    def is_inside_expansion(self):
        return "@__swiftmacro" in self.file


@dataclasses.dataclass
class Outcome:
    """What a compiler said, and whether it ended by itself."""
    status: int
    text: str
    diagnostics: list

    @property
    def crashed(self):
        signs = ("Stack dump:", "Please submit a bug report", "due to signal")
        return self.status < 0 or any(sign in self.text for sign in signs)

    @property
    def errors(self):
        return [each for each in self.diagnostics if each.severity == "error"]

    @property
    def warnings(self):
        return [each for each in self.diagnostics if each.severity == "warning"]


LINE = re.compile(r"^(/[^:\n]*|<unknown>)(?::(\d+):(\d+))?: (error|warning|note): (.*)$")
OWN_FILE = re.compile(r"/(P\d+)\.swift")


def protocol_of_buffer(file):
    """The protocol of an expansion, by the buffer's mangled name: texts after their lengths."""
    rest = file.partition("@__swiftmacro_")[2]
    while match := re.match(r"\d+", rest):
        end = match.end() + int(match[0])
        name, rest = rest[match.end():end], rest[end:].lstrip("LlO")
        if found := re.fullmatch(r"(?:P|Answering|Identity|Constrained)(\d+)", name):
            return "P" + found[1]
    return ""


def read_diagnostics(text):
    """The errors and warnings; one in an expansion is its protocol's, by the notes after it."""
    found = []
    for line in text.splitlines():
        match = LINE.match(line)
        if match and match[4] != "note":
            own = OWN_FILE.search(match[1])
            found.append(Diagnostic(
                match[4], match[5], match[1], own[1] if own else protocol_of_buffer(match[1])))
        elif found and not found[-1].protocol:
            own = OWN_FILE.search(line)
            if own:
                found[-1].protocol = own[1]
    return found


@dataclasses.dataclass
class Configuration:
    mode: str
    language: str
    modules: int

    def __str__(self):
        return f"{self.mode}, Swift {self.language}, {self.modules} module{'s' * (self.modules > 1)}"


class Compiler:
    """Compiles programs in a folder of their own."""

    def __init__(self, configuration, folder):
        self.configuration, self.folder = configuration, pathlib.Path(folder)

    @property
    def products(self):
        return SCRATCH / self.configuration.mode

    def flags(self, woven):
        mode = {"debug": ["-Onone", "-gline-tables-only"], "release": ["-O"]}
        # In one object in debug builds too: one compiler does it all.
        flags = mode[self.configuration.mode] + [
            "-wmo", "-swift-version", self.configuration.language, "-parse-as-library",
            "-package-name", "generated", "-module-cache-path", str(SCRATCH / "module-cache"),
            "-diagnostic-style", "llvm", "-no-color-diagnostics"]
        if woven:
            include = REPOSITORY / "Sources" / "CGraft" / "include"
            flags += ["-I", str(self.products / "Modules"), "-Xcc", "-I" + str(include),
                      "-load-plugin-executable",
                      f"{self.products / 'GraftMacros-tool'}#GraftMacros"]
        return flags

    def build(self, program, name):
        """Writes and compiles all modules of a program. Gives the executable's path, too."""
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        text, status, diagnostics = "", 0, []
        woven = program.woven
        libraries = ["-L", str(self.products), "-lGraftCourier-dynamic", "-Xlinker", "-rpath", "-Xlinker",
                     str(self.products)] if woven else []
        objects = []
        for module, files in program.files().items():
            paths = []
            for file, content in files.items():
                path = folder / module / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(content)
                paths.append(str(path))
            command = ["swiftc"] + self.flags(woven) + ["-I", str(folder), "-module-name", module]
            if module == "Main":
                command += ["-emit-executable", "-o", str(folder / "main"), "-L", str(folder),
                            "-Xlinker", "-rpath", "-Xlinker", str(folder)] + objects + libraries
            else:
                command += ["-emit-library", "-emit-module", "-emit-module-path",
                            str(folder / f"{module}.swiftmodule"),
                            "-o", str(folder / f"lib{module}.so"), "-L", str(folder),
                            "-Xlinker", "-rpath", "-Xlinker", str(folder)] + objects + libraries
                objects = objects + [f"-l{module}"]
            outcome = run(command + paths, 900, folder)
            text += outcome.text
            diagnostics += read_diagnostics(outcome.text)
            if outcome.status != 0:
                return Outcome(outcome.status, text, diagnostics), folder / "main"
        return Outcome(0, text, diagnostics), folder / "main"


@dataclasses.dataclass
class Ended:
    status: int
    text: str


def run(command, seconds, folder, environment=None):
    """Runs a command in a process group of its own, which ends with it."""
    temporary = pathlib.Path(folder) / "tmp"
    temporary.mkdir(parents=True, exist_ok=True)
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        env={**os.environ, "SWIFT_BACKTRACE": "enable=no", "TMPDIR": str(temporary), **(environment or {})})
    try:
        output, _ = process.communicate(timeout=seconds)
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        return Ended(-999, output.decode(errors="replace") + "\nit did not end")
    return Ended(status, output.decode(errors="replace"))
