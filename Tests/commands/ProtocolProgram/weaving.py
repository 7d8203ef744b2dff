# SPDX-License-Identifier: Apache-2.0
"""What only the woven program has: extensions that answer or only call `super`, and advice."""
import random

from .layout import arranged
from .rendering import Place, accessors, body, indented, parameter_text, plain_names
from .types import Scope, Span


def capitalized(name):
    return name[:1].upper() + name[1:]


def bare(name):
    return name.strip("`")


def method_name(requirement, accessor):
    name = bare(requirement.name)
    if requirement.kind == "subscript":
        return "setSubscript" if accessor == "set" else "subscript"
    if requirement.kind == "init":
        return "init"
    if requirement.kind == "operator":
        return "operator " + (requirement.fixity + " " if requirement.fixity else "") + name
    return "set" + capitalized(name) if accessor == "set" else name


def subject_type(protocol, requirement, accessor):
    if requirement.of_type:
        return "Subject.Type"
    if protocol.is_actor and not requirement.is_nonisolated:
        return "isolated Subject"
    if protocol.is_noncopyable:
        if requirement.modifier == "consuming":
            return "consuming Subject"
        changes = (requirement.is_mutating if accessor == "" else
                   requirement.getter_modifier == "mutating" if accessor == "get" else
                   requirement.setter_modifier != "nonmutating")
        return "inout Subject" if changes else "borrowing Subject"
    if accessor == "set":
        changes = requirement.setter_modifier != "nonmutating" and not protocol.is_class_bound
    elif accessor == "get":
        changes = requirement.getter_modifier == "mutating"
    else:
        changes = requirement.is_mutating
    return "inout Subject" if changes else "Subject"


def overrides(protocol, indices, answer):
    scope = Scope("Subject", lambda item: f"Subject.{item}", "subject")
    lines = []
    for index in indices:
        requirement = protocol.requirements[index]
        names = plain_names(requirement)
        for accessor in accessors(requirement):
            subject = subject_type(protocol, requirement, accessor)
            parameters = [f"_ subject: {subject}"]
            if accessor == "set":
                escaping = "@escaping " if requirement.result.is_function else ""
                parameters.append(f"_ newValue: {escaping}{requirement.result.spell(scope)}")
            parameters += [parameter_text(requirement, p, n, scope, True)
                           for p, n in zip(requirement.parameters, names)]
            result = ""
            if requirement.kind == "init":
                result = " -> Subject" + ("?" if requirement.is_failable else "")
            elif accessor != "set" and requirement.result is not None:
                result = " -> " + requirement.result.spell(scope)
            generics = "<" + ", ".join(
                n + (f": {b}" if b else "") for n, b, _ in requirement.generics) + ">" \
                if requirement.generics else ""
            where = f" {requirement.where}" if requirement.where else ""
            effects = requirement.effects if accessor != "set" else ""
            attribute = "@MainActor " if "@MainActor" in requirement.attributes else ""
            takes_type = subject.endswith(".Type")
            if protocol.is_actor and requirement.is_async and (
                    requirement.is_nonisolated or takes_type) or (
                    requirement.is_nonisolated and protocol.isolation):
                attribute = "nonisolated(nonsending) " if requirement.is_async else "nonisolated "
            name = method_name(requirement, accessor)
            method = [f"{attribute}override func `{name}`{generics}({', '.join(parameters)})"
                      f"{effects}{result}{where} {{"]
            if answer:
                place = Place(scope, "extension")
                method += indented(body(protocol, index, accessor, place, names))
            else:
                method.append("  " + forwarded(requirement, accessor, name, subject, names))
            lines += arranged(protocol, method + ["}"])
    return lines


def forwarded(requirement, accessor, name, subject, names):
    arguments = ["&subject" if subject.startswith("inout") else "subject"]
    if accessor == "set":
        arguments.append("newValue")
    for p, n in zip(requirement.parameters, names):
        value = f"&{n}" if p.ownership == "inout" else f"{n}()" if p.is_autoclosure else n
        label = "" if p.label == "_" else p.label + ": "
        if requirement.kind in ("subscript", "operator"):
            label = "" if p.label in ("_", p.name.strip("`")) and requirement.kind == "operator" \
                else label
        arguments.append(label + value)
    effects = ("try " if requirement.throwing and accessor != "set" else "") + (
        "await " if requirement.is_async and accessor != "set" else "")
    return f"{effects}super.`{name}`({', '.join(arguments)})"


def extension_class(protocol, name, attribute, indices, answer):
    constraint = protocol.path + (" & ~Copyable" if protocol.is_noncopyable else "")
    hidden = "fileprivate " if protocol.access == "fileprivate" else ""
    return [f"{attribute}", f"{hidden}final class {name}<Subject: {constraint}>: "
            f"{protocol.path}Extension<Subject> {{"] \
        + indented(overrides(protocol, indices, answer)) + ["}"]


def extensions(protocol):
    """The classes with `@Extension`."""
    lines, left = [], protocol.left()
    if not left:
        return lines
    if "answering" in protocol.parts:
        lines += extension_class(
            protocol, f"Answering{protocol.number}", "@Extension", left, True)
    if "identity" in protocol.parts:
        lines += extension_class(
            protocol, f"Identity{protocol.number}", "@Extension(priority: 10)", left, False)
    return lines


# Advice.

# Names of cases that are taken, in the language or by generated code.
TAKEN = {
    "allCases", "init", "self", "Self", "Type", "Protocol", "_Base", "_JoinPoints",
    "_JoinPointsOfAny", "_Link", "_Protocol", "_Subject", "_SubjectType", "_Support",
    "_AnyType", "_description", "_linkType", "_none", "_scope", "_shape", "_stored"}


class JoinPoint:
    """A requirement's join point: its name, and the closures that it takes."""

    def __init__(self, protocol, index, accessor):
        self.protocol, self.index, self.accessor = protocol, index, accessor
        self.requirement = protocol.requirements[index]
        self.subject = subject_type(protocol, self.requirement, accessor)

    @property
    def is_async(self):
        return self.requirement.is_async and self.accessor != "set"

    @property
    def is_typed(self):
        return self.requirement.is_typed_throw and self.accessor != "set"

    @property
    def can_throw(self):
        return self.requirement.can_throw and not self.is_typed and self.accessor != "set"

    @property
    def is_void(self):
        return (self.accessor == "set" or
                self.requirement.kind != "init" and self.requirement.result is None) \
            and not self.is_typed

    @property
    def is_isolated(self):
        hops = self.protocol.isolation or "@MainActor" in self.requirement.attributes
        return self.subject.startswith("isolated") or bool(
            hops and not self.is_async and not self.requirement.is_nonisolated)

    @property
    def takes_closures(self):
        requirement = self.requirement
        parameters = requirement.parameters
        if self.protocol.is_noncopyable or requirement.is_generic:
            return False
        if requirement.is_isolated_by_parameter:
            return False
        if requirement.throwing == "rethrows" or requirement.lends_generic_value:
            return False
        if any(p.is_nonescaping and "isolated(any)" in p.type.spell(Scope("Self", str))
               for p in parameters):
            return False
        # Swift 6.3.1 can't check the isolation of a closure that would pass it on, kept or not.
        if self.is_isolated and len(parameters) == 1 \
                and "convention" in parameters[0].type.spell(Scope("Self", str)):
            return False
        if any(p.ownership in ("consuming", "sending") for p in parameters):
            return False
        if any(p.type.spell(Scope("Self", str)) == "()" for p in parameters):
            return False
        count = len(parameters) + (self.accessor == "set")
        if any(isinstance(p.type, Span) and count > 1 for p in parameters):
            return False
        if self.is_async and any(p.ownership or p.is_nonescaping or not p.type.copyable
                                 for p in parameters):
            return False
        return True

    def identifier(self, parts):
        static = "static_" if self.requirement.of_type and self.requirement.kind != "init" else ""
        text = "_".join([static + method_name(self.requirement, self.accessor)] + parts)
        text = text.replace("`", "")
        return "".join(c if c.isalnum() or c == "_" else "_" for c in text)

    def candidates(self):
        labels = [("_" if self.requirement.kind in ("subscript", "operator")
                   and p.label == p.name.strip("`") else p.label)
                  for p in self.requirement.parameters]
        return [method_name(self.requirement, self.accessor), self.identifier(labels)]

    def name(self, others):
        """The shortest name that is unique; None where only types tell overloads apart."""
        for position, candidate in enumerate(self.candidates()):
            if sum(other.candidates()[position] == candidate for other in others) == 1:
                if candidate in TAKEN:
                    return candidate + "_"
                return f"`{candidate}`"
        return None

    def closures(self, kind, form):
        """The closure of a kind, before, around or after, with all parameters or none."""
        own = ["b"] if self.accessor == "set" else []
        parameters = own + [f"a{i}" for i in range(len(self.requirement.parameters))]
        passes = not any(p.is_nonescaping for p in self.requirement.parameters)
        taken = ["s"] + parameters if form == "all" else []
        if kind == "around":
            given = []
            # A closure that does not escape is not handed to those around the call.
            if form == "all" and not passes:
                taken = ["s"]
            elif form == "all":
                given = (["&s"] if self.subject.startswith("inout") else []) + own + [
                    f"&a{i}" if p.ownership == "inout" else f"a{i}"
                    for i, p in enumerate(self.requirement.parameters)]
            effects = ("try " if self.can_throw else "") + ("await " if self.is_async else "")
            return f"{{ {', '.join(taken + ['proceed'])} in {effects}proceed({', '.join(given)}) }}"
        if kind == "after" and form == "all" and (self.can_throw or not self.is_void):
            taken.append("outcome")
        head = f"{', '.join(taken)} in " if taken else ""
        return f"{{ {head}_ = phase }}"


def depends_on_subject(protocol, point):
    requirement = point.requirement
    return (protocol.is_actor or requirement.mentions("uses_self") or
            requirement.mentions("uses_item") or requirement.kind in ("init", "operator")
            or (protocol.isolation or "@MainActor" in requirement.attributes)
            and point.subject.startswith("inout"))


def advice(protocol, module):
    """Functions that install advice of all forms for all scopes."""
    if "closures" not in protocol.parts:
        return []
    rng = random.Random(protocol.advice_seed)
    points = [JoinPoint(protocol, i, accessor) for i in range(len(protocol.requirements))
              for accessor in accessors(protocol.requirements[i]) if i not in protocol.required]
    isolation = protocol.isolation + " " if protocol.isolation else ""
    always, in_task = [], []
    objects = {c.name: [] for c in protocol.types if c.is_class}
    for point in points:
        name = point.name(points)
        if not point.takes_closures or not name:
            continue
        for conforming in protocol.types:
            own = f"{protocol.path}Extension<{conforming.used_name}>"
            scopes = [own + ".joinPoints"]
            if conforming.is_class and not depends_on_subject(protocol, point):
                scopes.append(own + ".joinPointsWithSubclasses")
                if not point.requirement.of_type:
                    objects[conforming.name].append(
                        install(rng, point, own + ".joinPoints(of: x)", name))
            if not depends_on_subject(protocol, point):
                scopes += [f"{protocol.path}JoinPoints.everySubject",
                           f"{protocol.path}JoinPoints.type({conforming.used_name}.self)"]
                if conforming.kind != "generic struct" and protocol.access != "fileprivate":
                    scopes.append(f'{protocol.path}JoinPoints.type(named: "{module}.{conforming.name}")')
            for _ in range(2):
                always.append(install(rng, point, rng.choice(scopes), name))
            if rng.random() < 0.5:
                in_task.append(install(rng, point, rng.choice(scopes), name, ".forTask"))
    number = protocol.number
    lines = [f"{isolation}func advise{number}() throws {{"] + indented(always) + ["}"]
    lines += [f"{isolation}func adviseTask{number}() throws {{"] + indented(in_task) + ["}"]
    for conforming, found in objects.items():
        hidden = "fileprivate " if protocol.access == "fileprivate" else ""
        lines += [f"{isolation}{hidden}func adviseObject{conforming}(_ x: {conforming}) {{"]
        lines += indented(["guard phase > 1 else { return }", "do {"] + indented(found)
                          + [f'}} catch {{ print("{protocol.name} can\'t be advised:", error) }}'] if found else []) + ["}"]
    return lines


def install(rng, point, scope, name, option=""):
    kind = rng.choice(("before", "around", "after"))
    form = rng.choice(("all", "all", "all", "none", "none"))
    options = [option] if option else []
    if rng.random() < 0.15 and not option:
        options.append(".once")
    if rng.random() < 0.3:
        options.append(f".precedence({rng.randrange(-3, 9)})")
    given = f"({', '.join(options)})" if options else ""
    return f"try {scope}.{name}.{kind}{given} {point.closures(kind, form)}"


def weave_function(protocol):
    """`go`, which main calls in the woven program."""
    number = protocol.number
    isolation = protocol.isolation + " " if protocol.isolation else ""
    if "closures" not in protocol.parts or protocol.is_noncopyable:
        return [f"{isolation}func go{number}() async {{ await run{number}() }}"]
    return [f"{isolation}func go{number}() async {{", "  guard phase > 1 else {",
            f"    return await run{number}()", "  }", "  do {", f"    try advise{number}()",
            "    try await ExtensionRegistry.withTaskAdvice {",
            f"      try adviseTask{number}()", f"      await run{number}()", "    }",
            f'  }} catch {{ print("{protocol.name} can\'t be advised:", error) }}', "}"]
