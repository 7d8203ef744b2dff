# SPDX-License-Identifier: Apache-2.0
"""The callers of a protocol's requirements, and the function that runs them all."""
from .rendering import indented, is_compared_result, reaches_pointcut, title
from .types import Receiver, Scope, Span


class Caller:
    """Writes calls of requirements for one kind of receiver."""

    def __init__(self, protocol, scope, receiver, of_type, label, is_existential=False,
                 earlier=None):
        self.protocol, self.scope, self.receiver = protocol, scope, receiver
        self.of_type, self.label, self.is_existential = of_type, label, is_existential
        self.earlier = earlier  # another receiver, called before with the same arguments

    def lines(self):
        found = []
        for index, requirement in enumerate(self.protocol.requirements):
            if self.is_existential and not allows_existential(self.protocol, requirement):
                continue
            # An initialiser makes what the type that conforms is: the page says so of `Self`.
            if self.label == "superclass" and requirement.kind == "init":
                continue
            found += self.calls(index, requirement)
        return found

    def hop(self, requirement):
        if "@MainActor" in requirement.attributes:
            return True
        return (self.protocol.is_actor and not requirement.is_nonisolated
                and not requirement.of_type)

    def calls(self, index, requirement):
        receiver = self.of_type if requirement.of_type else self.receiver
        lines, arguments, after = [], [], []
        for i, p in enumerate(requirement.parameters):
            value = p.type.value(index * 7 + i * 3 + 1, self.scope)
            label = f"{p.label}: "
            if p.label == "_":
                label = ""
            if requirement.kind == "operator":
                label = ""
            if p.ownership == "inout":
                spelled = p.type.spell(self.scope)
                lines.append(f"var i{i}: {spelled} = {value}")
                after.append(p.type.show(f"i{i}", True) if not isinstance(p.type, Receiver)
                             else f"typeText(i{i})")
                value = f"&i{i}"
            elif isinstance(p.type, Span):
                lines.append("let numbers = [3, 4, 5]")
            elif p.is_variadic:
                value = value + ", " + p.type.value(index * 7 + i * 3 + 2, self.scope)
            arguments.append(label + value)
        effects = ("try " if requirement.throwing else "") + (
            "await " if requirement.is_async or self.hop(requirement) else "")
        given = ", ".join(arguments)
        name = f'"{self.protocol.name}", "{self.label} {title(index, "")}"'
        receivers = [self.earlier, receiver] if self.earlier else [receiver]
        if requirement.kind in ("var", "subscript"):
            accesses = [f"{each}.{requirement.name}" if requirement.kind == "var"
                        else f"{each}[{given}]" for each in receivers]
            lines += [f"_ = {effects}{access}" for access in accesses[:-1]]
            lines += self.received(requirement, effects, accesses[-1], name)
            if requirement.has_setter:
                value = requirement.result.value(index + 40, self.scope)
                lines += [f"{access} = {value}" for access in accesses]
        else:
            calls = [self.call(requirement, each, given, arguments) for each in receivers]
            lines += [f"_ = {effects}{call}" for call in calls[:-1]]
            lines += self.received(requirement, effects, calls[-1], name)
        for text in after:
            lines.append(f"show({name}, {text})")
        if (self.protocol.has_state and not requirement.of_type):
            hop = "await " if self.protocol.is_actor else ""
            lines.append(f"show({name}, {hop}textOf({self.receiver}.state))")
        if requirement.throwing:
            lines = ["do {"] + indented(lines) + [
                f"}} catch {{ show({name}, textOf(error)) }}"]
        else:
            lines = ["do {"] + indented(lines) + ["}"]
        return lines

    def call(self, requirement, receiver, given, arguments):
        if requirement.kind == "init":
            return f"{receiver}.init({given})"
        if requirement.kind == "operator":
            if requirement.fixity:
                return f"{requirement.name}({arguments[0]})"
            return f"({arguments[0]}) {requirement.name} ({arguments[1]})" \
                if not arguments[0].startswith("&") else \
                f"{arguments[0][1:]} {requirement.name} {arguments[1]}"
        name = requirement.name
        return f"{receiver}.{name}({given})"

    def received(self, requirement, effects, call, name):
        if requirement.kind == "init":
            text = "textOf(made.map { typeText($0) })" if requirement.is_failable \
                else "typeText(made)"
            return [f"let made = {effects}{call}", f"show({name}, {text})"]
        found = requirement.result
        if found is None:
            return [f"{effects}{call}", f'show({name}, "done")']
        if isinstance(found, Receiver):
            return [f"let got = {effects}{call}", f"show({name}, typeText(got))"]
        if self.is_existential and (found.uses_item or found.uses_self):
            return [f"let got = {effects}{call}", f"show({name}, textOf(got))"]
        spelled = found.spell(self.scope)
        if spelled.endswith("!"):
            spelled = spelled[:-1] + "?"
        compared = (requirement.kind in ("func", "subscript", "var") and is_compared_result(found)
                    and reaches_pointcut(self.protocol, requirement, "get"))
        return [f"let got: {spelled} = {effects}{call}",
                f"{'showResult' if compared else 'show'}({name}, {found.show('got', True)})"]


def allows_existential(protocol, requirement):
    """Whether `any P` has the requirement, in types that this program can write."""
    if requirement.kind in ("init", "operator"):
        return False
    if any(p.type.uses_self or p.type.uses_item for p in requirement.parameters):
        return False
    found = requirement.result
    if found is None or not (found.uses_self or found.uses_item):
        return True
    return isinstance(found, Receiver) and not requirement.has_setter


def run_function(protocol, woven):
    """`go`, which main calls, and the callers that it needs."""
    number, lines = protocol.number, []
    isolation = protocol.isolation + " " if protocol.isolation else ""
    constraint = protocol.path + (" & ~Copyable" if protocol.is_noncopyable else "")
    generic_scope = Scope("S", lambda item: f"S.{item}", "x", True)
    hidden = "fileprivate "
    if "generic" in protocol.callers and not protocol.is_noncopyable:
        lines += [f"{isolation}{hidden}func generic{number}<S: {constraint}>(_ s: S) async {{",
                  "  var x = s", "  _ = x; x = s"] + indented(
            Caller(protocol, generic_scope, "x", "S", "generic").lines()) + ["}"]
    if protocol.is_noncopyable:
        lines += [f"{hidden}func generic{number}<S: {constraint}>(_ make: () -> S) async {{"]
        lines += indented(noncopyable_calls(protocol, "make()", "S", generic_scope, "generic"))
        lines += ["}"]
    if "some" in protocol.callers and not protocol.is_noncopyable and not needs_types(protocol):
        scope = Scope("Never", lambda item: "Never", "x", True)
        lines += [f"{isolation}{hidden}func some{number}(_ s: some {constraint}) async {{",
                  "  var x = s", "  _ = x; x = s"] + indented(
            Caller(protocol, scope, "x", "type(of: x)", "some").lines()) + ["}"]
    if "any" in protocol.callers and not protocol.is_noncopyable:
        scope = Scope(f"any {protocol.path}", lambda item: f"any {item}", "x", True)
        lines += [f"{isolation}{hidden}func any{number}(_ s: any {constraint}) async {{",
                  "  var x = s", "  _ = x; x = s"] + indented(
            Caller(protocol, scope, "x", "type(of: x)", "any", True).lines()) + ["}"]
    if protocol.courier:
        scope = Scope(f"any {protocol.path}", str, "x", True)
        earlier = None if woven or "concurrent" in protocol.courier else "earlier"
        lines += [f"{isolation}{hidden}func passed{number}("
                  f"_ earlier: any {constraint}, _ s: any {constraint}) async {{",
                  "  var x = s", "  _ = x; x = s"] + indented(
            Caller(protocol, scope, "x", "type(of: x)", "courier", True, earlier).lines()) + ["}"]
    body = []
    for conforming in protocol.types:
        body += type_calls(protocol, conforming, woven)
    lines += [f"{isolation}func run{number}() async {{"] + indented(body) + ["}"]
    return lines


def needs_types(protocol):
    return any(found.uses_self or found.uses_item
               for r in protocol.requirements for found in r.types)


def noncopyable_calls(protocol, maker, of_type, scope, label):
    lines = []
    for index, requirement in enumerate(protocol.requirements):
        caller = Caller(protocol, scope, "x", of_type, label)
        calls = caller.calls(index, requirement)
        if not requirement.of_type:
            calls = [f"var x = {maker}"] + calls
            if requirement.modifier != "consuming":
                calls.insert(1, f"x = {maker}")
        lines += ["do {"] + indented(calls) + ["}"]
    return lines


def type_calls(protocol, conforming, woven):
    number, name = protocol.number, conforming.used_name
    scope = Scope(name, lambda item: protocol.concrete(item), "x", True)
    lines = []
    if protocol.is_noncopyable:
        lines += noncopyable_calls(protocol, f"{name}(made: 5)", name, scope, "concrete")
        return lines + [f"await generic{number} {{ {name}(made: 5) }}"]
    concrete = [f"var x = {name}(made: 5)", f"_ = x; x = {name}(made: 6)"]
    advise = []
    if woven and conforming.is_class and "closures" in protocol.parts:
        advise = [f"adviseObject{conforming.name}(x)"]
    calls = Caller(protocol, scope, "x", name, "concrete").lines()
    concrete += advise + calls
    if "task" in protocol.callers and not protocol.isolation:
        lines += ["await Task {"] + indented(concrete) + ["}.value"]
    elif "main actor" in protocol.callers and not protocol.isolation and not protocol.is_actor \
            and not any(requirement.is_async for requirement in protocol.requirements):
        lines += ["await Task { @MainActor in"] + indented(concrete) + ["}.value"]
    else:
        lines += ["do {"] + indented(concrete) + ["}"]
    made = f"{name}(made: 8)"
    if "generic" in protocol.callers:
        lines.append(f"await generic{number}({made})")
    if "some" in protocol.callers and not needs_types(protocol):
        lines.append(f"await some{number}({made})")
    if "any" in protocol.callers:
        lines.append(f"await any{number}({made})")
    if protocol.courier:
        earlier = f"{name}(made: 7)"
        given = made if "concurrent" in protocol.courier else f"{earlier}, {made}"
        passed = f"try! {protocol.path}Courier({given})" if woven else made
        lines.append(f"await passed{number}({earlier}, {passed})")
    if conforming.subclass:
        sub = f"{conforming.subclass}(made: 9)"
        if "superclass" in protocol.callers:
            lines += ["do {"] + indented(
                [f"var x: {conforming.name} = {sub}", f"_ = x; x = {sub}"]
                + Caller(protocol, scope, "x", "type(of: x)", "superclass").lines()) + ["}"]
        if "generic" in protocol.callers:
            lines.append(f"await generic{number}({sub})")
        if "any" in protocol.callers:
            lines.append(f"await any{number}({sub})")
    if "metatype" in protocol.callers and any(
            r.of_type and allows_existential(protocol, r) for r in protocol.requirements):
        static = [line for i, r in enumerate(protocol.requirements)
                  if r.of_type and allows_existential(protocol, r)
                  for line in Caller(protocol, Scope("Never", str, "x", True), "x", "meta",
                                     "metatype", True).calls(i, r)]
        lines += ["do {", f"  let meta: any {protocol.path}.Type = {name}.self"] \
            + indented(static) + ["}"]
    return lines
