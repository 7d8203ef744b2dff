# SPDX-License-Identifier: Apache-2.0
"""Changes of an API, each a row of the table in docs/growing.md, with what they do to plug-ins."""
import dataclasses

from .api import Requirement

LATER = (r"is missing: it was compiled against a later version.*; it needs api 1\.\d\)"
         r"|needs .*, which no loaded image has")
MISSING = r"needs .*, which no loaded image has"


@dataclasses.dataclass
class Edit:
    """A row: how it changes a version, and why old plug-ins are refused; "" if they run."""
    row: str
    apply: object  # of a copy and a random number generator; False if there is nothing to change
    refusal: str = ""

    @property
    def breaks(self):
        return bool(self.refusal)


def fresh(api):
    number = 0
    while f"f{number}" in api.names or f"v{number}" in api.names:
        number += 1
    return number


def adding(**values):
    def apply(api, rng):
        kind = values.get("kind", "func")
        name = ("v" if kind == "var" else "f") + str(fresh(api))
        api.requirements.append(Requirement(name, **values))
    return apply


def add_overload(api, rng):
    known = [r for r in api.requirements if r.kind == "func" and r.parameter != "generic"
             and not r.is_required and r.effects == ""]
    if not known:
        return False
    other = rng.choice(known)
    free = [p for p in ("Int", "String", "Coin") if all(
        r.name != other.name or r.parameter != p for r in api.requirements)]
    if not free:
        return False
    api.requirements.append(Requirement(other.name, parameter=rng.choice(free)))


def of_some(change, *kinds):
    """Changes a requirement that an old plug-in can have overridden."""
    def apply(api, rng):
        known = [r for r in api.requirements if r.kind in kinds and not r.is_required]
        return False if not known else change(api, rng.choice(known))
    return apply


def rename(api, requirement):
    requirement.name = f"{requirement.name[0]}{fresh(api) + 100}"


def retype(api, requirement):
    requirement.parameter = "Int" if requirement.parameter != "Int" else "String"


def give_result(api, requirement):
    requirement.result = "Int"


def make_async(api, requirement):
    if "async" in requirement.effects:
        return False
    requirement.effects = f"async {requirement.effects}".strip()


def make_throwing(api, requirement):
    if "throws" in requirement.effects:
        return False
    requirement.effects = f"{requirement.effects} throws".strip()


def make_consuming(api, requirement):
    if requirement.modifier or requirement.parameter == "generic":
        return False
    requirement.modifier = "consuming "


def require(api, requirement):
    if len(api.open_requirements) < 2:
        return False
    requirement.is_required = True


def drop_default(api, rng):
    api.requirements.append(Requirement(f"f{fresh(api)}", is_required=True))


def insert(api, rng):
    place = rng.randrange(len(api.requirements))
    api.requirements.insert(place, Requirement(f"f{fresh(api)}"))


def reorder(api, rng):
    if len(api.open_requirements) < 2 or len(api.requirements) < 2:
        return False
    api.requirements.insert(0, api.requirements.pop())


def let_set(api, rng):
    last = api.requirements[-1]
    if last.kind != "var" or last.has_setter or last.is_required:
        return False
    last.has_setter = True


def field(name):
    def apply(api, rng):
        getattr(api, name).append(f"more{len(getattr(api, name))}")
    return apply


def swap_fields(api, rng):
    if len(api.coin_fields) < 2:
        return False
    api.coin_fields.reverse()


def case(api, rng):
    api.cases.append(f"mood{len(api.cases)}")


def listen(api, rng):
    api.heard += 1


def reword(api, rng):
    api.words = f"h{int(api.words[1:]) + 1}"


def setting(name, value):
    def apply(api, rng):
        if getattr(api, name) == value:
            return False
        setattr(api, name, value)
    return apply


FOUNDATION = (
    "what it inherits, an associated type, or what has no default, has changed or moved|" + MISSING)

EVOLUTION = "its module was built with(out)? -enable-library-evolution, and the one|" + MISSING

EDITS = [
    Edit("a function at the end", adding()),
    Edit("a property at the end", adding(kind="var")),
    Edit("a property with a setter at the end", adding(kind="var", has_setter=True)),
    Edit("a `static` function at the end", adding(kind="static")),
    Edit("an `async` function at the end", adding(effects="async")),
    Edit("a function that throws, at the end", adding(effects="throws")),
    Edit("a generic function at the end", adding(parameter="generic")),
    Edit("a function with a struct of the library, at the end", adding(parameter="Coin")),
    Edit("an overload at the end", add_overload),
    Edit("a function with the author's default, at the end", adding(answered_by="author")),
    Edit("a setter for a property that is the last requirement", let_set),
    Edit("a requirement of a protocol with a courier", listen),
    Edit("other answers of the library's extensions and defaults", reword),
    Edit("a stored property of a struct", field("coin_fields")),
    Edit("the order of a struct's stored properties", swap_fields),
    Edit("a case of an enumeration", case),
    Edit("a requirement removed", of_some(
        lambda api, r: api.requirements.remove(r) if len(api.open_requirements) > 1 else False,
        "func", "var"), "is gone|" + MISSING),
    Edit("a requirement renamed", of_some(rename, "func", "var"), "is gone|" + MISSING),
    Edit("another type of a parameter", of_some(retype, "func", "static"),
         "has changed|is gone|" + MISSING),
    Edit("another type of the result", of_some(give_result, "func"), "has changed|" + MISSING),
    Edit("a function made `async`", of_some(make_async, "func"), "has changed|" + MISSING),
    Edit("a function made `throws`", of_some(make_throwing, "func"), "has changed|" + MISSING),
    Edit("a function made `consuming`", of_some(make_consuming, "func"), "has changed|" + MISSING),
    Edit("a requirement before the end", insert,
         "is new, and not at the end|" + FOUNDATION),
    Edit("the order of requirements", reorder, "has moved|" + MISSING),
    Edit("a requirement with `@Required`", drop_default, FOUNDATION),
    Edit("`@Required` on a requirement", of_some(require, "func", "var"),
         "is gone|" + FOUNDATION),
    Edit("an inherited protocol", setting("bounds", ["Sendable"]), FOUNDATION),
    Edit("an associated type", setting("has_associated_type", True), FOUNDATION),
    Edit("a global actor on the protocol", setting("is_isolated", True), FOUNDATION),
    Edit("a stored property of a `@frozen` struct", field("pin_fields"), "was compiled with"),
    Edit("`growing: true` removed", setting("grows", False), ".*"),
    Edit("`-enable-library-evolution` removed", setting("evolves", False), EVOLUTION),
    Edit("`-enable-library-evolution` added", setting("evolves", True), EVOLUTION),
]
BY_ROW = {edit.row: edit for edit in EDITS}
