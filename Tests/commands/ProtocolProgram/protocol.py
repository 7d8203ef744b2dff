# SPDX-License-Identifier: Apache-2.0
"""A random protocol as a value, with the types that conform to it."""
import dataclasses
import random
import re

from . import types
from .types import INT, STRING, Function, Generic, Grammar, Keeper, Receiver, Scope, Span, Token


@dataclasses.dataclass
class Parameter:
    label: str
    name: str
    type: types.Type
    ownership: str = ""
    attribute: str = ""  # @escaping, @autoclosure
    is_variadic: bool = False
    opaque: str = ""  # the text of a `some` type

    @property
    def escapes(self):
        return self.type.is_function and "@escaping" in self.attribute

    @property
    def is_autoclosure(self):
        return "@autoclosure" in self.attribute

    @property
    def is_nonescaping(self):
        return self.type.is_function and not self.escapes

    def spell(self, scope, as_method=False):
        """The type as a parameter's; in the class's methods, a variadic one is an array."""
        words = [word for word in (self.ownership, self.attribute) if word]
        text = self.opaque or self.type.spell(scope)
        if self.is_autoclosure:
            text = f"() -> {text}"
        if self.is_variadic:
            text = f"[{text}]" if as_method else types.parenthesised(text) + "..."
        return " ".join(words + [text])


@dataclasses.dataclass
class Requirement:
    kind: str  # func, var, subscript, init, operator
    name: str
    parameters: list = dataclasses.field(default_factory=list)
    result: types.Type = None
    is_static: bool = False
    modifier: str = ""  # mutating, consuming, borrowing, nonisolated
    generics: list = dataclasses.field(default_factory=list)  # (name, bound, type)
    where: str = ""
    is_async: bool = False
    throwing: str = ""
    has_setter: bool = False
    getter_modifier: str = ""
    setter_modifier: str = ""
    is_failable: bool = False
    attributes: list = dataclasses.field(default_factory=list)
    throws_always: bool = False
    fixity: str = ""  # of an operator
    is_nonisolated: bool = False

    @property
    def is_generic(self):
        return bool(self.generics) or any(p.opaque for p in self.parameters)

    @property
    def effects(self):
        return (" async" if self.is_async else "") + (f" {self.throwing}" if self.throwing else "")

    @property
    def can_throw(self):
        return bool(self.throwing)

    @property
    def is_typed_throw(self):
        return "(" in self.throwing

    @property
    def types(self):
        return [p.type for p in self.parameters] + ([self.result] if self.result else [])

    @property
    def is_mutating(self):
        return self.modifier == "mutating"

    @property
    def of_type(self):
        return self.is_static or self.kind in ("init", "operator")

    @property
    def is_isolated_by_parameter(self):
        return any(p.ownership == "isolated" for p in self.parameters)

    @property
    def lends_generic_value(self):
        """Whether it borrows a value of a type that depends on the call or the subject."""
        names = {name for name, _, _ in self.generics}
        return any(p.ownership == "borrowing" and (
            p.opaque or p.type.uses_self or p.type.uses_item
            or names & set(re.findall(r"\w+", p.type.spell(types.Scope("Self", str)))))
            for p in self.parameters)

    @property
    def changes(self):
        """Whether some accessor or the method changes a value."""
        return (self.is_mutating or self.getter_modifier == "mutating"
                or self.has_setter and self.setter_modifier != "nonmutating")

    def can_be_passed_on(self, to_objects):
        """Whether a courier can pass its calls on, to objects or to any values."""
        if self.of_type or self.modifier or self.mentions("uses_self"):
            return False
        if not to_objects and (self.has_setter or self.getter_modifier):
            return False
        if any(p.ownership in ("consuming", "sending", "isolated") or p.is_variadic
               for p in self.parameters):
            return False
        return self.result is None or self.result.copyable and not isinstance(self.result, Span)

    @property
    def allows_advisable(self):
        """Whether `@Advisable` can be on a member of this kind."""
        if self.kind not in ("func", "init") or self.is_generic or self.throwing == "rethrows":
            return False
        if self.modifier in ("consuming", "borrowing") or any(
                p.ownership in ("consuming", "sending", "isolated") or p.is_variadic
                for p in self.parameters):
            return False
        if self.kind == "init" and self.is_async and not all(p.type.sendable for p in self.parameters):
            return False
        return not self.is_async or not any(
            p.ownership or p.is_nonescaping or p.is_autoclosure for p in self.parameters)

    def mentions(self, what):
        return any(getattr(found, what) for found in self.types)


@dataclasses.dataclass
class Conforming:
    """A type that conforms."""
    kind: str  # struct, enum, final class, open class, actor, generic struct, noncopyable
    name: str
    own: set  # the indices of what it implements
    in_extension: bool = False
    conditional: bool = False
    subclass: str = ""
    advisable: set = dataclasses.field(default_factory=set)  # those of its own to be marked

    @property
    def is_class(self):
        return self.kind in ("final class", "open class")

    @property
    def used_name(self):
        return self.name + ("<Int>" if self.kind == "generic struct" else "")


@dataclasses.dataclass
class Protocol:
    name: str
    seed: int
    number: int
    requirements: list
    types: list
    access: str = ""
    bounds: list = dataclasses.field(default_factory=list)
    associated: list = dataclasses.field(default_factory=list)  # (name, paths, bound, concrete)
    primary: bool = False
    space: str = ""  # the type that it is nested in
    isolation: str = ""
    has_state: bool = True
    is_made: bool = False
    has_defaults: bool = True
    callers: list = dataclasses.field(default_factory=list)
    parts: list = dataclasses.field(default_factory=list)  # identity, closures, answering
    advice_seed: int = 0
    required: set = dataclasses.field(default_factory=set)
    ancestor: str = ""  # "", plain or extensible
    layout: int = 0  # of its declarations; 0 for one line each
    is_spi: bool = False
    courier: str = ""  # the attribute, without its @

    @property
    def is_actor(self):
        return "Actor" in self.bounds

    @property
    def is_class_bound(self):
        return "AnyObject" in self.bounds or self.is_actor

    @property
    def is_noncopyable(self):
        return "~Copyable" in self.bounds

    @property
    def path(self):
        return f"{self.space}.{self.name}" if self.space else self.name

    @property
    def modifier(self):
        return self.access + " " if self.access else ""

    @property
    def spi(self):
        """The attribute of what only some clients see."""
        return "@_spi(Some) " if self.is_spi else ""

    @property
    def allows_courier(self):
        return not self.associated and not self.ancestor and {
            "AnyObject", "Sendable", "Error"}.issuperset(self.bounds)

    @property
    def allows_concurrent_courier(self):
        return "Sendable" in self.bounds and all(
            not p.ownership and not p.is_nonescaping for r in self.requirements
            for p in r.parameters) and all(
            found.sendable for r in self.requirements for found in r.types)

    def concrete(self, name):
        return next((c for n, _, _, c in self.associated if n == name), "Int")

    def left(self):
        """The requirements that some type leaves to a default."""
        return [i for i in range(len(self.requirements)) if i not in self.required]


# What may collide with generated code.
PARAMETER_NAMES = [
    "a", "b", "value", "count", "subject", "link", "arguments", "proceed", "run", "rest",
    "successors", "head", "newValue", "error", "result", "call", "advice", "slot", "cell", "made",
    "outcome", "same", "`in`", "`default`", "`class`", "receiver", "delivery", "scope",
    "_scope", "name", "index", "argument0", "argument1", "type", "before", "around", "after",
    "`repeat`", "text", "other", "Subject", "`Self`", "body", "reference", "pointee", "number",
    "requirement", "key", "made_", "`operator`", "`any`", "`some`", "each", "copy", "`consume`",
    "async", "`await`", "it", "set", "get", "_0", "kind", "S", "description", "found", "read"]
LABELS = ["_", "_", "with", "in", "for", "if", "is", "as", "where", "default", "repeat", "subject",
          "proceed", "newValue", "self", "of", "some", "any", "async", "throws", "init", "get",
          "operator", "Type", "_x", "try", "func", "at", "run"]
FUNCTION_NAMES = [
    "f", "g", "make", "load", "_none", "_stored", "_Base", "_Link", "subject", "successors",
    "applies", "numbers", "`default`", "`init`", "`subscript`", "linkType",
    "hasNext", "link", "head", "run", "proceed", "arguments", "_scope", "joinPoints", "type",
    "_shape", "_description", "_names", "before", "around", "after", "before", "call",
    "setTitle", "setF", "`class`", "`operator`", "`in`", "_JoinPoints", "_Support", "advice",
    "allCases", "rawValue", "hash", "cell", "Subject", "Requirement", "result",
    "error", "`switch`", "`extension`", "everySubject", "resolution", "requirement",
    "print", "min", "max", "text_", "successor", "copy", "callAsFunction", "dynamicallyCall",
    "_linkType", "_Protocol", "_judged", "f_label", "static_f", "get", "set", "any", "each",
    "fatalError", "type_", "isEmpty", "_0", "prefix", "async", "`await`", "open"]
PROPERTY_NAMES = [
    "title", "level", "f", "v", "_none", "_stored", "subject", "newValue", "successors", "applies",
    "`default`", "linkType", "link", "head", "arguments", "result", "error", "_scope",
    "`class`", "`in`", "joinPoints", "URL", "x", "éclair", "_value", "count_", "type",
    "set", "get", "mutating", "`init`", "`subscript`", "`is`", "hasNext",
    "numbers", "_numbers", "identifier", "names", "requirement", "resolution", "some", "copy"]
OPERATORS = ["+", "-", "*", "<", "==", "!=", "<=", ">", "&", "|", "^", "<<", "??", "..<", "&+",
             "~=", "&&", "||", "%", "/"]
ASSIGNMENTS = ["+=", "-=", "*=", "|=", "&-="]
PREFIXES = ["-", "!", "~", "+"]


class Maker:
    """Makes one protocol from its seed."""

    def __init__(self, seed, number, modules):
        self.rng = random.Random(seed)
        self.seed, self.number, self.modules = seed, number, modules

    def chance(self, likelihood):
        return self.rng.random() < likelihood

    def make(self):
        rng, number = self.rng, self.number
        made = Protocol(f"P{number}", self.seed, number, [], [])
        made.access = "public" if self.modules > 1 else rng.choice(
            ("", "", "public", "public", "package", "fileprivate"))
        flavour = rng.random()
        if flavour < 0.12:
            made.bounds.append("Actor")
        elif flavour < 0.18:
            made.bounds.append("~Copyable")
        elif flavour < 0.25:
            made.bounds.append("AnyObject")
        elif flavour < 0.33:
            made.isolation = "@MainActor"
        elif flavour < 0.4:
            made.bounds.append("Sendable")
        elif flavour < 0.5:
            made.bounds.append(rng.choice(
                ("Equatable", "Hashable", "CustomStringConvertible", "Error", "Identifiable")))
        if self.chance(0.15) and not made.is_noncopyable:
            made.ancestor = "plain"
            made.bounds.append(f"Ancestor{number}")
        if not made.is_noncopyable and not made.is_actor and self.chance(0.3):
            self.associate(made)
        made.is_made = not made.is_noncopyable and not made.is_actor and self.chance(0.4)
        if made.is_made:
            made.bounds.append("Made")
        if self.chance(0.12) and made.access != "fileprivate":
            made.space = f"Space{number}"
        made.has_defaults = not made.is_noncopyable and self.chance(0.8)
        for index in range(rng.choice((1, 2, 2, 3, 3, 4, 5))):
            self.add(made, index)
        self.choose_courier(made)
        made.has_state = (not made.is_noncopyable and
                          (any(r.changes for r in made.requirements) or self.chance(0.2)))
        if made.courier and not made.is_class_bound:
            made.has_state = False
        if len(made.requirements) > 1 and self.chance(0.2):
            made.required.add(rng.randrange(len(made.requirements)))
        for index in range(rng.choice((1, 2, 2, 3))):
            self.conform(made, index)
        made.callers = [kind for kind in ("generic", "some", "any", "task", "superclass", "metatype",
                                          "main actor") if self.chance(0.7)]
        made.parts = ["answering", "identity", "closures"]
        made.advice_seed = rng.randrange(1 << 30)
        made.layout = rng.randrange(1, 1 << 30) if self.chance(0.3) else 0
        made.is_spi = made.access == "public" and self.chance(0.1)
        if made.courier and made.allows_concurrent_courier and self.chance(0.5):
            made.courier += "(concurrent: true)"
        return made

    def choose_courier(self, made):
        """Gives some protocols a courier: they keep what that can pass on."""
        left = [r for r in made.requirements if r.can_be_passed_on(made.is_class_bound)]
        # The other protocols of a seed stay what they are.
        if made.allows_courier and left and random.Random(self.seed + 0.5).random() < 0.7:
            made.requirements, made.courier = left, "Courier"

    def associate(self, made):
        rng = self.rng
        if self.chance(0.3):
            made.bounds.append("Container")
            made.associated.append(("Element", [""], None, rng.choice(("Int", "String"))))
            return
        if self.chance(0.3):
            made.associated.append(
                ("Item", ["", ".Sub"], "Nested & Hashable & Sendable", rng.choice(("Int", "String"))))
        else:
            made.associated.append(
                ("Item", [""], "Made & Hashable & Sendable", rng.choice(("Int", "String", "Square"))))
        if self.chance(0.25):
            made.associated.append(
                ("Other", [""], "Made & Hashable & Sendable", rng.choice(("Int", "String"))))
        made.primary = self.chance(0.5)

    # Requirements.

    def grammar(self, made, setter=False):
        associated = [(name, paths) for name, paths, _, _ in made.associated]
        return Grammar(self.rng, associated, made.is_made and not setter, made.is_actor)

    def add(self, made, index):
        rng = self.rng
        roll = rng.random()
        if made.is_noncopyable and roll > 0.9:
            roll = 0.1
        if index and self.chance(0.12) and made.requirements[-1].kind == "func":
            added = self.overload(made, made.requirements[-1])
        elif "Sendable" in made.bounds and self.chance(0.3):
            added = self.isolated_function()
        elif roll < 0.55:
            added = self.function(made, index)
        elif roll < 0.75:
            added = self.property(made, index)
        elif roll < 0.87:
            added = self.subscript(made)
        elif roll < 0.94 and made.is_made and not made.is_class_bound:
            added = self.initialiser(made)
        elif made.is_made and not made.space and not made.isolation:
            added = self.operator(made)
        else:
            added = self.function(made, index)
        if made.isolation and self.chance(0.15) and added.kind == "func":
            added.is_nonisolated = True
        if made.is_actor and self.chance(0.3) and not added.of_type:
            added.is_nonisolated = True
        if "Sendable" in made.bounds and added.kind == "func" and self.chance(0.3) \
                and not added.is_isolated_by_parameter \
                and all(found.sendable for found in added.types):
            added.attributes.append("@MainActor")
        if self.chance(0.06):
            added.attributes.append(rng.choice(
                ("@available(*, deprecated, message: \"old\")", "@_disfavoredOverload",
                 "@available(macOS 10.15, *)")))
        if any(self.clashes(added, other) for other in made.requirements):
            if added.kind not in ("func", "var"):
                return
            added.name = f"other{index}"
        made.requirements.append(added)

    @classmethod
    def clashes(cls, one, other):
        """Whether Swift could not tell two requirements apart."""
        names = [each.name.strip("`") for each in (one, other)]
        if names[0] == names[1] and "var" in (one.kind, other.kind):
            return True
        return cls.signature(one) == cls.signature(other)

    @staticmethod
    def signature(requirement):
        name = requirement.name.strip("`")
        if requirement.kind == "var":
            return (name,)
        scope = Scope("Self", lambda item: item)
        if requirement.kind in ("init", "subscript", "operator"):
            return (requirement.kind, name, requirement.fixity,
                    tuple((p.label, p.spell(scope)) for p in requirement.parameters))
        return (name,) if not requirement.parameters else (
            name, tuple((p.label, p.spell(scope)) for p in requirement.parameters),
            requirement.is_static)

    def parameters(self, made, requirement):
        rng = self.rng
        found, names = [], set()
        for index in range(rng.choice([0, 1, 1, 2, 2, 3])):
            name = rng.choice(PARAMETER_NAMES)
            # In a setter it would be the value's.
            if requirement.kind == "subscript" and name == "newValue":
                name = "index"
            if name in names and not self.chance(0.1):
                name = f"p{index}"
            names.add(name)
            label = rng.choice(LABELS) if self.chance(0.55) else name.strip("`")
            found.append(self.parameter(made, requirement, label, name))
        if sum(p.is_variadic for p in found) > 1:
            for p in found:
                p.is_variadic = False
        if requirement.kind == "subscript":
            for p in found:
                p.label = "_" if p.label == p.name.strip("`") else p.label
        for before, after in zip(found, found[1:]):
            if before.is_variadic and after.label == "_":
                after.label = "next"
        return found

    def parameter(self, made, requirement, label, name):
        rng, grammar = self.rng, self.grammar(made)
        made_type = grammar.any()
        parameter = Parameter(label, name, made_type)
        # Actors lend more: the compiler checks where each of their arguments goes.
        roll = 0.25 if made.is_actor and self.chance(0.15) else rng.random()
        allows = requirement.kind == "func"
        if made_type.is_function:
            if self.chance(0.6) or requirement.is_async and self.chance(0.5):
                parameter.attribute = "@escaping"
            if requirement.kind == "init":
                parameter.attribute = "@escaping"
            if "convention" in made_type.attribute:
                parameter.attribute = "@escaping" if self.chance(0.3) else ""
            return parameter
        if not allows:
            return parameter
        if roll < 0.06:
            parameter.is_variadic = True
        elif roll < 0.12 and not made_type.is_void and not isinstance(made_type, types.Unwrapped):
            parameter.attribute = rng.choice(("@autoclosure", "@autoclosure @escaping"))
        elif roll < 0.2:
            # Swift 6.3.1 crashes at a closure with such a parameter, also without Graft.
            has_metatype = re.search(r"\.Type|AnyClass", made_type.spell(Scope("Self", str)))
            if not (isinstance(made_type, types.Tuple)
                    and (made_type.has_function or has_metatype)):
                parameter.ownership = "inout"
        elif roll < 0.24:
            parameter.ownership = "consuming"
        elif roll < 0.28:
            # Swift 6.3.1 can't pass a borrowed tuple on.
            spelling = made_type.spell(Scope("Self", str))
            if spelling != "()" and not isinstance(made_type, types.Tuple) \
                    and not spelling.startswith("Twice"):
                parameter.ownership = "borrowing"
        elif roll < 0.31:
            parameter.type, parameter.ownership = Token(), rng.choice(
                ("borrowing", "consuming", "inout"))
        elif roll < 0.33 and not requirement.is_async:
            parameter.type = Span()
        elif roll < 0.35:
            # Swift 6.3.1 can't send a tuple on whose parts are not all Sendable.
            if made_type.sendable or not isinstance(made_type, types.Tuple):
                parameter.ownership = "sending"
        elif roll < 0.38 and not made_type.has_function:
            parameter.type = types.Unwrapped(made_type)
        elif roll < 0.41:
            parameter.type = types.Named("Handler", '{ (c: Int) in "h# \\(c)" }')
            parameter.type.is_function = parameter.type.has_function = True
            parameter.type.sendable = False
            parameter.type.show = lambda name, is_async=False: f"textOf({name}(4))"
            # Without it the macro would have to know what the name stands for.
            parameter.attribute = "@escaping"
        return parameter

    def effects(self, made, requirement, likelihood=0.3):
        rng = self.rng
        if self.chance(max(likelihood, 0.5) if made and made.is_actor else likelihood):
            requirement.throwing = rng.choice(("throws", "throws", "throws(Fault)"))
            requirement.throws_always = self.chance(0.3)
        if self.chance(likelihood * 0.8):
            requirement.is_async = True

    def function(self, made, index):
        rng = self.rng
        requirement = Requirement("func", rng.choice(FUNCTION_NAMES))
        requirement.is_static = self.chance(0.15)
        if not requirement.is_static:
            if made.is_noncopyable:
                requirement.modifier = rng.choice(("borrowing", "mutating", "consuming"))
            elif not made.is_class_bound and self.chance(0.25):
                requirement.modifier = rng.choice(
                    ("mutating", "mutating", "mutating", "consuming", "borrowing", "nonmutating"))
        self.effects(made, requirement)
        if requirement.is_async and made.is_noncopyable:
            requirement.is_async = False
        requirement.parameters = self.parameters(made, requirement)
        grammar = self.grammar(made)
        roll = rng.random()
        if roll < 0.75:
            requirement.result = grammar.any()
        elif roll < 0.79:
            requirement.result = Token()
        elif roll < 0.83:
            requirement.result = types.Unwrapped(grammar.plain())
        if self.chance(0.2):
            self.generalise(made, requirement)
        closures = [p for p in requirement.parameters if p.is_nonescaping and
                    isinstance(p.type, Function) and not p.type.attribute]
        # Swift does not believe that a function inside of another argument is not called.
        others = any(p.type.has_function for p in requirement.parameters if p not in closures[:1])
        if closures and not others and not requirement.throwing and not requirement.is_async and self.chance(0.4):
            closures[0].type.throwing = "throws"
            closures[0].type.is_async = False
            requirement.throwing = "rethrows"
        if requirement.result and self.chance(0.2):
            requirement.attributes.append("@discardableResult")
        return requirement

    def isolated_function(self):
        """A function that a parameter isolates: what it is given and gives can be sent."""
        rng, grammar = self.rng, Grammar(self.rng, [], False, True)
        requirement = Requirement("func", rng.choice(FUNCTION_NAMES), is_static=self.chance(0.15))
        self.effects(None, requirement)
        requirement.is_async = True
        requirement.parameters = [
            Parameter(rng.choice(LABELS), f"p{index}", grammar.any(function=False))
            for index in range(rng.choice((0, 1, 2)))]
        keeper = Parameter(rng.choice(("on", "_")), "keeper", Keeper(), "isolated")
        requirement.parameters.insert(rng.randrange(len(requirement.parameters) + 1), keeper)
        if self.chance(0.75):
            requirement.result = grammar.any(function=False)
        return requirement

    def generalise(self, made, requirement):
        rng = self.rng
        kinds = [("Hashable", INT), ("CustomStringConvertible", STRING), ("Made", INT),
                 ("Shape & Made", types.Named("Square", "Square(#)")),
                 ("Sendable & Hashable", types.Boolean()), ("", types.Array(INT))]
        if made.is_actor:
            kinds = [kinds[4], ("Sendable & Made", INT)]
        kind = rng.random()
        if kind < 0.25:
            bound, argument = rng.choice([k for k in kinds if k[0]])
            requirement.parameters.append(Parameter(
                "of", "opaque", argument, opaque="some " + bound))
            if self.chance(0.3):
                requirement.parameters[-1].opaque = "some Collection<Int>" + (
                    " & Sendable" if made.is_actor else "")
                requirement.parameters[-1].type = types.Array(INT)
            return
        for name in ("V", "W")[:rng.choice((1, 1, 2))]:
            bound, argument = rng.choice(kinds)
            generic = Generic(name, argument)
            form = rng.choice(("plain", "plain", "array", "optional", "metatype"))
            if form == "metatype" and ("Made" in bound):
                requirement.parameters.append(Parameter("as", f"type{name}", types.GenericMetatype(name, argument)))
                requirement.result = types.MadeGeneric(name, argument)
            else:
                wrapped = {"array": types.Array(generic), "optional": types.Optional(generic)}
                requirement.parameters.append(
                    Parameter(rng.choice(("_", "g" + name)), "g" + name, wrapped.get(form, generic)))
            if bound and self.chance(0.3):
                requirement.where = (requirement.where + ", " if requirement.where else "where ") \
                    + f"{name}: {bound}"
                bound = ""
            requirement.generics.append((name, bound, argument))
        if any(p.is_variadic for p in requirement.parameters):
            for p in requirement.parameters:
                p.is_variadic = False

    def overload(self, made, other):
        rng = self.rng
        requirement = self.function(made, 0)
        requirement.name = other.name
        how = rng.choice(("label", "type", "any"))
        if how != "any" and other.parameters and not other.is_generic:
            requirement.parameters = [dataclasses.replace(p) for p in other.parameters]
            requirement.generics, requirement.where = [], ""
            if requirement.throwing == "rethrows":
                requirement.throwing = ""
            first = requirement.parameters[0]
            if how == "label":
                first.label = "over"
            else:
                requirement.parameters[0] = Parameter(first.label, first.name, types.Boolean())
            if any(isinstance(p.type, Span) for p in requirement.parameters):
                requirement.is_async = False
        return requirement

    def property(self, made, index):
        rng = self.rng
        requirement = Requirement("var", rng.choice(PROPERTY_NAMES))
        requirement.is_static = self.chance(0.15)
        requirement.result = self.grammar(made, setter=True).any()
        if self.chance(0.05):
            requirement.result = types.Unwrapped(self.grammar(made, setter=True).plain())
        self.accessors(made, requirement)
        return requirement

    def accessors(self, made, requirement):
        rng = self.rng
        value = not made.is_class_bound and not requirement.is_static
        if self.chance(0.5) and not made.is_actor:
            requirement.has_setter = True
            if value and self.chance(0.25):
                requirement.setter_modifier = "nonmutating"
            if value and self.chance(0.1):
                requirement.getter_modifier = "mutating"
        else:
            if self.chance(0.3):
                self.effects(made, requirement, 0.5)
                if made.is_noncopyable:
                    requirement.is_async = False
            if value and self.chance(0.1):
                requirement.getter_modifier = "mutating"

    def subscript(self, made):
        requirement = Requirement("subscript", "subscript")
        requirement.is_static = self.chance(0.1)
        requirement.parameters = self.parameters(made, requirement) or [
            Parameter("_", "index", INT)]
        for p in requirement.parameters:
            if p.type.is_function:
                p.attribute = "@escaping"
        requirement.result = self.grammar(made, setter=True).any()
        self.accessors(made, requirement)
        return requirement

    def initialiser(self, made):
        requirement = Requirement("init", "init")
        self.effects(made, requirement)
        requirement.parameters = self.parameters(made, requirement) or [
            Parameter("start", "start", INT)]
        # A call of the one that `Made` requires would look like a call of this one.
        if requirement.parameters[0].label == "made":
            requirement.parameters[0].label = "_"
        requirement.is_failable = self.chance(0.3)
        return requirement

    def operator(self, made):
        rng = self.rng
        roll = rng.random()
        requirement = Requirement("operator", rng.choice(OPERATORS), is_static=True)
        own = Receiver()
        grammar = Grammar(rng, [], False, False)
        if roll < 0.2:
            requirement.name, requirement.fixity = rng.choice(PREFIXES), "prefix"
            requirement.parameters = [Parameter("_", "value", own)]
        elif roll < 0.35 and not made.is_class_bound:
            requirement.name = rng.choice(ASSIGNMENTS)
            requirement.parameters = [Parameter("_", "first", own, "inout"),
                                      Parameter("_", "second", rng.choice((own, INT)))]
        else:
            second = rng.choice((own, own, INT, types.Array(own), types.Optional(own)))
            requirement.parameters = [Parameter("_", "first", own), Parameter("_", "second", second)]
        if requirement.name not in ASSIGNMENTS:
            requirement.result = rng.choice((INT, types.Boolean(), own, grammar.any(function=False)))
            if requirement.name in ("==", "!=", "<", "<=", ">", "&&", "||"):
                requirement.result = types.Boolean()
        if self.chance(0.1):
            requirement.throwing = "throws"
        return requirement

    # Conforming types.

    def conform(self, made, index):
        rng = self.rng
        kinds = ["struct", "struct", "enum", "final class", "open class", "generic struct"]
        if made.is_actor:
            kinds = ["actor"]
        elif made.is_noncopyable:
            kinds = ["noncopyable", "struct"]
        elif made.is_class_bound:
            kinds = ["final class", "open class"]
        elif any(bound in made.bounds for bound in ("Equatable", "Hashable", "Error", "Sendable")):
            kinds = ["struct", "struct", "generic struct"]
        if "open class" in kinds and self.forbids_subclasses(made):
            kinds.remove("open class")
        kind = rng.choice(kinds)
        count = len(made.requirements)
        own = {i for i in range(count) if i in made.required or self.chance(0.25)}
        if kind == "open class" and made.associated:
            # Swift does not tell a default which subclass is asked for.
            own |= {i for i, r in enumerate(made.requirements) if r.kind == "init"}
        if kind == "enum" and any(r.changes for r in made.requirements):
            kind = "struct"
        conforming = Conforming(kind, f"T{made.number}{'abc'[index]}", own)
        conforming.in_extension = self.chance(0.2)
        conforming.conditional = (kind == "generic struct" and not made.bounds
                                  and self.chance(0.5))
        if made.courier and made.isolation:
            # Else it is not on the actor as a whole, and so not `Sendable`.
            conforming.in_extension = conforming.conditional = False
        choice = random.Random(self.seed + 0.25 + index / 100)
        conforming.advisable = {i for i in sorted(own) if choice.random() < 0.5}
        if kind == "open class":
            conforming.subclass = conforming.name + "Sub"
        made.types.append(conforming)

    @staticmethod
    def forbids_subclasses(made):
        """Whether `Self` is where only final classes can have it."""
        for requirement in made.requirements:
            for found in requirement.types:
                if found.uses_self and not isinstance(found, Receiver):
                    return True
            if requirement.kind == "operator" and requirement.result and requirement.result.uses_self:
                return True
            if requirement.kind == "subscript" or requirement.kind == "var":
                if requirement.mentions("uses_self"):
                    return True
        return False
