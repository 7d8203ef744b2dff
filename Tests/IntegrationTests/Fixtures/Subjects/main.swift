import Glibc
import Graft
import SubjectsAPI

struct Dog: Greeter, Named {
  var name = "Rex"
}

enum Weather: Greeter {
  case rain
}

final class Statue: Greeter {}

struct Parrot: Greeter {
  func greet(_ other: String) -> String { "\(other)! \(other)!" }
}

final class Puppy: Animal, Named {
  let name = "Bit"
}

actor Robot: Greeter, Named {
  nonisolated let name = "R2"
}

class Cord: Rope, Named {
  var name: String { "cord" }
}

final class Lace: Cord {
  override var name: String { "lace" }
}

class Knot<Value>: Named {
  var name: String { "a knot" }
}

/// The name of its superclass has a function type.
final class Hook: Knot<() -> Void>, Greeter {}

struct Box<Content>: Greeter {
  var content: Content
}

extension Box: Named where Content: Named {
  var name: String { "a box of \(content.name)" }
}

func generic<Subject: Greeter>(_ subject: Subject) async -> String {
  "\(subject.greet("Ann")) / \(await subject.farewell()) / \(Subject.motto())"
}

func existential(_ subject: any Greeter) async -> String {
  "\(subject.greet("Ann")) / \(await subject.farewell()) / \(type(of: subject).motto())"
}

func generic<Subject: Bound>(_ subject: Subject, _ other: Subject) -> String {
  "\(subject.tie()) / \(subject.sibling(other))"
}

/// Each question in each form that the compiler treats in its own way.
func ask() async {
  print("records \(ExtensionRegistry.descriptors.map(\.name).sorted())")
  print("problems \(ExtensionRegistry.diagnostics.map(\.description))")
  print("struct: \(Dog().greet("Ann")) / \(await Dog().farewell()) / \(Dog.motto())")
  print("struct, any: \(await existential(Dog()))")
  print("struct, generic: \(await generic(Dog()))")
  print("enum: \(await generic(Weather.rain))")
  print("final class: \(await generic(Statue()))")
  print("own: \(await generic(Parrot())) | \(await existential(Parrot()))")
  print("open class: \(await generic(Animal()))")
  print("subclass: \(Puppy().greet("Ann"))")
  print("subclass, any: \(await existential(Puppy()))")
  print("subclass, as Animal: \((Puppy() as Animal).greet("Ann"))")
  print("subclass, as Animal, generic: \(await generic(Puppy() as Animal))")
  print("object: \(generic(Rope(), Cord())) / \((Lace() as any Bound).tie())")
  print("object, sibling: \(generic(Cord(), Lace())) / \(generic(Lace() as Cord, Cord()))")
  print("actor: \(Robot().greet("Ann")) / \(await existential(Robot()))")
  print("superclass of a function type: \(await generic(Hook()))")
  print("generic type: \(await generic(Box(content: 1)))")
  print("conditional conformance: \(await generic(Box(content: Dog())))")
  print("nested: \(await existential(Box(content: Box(content: Dog()))))")
  let chain = GreeterExtension<Puppy>.resolution["greet(_:)"]!.chain
  print("chain: \(chain.map { "\($0.extension.name) \($0.rule)" })")
}

await ask()
for path in CommandLine.arguments.dropFirst() {
  print("open \(path.split(separator: "/").last!)")
  guard dlopen(path, RTLD_NOW) != nil else {
    print(String(cString: dlerror()))
    exit(1)
  }
  await ask()
}
