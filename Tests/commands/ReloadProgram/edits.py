# SPDX-License-Identifier: Apache-2.0
"""Edits of a program, each a row of the tables in docs/reload.md, and what reload has to say."""
import dataclasses

from . import making
from .bodies import random_body
from .kinds import ACTOR, CLASS, ENUM, KINDS, MODEL, NAMING, STRUCT, SUB, row
from .program import MAIN

REPLACED, HELD, BROKEN, SAME = "replaced", "held", "broken", "same"
SUBSCRIPTS = ("subscript", "recursive subscript")
ADDED_TYPES = (STRUCT, CLASS, ENUM, ACTOR, MODEL, "generic type", "noncopyable type", NAMING)


@dataclasses.dataclass
class Edit:
    """What changes, what has to come of it, and a pattern for the reason if it is held."""
    row: str
    outcome: str
    changes: list
    says: str = ""


@dataclasses.dataclass
class Kind:
    row: str
    outcome: str
    weight: int
    apply: object  # of a program and a generator of numbers; None or False if nothing fits
    says: str = ""


def some(rng, items):
    items = list(items)
    return rng.choice(items) if items else None


def declarations(program, *kinds, where=lambda each: True):
    return [each for _, each in sorted(program.declarations.items())
            if (not kinds or each.kind in kinds) and where(each)]


def lock(each):
    """Why another body of a declaration takes a build: what is new can have any."""
    return "" if each.is_new else KINDS[each.kind].lock


def new_body(program, rng, each, form=""):
    old = program.file_text(each.file)
    for _ in range(9):
        each.body = making.body_for(
            program, rng, each.kind, each.file, each.identifier, each.type, form)
        if program.file_text(each.file) != old:
            return True
    return False


# Replaced.

def row_of(program, each):
    return row(each.kind, program.types[each.type].kind if each.type else "")


def body(program, rng, wanted=""):
    each = some(rng, declarations(program, where=lambda each: (
        not lock(each) and wanted in ("", row_of(program, each)))))
    return each is not None and new_body(program, rng, each) and row_of(program, each)


def bodies(program, rng):
    known = declarations(program, where=lambda each: not lock(each))
    return all([new_body(program, rng, each) for each in rng.sample(known, 3)])


def place(program, rng):
    return new_body(program, rng, some(rng, declarations(program, "func", "method")), "place")


def new_function(program, rng):
    kinds = [kind for kind in making.kinds_for("", True) if not KINDS[kind].lock]
    file = some(rng, sorted(program.files))
    return making.add_declaration(program, rng, rng.choice(kinds), file, is_new=True) is not None


def new_member(program, rng):
    kind = some(rng, [each for _, each in sorted(program.types.items()) if each.kind != NAMING])
    kinds = [name for name in making.kinds_for(kind.kind, True)
             if not KINDS[name].lock and name not in ASSIGNING]
    made = kinds and making.add_declaration(
        program, rng, rng.choice(kinds), kind.file, kind.name, is_new=True)
    if not made:
        return False
    if kind.kind in (STRUCT, CLASS, ENUM, ACTOR) and rng.random() < 0.5:
        made.is_outside = True
        module = program.module(kind.file)
        made.file = some(rng, [f for f in sorted(program.files) if program.module(f) == module])
        if made.body.called:
            made.body = random_body(rng)
    return True


# The initialisers that assign the properties themselves.
ASSIGNING = ("init", "failable")


def new_initialiser(program, rng):
    kind = some(rng, [each for _, each in sorted(program.types.items())
                      if each.kind == STRUCT and not each.is_new])
    return bool(kind and making.add_declaration(
        program, rng, rng.choice(ASSIGNING), kind.file, kind.name, is_new=True))


def new_type(program, rng):
    file = some(rng, sorted(program.files))
    kind = making.add_type(program, rng, rng.choice(ADDED_TYPES), file, is_new=True)
    names = making.kinds_for(kind.kind, kind.kind != NAMING)
    making.fill(program, rng, kind, rng.sample(names, min(2, len(names))), is_new=True)
    return True


def new_file(program, rng):
    module = rng.choice(sorted({program.module(file) for file in program.files}))
    number = making.following(program)
    file = f"{module}/More{number}.swift"
    program.files[file] = True
    kinds = ["func", "global", "private", "generic"]
    return making.add_declaration(program, rng, rng.choice(kinds), file, is_new=True) is not None


def added_text(program, rng, before, call, file=None):
    file = file or some(rng, sorted(program.files))
    number = making.following(program)
    texts = program.texts.setdefault(file, {})
    texts.setdefault("after", []).extend(
        [""] + [line.format(n=number, p=rng.randrange(99)) for line in before])
    texts.setdefault("calls", []).append(
        f"  out.append(\"t{number} \\({call.format(n=number)})\")")
    # Takes the number.
    return making.add_declaration(program, rng, "func", file, is_new=True) is not None


def new_constant(program, rng):
    return added_text(program, rng, ["let constant{n} = {p}"], "constant{n}")


def new_conformance(program, rng):
    return added_text(program, rng, [
        "protocol Added{n} {{", "  func added{n}() -> Int", "}}", "extension String: Added{n} {{",
        "  func added{n}() -> Int {{ count &+ {p} }}", "}}"], "(\"a\" as any Added{n}).added{n}()")


def private_extension(program, rng):
    """Each file can have one, and all have the same names in them."""
    file = some(rng, [file for file in sorted(program.files) if not any(
        "tidy" in line for line in program.texts.get(file, {}).get("after", []))])
    return bool(file) and added_text(program, rng, [
        "private extension String {{", "  var tidy: Int {{ count &+ {p} }}", "}}"],
        "\"{n}\".tidy", file)


def can_change_signature(program, where):
    return declarations(program, where=lambda each: (
        "{more}" in KINDS[each.kind].head and each.kind not in (*making.OVERRIDES, "default")
        and not lock(each) and not overridden(program, each) and where(each)))


def overridden(program, each):
    return any(other.kind in making.OVERRIDES and other.name == each.name
               for other in program.declarations.values())


def signature(program, rng):
    """A further parameter, or one less; the callers have another argument."""
    each = some(rng, can_change_signature(program, lambda each: "" in each.more or not each.more))
    if each is None:
        return False
    if "" in each.more and rng.random() < 0.5:
        each.more.remove("")
    else:
        each.more.insert(0, "")
    return True


def renamed(program, rng):
    each = some(rng, can_change_signature(program, lambda each: not each.type))
    if each is None:
        return False
    each.name = f"g{each.name.lstrip('fgm')}{rng.randrange(9)}"
    return each.name not in [other.name for other in program.declarations.values()
                             if other is not each]


def removed(program, rng):
    return without(program, some(rng, declarations(program, where=lambda each: (
        not lock(each) and not overridden(program, each) and not KINDS[each.kind].is_only_built
        and not (each.type and program.types[each.type].kind == NAMING)
        and (each.is_new or each.kind not in SUBSCRIPTS)))))


def removed_subscript(program, rng):
    return without(program, some(rng, declarations(
        program, *SUBSCRIPTS, where=lambda each: not each.is_new)))


def without(program, each):
    if each is None:
        return False
    for caller in program.callers(each.identifier):
        if lock(caller):
            return False
        caller.body.called = tuple(i for i in caller.body.called if i != each.identifier)
    del program.declarations[each.identifier]
    return True


def default_argument(program, rng):
    each = some(rng, can_change_signature(program, lambda each: any(each.more)))
    if each is None:
        return False
    index = next(i for i, default in enumerate(each.more) if default)
    each.more[index] = str(int(each.more[index]) + 1)
    return True


def new_default_argument(program, rng):
    each = some(rng, can_change_signature(program, lambda each: not any(each.more)))
    if each is None:
        return False
    each.more.append(str(rng.randrange(9)))
    return True


# Held.

def locked_body(kind):
    def apply(program, rng):
        each = some(rng, declarations(program, kind, where=lambda each: not each.is_new))
        return each is not None and new_body(program, rng, each)
    return apply


def in_type(*kinds):
    """Changes a text of a type that the running program was built with."""
    def made(change):
        def apply(program, rng):
            kind = some(rng, [each for _, each in sorted(program.types.items())
                              if each.kind in kinds and not each.is_new])
            return kind is not None and change(kind, rng) is not False
        return apply
    return made


def once(kind, key, value):
    if key in kind.changes:
        return False
    kind.changes[key] = value
    return True


def other_text(kind, old, new):
    texts = kind.changes.setdefault("replaced", {})
    if texts:
        return False
    texts[old] = new
    return True


@in_type(STRUCT, CLASS, ACTOR, MODEL)
def new_stored(kind, rng):
    return once(kind, "members", [f"var more = {rng.randrange(9)}"])


@in_type(STRUCT)
def removed_stored(kind, rng):
    return other_text(kind, "  var spare = 1\n", "")


@in_type(STRUCT)
def initial_value(kind, rng):
    return other_text(kind, "spare = 1", f"spare = {rng.randrange(2, 99)}")


@in_type(STRUCT)
def reordered(kind, rng):
    return other_text(kind, "  var count = 3\n  var spare = 1\n",
                      "  var spare = 1\n  var count = 3\n")


@in_type(STRUCT)
def stored_type(kind, rng):
    return other_text(kind, "var spare = 1", "var spare: UInt8 = 1")


@in_type(ENUM)
def new_case(kind, rng):
    return once(kind, "cases", ", blue")


@in_type(ENUM)
def raw_value(kind, rng):
    return other_text(kind, "green = 2", f"green = {rng.randrange(3, 99)}")


@in_type(STRUCT)
def conforming(kind, rng):
    return other_text(kind, f"struct {kind.name} {{", f"struct {kind.name}: Hashable {{")


@in_type(NAMING)
def requirement(kind, rng):
    return once(kind, "requirements", ["  var more: Int { get }"]) and other_text(
        kind, "  var count = 7\n", "  var count = 7\n  var more: Int { 2 }\n")


@in_type(SUB)
def new_override(kind, rng):
    return once(kind, "members", ["override var count: Int { didSet {} }"])


@in_type(CLASS)
def designated_body(kind, rng):
    return other_text(kind, "{ self.count = count }", "{ self.count = count &+ 1 }")


@in_type(STRUCT, CLASS)
def unnamed(kind, rng):
    return once(kind, "members", [f"func callAsFunction() -> Int {{ {rng.randrange(99)} }}"])


def statement(program, rng):
    texts = program.texts.setdefault(MAIN, {})
    texts["before"] = [f"print({rng.randrange(99)})"]
    return True


def new_variable(program, rng):
    return added_text(
        program, rng, ["nonisolated(unsafe) var variable{n} = {p}"], "variable{n}")


# Broken, and nothing.

BREAKS = ["func broken{n}() -> Int {{ thrice }}", "func broken{n}() -> Int {{ \"{n}\" }}",
          "func broken{n}() -> Int {{ }}", "func broken{n}(-> Int {{ 1 }}",
          "struct Broken{n}: Missing {{}}", "func broken{n}() -> Int {{ 1",
          "func broken{n}() -> Missing {{ 1 }}"]


def broken(program, rng):
    file = some(rng, sorted(program.files))
    line = rng.choice(BREAKS).format(n=rng.randrange(99))
    program.texts.setdefault(file, {}).setdefault("after", []).append(line)
    return True


def comment(program, rng):
    file = some(rng, sorted(program.files))
    place = rng.choice(["after", "before"])
    # One before the declarations would change their lines.
    program.texts.setdefault(file, {}).setdefault(place, []).append(
        rng.choice(["// A remark {}.", "/* A remark {}. */", "   ", "// func f{}() {{"]).format(
            rng.randrange(99)))
    return True


EDITS = [
    # The row of a body is its declaration's.
    Kind("", REPLACED, 40, body),
    Kind("", REPLACED, 8, bodies),
    Kind("`#fileID`, `#line`, `#function`", REPLACED, 2, place),
    Kind("new function", REPLACED, 5, new_function),
    Kind("new method", REPLACED, 8, new_member),
    Kind("new type", REPLACED, 4, new_type),
    Kind("new file", REPLACED, 3, new_file),
    Kind("new conformance", REPLACED, 3, new_conformance),
    Kind("new constant", REPLACED, 3, new_constant),
    Kind("new private extension", REPLACED, 3, private_extension),
    Kind("signature that only replaced code calls", REPLACED, 6, signature),
    Kind("another name", REPLACED, 4, renamed),
    Kind("removed function or method", REPLACED, 4, removed),
    Kind("default argument", REPLACED, 4, default_argument),
    Kind("signature that others call", REPLACED, 4, new_default_argument),
    *(Kind(KINDS[kind].row, HELD, 1, locked_body(kind), KINDS[kind].lock)
      for kind in KINDS if KINDS[kind].lock),
    Kind("new stored property", HELD, 1, new_stored, "is a new stored property"),
    Kind("removed stored property", HELD, 1, removed_stored, "stored property .* is gone"),
    Kind("order of stored properties", HELD, 1, reordered, "stored properties .* order"),
    Kind("type of a stored property", HELD, 1, stored_type, "stored property .* another type"),
    Kind("initial value of a stored property", HELD, 1, initial_value, "another initial value"),
    Kind("new variable", HELD, 1, new_variable, "is a new variable"),
    Kind("case of an enumeration", HELD, 1, new_case, "is a new case"),
    Kind("raw value of a case", HELD, 1, raw_value, "another raw value"),
    Kind("what a type conforms to", HELD, 1, conforming, "declared in another way|conform"),
    Kind("requirement of a protocol", HELD, 1, requirement, "has other requirements"),
    Kind("statement of `main.swift`", HELD, 1, statement, "a statement is new"),
    Kind("new override", HELD, 1, new_override, "is a new override"),
    Kind("designated initialiser of a class", HELD, 1, designated_body, "designated initialiser"),
    Kind("new initialiser that calls no other", HELD, 1, new_initialiser, "calls no other"),
    Kind("function that is called without its name", HELD, 1, unnamed, "used without its name"),
    Kind("removed subscript", HELD, 1, removed_subscript, "no name tells what uses it"),
    Kind("", BROKEN, 6, broken, "error|expected|cannot|missing|return"),
    Kind("", SAME, 4, comment),
]


def table():
    """The rows of the tables, each with what comes of it."""
    rows = {row(name, kind): HELD if each.lock else REPLACED
            for name, each in KINDS.items() for kind in each.types or ("",)}
    return list((rows | {each.row: each.outcome for each in EDITS if each.row}).items())


def edit_of(wanted, program, rng):
    """An edit that is a row of the table; None if the program has nothing to make it of."""
    kind = next((each for each in EDITS if each.row == wanted), None) or Kind(
        wanted, REPLACED, 0, lambda *words: body(*words, wanted))
    edit = made_edit(kind, program, rng)
    return edit if edit and edit.outcome == kind.outcome else None


def made_edit(kind, program, rng):
    newer = program.copy()
    made = kind.apply(newer, rng)
    if not made:
        return None
    changes = program.changes(newer)
    if not changes or newer.render() == program.render():
        return None
    outcome, says = kind.outcome, kind.says
    if outcome == REPLACED and (reason := lock_of_callers(program, newer)):
        outcome, says = HELD, reason
    return Edit(made if isinstance(made, str) else kind.row or kind.outcome, outcome, changes, says)


def lock_of_callers(program, newer):
    """Why what calls a declaration with another name or other parameters takes a build, or "":
    any of the reasons, since one is said for each declaration."""
    locks = set()
    for identifier, each in newer.declarations.items():
        old = program.declarations.get(identifier)
        if old and (old.name, old.more) != (each.name, each.more):
            locks |= {lock(caller) for caller in newer.callers(identifier)} - {""}
    return "|".join(sorted(locks) + ["mentions it, which can't be replaced"]) if locks else ""


def random_edit(program, rng):
    """An edit that changes something; it is not yet applied."""
    weights = [each.weight for each in EDITS]
    while True:
        edit = made_edit(rng.choices(EDITS, weights)[0], program, rng)
        if edit:
            return edit
