# SPDX-License-Identifier: Apache-2.0
"""A version of the API library as a value, and its source."""
import copy
import dataclasses


@dataclasses.dataclass
class Requirement:
    name: str
    kind: str = "func"  # func, var, static
    parameter: str = "Int"  # Int, String, Coin, generic
    has_setter: bool = False
    effects: str = ""  # "", async, throws, async throws
    answered_by: str = "extension"  # author
    is_required: bool = False
    result: str = "String"
    modifier: str = ""  # "consuming "

    @property
    def is_overridable(self):
        return not self.is_required

    @property
    def identity(self):
        """What makes it another requirement."""
        return (self.name, self.kind, self.parameter, self.effects)

    @property
    def type(self):
        return "Value" if self.parameter == "generic" else self.parameter

    @property
    def generics(self):
        return "<Value: Sendable>" if self.parameter == "generic" else ""

    def signature(self, subject=None):
        """The function, or the method of an extension's class."""
        first = "" if subject is None else f"_ subject: {subject}, "
        effects = f" {self.effects}" if self.effects else ""
        return (f"func {self.name}{self.generics}({first}_ a: {self.type}){effects} -> "
                f"{self.result}")

    @property
    def declaration(self):
        mark = "@Required " if self.is_required else ""
        if self.kind == "var":
            return f"{mark}var {self.name}: String {{ get{' set' if self.has_setter else ''} }}"
        return mark + self.modifier + ("static " if self.kind == "static" else "") \
            + self.signature()

    @property
    def marks(self):
        """What a call of it needs."""
        return ("try " if "throws" in self.effects else "") + (
            "await " if "async" in self.effects else "")

    @property
    def argument(self):
        return {"Int": "1", "String": '"s"', "Coin": "Coin(7)", "generic": "[1, 2]"}[self.parameter]

    @property
    def shown(self):
        """The text of its argument in an answer."""
        return {"Int": "1", "String": "s", "Coin": "7", "generic": "[1, 2]"}[self.parameter]

    @property
    def text_of_argument(self):
        return "\\(a.value)" if self.parameter == "Coin" else "\\(a)"

    def answer(self, words):
        """A body's expression: words, the name, and the argument."""
        text = f'"{words}:{self.name}' + ("" if self.kind == "var" else
                                         f"({self.text_of_argument})") + '"'
        return text if self.result == "String" else f"{text}.count"

    def value(self, words):
        """The text that `answer` gives."""
        text = f"{words}:{self.name}" + ("" if self.kind == "var" else f"({self.shown})")
        return text if self.result == "String" else str(len(text))


@dataclasses.dataclass
class API:
    """A version."""
    requirements: list
    heard: int = 1  # the requirements of the protocol with a courier
    words: str = "h1"
    coin_fields: list = dataclasses.field(default_factory=lambda: ["value"])
    pin_fields: list = dataclasses.field(default_factory=lambda: ["value"])  # of a frozen type
    cases: list = dataclasses.field(default_factory=lambda: ["calm", "glad"])
    bounds: list = dataclasses.field(default_factory=list)
    has_associated_type: bool = False
    is_isolated: bool = False
    grows: bool = True
    evolves: bool = True

    def copy(self):
        return copy.deepcopy(self)

    @property
    def names(self):
        return [requirement.name for requirement in self.requirements]

    @property
    def foundation(self):
        """What has to stay as it is."""
        required = [each.declaration for each in self.requirements if each.is_required]
        return (self.bounds, self.has_associated_type, self.is_isolated, self.grows, required)

    @property
    def accessors(self):
        """What dispatches, in order."""
        return [text for each in self.open_requirements for text in
                [each.declaration.replace(" set", "")] + [f"set {each.name}"] * each.has_setter]

    # The source.

    @property
    def source(self):
        growing = "(growing: true)" if self.grows else ""
        bounds = ": " + ", ".join(self.bounds) if self.bounds else ""
        actor = "@MainActor " if self.is_isolated else ""
        lines = ["import GraftCourier", "public protocol Named { var name: String { get } }",
                 "public protocol Further {}", "public nonisolated(unsafe) var log: [String] = []"]
        lines += self.structure("Coin", self.coin_fields)
        lines += self.structure("Pin", self.pin_fields, "@frozen ")
        lines += ["public enum Mood: Sendable { case " + ", ".join(self.cases) + " }",
                  f"@Extensible{growing} {actor}public protocol Greeter{bounds} {{"]
        lines += ["  associatedtype Item = Int"] if self.has_associated_type else []
        lines += ["  func pin(_ pin: Pin, _ mood: Mood) -> Int"]
        lines += ["  " + each.declaration for each in self.requirements] + ["}"]
        lines += self.defaults + self.extension + self.ask + self.listener
        return "\n".join(lines) + "\n"

    @staticmethod
    def structure(name, fields, mark=""):
        others = [f for f in fields if f != "value"]
        return [f"{mark}public struct {name}: Sendable {{"] + [
            f"  public var {field}: Int" for field in fields] + [
            "  public init(_ value: Int) {", "    self.value = value"] + [
            f"    {field} = 100" for field in others] + ["  }", "}"]

    @property
    def open_requirements(self):
        return [each for each in self.requirements if each.is_overridable]

    @property
    def defaults(self):
        """Those of the author."""
        found = [each for each in self.open_requirements if each.answered_by == "author"]
        if not found:
            return []
        # It tells overloads apart.
        typed = "(typed: true)" if len(set(self.names)) < len(self.names) else ""
        lines = [f"@Default{typed} extension Greeter where Self: Graft::AuthorDefault {{"]
        for each in found:
            generic = "@RenamedDefault " if each.parameter == "generic" else ""
            static = "static " if each.kind == "static" else ""
            lines.append(f"  {generic}public {static}{each.signature()} "
                         f"{{ {each.answer(self.words)} }}")
        return lines + ["}"]

    @property
    def extension(self):
        lines = ["@Extension(typed: true) final class Base<Subject: Greeter>: "
                 "GreeterExtension<Subject> {"]
        for each in self.open_requirements:
            if each.answered_by == "extension":
                lines += overrides(each, f"return {each.answer(self.words)}",
                                   f'log.append("{self.words}:set {each.name} \\(newValue)")')
        return lines + ["  override func pin(_ subject: Subject, _ pin: Pin, _ mood: Mood) -> Int "
                        "{ pin.value }", "}"]

    @property
    def ask(self):
        """A function that calls each requirement, which programs of all versions have."""
        actor = "@MainActor " if self.is_isolated else ""
        lines = [f"{actor}public func ask(_ greeter: any Greeter) async throws -> [String] {{",
                 '  var answers = ["pin=\\(greeter.pin(Pin(3), .calm))"]',
                 "  let type = type(of: greeter)"]
        for each in self.requirements:
            if each.kind == "var":
                lines.append(f'  answers.append("{each.name}=\\(greeter.{each.name})")')
                if each.has_setter:
                    lines += [f"  do {{ var copy = greeter; copy.{each.name} = \"n\" }}",
                              f'  answers.append("set {each.name}=\\(log)"); log = []']
                continue
            receiver = "type" if each.kind == "static" else "greeter"
            call = f"{each.marks}{receiver}.{each.name}({each.argument})"
            lines.append(f'  do {{ let answer = {call}; answers.append("{each.name}'
                         f'({each.parameter})=\\(answer)") }}')
        return lines + ["  _ = type", "  return answers", "}"]

    @property
    def listener(self):
        names = [f"hear{number}" for number in range(self.heard)]
        lines = ["@Courier @Extensible(growing: true) public protocol Listener: AnyObject {"]
        lines += [f"  func {name}(_ word: String)" for name in names] + ["}"]
        lines += ["@Extension final class Hearing<Subject: Listener>: ListenerExtension<Subject> {"]
        lines += [f"  override func {name}(_ subject: Subject, _ word: String) {{ "
                  f'log.append("{self.words}:{name} \\(word)") }}' for name in names] + ["}"]
        lines += ["public func tell(_ listener: any Listener) -> [String] {", "  log = []"]
        lines += [f'  listener.{name}("w")' for name in names]
        return lines + ["  defer { log = [] }", "  return log", "}"]


def overrides(requirement, answer, setter):
    """The methods of an extension's class for a requirement."""
    if requirement.kind == "var":
        lines = [f"  override func {requirement.name}(_ subject: Subject) -> String {{ {answer} }}"]
        if requirement.has_setter:
            name = "set" + requirement.name[0].upper() + requirement.name[1:]
            lines.append(f"  override func {name}(_ subject: inout Subject, _ newValue: String) "
                         f"{{ {setter} }}")
        return lines
    subject = "Subject.Type" if requirement.kind == "static" else "Subject"
    return [f"  override {requirement.signature(subject)} {{ {answer} }}"]
