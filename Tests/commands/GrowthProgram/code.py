# SPDX-License-Identifier: Apache-2.0
"""Code that is compiled against one version: a plug-in, and a program that opens plug-ins."""
import dataclasses

from .api import overrides

PIN = ("  override func pin(_ subject: Subject, _ pin: Pin, _ mood: Mood) -> Int "
       "{ 10 * super.pin(subject, pin, mood) + (mood == .calm ? 1 : 2) }")


@dataclasses.dataclass
class Code:
    """What a plug-in or a program implements, by the names of its version."""
    version: int
    overridden: set  # identities of requirements
    own: set
    advised: str = ""  # a requirement's name
    watches: bool = False
    extends: bool = True  # or it only conforms

    @property
    def tag(self):
        return f"p{self.version}"


def is_first(api, requirement):
    """Whether a name alone means it."""
    return api.requirements[api.names.index(requirement.name)] is requirement


def call_of_super(requirement):
    if requirement.kind == "var":
        return f"super.{requirement.name}(subject)"
    return f"{requirement.marks}super.{requirement.name}(subject, a)"


def around(api, requirement, words):
    """An override's answer: what is below it, between words, and whether an extension is."""
    text = f"{words}[\\({call_of_super(requirement)})]"
    if is_first(api, requirement):
        text += f"\\(hasNext(.{requirement.name}) ? \"+\" : \"-\")"
    return f'return "{text}"' if requirement.result == "String" else f"return {call_of_super(requirement)} + 1"


def extension(api, code, head, words):
    lines = [head]
    for each in api.open_requirements:
        if each.identity in code.overridden:
            lines += overrides(
                each, around(api, each, words),
                f'log.append("{words}:set {each.name} \\(newValue)"); '
                f"super.set{each.name[0].upper() + each.name[1:]}(&subject, newValue)")
    return lines + [PIN, "}"]


def conforming(api, code, name):
    lines = [f"struct {name}: Greeter, Named {{", '  nonisolated var name: String { "n" }']
    for each in api.requirements:
        if each.identity in code.own or each.is_required:
            if each.kind == "var":
                setter = f' set {{ log.append("own:set {each.name}") }}' if each.has_setter else ""
                lines.append(f"  var {each.name}: String {{ get {{ {each.answer('own')} }}{setter} }}")
            else:
                static = "static " if each.kind == "static" else ""
                lines.append(f"  {static}{each.signature()} {{ {each.answer('own')} }}")
    return lines + ["}"]


def typed(api):
    """The argument that tells overloads apart, where there are any."""
    return "typed: true" if len(set(api.names)) < len(api.names) else ""


def plugin(api, code):
    mark = typed(api)
    lines = ["import API", "import GraftCourier",
             f'@Plugin(name: "Plug", version: "1.{code.version}", '
             f'needs: ["api": "1.{code.version}"]) enum Manifest {{}}']
    if code.extends:
        lines += extension(
            api, code, f"@Extension{f'({mark})' if mark else ''} "
            "final class Plug<Subject: Greeter & Named>: GreeterExtension<Subject> {", code.tag)
    lines += conforming(api, code, "Mine")
    lines += ["final class Ear: Listener {"] + [
        f'  func hear{n}(_ word: String) {{ log.append("ear{n} \\(word)") }}'
        for n in range(api.heard)] + ["}"]
    if code.watches:
        lines += ['@Advice(protocols: "Greeter") final class Watch: AroundPointcut {',
                  "  override func around(_ call: RunningCall, _ proceed: Proceed) throws {",
                  "    watched += 1", "    try proceed()", "  }",
                  "  override func around(_ call: RunningCall, _ proceed: AsyncProceed) async throws {",
                  "    watched += 1", "    try await proceed()", "  }", "}"]
    lines += ["nonisolated(unsafe) var watched = 0",
              '@_cdecl("watchedCount") public func watchedCount() -> Int { watched }',
              '@_cdecl("greeter") public func greeter() -> UnsafeMutableRawPointer {',
              "  Unmanaged.passRetained((Mine() as any Greeter) as AnyObject).toOpaque()", "}",
              '@_cdecl("ear") public func ear() -> UnsafeMutableRawPointer {',
              "  Unmanaged.passRetained(Ear()).toOpaque()", "}",
              '@_cdecl("install") public func install() {']
    if code.advised:
        lines.append(f"  _ = try! GreeterExtension<Mine>.joinPoints.{code.advised}.around "
                     f'{{ _, a, proceed in "{code.tag}<" + proceed(a) + ">" }}')
    return "\n".join(lines + ["}"]) + "\n"


HOST = '''
func function<Function>(_ name: String, as type: Function.Type) -> Function {
  let handle = dlopen(CommandLine.arguments[1], RTLD_NOW)!
  return unsafeBitCast(dlsym(handle, name)!, to: type)
}
func made(_ name: String) -> AnyObject {
  let make = function(name, as: (@convention(c) () -> UnsafeMutableRawPointer).self)
  return Unmanaged<AnyObject>.fromOpaque(make()).takeRetainedValue()
}
@main @MainActor enum Host {
  static func main() async throws {
    do { _ = try ExtensionImage.load(CommandLine.arguments[1]) } catch {
      print("refused: \\(error)")
      return
    }
    function("install", as: (@convention(c) () -> Void).self)()
    for answer in try await ask(made("greeter") as! any Greeter) { print("mine", answer) }
    for answer in try await ask(Guest()) { print("guest", answer) }
    let courier = ListenerCourier()
    try courier.receivers.add(made("ear") as! any Listener, .strongly)
    for answer in tell(courier) { print("heard", answer) }
    let resolution = ExtensionRegistry.resolution(of: GreeterExtension<Guest>.self)
    for requirement in resolution.requirements {
      print("chain", requirement.chain.map(\\.extension.name).joined(separator: " "))
    }
    print("all", GreeterExtension<Guest>.implementations(of: .pin).map(\\.extension.name)
      .joined(separator: " "))
    for diagnostic in ExtensionRegistry.diagnostics { print("diagnostic", diagnostic) }
    print("watched", function("watchedCount", as: (@convention(c) () -> Int).self)())
  }
}
'''


def host(api, code):
    mark = typed(api)
    lines = ["import API", "import Glibc", "import GraftCourier"]
    lines += extension(
        api, code, f"@Extension(priority: 5{', ' + mark if mark else ''}) "
        "final class Own<Subject: Greeter>: GreeterExtension<Subject> {", "x")
    lines += conforming(api, code, "Guest")
    return "\n".join(lines) + HOST
