# SPDX-License-Identifier: Apache-2.0
"""Random constraints on the subject of an extension, and random types that may meet them.

The compiler says which types meet them, by choosing between two functions of which one has the
constraints. A cast away from the main actor says which of them hold everywhere.
"""
import dataclasses
import random

HEAD = "// SPDX-License-Identifier: Apache-2.0\n"

# `Asked` is what extensions extend. The types have no implementations of their own.
PROTOCOLS = """
{extensible}public protocol Asked {{
  func answer() -> String
  @MainActor func answerOnMain() -> String
}}
public protocol Plain {{ func plain() -> Int }}
extension Plain {{ public func plain() -> Int {{ 0 }} }}
public protocol Other {{ func other() -> Int }}
extension Other {{ public func other() -> Int {{ 1 }} }}
public protocol Refined: Plain {{ func refined() -> Int }}
extension Refined {{ public func refined() -> Int {{ 2 }} }}
public protocol Empty {{}}
public protocol Bound: AnyObject {{ func bound() -> Int }}
extension Bound {{ public func bound() -> Int {{ 3 }} }}
public protocol Shelf<Item> {{ associatedtype Item; associatedtype Kind }}
public protocol LongShelf<Item>: Shelf where Item: Collection {{}}
public protocol AskedMore: Asked {{}}
"""

# What generic types are made of, and what items are.
VALUES = ["Int", "String", "[Int]", "[String]", "Set<Int>", "Leaf", "Root", "Crew", "[Crew]",
          "() -> Void"]
KINDS = ["struct", "enum", "actor", "class", "subclass", "generic", "generic class", "crate"]
PREDICATES = ["MemoryLayout<Subject>.size > 8", "Subject.self is AnyClass",
              "_typeName(Subject.self).utf8.count % 2 == 0"]
# The end of each chain.
LAST = """@Extension(priority: -1)
final class Last<Subject: Asked>: AskedExtension<Subject> {
  override func answer(_ subject: Subject) -> String { "" }
  override func answerOnMain(_ subject: Subject) -> String { "" }
}"""


@dataclasses.dataclass
class Type:
    """A type, the text that declares it, and the text that names it in calls."""
    number: int
    declaration: list
    name: str
    value: str
    is_asked_on_main: bool
    asks_main_first: bool


@dataclasses.dataclass
class Constrained:
    """An extension: its constraints in the parameter and in the clause, and its predicate."""
    number: int
    bounds: list
    clause: list
    predicate: str
    priority: int
    name: str = dataclasses.field(init=False)

    def __post_init__(self):
        self.name = f"P{self.number}"

    def parameters(self, first="Asked"):
        return "Subject: " + " & ".join([first] + self.bounds)

    @property
    def where(self):
        return f" where {', '.join(self.clause)}" if self.clause else ""

    def __str__(self):
        predicate = f", if {self.predicate}" if self.predicate else ""
        return f"<{self.parameters()}>{self.where}{predicate}"


class World:
    """The types and extensions of a seed, as the source files of a program."""

    def __init__(self, seed, count, module_count, woven=True):
        self.rng, self.woven, self.module_count = random.Random(seed), woven, module_count
        self.types = [self.make_type(number) for number in range(14)]
        priorities = list(range(count))
        self.rng.shuffle(priorities)
        self.constrained = [self.make_constrained(n, priorities[n]) for n in range(count)]

    # Types.

    def conformances(self, name, kind, parameter=""):
        """Extensions by which a type conforms: everywhere, under conditions, on an actor."""
        rng, found, declared = self.rng, [], {}
        all_of_them = ("Plain", "Other", "Refined", "Empty", "Shelf", "LongShelf", "AskedMore")
        wanted = [p for p in all_of_them if rng.random() < 0.45]
        if "class" in kind and kind != "crate" and rng.random() < 0.5:
            wanted.append("Bound")
        for base, refined in (("Plain", "Refined"), ("Shelf", "LongShelf")):
            if refined in wanted and base not in wanted:
                wanted.insert(0, base)
        item = rng.choice(VALUES + ([parameter, f"[{parameter}]"] * 4 if parameter else []))
        for each in sorted(wanted, key=lambda p: p in ("Refined", "LongShelf")):
            if each == "LongShelf" and not item.startswith(("[", "S")):
                continue
            actor, condition = "", ""
            if each in ("Refined", "LongShelf"):
                actor, condition = declared["Plain" if each == "Refined" else "Shelf"]
            else:
                if kind != "actor" and each != "AskedMore" and rng.random() < 0.2:
                    actor = "@MainActor "
                if parameter and each != "AskedMore" and rng.random() < 0.5:
                    condition = f" where {parameter}" + rng.choice(
                        [": Plain", ": Other", ": Hashable", ": Shelf", " == Int"])
            declared[each] = (actor, condition)
            body = ""
            if each == "Shelf":
                other = rng.choice(VALUES + [item])
                body = f" public typealias Item = {item}; public typealias Kind = {other} "
            found.append(f"extension {name}: {actor}{each}{condition} {{{body}}}")
        return found

    def make_type(self, number):
        rng = self.rng
        kind, name = rng.choice(KINDS), f"T{number}"
        is_asked_on_main = kind not in ("actor", "subclass", "crate") and rng.random() < 0.1
        asked = "@MainActor Asked" if is_asked_on_main else "Asked"
        parameter, head = "", ""
        if kind == "struct":
            head = f"public struct {name}: {asked} {{ public init() {{}} }}"
        elif kind == "enum":
            head = f"public enum {name}: {asked} {{ case one; public init() {{ self = .one }} }}"
        elif kind == "actor":
            head = f"public actor {name}: {asked} {{ public init() {{}} }}"
        elif kind == "class":
            head = f"open class {name}: {asked} {{ public init() {{}} }}"
        elif kind == "subclass":
            head = (f"open class {name}: {rng.choice(['Leaf', 'Root'])}, Asked "
                    "{ override public init() { super.init() } }")
        elif kind == "generic":
            parameter = "Value"
            head = f"public struct {name}<Value>: {asked} {{ public init() {{}} }}"
        elif kind == "generic class":
            parameter = "Value"
            head = f"open class {name}<Value>: {asked} {{ public init() {{}} }}"
        else:
            head = (f"open class {name}: Crate<{rng.choice(VALUES)}>, Asked "
                    "{ override public init() { super.init() } }")
        # A subclass of `Leaf` or `Root` may have a conformance from there.
        kind_of = "crate" if kind in ("subclass", "crate") else kind
        own = self.conformances(name, kind_of, parameter)
        if kind_of == "crate":
            own = [line for line in own if "AskedMore" in line or "Other" in line]
        if is_asked_on_main:
            own = [line for line in own if "AskedMore" not in line]
        used = f"{name}<{rng.choice(VALUES)}>" if parameter else name
        return Type(number, [head] + own, used, f"{used}()", is_asked_on_main,
                    rng.random() < 0.5)

    def shared(self):
        """The types that all others can use."""
        lines = ["open class Root { public init() {} }",
                 "open class Leaf: Root {", "  override public init() { super.init() }", "}",
                 "open class Crate<Value> { public init() {} }"]
        shelf = "Shelf {{ public typealias Item = {}; public typealias Kind = Int }}"
        lines += ["extension Root: Plain {}", "extension Leaf: Empty {}",
                  "extension Leaf: " + shelf.format("[Int]"),
                  "extension Int: Plain {}", "extension String: Other {}",
                  "extension Array: Plain where Element: Plain {}",
                  "extension Crate: " + shelf.format("Value"),
                  "public struct Crew { public init() {} }", "extension Crew: @MainActor Plain {}"]
        return lines

    # Extensions.

    def make_constrained(self, number, priority):
        rng = self.rng
        bounds, clause = [], []
        roll = rng.random()
        if roll < 0.15:
            bounds.append("AnyObject")
        elif roll < 0.35:
            bounds.append(rng.choice(["Root", "Leaf", "Crate<Int>", "Crate<String>"]))
        bounds += rng.sample(["Plain", "Other", "Refined", "Empty", "Bound", "AskedMore"],
                             rng.choice([0, 1, 1, 2]))
        if rng.random() < 0.5:
            bounds.append(rng.choice(["Shelf", "Shelf", "LongShelf", "Shelf<Int>", "Shelf<[Int]>"]))
            for _ in range(rng.choice([0, 1, 1, 2])):
                clause.append(rng.choice([
                    f"Subject.Item == {rng.choice(VALUES)}",
                    f"Subject.Kind == {rng.choice(VALUES)}",
                    "Subject.Item == Subject.Kind", "Subject.Item: Plain", "Subject.Item: Hashable",
                    "Subject.Kind: Plain & Hashable", "Subject.Item: AnyObject",
                    "Subject.Item: Root", "Subject.Item: Collection, Subject.Item.Element == Int",
                    "Subject.Item: Sequence, Subject.Item.Element: Plain"]))
        rng.shuffle(bounds)
        # A constraint can also stand in the clause.
        if bounds and "<" not in bounds[-1] and rng.random() < 0.3:
            clause.insert(0, f"Subject: {bounds.pop()}")
        predicate = rng.choice(PREDICATES) if rng.random() < 0.2 else ""
        return Constrained(number, bounds, clause, predicate, priority)

    # Files.

    @property
    def module_names(self):
        return ["Main"] if self.module_count == 1 else ["API", "Kinds", "Main"]

    def imports(self, module):
        before = self.module_names[:self.module_names.index(module)]
        return HEAD + "".join(
            f"import {name}\n" for name in (["Graft"] if self.woven else []) + before)

    def files(self):
        first, last = self.module_names[0], self.module_names[-1]
        kinds = self.module_names[-2] if self.module_count > 1 else last
        found = {name: {} for name in self.module_names}
        extensible = "@Extensible\n" if self.woven else ""
        found[first]["Shared.swift"] = self.imports(first) + PROTOCOLS.format(
            extensible=extensible) + "\n".join(self.shared()) + "\n"
        lines = [line for each in self.types for line in each.declaration]
        if self.woven:
            lines.append(LAST)
        else:
            lines += ["extension Asked {", '  public func answer() -> String { "" }',
                      '  @MainActor public func answerOnMain() -> String { "" }', "}"]
        found[kinds]["Types.swift"] = self.imports(kinds) + "\n".join(lines) + "\n"
        for each in self.constrained:
            if self.woven:
                found[kinds].setdefault(f"{each.name}.swift", self.imports(kinds))
                found[kinds][f"{each.name}.swift"] += self.extension(each)
            found[last].setdefault(f"{each.name}.swift", self.imports(last))
            found[last][f"{each.name}.swift"] += self.oracle(each)
        found[last]["Start.swift"] = self.imports(last) + self.start()
        return found

    def extension(self, each):
        predicate = "" if not each.predicate else (
            "  override class func applies(to subject: Subject.Type) -> Bool "
            f"{{ {each.predicate} }}\n")
        methods = "".join(
            f"  override func {name}(_ subject: Subject) -> String {{\n"
            f'    "{each.number} " + super.{name}(subject)\n  }}\n'
            for name in ("answer", "answerOnMain"))
        return (f"@Extension(priority: {each.priority})\n"
                f"final class Constrained{each.number}<{each.parameters()}>: "
                f"AskedExtension<Subject>{each.where} {{\n{predicate}{methods}}}\n")

    def oracle(self, each):
        n, predicate = each.number, each.predicate or "true"
        probe = each.where.replace("Subject", "Probed")
        constraints = ", ".join(
            ["Probed: Asked"] + [f"Probed: {bound}" for bound in each.bounds]
            + ([probe.removeprefix(" where ")] if probe else []))
        others = [
            "@MainActor @_disfavoredOverload",
            f"func meets{n}<Subject: Asked>(_: Subject.Type) -> Bool {{ false }}"]
        lines = (others if each.bounds or each.clause else []) + [
            f"@MainActor func meets{n}<{each.parameters()}>(_: Subject.Type) -> Bool{each.where} "
            f"{{ {predicate} }}",
            f"struct Probe{n}<Probed>: Sendable {{}}",
            f"extension Probe{n}: Meets where {constraints} {{}}",
            f"@MainActor func ask{n}() async {{"]
        for kind in self.types:
            lines += [
                f"  if meets{n}({kind.name}.self) {{ "
                f"await expect({kind.number}, {each.number}, {each.priority}, "
                f"Probe{n}<{kind.name}>()) }}"]
        return "\n".join(lines + ["}"]) + "\n"

    def start(self):
        """The program: the oracle's answers, and after them those of calls."""
        lines = ["""protocol Meets {}

struct Expected {
  let number: Int, priority: Int, everywhere: Bool
}
@MainActor var expected: [Int: [Expected]] = [:]

@MainActor func expect(
  _ type: Int, _ number: Int, _ priority: Int, _ probe: any Sendable
) async {
  // Casts of values depend on the actor, those of metatypes do not.
  let everywhere = await Task.detached { probe is any Meets }.value
  expected[type, default: []].append(
    Expected(number: number, priority: priority, everywhere: everywhere))
}

@MainActor func compare(_ type: Int, _ name: String, _ onMain: String, _ elsewhere: String?) {
  let all = (expected[type] ?? []).sorted { $0.priority > $1.priority }
  func text(_ some: [Expected]) -> String { some.map { "\\($0.number) " }.joined() }
  print("type", type, "onMain", text(all) + "|", onMain + "|", name)
  if let elsewhere {
    print("type", type, "elsewhere", text(all.filter(\\.everywhere)) + "|", elsewhere + "|", name)
  }
}

@main enum Start {
  @MainActor static func main() async {"""]
        lines += [f"    await ask{each.number}()" for each in self.constrained]
        for kind in self.types:
            n, value = kind.number, kind.value
            lines.append("    do {")
            calls = [f"      let onMain = {value}.answerOnMain()"]
            if kind.is_asked_on_main:
                calls.append("      let elsewhere: String? = nil")
            else:
                calls.append(
                    f"      let elsewhere = await Task.detached {{ {value}.answer() }}.value")
            if not kind.asks_main_first:
                calls.reverse()
            lines += calls + [f'      compare({n}, "{kind.name}", onMain, elsewhere)', "    }"]
        return "\n".join(lines + ["  }", "}"]) + "\n"
