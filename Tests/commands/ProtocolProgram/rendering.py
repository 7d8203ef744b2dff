# SPDX-License-Identifier: Apache-2.0
"""The Swift source of a protocol, its defaults and its types, plain or with Graft."""
import re

from .layout import arranged
from .types import Receiver, Scope


class Place:
    """Where a body stands, and what it calls its subject and parameters."""

    def __init__(self, scope, origin, names=None):
        self.scope, self.origin, self.names = scope, origin, names


def in_protocol():
    return Scope("Self", lambda name: name)


def indented(lines, by=1):
    return ["  " * by + line if line else line for line in lines]


def title(index, accessor):
    return f"r{index}{accessor}"


def reaches_pointcut(protocol, requirement, accessor):
    """Whether the pages say that a pointcut sees the requirement's calls."""
    if protocol.is_noncopyable or requirement.throwing == "rethrows":
        return False
    if any(p.ownership in ("consuming", "sending") for p in requirement.parameters):
        return False
    return not requirement.lends_generic_value


def parameter_names(requirement):
    """The names that a member can have for its parameters, where the protocol repeats one."""
    names, taken = [], set()
    for index, parameter in enumerate(requirement.parameters):
        name = parameter.name
        # A body could not name its subject otherwise.
        if name in ("_", "`self`") or name.strip("`") in taken:
            name = f"own{index}"
        taken.add(name.strip("`"))
        names.append(name)
    return names


def plain_names(requirement):
    return [f"a{index}" for index in range(len(requirement.parameters))]


def parameter_text(requirement, parameter, name, scope, as_method=False):
    label = parameter.label
    hides_label = requirement.kind in ("subscript", "operator") and not as_method
    written = name if label == ("_" if hides_label else name.strip("`")) else f"{label} {name}"
    return f"{written}: {parameter.spell(scope, as_method)}"


def generics_text(requirement, scope):
    if not requirement.generics:
        return ""
    return "<" + ", ".join(
        name + (f": {bound}" if bound else "") for name, bound, _ in requirement.generics) + ">"


def result_text(requirement, scope):
    if requirement.kind == "init" or requirement.result is None:
        return ""
    return " -> " + requirement.result.spell(scope.of_result)


def signature(protocol, requirement, scope, names):
    """The declaration without a body, as the protocol and a type's member have it."""
    given = ", ".join(parameter_text(requirement, p, n, scope)
                      for p, n in zip(requirement.parameters, names))
    where = f" {requirement.where}" if requirement.where else ""
    static = "static " if requirement.is_static else ""
    alone = "nonisolated " if requirement.is_nonisolated else ""
    modifier = requirement.modifier + " " if requirement.modifier else ""
    if scope.is_class and "mutating" in modifier:
        modifier = ""
    if requirement.kind == "func":
        return (f"{alone}{static}{modifier}func {requirement.name}"
                f"{generics_text(requirement, scope)}({given}){requirement.effects}"
                f"{result_text(requirement, scope)}{where}")
    if requirement.kind == "operator":
        fixity = requirement.fixity + " " if requirement.fixity else ""
        return (f"static {fixity}func {requirement.name} ({given}){requirement.effects}"
                f"{result_text(requirement, scope)}")
    if requirement.kind == "init":
        return f"init{'?' if requirement.is_failable else ''}({given}){requirement.effects}"
    if requirement.kind == "subscript":
        return f"{alone}{static}subscript({given}) -> {requirement.result.spell(scope)}"
    return f"{alone}{static}var {requirement.name}: {requirement.result.spell(scope)}"


def accessors(requirement):
    if requirement.kind not in ("var", "subscript"):
        return [""]
    return ["get", "set"] if requirement.has_setter else ["get"]


def attributes(requirement):
    return "".join(f"{each} " for each in requirement.attributes)


def requirement_line(protocol, index, woven):
    requirement = protocol.requirements[index]
    mark = "@Required " if woven and index in protocol.required else ""
    text = mark + attributes(requirement) + signature(
        protocol, requirement, in_protocol(), [p.name for p in requirement.parameters])
    if requirement.kind in ("var", "subscript"):
        getter = (requirement.getter_modifier + " get").strip() + requirement.effects
        setter = (" " + (requirement.setter_modifier + " set").strip()) \
            if requirement.has_setter else ""
        text += f" {{ {getter}{setter} }}"
    return text


# Bodies.

def shown(requirement, names):
    return [p.type.show(name, requirement.is_async) if not p.is_variadic else f"textOf({name})"
            for p, name in zip(requirement.parameters, names)]


def called(requirement, names):
    """The names as expressions: an autoclosure is called."""
    return [f"{name}()" if p.is_autoclosure else name
            for p, name in zip(requirement.parameters, names)]


def is_compared(parameter):
    return not (parameter.ownership == "isolated"
                or parameter.type.has_function or not parameter.type.copyable
                or parameter.type.spell(in_protocol()) == "Span<Int>" or parameter.is_autoclosure
                or parameter.is_variadic or "!" in parameter.type.spell(in_protocol()))


def is_compared_result(found):
    """Whether the text of a result is the same for its caller and a pointcut."""
    return not (found.has_function or not found.copyable or "!" in found.spell(in_protocol())
                or found.spell(in_protocol()) == "Span<Int>")


def can_change(protocol, requirement, accessor):
    if not protocol.has_state or requirement.of_type or requirement.is_nonisolated:
        return False
    if protocol.is_class_bound:
        return True
    if accessor == "get":
        return requirement.getter_modifier == "mutating"
    if accessor == "set":
        return requirement.setter_modifier != "nonmutating"
    return requirement.is_mutating


def body(protocol, index, accessor, place, names):
    """The statements of one body: they say what was given, and give a value back."""
    requirement, scope = protocol.requirements[index], place.scope
    me = scope.me
    expressions = called(requirement, names)
    lines = []
    texts = shown(requirement, expressions)
    compared = [f"textOf({name})" if is_compared(p) else "nil"
                for p, name in zip(requirement.parameters, expressions)]
    if accessor == "set":
        texts = [requirement.result.show("newValue")] + texts
        ok = not requirement.result.has_function and "!" not in requirement.result.spell(scope)
        compared = ["textOf(newValue)" if ok else "nil"] + compared
    if requirement.of_type:
        subject = '"-"' if requirement.kind in ("init", "operator") else f"textOf({me})"
    elif protocol.is_noncopyable:
        subject = '"-"'
    elif requirement.modifier == "consuming" or requirement.modifier == "borrowing":
        subject = '"-"'
    else:
        subject = f"typeText({me})"
        if protocol.has_state and not requirement.is_nonisolated:
            subject += f' + " \\({me}.state)"'
    advised = "true" if reaches_pointcut(protocol, requirement, accessor) else "false"
    for i, text in enumerate(texts):
        if "await" in text:
            lines.append(f"let shown{i} = {text}")
            texts[i] = f"shown{i}"
    lines.append(
        f'noteBody("{protocol.name}", "{title(index, accessor)}", {subject}, '
        f'[{", ".join(texts)}], origin: "{place.origin}", advised: {advised}, '
        f'compared: [{", ".join(compared)}])')
    if can_change(protocol, requirement, accessor):
        lines.append(f"{me}.state += 1")
    for i, (p, name) in enumerate(zip(requirement.parameters, names)):
        if p.ownership == "inout" and not isinstance(p.type, Receiver):
            lines.append(f"{name} = {p.type.value(50 + i, scope)}")
        if p.ownership == "consuming" and not p.type.copyable:
            lines.append(f"_ = consume {name}")
    if requirement.throwing == "rethrows":
        closure, name = next((p, n) for p, n in zip(requirement.parameters, names)
                             if p.type.is_function and p.type.has_function
                             and getattr(p.type, "throwing", "") == "throws"
                             and p.is_nonescaping)
        given = ", ".join(t.value(i + 5, scope) for i, t in enumerate(closure.type.parameters))
        lines.append(f"_ = try {name}({given})")
    if requirement.throws_always and requirement.can_throw and requirement.throwing != "rethrows":
        return lines + [f"throw Fault({index})"]
    if requirement.kind == "init":
        made = {"own": "self.init(made: 70)", "default": "self.init(made: 70)",
                "extension": f"return {me}.init(made: 70)"}[place.origin]
        if requirement.is_failable and index % 2:
            made = "return nil"
        return lines + [made]
    if accessor == "set" or requirement.result is None:
        return lines
    value_scope = scope
    if requirement.of_type and requirement.result.uses_self:
        made = "subject" if place.origin == "extension" else "self"
        value_scope = Scope(scope.self_name, scope.item, f"{made}.init(made: {60 + index})")
    value = requirement.result.value(20 + index, value_scope)
    if value == "()":
        return lines
    return lines + [f"return {value}"]


def member(protocol, index, place, prefix=""):
    """A member with its body: of a type, or an author's default."""
    requirement, scope = protocol.requirements[index], place.scope
    names = parameter_names(requirement)
    head = attributes_of_member(requirement) + prefix + signature(
        protocol, requirement, scope, names)
    if requirement.kind not in ("var", "subscript"):
        return [head + " {"] + indented(body(protocol, index, "", place, names)) + ["}"]
    lines = [head + " {"]
    modified = lambda modifier, word: word if scope.is_class else f"{modifier} {word}".strip()
    getter = modified(requirement.getter_modifier, "get") + requirement.effects
    lines += indented([getter + " {"] + indented(
        body(protocol, index, "get", place, names)) + ["}"])
    if requirement.has_setter:
        setter = modified(requirement.setter_modifier, "set")
        lines += indented([setter + " {"] + indented(
            body(protocol, index, "set", place, names)) + ["}"])
    return lines + ["}"]


def attributes_of_member(requirement):
    return "".join(f"{each} " for each in requirement.attributes
                   if each.startswith(("@discardableResult", "@MainActor")))


def needs_other_name(requirement):
    return (requirement.is_generic or requirement.kind == "operator"
            or any(p.is_variadic for p in requirement.parameters))


# Declarations.

def protocol_declaration(protocol, woven):
    access = protocol.modifier
    primary = ""
    if protocol.primary and protocol.associated:
        primary = f"<{protocol.associated[0][0]}>"
    bounds = ": " + ", ".join(protocol.bounds) if protocol.bounds else ""
    lines = []
    if protocol.ancestor == "plain":
        lines += [f"{access}protocol Ancestor{protocol.number} {{",
                  f"  var older{protocol.number}: Int {{ get }}", "}"]
    has_operators = any(protocol.requirements[i].kind == "operator" for i in protocol.left())
    attribute = "@Extensible @OperatorDefaults " if has_operators else "@Extensible "
    if protocol.courier:
        attribute += f"@{protocol.courier} "
    head = (attribute if woven else "") + protocol.spi + \
        (protocol.isolation + " " if protocol.isolation else "")
    declared = [f"{head}{access}protocol {protocol.name}{primary}{bounds} {{"]
    for name, _, bound, _ in protocol.associated:
        if bound:
            declared.append(f"  associatedtype {name}: {bound}")
    if protocol.has_state:
        declared.append(f"  {'@Required ' if woven else ''}var state: Int {{ get set }}")
    for index in range(len(protocol.requirements)):
        declared += indented(arranged(protocol, [requirement_line(protocol, index, woven)]))
    declared.append("}")
    if protocol.space:
        declared = [f"{access}enum {protocol.space} {{"] + indented(declared) + ["}"]
    return lines + declared


def defaults(protocol, woven):
    """The author's defaults."""
    left = protocol.left()
    if not left or woven and not protocol.has_defaults:
        return []
    # What the macro can't know of the protocol, its clause says.
    actor = "Self: Swift::Actor, " if protocol.is_actor else (
        "Self: Swift::AnyObject, " if protocol.is_class_bound else "")
    lines = [f"{protocol.spi}@Default extension {protocol.path} where {actor}Self: Graft::AuthorDefault {{" if woven
             else f"{protocol.spi}extension {protocol.path}{' where Self: ~Copyable' if protocol.is_noncopyable else ''} {{"]
    place = Place(in_protocol(), "default")
    for index in left:
        prefix = "" if protocol.access == "fileprivate" else protocol.modifier
        text = member(protocol, index, place, prefix)
        requirement = protocol.requirements[index]
        is_isolated = requirement.is_isolated_by_parameter or not requirement.is_nonisolated and (
            protocol.is_actor and not requirement.of_type or protocol.isolation or "@MainActor" in requirement.attributes)
        cannot_be_sent = "@convention(c)" in text[0] or any(
            p.is_nonescaping or p.is_autoclosure or p.ownership for p in requirement.parameters)
        if woven and requirement.is_async and not is_isolated and cannot_be_sent \
                and requirement.kind in ("func", "init"):
            text[0] = text[0].replace("nonisolated ", "", 1)
            text[0] = re.sub(r"\b(func |init\b)", r"nonisolated(nonsending) \1", text[0], count=1)
        # Or it would be preferred to what a type implements itself.
        if not woven and "@_disfavoredOverload" in requirement.attributes:
            text[0] = "@_disfavoredOverload " + text[0]
        if woven and needs_other_name(requirement):
            text[0] = "@RenamedDefault " + text[0]
        lines += indented(arranged(protocol, text))
    return lines + ["}"]


def conforming_scope(protocol, conforming):
    name = "Self" if conforming.kind == "generic struct" else conforming.name
    scope = Scope(name, lambda item: protocol.concrete(item))
    scope.is_class = conforming.is_class
    if conforming.kind == "open class":
        scope.of_result = Scope("Self", scope.item)
    return scope


def advisable(protocol, conforming, index):
    """The attribute that lets a type's own member be advised; empty if it can't be."""
    requirement = protocol.requirements[index]
    if index not in conforming.advisable or not requirement.allows_advisable:
        return ""
    if requirement.kind == "init" and conforming.is_class:
        return ""
    if requirement.is_mutating and conforming.is_class or protocol.is_noncopyable:
        return ""
    if requirement.is_mutating and requirement.is_async \
            and not all(p.type.sendable for p in requirement.parameters):
        return ""
    if requirement.is_async and protocol.isolation and not requirement.is_nonisolated \
            and requirement.result and not requirement.result.sendable:
        return ""
    if conforming.kind == "actor" and not (requirement.is_nonisolated or requirement.is_static):
        return ""
    typed = ", typed: true" if any(
        other is not requirement and other.name == requirement.name
        and other.is_static == requirement.is_static
        and [p.label for p in other.parameters] == [p.label for p in requirement.parameters]
        for other in protocol.requirements) else ""
    return f"@Advisable((any {protocol.path}).self{typed}) "


def conforming_declaration(protocol, conforming, access, woven):
    """A type that conforms, with what it implements itself."""
    scope = conforming_scope(protocol, conforming)
    keyword, parameter, copy = conforming.kind, "", ""
    if conforming.kind == "generic struct":
        keyword, parameter = "struct", "<Value>"
    if conforming.kind == "noncopyable":
        keyword, copy = "struct", ": ~Copyable"
    if conforming.kind == "open class":
        keyword = "open class" if access.startswith("public") else "class"
    head_access = protocol.spi + ("" if keyword == "open class" else access)
    stored, needed = [], []
    alone = "nonisolated " if protocol.isolation else ""
    is_class = conforming.is_class
    if conforming.kind == "enum":
        stored.append("case one")
        stored.append(f"{access}{alone}init(made number: Int) {{ self = .one }}")
        if protocol.has_state:
            stored.append(f"{access}var state: Int {{ get {{ 4 }} set {{}} }}")
    else:
        stored.append(f"{access}var state: Int")
        required = "required " if conforming.kind == "open class" else ""
        stored.append(f"{access}{alone}{required}init(made number: Int) {{ state = number }}")
    for name, _, _, concrete in protocol.associated:
        needed.append(f"{access}typealias {name} = {concrete}")
    if "CustomStringConvertible" in protocol.bounds:
        needed.append(f'{access}var description: String {{ "described" }}')
    if "Identifiable" in protocol.bounds:
        needed.append(f"{access}var id: Int {{ 5 }}")
    if protocol.ancestor:
        needed.append(f"{access}{alone}var older{protocol.number}: Int {{ 6 }}")
    place = Place(scope, "own")
    for index in sorted(conforming.own):
        prefix = access
        if protocol.requirements[index].kind == "init" and conforming.kind == "open class":
            prefix += "required "
        if protocol.requirements[index].kind == "init" and is_class:
            prefix += "convenience "
        if woven and index not in protocol.required:
            prefix = advisable(protocol, conforming, index) + prefix
        needed += arranged(protocol, member(protocol, index, place, prefix))
    lines = []
    condition = " where Value: Hashable" if conforming.conditional else ""
    bounds = [b for b in protocol.bounds if b in ("Equatable", "Hashable", "Error")]
    conformances = f": {protocol.path}"
    values = parameter
    if parameter and protocol.bounds and not conforming.conditional:
        values = "<Value: Hashable & Sendable>"
    if conforming.in_extension or conforming.conditional:
        lines += [f"{head_access}{keyword} {conforming.name}{values}{copy} {{"] \
            + indented(stored) + ["}"]
        lines += [f"{protocol.spi}extension {conforming.name}{conformances}{condition} {{"] \
            + indented(needed) + ["}"]
    else:
        if copy:
            conformances += ", ~Copyable"
        lines += [f"{head_access}{keyword} {conforming.name}{values}{conformances} {{"] \
            + indented(stored + needed) + ["}"]
    if conforming.subclass:
        opened = "open class" if access.startswith("public") else "class"
        lines += [f"{protocol.spi}{'' if opened == 'open class' else access}{opened} {conforming.subclass}: {conforming.name} {{}}"]
    return lines
