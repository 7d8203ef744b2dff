# SPDX-License-Identifier: Apache-2.0
"""Random programs, and random declarations for them."""
from .bodies import random_body
from .kinds import CLASS, GENERIC_KINDS, GENERIC_TYPES, KINDS, NAMING, SUB, TYPES
from .program import EXECUTABLE, LIBRARY, Declaration, Program, Type

OPERATORS = ["+", "-", "*", "/", "%", "^", "|", "<<"]
FILES = [f"{LIBRARY}/Ales.swift", f"{LIBRARY}/Bees.swift", f"{LIBRARY}/Cups.swift",
         f"{EXECUTABLE}/Days.swift", f"{EXECUTABLE}/Ears.swift", f"{EXECUTABLE}/Figs.swift"]
OVERRIDES = ("override", "override property")
PUBLIC = ("func", "generic", "variadic", "recursive", "global")


def following(program):
    """An identifier that no declaration has."""
    return max(program.declarations, default=10) + 1


def add_declaration(program, rng, kind, file, type_name="", name="", is_new=False):
    """Adds a declaration of a kind; gives None if the type can't have one more."""
    identifier = following(program)
    is_member = bool(type_name)
    if kind in ("mutating", "setter") and not program.types[type_name].has_instance:
        return None
    if kind == "operator":
        taken = [each.name for each in program.declarations.values()
                 if each.type == type_name and each.kind == kind]
        free = [each for each in OPERATORS if each not in taken]
        if not free:
            return None
        name = free[0]
    more = []
    if "{more}" in KINDS[kind].head and rng.random() < 0.3:
        more = [rng.choice(["", str(rng.randrange(9))])]
    is_public = program.module(file) == LIBRARY and kind in PUBLIC and not is_member
    declaration = Declaration(
        identifier, kind, file, body_for(program, rng, kind, file, identifier, type_name),
        type_name,
        name or f"{'m' if is_member else 'f'}{identifier}", more,
        is_public or kind == "inlinable", kind == "outside init", is_new)
    program.declarations[identifier] = declaration
    return declaration


def body_for(program, rng, kind, file, identifier, type_name, form=""):
    """A body that calls only older declarations, so that none calls itself by others."""
    is_generic = kind in GENERIC_KINDS or bool(type_name) and (
        program.types[type_name].kind in GENERIC_TYPES)
    callable_ones = program.callable_from(file, identifier)
    if kind == "inlinable":
        callable_ones = []
    return random_body(rng, callable_ones, kind != "inlinable", KINDS[kind].is_plain,
                       is_generic, form)


def kinds_for(type_kind, is_added):
    return [name for name, kind in KINDS.items()
            if (type_kind in kind.types if type_kind else not kind.types)
            and not (is_added and kind.is_only_built)]


def add_type(program, rng, kind, file, is_new=False):
    number = len(program.types) + 10
    while any(name.endswith(str(number)) for name in program.types):
        number += 1
    name = f"{kind.split()[0].replace(chr(39) + 's', '').capitalize()}{number}"
    base = ""
    if kind == SUB:
        bases = [each for each in program.types.values()
                 if each.kind == CLASS and each.file == file]
        if not bases:
            return None
        base = rng.choice(bases).name
    # A new variable would take a build.
    program.types[name] = Type(name, kind, file, base, is_new, not is_new)
    return program.types[name]


def fill(program, rng, kind, names, is_new=False):
    """Adds members of some kinds to a type."""
    if kind.kind == SUB:
        bases = {"method": "override", "computed": "override property"}
        for each in list(program.declarations.values()):
            if each.type == kind.base and each.kind in bases and not each.more:
                add_declaration(program, rng, bases.pop(each.kind), kind.file, kind.name, each.name,
                                is_new)
    for name in names:
        if name not in OVERRIDES:
            add_declaration(program, rng, name, kind.file, kind.name, is_new=is_new)


def random_program(rng):
    """Two modules of three files. Each has a type of each kind, and half of what that can have."""
    program = Program()
    program.files = {file: True for file in FILES}
    members = {kind: rng.sample(names, len(names)) for kind in TYPES
               if (names := kinds_for(kind, False))}
    for module in (LIBRARY, EXECUTABLE):
        files = [file for file in FILES if program.module(file) == module]
        own = kinds_for("", False)
        rng.shuffle(own)
        for number, kind in enumerate(own):
            add_declaration(program, rng, kind, files[number % 3])
        kinds = [kind for kind in TYPES if kind != SUB]
        rng.shuffle(kinds)
        for number, kind in enumerate(kinds):
            made = add_type(program, rng, kind, files[number % 3])
            half = members[kind][module == LIBRARY::2]
            if kind == CLASS:
                # What the subclass overrides.
                half = ["method", "computed", *(set(half) - {"method", "computed"})]
            fill(program, rng, made, sorted(half))
            if kind == CLASS:
                for each in program.declarations.values():
                    if each.type == made.name and each.kind == "method":
                        each.more = []
                fill(program, rng, add_type(program, rng, SUB, made.file), ["method"])
    return program
