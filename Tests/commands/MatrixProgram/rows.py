# SPDX-License-Identifier: Apache-2.0
"""The rows of the matrix: one way each from the same sources to a running program."""
import dataclasses

import checking
from building import API, Mode

LINKERS = ("bfd", "gold", "lld", "mold")


def passed(*options):
    """Options for the linker itself."""
    return tuple(word for option in options for word in ("-Xlinker", option))


# As SwiftPM links for release.
COLLECTED = passed("--gc-sections")

RELEASE = Mode("release")
DEBUG = Mode("debug", swift=("-Onone", "-gline-tables-only", "-enable-testing", "-DDEBUG"),
             c=("-O0", "-g", "-DDEBUG=1"))


def sanitized(name):
    return Mode(
        name, swift=RELEASE.swift + (f"-sanitize={name}",), c=("-O2", "-g", f"-fsanitize={name}"),
        link=(f"-sanitize={name}",))


MODES = [
    (Mode("unchecked", swift=("-Ounchecked", "-wmo", "-g")), "`-Ounchecked`"),
    (Mode("testing", own=("-enable-testing",)), "`-enable-testing` in release"),
    # The compiler warns that Graft is built without.
    (Mode("evolution", own=("-enable-library-evolution", "-gline-tables-only", "-no-warnings-as-errors")),
     "`-enable-library-evolution`"),
    (Mode("evolution-graft", swift=("-O", "-wmo", "-gline-tables-only", "-enable-library-evolution")),
     "`-enable-library-evolution`, for Graft too"),
    (Mode("swift5", language="5"), "Swift 5 language mode"),
    (Mode("cxx", own=("-cxx-interoperability-mode=default",),
          record_compiler=("clang", "-x", "c++", "-std=c++17")), "C++ interoperability"),
    (sanitized("address"), "AddressSanitizer"),
    (sanitized("thread"), "ThreadSanitizer"),
    # Of C: Swift's code has no such checks.
    (Mode("undefined", c=("-O2", "-g", "-fsanitize=undefined", "-fno-sanitize-recover=all"),
          link=("-Xclang-linker", "-fsanitize=undefined")), "UndefinedBehaviorSanitizer"),
]


@dataclasses.dataclass(frozen=True)
class Known:
    """A row that fails, by its reason, and where `docs/installing.md` says what to do."""
    reason: str
    advice: str


KNOWN = {
    "gold-static-pie": Known("--no-dynamic-linker: unknown option", "link it with another linker"),
    "mold-relr": Known("DT_RELR without GLIBC_ABI_DT_RELR dependency",
                       "link it with another linker, or without the option"),
}


@dataclasses.dataclass
class Row:
    name: str
    title: str
    mode: Mode = RELEASE
    linker: str = "gold"
    flags: tuple = COLLECTED
    # All in the executable, without a plug-in.
    is_alone: bool = False
    # What a program says that takes no plug-ins.
    refusal: str = ""
    # Of the section in the object with the archive's record, in bytes.
    alignment: int | None = None
    # What is done to the linked files.
    change: object = None
    environment: dict = dataclasses.field(default_factory=dict)
    # `audited`: with what the command builds for it.
    within: str | None = None
    # Files of which inspect-sections has to say that it can't know.
    opaque: tuple = ()
    # What the file shows if the options took effect.
    proofs: tuple = ()
    known: Known | None = None


def of_linker(linker):
    """The rows of one linker."""
    def row(name, title, *options, **others):
        others.setdefault("flags", COLLECTED + passed(*options))
        return Row(f"{linker}-{name}", f"{linker}: {title}", linker=linker, **others)

    yield row("plain", "as it links by itself", flags=())
    yield row("debug", "a debug build", mode=DEBUG, flags=())
    yield row("gc-sections", "`--gc-sections`, and nothing of ours in `--print-gc-sections`",
              "--print-gc-sections", proofs=(checking.nothing_of_ours,))
    if linker != "bfd":
        yield row("icf", "`--icf=all`", "--icf=all", "--print-icf-sections", proofs=(checking.folded,))
    if linker != "gold":
        yield row("relr", "`-z pack-relative-relocs`", "-z", "pack-relative-relocs",
                  proofs=(checking.with_section(".relr.dyn"),), known=KNOWN.get(f"{linker}-relr"))
        yield row("separate-code", "`-z separate-code`", "-z", "separate-code",
                  proofs=(checking.each_file(
                      lambda file: None if checking.code_is_apart(file) else "shares pages with code"),))
        yield row("noseparate-code", "`-z noseparate-code`", "-z", "noseparate-code",
                  proofs=(checking.each_file(
                      lambda file: "has code apart" if checking.code_is_apart(file) else None),))
    yield row("alignment", "pages of 2 MiB, and records aligned to 64 KiB",
              "-z", "max-page-size=0x200000", alignment=0x10000, proofs=(checking.aligned(0x200000),))
    second = "would bring a second Swift runtime into this process"
    yield row("static-stdlib", "`-static-stdlib`", is_alone=True,
              refusal="Graft would be in this process twice",
              flags=COLLECTED + ("-static-stdlib",), proofs=(checking.no_swift_libraries,))
    yield row("static", "`-static-executable`", is_alone=True, refusal=second,
              flags=COLLECTED + ("-static-executable",), proofs=(checking.static("EXEC"),))
    yield row("static-pie", "`-static-executable`, as static-pie", is_alone=True, refusal=second,
              known=KNOWN.get(f"{linker}-static-pie"),
              flags=COLLECTED + ("-static-executable", "-Xclang-linker", "-static-pie"),
              proofs=(checking.static("DYN"),))
    yield row("stripped", "`strip`", change=checking.stripped,
              proofs=(checking.without_section(".symtab"),))
    yield row("no-headers", "without section headers", change=checking.without_headers,
              opaque=(API,), proofs=(checking.each_file(checking.has_headers),))
    yield row("debug-link", "`objcopy --only-keep-debug`, and a debug link to it",
              change=checking.debug_linked, proofs=(checking.finds_debug_link,))
    yield row("patchelf", "`patchelf --set-rpath`", change=checking.patched)


def of_link_time_optimisation():
    for kind in ("full", "thin"):
        yield Row(f"lto-c-{kind}", f"C with `-flto={kind}`, lld", linker="lld", mode=Mode(
            f"lto-c-{kind}", c=RELEASE.c + (f"-flto={kind}",), archiver="llvm-ar"))
        yield Row(f"lto-swift-{kind}", f"Swift with `-lto=llvm-{kind}`, C with `-flto={kind}`, lld",
                  linker="lld", mode=Mode(
                      f"lto-swift-{kind}", swift=RELEASE.swift + (f"-lto=llvm-{kind}",),
                      c=RELEASE.c + (f"-flto={kind}",), archiver="llvm-ar", link=(f"-lto=llvm-{kind}",)))


    # swiftc's driver does not know gcc's plug-in for linkers.
    plugin = passed("-plugin", "LTO_PLUGIN", "-plugin-opt=LTO_WRAPPER",
                    "-plugin-opt=-fresolution=OUTPUT.resolution")
    for linker in ("bfd", "gold", "mold"):
        yield Row(f"lto-gcc-{linker}", f"C with gcc's `-flto`, {linker}", linker=linker, mode=Mode(
            "lto-gcc", c=RELEASE.c + ("-flto",), c_compiler="gcc", record_compiler=("gcc",),
            archiver="gcc-ar", link=plugin))


def of_modes():
    for mode, title in MODES:
        yield Row(mode.name, title, mode=mode, known=KNOWN.get(mode.name))


def of_runs():
    """The same files, run in another way."""
    yield Row("bind-now", "`LD_BIND_NOW`", environment={"LD_BIND_NOW": "1"})
    yield Row("malloc-perturb", "`MALLOC_PERTURB_`", environment={"MALLOC_PERTURB_": "165"})
    yield Row("malloc-check", "`glibc.malloc.check=3`, with libc_malloc_debug",
              environment={"GLIBC_TUNABLES": "glibc.malloc.check=3",
                           "LD_PRELOAD": "libc_malloc_debug.so.0"})
    yield Row("malloc-tunables", "malloc without caches, and one arena",
              environment={"GLIBC_TUNABLES": ":".join((
                  "glibc.malloc.tcache_count=0", "glibc.malloc.mxfast=0", "glibc.malloc.arena_max=1",
                  "glibc.malloc.mmap_threshold=4096", "glibc.malloc.perturb=90"))})
    yield Row("audit", "`LD_AUDIT`", within="audited")
    yield Row("audit-bind-now", "`LD_AUDIT` and `LD_BIND_NOW`", within="audited",
              environment={"LD_BIND_NOW": "1"})


def all_rows():
    rows = [row for linker in LINKERS for row in of_linker(linker)]
    return rows + [*of_link_time_optimisation(), *of_modes(), *of_runs()]
