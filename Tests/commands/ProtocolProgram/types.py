# SPDX-License-Identifier: Apache-2.0
"""The grammar of types: each can be spelled, made as a value, and shown as a text."""
import dataclasses


class Scope:
    """How types are written in one place: what stands for `Self` and for associated types."""

    def __init__(self, self_name, item, me="self", is_caller=False):
        self.self_name, self.item, self.me, self.is_caller = self_name, item, me, is_caller
        self.is_class = False
        # Where only a result can have `Self`, as in a class that has subclasses.
        self.of_result = self


class Type:
    """A type of a parameter or result.

    `value` is an expression for the value of a number, and `show` one for its text.
    """
    sendable = True
    copyable = True
    is_function = False
    has_function = False
    uses_self = False
    uses_item = False
    is_void = False
    hashable = False

    def parts(self):
        return []

    def show(self, name, is_async=False):
        return f"textOf({name})"

    def with_parts(self, parts):
        return self


class Named(Type):
    """A type that has a name of its own everywhere."""

    def __init__(self, name, value, sendable=True, hashable=False):
        self.name, self._value, self.sendable, self.hashable = name, value, sendable, hashable

    def spell(self, scope):
        return self.name

    def value(self, n, scope):
        return self._value.replace("#", str(n % 90))


INT = Named("Int", "#", hashable=True)
STRING = Named("String", '"s#"', hashable=True)
NAMED = [
    INT, STRING,
    Named("Double", "#.5", hashable=True),
    Named("UInt8", "UInt8(#)", hashable=True),
    Named("Character", 'Character("c")', hashable=True),
    Named("Point", "Point(#)", hashable=True),
    Named("Large", "Large(#)"),
    Named("Colour", 'Colour.named("c#")', hashable=True),
    Named("Space.Inner", "Space.Inner(#)", hashable=True),
    Named("Space.Deep.Kind", "Space.Deep.Kind.first", hashable=True),
    Named("Animal", "Animal(#)", sendable=False),
    Named("Dog", "Dog(#)", sendable=False),
    Named("Leaf", "Leaf(#)"),
    Named("Number", "#", hashable=True),
    Named("Things", "[Point(#), Point(1)]", hashable=True),
    Named("Twice<Int>", "(#, 1)"),
    Named("Box<String>", 'Box<String>("b#")'),
    Named("Box<any Shape>", "Box<any Shape>(Square(#))", sendable=False),
    Named("any Shape", "Square(#)", sendable=False),
    Named("any Shape & Marked", "Square(#)", sendable=False),
    Named("(any Shape & Marked)", "Square(#)", sendable=False),
    Named("any Marked & Sendable", "Square(#)"),
    Named("any Error", "Fault(#)"),
    Named("any Holder<Int>", "IntHolder(#)", sendable=False),
    Named("any Holder", "IntHolder(#)", sendable=False),
    Named("Any", "# as Any", sendable=False),
    Named("any Sendable", "#"),
    Named("AnyObject", "Dog(#)", sendable=False),
    Named("any Hashable", "#", sendable=False),
    Named("Int.Type", "Int.self"),
    Named("any Shape.Type", "Square.self", sendable=False),
    Named("AnyClass", "Dog.self", sendable=False),
    Named("Substring", 'Substring("u#")', hashable=True),
    Named("ClosedRange<Int>", "1...#0", hashable=True),
    Named("Result<Int, Fault>", "Result<Int, Fault>.failure(Fault(#))"),
    Named("()", "()"),
]


class Boolean(Type):
    hashable = True

    def spell(self, scope):
        return "Bool"

    def value(self, n, scope):
        return "true" if n % 2 else "false"


class Receiver(Type):
    """`Self`."""
    uses_self = True
    sendable = False

    def spell(self, scope):
        return scope.self_name

    def value(self, n, scope):
        return scope.me


class Associated(Type):
    """An associated type, such as `Item`, `Self.Item` or `Item.Sub`."""
    uses_item = True
    hashable = True

    def __init__(self, name, path="", qualified=False):
        self.name, self.path, self.qualified = name, path, qualified

    def spell(self, scope):
        root = scope.item(self.name)
        if self.qualified and root == self.name:
            root = "Self." + root
        return root + self.path

    def value(self, n, scope):
        return f"{self.spell(scope)}(made: {n})"


class Generic(Type):
    """A generic parameter of the requirement itself."""
    hashable = True

    def __init__(self, name, argument):
        self.name, self.argument = name, argument

    def spell(self, scope):
        return self.argument.spell(scope) if scope.is_caller else self.name

    def value(self, n, scope):
        return self.argument.value(n, scope)


class MadeGeneric(Generic):
    """A generic parameter in the result alone, whose metatype is an argument."""

    def value(self, n, scope):
        return f"{self.spell(scope)}(made: {n})"


class GenericMetatype(Generic):
    hashable = False

    def spell(self, scope):
        return super().spell(scope) + ".Type"

    def value(self, n, scope):
        return self.argument.spell(scope) + ".self"


class Wrapped(Type):
    """A type made of others."""

    def __init__(self, *inner):
        self.inner = list(inner)

    def parts(self):
        return self.inner

    def with_parts(self, parts):
        return type(self)(*parts)

    @property
    def sendable(self):
        return all(part.sendable for part in self.inner)

    @property
    def hashable(self):
        return all(part.hashable for part in self.inner)

    @property
    def has_function(self):
        return any(part.has_function for part in self.inner)

    @property
    def uses_self(self):
        return any(part.uses_self for part in self.inner)

    @property
    def uses_item(self):
        return any(part.uses_item for part in self.inner)

    def shown_parts(self, name, is_async):
        if not self.inner[-1].has_function:
            return f"textOf({name})"
        shown = self.inner[-1].show("$0")
        return f"textOf({name}.map {{ {shown if '$0' in shown else '_ in ' + shown} }})"


def parenthesised(text):
    """A type's text where a suffix follows it."""
    needs = text.startswith(("any ", "@", "some ")) or "->" in text or " & " in text
    return f"({text})" if needs and not is_enclosed(text) else text


def is_enclosed(text):
    """Whether one pair of parentheses surrounds all of a text."""
    if not (text.startswith("(") and text.endswith(")")):
        return False
    depth = 0
    for index, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0 and index < len(text) - 1:
            return False
    return True


class Optional(Wrapped):
    def spell(self, scope):
        return parenthesised(self.inner[0].spell(scope)) + "?"

    def value(self, n, scope):
        if n % 4 == 3:
            return f"Optional<{self.inner[0].spell(scope)}>.none"
        return self.inner[0].value(n, scope)

    def show(self, name, is_async=False):
        return self.shown_parts(name, is_async)


class Unwrapped(Optional):
    """`T!`, which stands at the top of a type only."""

    def spell(self, scope):
        return parenthesised(self.inner[0].spell(scope)) + "!"

    def show(self, name, is_async=False):
        return f"textOf({name} as Any)"


class Array(Wrapped):
    def spell(self, scope):
        return f"[{self.inner[0].spell(scope)}]"

    def value(self, n, scope):
        values = ", ".join(self.inner[0].value(n + i, scope) for i in range(2))
        return f"([{values}] as {self.spell(scope)})"

    def show(self, name, is_async=False):
        return self.shown_parts(name, is_async)


class Dictionary(Wrapped):
    def spell(self, scope):
        return f"[{self.inner[0].spell(scope)}: {self.inner[1].spell(scope)}]"

    def value(self, n, scope):
        key, value = (part.value(n + 1, scope) for part in self.inner)
        return f"([{key}: {value}] as {self.spell(scope)})"


class Tuple(Wrapped):
    def __init__(self, *inner, labels=()):
        super().__init__(*inner)
        self.labels = labels

    def with_parts(self, parts):
        return Tuple(*parts, labels=self.labels)

    def spell(self, scope):
        return "(" + ", ".join(
            self.label(i) + part.spell(scope) for i, part in enumerate(self.inner)) + ")"

    def label(self, index):
        return f"{self.labels[index]}: " if self.labels else ""

    def value(self, n, scope):
        return "(" + ", ".join(
            self.label(i) + part.value(n + i, scope) for i, part in enumerate(self.inner)) + ")"

    def show(self, name, is_async=False):
        if not self.has_function:
            return f"textOf({name})"
        return '"(" + ' + ' + ", " + '.join(
            part.show(f"{name}.{i}") for i, part in enumerate(self.inner)) + ' + ")"'


@dataclasses.dataclass
class Function(Type):
    """A function's type. Whether a parameter lets it escape is the parameter's matter."""
    parameters: list
    result: Type
    attribute: str = ""
    is_async: bool = False
    throwing: str = ""

    is_function = True
    has_function = True

    @property
    def sendable(self):
        return "@Sendable" in self.attribute or "@convention" in self.attribute

    @property
    def uses_self(self):
        return any(part.uses_self for part in self.parts())

    @property
    def uses_item(self):
        return any(part.uses_item for part in self.parts())

    def parts(self):
        return self.parameters + [self.result]

    def with_parts(self, parts):
        return dataclasses.replace(self, parameters=list(parts[:-1]), result=parts[-1])

    @property
    def effects(self):
        return (" async" if self.is_async else "") + (f" {self.throwing}" if self.throwing else "")

    def spell(self, scope):
        given = ", ".join(part.spell(scope) for part in self.parameters)
        attribute = self.attribute + " " if self.attribute else ""
        return f"{attribute}({given}){self.effects} -> {self.result.spell(scope)}"

    def value(self, n, scope):
        names = [f"c{i}" for i in range(len(self.parameters))]
        given = ", ".join(
            f"{name}: {part.spell(scope)}" for name, part in zip(names, self.parameters))
        if self.result is STRING:
            result = " + ".join([f'"f{n % 90}"'] + [
                part.show(name) for name, part in zip(names, self.parameters)])
        else:
            result = self.result.value(n, scope)
        attribute = "@Sendable " if "@Sendable" in self.attribute else ""
        return (f"{{ {attribute}({given}){self.effects} -> {self.result.spell(scope)} in "
                f"{'' if self.result.spell(scope) == '()' else 'return '}{result} }}")

    def show(self, name, is_async=False, scope=None):
        needs_await = self.is_async or "isolated(any)" in self.attribute
        if needs_await and not is_async:
            return '"async"'
        scope = scope or Scope("Self", lambda item: item)
        if self.uses_self or self.uses_item:
            return '"function"'
        given = ", ".join(part.value(i + 3, scope) for i, part in enumerate(self.parameters))
        call = f"{name}({given})"
        if self.throwing:
            call = f"try? {call}"
        return ("await " if needs_await else "") + f"textOf({call})"


class Token(Type):
    """A structure that can't be copied."""
    copyable = False

    def spell(self, scope):
        return "Token"

    def value(self, n, scope):
        return f"Token({n % 90})"

    def show(self, name, is_async=False):
        return f'"token \\({name}.n)"'


class Span(Type):
    """`Span<Int>`: a parameter only, whose value callers have as `span`."""
    copyable = True

    def spell(self, scope):
        return "Span<Int>"

    def value(self, n, scope):
        return "numbers.span"

    def show(self, name, is_async=False):
        return f"spanText({name})"


class Keeper(Type):
    """An actor that isolates a function."""
    sendable = True

    def spell(self, scope):
        return "Keeper"

    def value(self, n, scope):
        return f"Keeper({n % 90})"

    def show(self, name, is_async=False):
        return f'"keeper \\({name}.number)"'


class Grammar:
    """Makes random types. What a place allows is said by its options."""

    def __init__(self, rng, associated=(), allows_self=False, sendable=False):
        self.rng, self.associated = rng, list(associated)
        self.allows_self, self.sendable = allows_self, sendable

    def plain(self):
        """A type without parts."""
        roll = self.rng.random()
        if self.allows_self and roll < 0.1:
            return Receiver()
        if self.associated and roll < 0.3:
            name, paths = self.rng.choice(self.associated)
            # A macro does not see what a refined protocol declares.
            likelihood = 0.98 if name == "Element" else 0.3
            return Associated(name, self.rng.choice(paths), self.rng.random() < likelihood)
        while True:
            found = self.rng.choice(NAMED + [Boolean(), INT, STRING, INT])
            if found.sendable or not self.sendable:
                return found

    def hashable(self):
        while True:
            found = self.plain()
            if found.hashable:
                return found

    def any(self, depth=0, function=True):
        """A type of any kind, nested up to three deep."""
        roll = self.rng.random() + depth * 0.2
        if roll > 0.62:
            return self.plain()
        kind = self.rng.randrange(8 if function else 5)
        inner = lambda: self.any(depth + 1, function)
        if kind == 0:
            return Optional(inner())
        if kind in (1, 2):
            return Array(inner())
        if kind == 3:
            return Dictionary(self.hashable(), inner())
        if kind == 4:
            count = self.rng.choice((2, 2, 3))
            labels = self.rng.choice(((), (), ("first", "second", "third")[:count]))
            return Tuple(*(inner() for _ in range(count)), labels=labels)
        return self.function(depth)

    def function(self, depth=0):
        rng = self.rng
        if rng.random() < 0.1:
            return Function([INT], INT, "@convention(c)")
        count = rng.choice((0, 1, 1, 2))
        parameters = [self.any(depth + 2, function=depth < 1) for _ in range(count)]
        result = rng.choice((STRING, STRING, INT, self.any(depth + 2, function=False)))
        attribute = "@Sendable" if self.sendable or rng.random() < 0.25 else ""
        is_async = rng.random() < 0.15
        if is_async and rng.random() < 0.3:
            attribute = "@isolated(any) @Sendable"
        throwing = rng.choice(("", "", "", "throws", "throws(Fault)"))
        return Function(parameters, result, attribute, is_async, throwing)


def walk(found):
    """A type and all types in it."""
    yield found
    for part in found.parts():
        yield from walk(part)
