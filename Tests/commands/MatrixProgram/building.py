# SPDX-License-Identifier: Apache-2.0
"""Compiles Graft and the program of the matrix once for each set of options, and links them."""
import dataclasses
import functools
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import threading

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
SOURCES = REPOSITORY / "Sources"
PROGRAM = pathlib.Path(__file__).resolve().parent
INCLUDE = SOURCES / "CGraft" / "include"
FEATURES = ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility")

GRAFT, API = "libGraft-dynamic.so", "libMatrixAPI.so"
LIBRARY, PLUGIN, EXECUTABLE = "libMatrixLibrary.so", "libMatrixPlugin.so", "matrix"
FILES = (GRAFT, API, LIBRARY, PLUGIN, EXECUTABLE)

# In seconds, of one process: others may share the machine.
TIME_LIMIT = 1800


class Failure(Exception):
    """Why a row fails."""


class Unavailable(Exception):
    """Why a row can't be run on this machine."""


def start(command, environment=None, **options):
    """Runs a process to its end, with what this one has in its environment and more."""
    command = [str(word) for word in command]
    merged = {**os.environ, "LC_ALL": "C", "SWIFT_BACKTRACE": "enable=no", **(environment or {})}
    try:
        return subprocess.run(
            command, env=merged, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, errors="replace", timeout=TIME_LIMIT, **options)
    except FileNotFoundError as error:
        raise Unavailable(f"{command[0]} is not installed") from error


def must(command, **options):
    """Runs what has to succeed."""
    done = start(command, **options)
    if done.returncode != 0:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        lines = [line for line in lines if not re.search("(link|linker) command failed", line)] or lines
        errors = [line for line in lines if "error:" in line] or lines or ["no message"]
        raise Failure(f"{pathlib.Path(command[0]).name}: {errors[0].strip()}")
    return done


@functools.cache
def toolchain():
    """Where the Swift toolchain has its own clang and llvm-ar."""
    return pathlib.Path(shutil.which("swiftc") or "/").resolve().parent


def require(tool):
    """The path of a tool: the toolchain's, whose formats those of others may not read."""
    path = shutil.which(tool, path=f"{toolchain()}:{os.environ['PATH']}")
    if path is None:
        raise Unavailable(f"{tool} is not installed")
    return path


@dataclasses.dataclass(frozen=True)
class Mode:
    """How things are compiled."""
    name: str
    swift: tuple = ("-O", "-wmo", "-g")
    c: tuple = ("-O2", "-g", "-ffunction-sections", "-fdata-sections")
    # Of the program's own modules alone.
    own: tuple = ()
    language: str = "6"
    link: tuple = ()
    c_compiler: str = "clang"
    # What compiles the record in the archive.
    record_compiler: tuple = ("clang",)
    archiver: str = "ar"
    environment: tuple = ()


class Once:
    """Makes the value of each key once, whatever threads ask for it; a failure, too."""

    def __init__(self, make):
        self.make, self.lock, self.made = make, threading.Lock(), {}
        functools.update_wrapper(self, make)

    def __get__(self, owner, kind=None):
        return functools.partial(self, owner)

    def __call__(self, *key):
        with self.lock:
            entry = self.made.setdefault(key, [threading.Lock(), None, None])
        with entry[0]:
            if entry[1] is None and entry[2] is None:
                try:
                    entry[1] = self.make(*key)
                except (Failure, Unavailable) as reason:
                    entry[2] = reason
        if entry[2] is not None:
            raise entry[2]
        return entry[1]


def digest(*parts):
    return hashlib.sha256("\0".join(str(part) for part in parts).encode()).hexdigest()[:16]


def files_of(folder, suffix=""):
    return sorted(file for file in folder.rglob("*" + suffix) if file.is_file())


class Builder:
    """Objects and linked files of one folder, which later runs use again."""

    def __init__(self, folder, products):
        self.folder, self.products = folder, products
        self.macros = products / "GraftMacros-tool"
        tools = must(["swiftc", "--version"]).stdout + digest(self.macros.read_bytes())
        folders = [SOURCES / name for name in ("CGraft", "CLibrary", "GraftDescriptors", "Graft")]
        # What C files are is among the key of their objects.
        graft = digest(tools, *(file.read_bytes() for folder in folders for file in files_of(folder)
                                if file.suffix != ".c"))
        # The program's objects are of what they import, too.
        own = digest(graft, *(file.read_bytes() for file in files_of(PROGRAM) if file.suffix != ".py"))
        self.objects = {True: folder / "objects" / graft, False: folder / "objects" / own}
        shutil.rmtree(folder / "linked", ignore_errors=True)
        for other in (folder / "objects").glob("*"):
            if other not in self.objects.values():
                shutil.rmtree(other)

    def place(self, *key, of_graft=False):
        place = self.objects[of_graft] / digest(*key)
        place.mkdir(parents=True, exist_ok=True)
        return place

    def compiled(self, path, command):
        """Runs what writes a file, unless an earlier run has."""
        done = path.with_name(path.name + ".done")
        if not done.exists():
            must(command)
            done.touch()
        return path

    # C.

    @Once
    def c(self, compiler, flags, *files):
        compiler = (require(compiler[0]), *compiler[1:])
        place = self.place(compiler, flags, *(file.read_bytes() for file in files),
                           of_graft=files[0].is_relative_to(SOURCES))
        return [self.compiled(
            place / (file.name + ".o"),
            [*compiler, *flags, "-fPIC", "-I", INCLUDE, "-I", SOURCES / "CBenchmarks" / "include",
             "-c", file, "-o", place / (file.name + ".o")]) for file in files]

    @Once
    def tool(self, name, *arguments):
        """An executable or a library of C files, which runs with the program."""
        output = self.place("tools", arguments) / name
        return self.compiled(output, [
            require("clang"), "-O2", "-Wall", "-Wextra", "-Werror", "-fPIC",
            "-I", SOURCES / "CBenchmarks" / "include", *arguments, "-o", output])

    # Swift.

    @Once
    def swift(self, name, sources, flags, language, imported):
        """One object of a module, and the options that it asks the linker for."""
        place = self.place(flags, language, of_graft=sources[0].is_relative_to(SOURCES))
        # In one object in debug builds, too.
        command = ["swiftc", "-warnings-as-errors", *flags, "-wmo", "-c", "-module-name", name,
                   "-swift-version", language, "-emit-module", "-emit-module-path", place / f"{name}.swiftmodule",
                   "-module-cache-path", self.folder / "modules",
                   "-load-plugin-executable", f"{self.macros}#GraftMacros",
                   "-I", place, "-Xcc", "-I", "-Xcc", INCLUDE]
        for feature in FEATURES if language == "6" else ():
            command += ["-enable-upcoming-feature", feature]
        for other in imported:
            command += ["-I", other]
        # As the manifest has it.
        if sources[0].is_relative_to(SOURCES):
            command += ["-enable-experimental-feature", "BuiltinModule", "-package-name", "graft"]
        if not any(source.name == "main.swift" for source in sources):
            command.append("-parse-as-library")
        output = place / f"{name}.o"
        self.compiled(output, command + ["-o", output, *sources])
        wanted = place / f"{name}.autolink"
        self.compiled(wanted, ["swift-autolink-extract", output, "-o", wanted])
        return output

    def graft(self, mode):
        flags = mode.swift
        swift = [self.swift(name, tuple(files_of(SOURCES / name, ".swift")), flags, "6", ())
                 for name in ("CLibrary", "GraftDescriptors", "Graft")]
        c = sorted((SOURCES / "CGraft").rglob("*.c"))
        return swift + self.c((mode.c_compiler,), mode.c, *c)

    def module(self, mode, name):
        if name != "MatrixAPI":
            self.module(mode, "MatrixAPI")
        sources = ("main.swift", "Threads.swift") if name == "matrix" else (name + ".swift",)
        self.graft(mode)
        return self.swift(
            name, tuple(PROGRAM / source for source in sources), mode.swift + mode.own, mode.language,
            (self.place(mode.swift, "6", of_graft=True),))

    @Once
    def archive(self, mode, alignment):
        """The objects of the archive, in it: one of Swift, and one of C for the record of a class."""
        objects = [self.module(mode, "MatrixArchive")]
        record = self.c(mode.record_compiler, mode.c, PROGRAM / "archive.c")[0]
        place = self.place("archive", mode, alignment)
        if alignment:
            aligned = place / "archive.c.o"
            record = self.compiled(aligned, [
                "objcopy", f"--set-section-alignment=graft_descriptors={alignment}", record, aligned])
        path = place / "libMatrixArchive.a"
        path.unlink(missing_ok=True)
        must([require(mode.archiver), "rcs", path, *objects, record])
        return path, objects

    # Linking.

    @Once
    def link_time_optimiser(self, compiler):
        """What options for the linker call the parts of gcc that compile its objects."""
        if compiler != "gcc":
            return {}
        return {"LTO_PLUGIN": must(["gcc", "-print-file-name=liblto_plugin.so"]).stdout.strip(),
                "LTO_WRAPPER": must(["gcc", "-print-prog-name=lto-wrapper"]).stdout.strip()}

    @Once
    def linked(self, mode, linker, flags=(), is_alone=False, alignment=None):
        """The files of the program, in a folder of their own, with what the linker said of each."""
        require(f"ld.{linker}")
        folder = self.folder / "linked" / digest(mode, linker, flags, is_alone, alignment)
        folder.mkdir(parents=True)
        program = Linked(folder, mode)
        module = functools.partial(self.module, mode)
        archive, archived = self.archive(mode, alignment)

        def link(file, objects, libraries=(), extra=()):
            kind = "-emit-library" if file.endswith(".so") else "-emit-executable"
            search = ["-L", folder, "-Xlinker", "-rpath", "-Xlinker", "$ORIGIN"] if libraries else []
            wanted = [each.with_suffix(".autolink") for each in [*objects, *archived]]
            words = {"OUTPUT": folder / file, **self.link_time_optimiser(mode.c_compiler)}
            done = must([
                "swiftc", kind, "-o", folder / file, f"-use-ld={linker}", *objects, *search,
                *(f"-l{each}" for each in libraries), *extra,
                *(f"@{each}" for each in wanted if each.exists()),
                *(re.sub("|".join(words), lambda found: str(words[found[0]]), word)
                  for word in (*mode.link, *flags))],
                # As gcc's driver would set it, for its wrapper.
                environment={"COLLECT_GCC": require("gcc"), "COLLECT_GCC_OPTIONS": "'-O2' '-fPIC'"}
                if mode.c_compiler == "gcc" else None)
            program.said[file] = done.stdout + done.stderr

        whole = ["-Xlinker", "--whole-archive", "-Xlinker", archive, "-Xlinker", "--no-whole-archive"]
        if is_alone:
            own = [module(name) for name in ("matrix", "MatrixLibrary", "MatrixAPI")]
            link(EXECUTABLE, own + self.graft(mode), extra=whole)
            return program
        libraries = ["Graft-dynamic", "MatrixAPI"]
        link(GRAFT, self.graft(mode))
        link(API, [module("MatrixAPI")], libraries[:1])
        link(LIBRARY, [module("MatrixLibrary")], libraries)
        link(PLUGIN, [module("MatrixPlugin")], libraries)
        # Nothing refers to the library but its extensions' record.
        link(EXECUTABLE, [module("matrix")], [*libraries, "MatrixLibrary"], whole)
        return program


class Linked:
    """The files of the program in a folder."""

    def __init__(self, folder, mode):
        self.folder, self.mode, self.said = folder, mode, {}

    @property
    def files(self):
        return [self.folder / file for file in FILES if (self.folder / file).exists()]

    def copied(self, name):
        """Another folder with the same files, to be changed."""
        folder = self.folder.with_name(f"{self.folder.name}-{name}")
        shutil.copytree(self.folder, folder)
        copy = Linked(folder, self.mode)
        copy.said = self.said
        return copy
