# SPDX-License-Identifier: Apache-2.0
"""What a row checks: what the program prints, what its files say, and that options took effect."""
import difflib
import json
import re
import struct

from building import API, EXECUTABLE, GRAFT, LIBRARY, PLUGIN, PROGRAM, Failure, must, start

# Which file has the records of which module.
HOLDERS = {"matrix": EXECUTABLE, "MatrixArchive": EXECUTABLE, "MatrixLibrary": LIBRARY,
           "MatrixPlugin": PLUGIN}


def first_difference(expected, found):
    for line in difflib.unified_diff(expected, found, lineterm="", n=0):
        if line[:1] in "+-" and line[:3] not in ("+++", "---"):
            return f"prints {line[1:].strip()!r}" if line[0] == "+" else f"lacks {line[1:].strip()!r}"
    return None


def check_run(program, plugin, expected, environment):
    """Runs the program, and compares what it prints with the text that is expected."""
    command = [program.folder / EXECUTABLE, plugin]
    done = start(command, environment={**dict(program.mode.environment), **environment})
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if line.strip()]
        how = f"signal {-done.returncode}" if done.returncode < 0 else f"status {done.returncode}"
        raise Failure(f"ends with {how}: {said[0].strip() if said else 'no message'}")
    # Folders differ from row to row; what to do is for a person.
    found = re.sub(r"/\S*/", "", done.stdout)
    found = re.sub(r"(?m)^(refused: [^:]*: [^:]*): .*", r"\1", found).splitlines()
    difference = first_difference(expected.splitlines(), found)
    if difference:
        raise Failure(difference)
    if done.stderr.strip():
        raise Failure(f"says {done.stderr.strip().splitlines()[0]!r}")


def expected_records(program, is_alone):
    lines = (PROGRAM / "inspected.txt").read_text().splitlines()
    for line in lines:
        module = line.split(".")[0].split()[-1]
        holder = EXECUTABLE if is_alone else HOLDERS[module]
        if (program.folder / holder).exists() and not (is_alone and module == "MatrixPlugin"):
            yield f"{holder}: {line}"


def check_files(inspect, program, is_alone, opaque=()):
    """Has inspect-sections list and check the files, and compares what it finds.

    Of those that are opaque it has to say that it can't know."""
    done = start([inspect, "list", "--format", "json", *program.files])
    report = json.loads(done.stdout)
    unknown = [each["path"].rsplit("/", 1)[-1] for each in report["diagnostics"]
               if each["code"] == "nothing-to-go-by"]
    for diagnostic in report["diagnostics"]:
        if diagnostic["code"] != "nothing-to-go-by":
            raise Failure(f"inspect-sections: {diagnostic['text']}")
    if unknown != list(opaque):
        raise Failure(f"inspect-sections can't know of {unknown} whether there are descriptors")
    found = [
        f"{each['path'].rsplit('/', 1)[-1]}: {each['kind']} {each['extension']}"
        + "".join(f" where {constraint}" for constraint in each["constraints"])
        + f", {each['protocol']}: {', '.join(each['requirements'])}"
        + f"; {each['priority']}; {each['source']}" for each in report["results"] if each["type"] != "protocol"]
    difference = first_difference(sorted(expected_records(program, is_alone)), sorted(found))
    if difference:
        raise Failure(f"inspect-sections {difference}")
    checked = start([inspect, "check", *(file for file in program.files if file.name not in opaque)])
    if checked.returncode != 0 or checked.stdout or checked.stderr:
        raise Failure(f"inspect-sections check: {(checked.stdout + checked.stderr).splitlines()[0]}")


# Proofs that an option took effect.

def readelf(*arguments):
    return must(["readelf", "-W", *arguments]).stdout


def sections(file):
    return set(re.findall(r"^ *\[ *\d+\] (\S+)", readelf("-S", file), re.M))


def each_file(check):
    """A proof for each of the files."""
    def prove(program):
        for file in program.files:
            reason = check(file)
            if reason:
                raise Failure(f"{file.name} {reason}")
    return prove


def made_by(linker):
    marks = {"lld": "Linker: LLD", "mold": "mold "}

    def check(file):
        comment = must(["readelf", "-p", ".comment", file]).stdout
        found = [name for name, mark in marks.items() if mark in comment]
        found += ["gold"] if ".note.gnu.gold-version" in sections(file) else []
        if (found or ["bfd"]) != [linker]:
            return f"is by {found or ['bfd']}"
    return each_file(check)


def load_alignments(file):
    return [int(line.split()[-1], 16) for line in readelf("-l", file).splitlines()
            if line.startswith("  LOAD ")]


def aligned(size):
    return each_file(lambda file: None if max(load_alignments(file)) >= size
                     else f"is aligned to {max(load_alignments(file)):#x}")


def with_section(name):
    return each_file(lambda file: None if name in sections(file) else f"has no {name}")


def without_section(name):
    return each_file(lambda file: f"has {name}" if name in sections(file) else None)


def code_is_apart(file):
    """Whether the code has pages of its own, in the file as in memory."""
    ranges = []
    for line in readelf("-l", file).splitlines():
        if line.startswith("  LOAD "):
            words = line.split()
            offset, size = int(words[1], 16), int(words[4], 16)
            ranges.append((offset // 4096, (offset + max(size, 1) - 1) // 4096, "E" in "".join(words[6:-1])))
    # The file's header is in the first.
    codes, others = [[each for each in ranges if each[2] == is_code] for is_code in (True, False)]
    return all(code[0] > 0 and (code[1] < other[0] or other[1] < code[0])
               for code in codes for other in others or [(0, 0)])


def static(kind):
    def prove(program):
        file = program.folder / EXECUTABLE
        if "INTERP" in readelf("-l", file) or f"Type: {kind} " not in re.sub(
                " +", " ", readelf("-h", file)):
            raise Failure(f"{file.name} is no static executable of type {kind}")
    return prove


def no_swift_libraries(program):
    for file in program.files:
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", readelf("-d", file))
        if any(name.startswith("libswift") for name in needed):
            raise Failure(f"{file.name} needs {needed}")


def folded(program):
    """That identical code was folded, in Graft at least."""
    if not re.search("(?i)fold|identical|selected section", program.said[GRAFT if GRAFT in program.said
                                                                       else EXECUTABLE]):
        raise Failure("no section is folded")


OURS = re.compile(r"graft_descriptors|\.note\.graft|graft_image_arrives|\.init_array|\.ctors")


def nothing_of_ours(program):
    """That sections were collected, and none with records, anchors or constructors."""
    removed = [f"{file}: {line.strip()}" for file, said in program.said.items()
               for line in said.splitlines() if "removing unused section" in line]
    if not removed:
        raise Failure("nothing is removed")
    for line in removed:
        if OURS.search(line):
            raise Failure(line)


# Changes to linked files.

def stripped(program, inspect):
    for file in program.files:
        must(["strip", file])


def without_headers(program, inspect):
    """Leaves what is loaded: cuts files off behind the last segment, and takes the section header
    table out of the header."""
    for file in program.files:
        content = bytearray(file.read_bytes())
        table, = struct.unpack_from("=Q", content, 0x20)
        size, count = struct.unpack_from("=HH", content, 0x36)
        ends = []
        for index in range(count):
            header = table + index * size
            offset, = struct.unpack_from("=Q", content, header + 8)
            byte_count, = struct.unpack_from("=Q", content, header + 32)
            ends.append(offset + byte_count)
        del content[max(ends):]
        content[0x28:0x30] = bytes(8)  # e_shoff
        content[0x3a:0x40] = bytes(6)  # e_shentsize, e_shnum, e_shstrndx
        file.write_bytes(content)


def has_headers(file):
    return "has section headers" if "Number of section headers: 0" not in re.sub(
        " +", " ", readelf("-h", file)) else None


def patched(program, inspect):
    """Gives the files a longer runpath, for which patchelf moves parts of them."""
    for file in program.files:
        path = must(["patchelf", "--print-rpath", file]).stdout.strip()
        must(["patchelf", "--set-rpath", f"{path}:/nowhere/in/particular", file])


def debug_linked(program, inspect):
    """Puts what is for debuggers into files of their own, and links to them."""
    for file in program.files:
        debug = file.with_name(file.name + ".debug")
        must(["objcopy", "--only-keep-debug", file, debug])
        must(["strip", file])
        must(["objcopy", f"--add-gnu-debuglink={debug}", file])
        done = start([inspect, "list", debug])
        # The API has the record of its protocol.
        holds = file.name in HOLDERS.values() or file.name == API
        says = "has no content" in done.stderr or "debug" in done.stderr
        # Notes stay in a debug file, so those of probes are shown.
        shown = [line for line in done.stdout.splitlines() if ": probes: " not in line]
        if done.returncode != 0 or shown or says != holds:
            raise Failure(f"inspect-sections of {debug.name}: {(done.stdout + done.stderr).strip()!r}")


def finds_debug_link(program):
    for file in program.files:
        found = must(["readelf", "-p", ".gnu_debuglink", file]).stdout
        if file.name + ".debug" not in found:
            raise Failure(f"{file.name} has no debug link")


def heard_of_all(log):
    """That the audit library was told of the plug-in, and bound what its constructor calls."""
    text = log.read_text()
    for wanted in (f"/{GRAFT}\n", f"/{API}\n", f"/{PLUGIN}\n", "bound graft_image_arrived\n"):
        if wanted not in text:
            raise Failure(f"the audit library did not hear of {wanted.strip()}")
