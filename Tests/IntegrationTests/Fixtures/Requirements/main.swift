import Graft
import RequirementsAPI

struct Snail: Walker {
  typealias Item = Int
}

struct Horse: Walker, Describable {
  typealias Item = String
  var description = "Ed"
}

class Mule: Walker, Describable {
  typealias Item = Int
  var description: String { "Mule" }
  required init() {}
  func itself() -> Self { self }
}

final class Hinny: Mule {
  override var description: String { "Hinny" }
}

func outcome(_ body: () throws -> String) -> String {
  do { return try body() } catch { return "\(error)" }
}

func outcome(_ body: () async throws -> String) async -> String {
  do { return try await body() } catch { return "\(error)" }
}

func ask<Subject: Walker>(_ subject: Subject, _ item: Subject.Item, _ other: Subject) async {
  print(type(of: subject))
  print(" ", subject.instance(1), "|", Subject.ofType(2))
  print(" ", outcome { try subject.throwing(3) }, "|", outcome { try subject.throwing(10) })
  do throws(Fault) {
    print(" ", try subject.typedThrowing(4))
    print(" ", try subject.typedThrowing(10))
  } catch {
    print(" ", error == .tooFar)
  }
  print(" ", await subject.waiting(5))
  print(" ", await outcome { try await subject.waitingThrowing(6) })
  print(" ", await outcome { try await subject.waitingThrowing(10) })
  var (copy, number) = (subject, 7)
  print(" ", copy.mutate(by: 7), "|", subject.generic("a"), "|", subject.generic(1))
  print(" ", subject.exchange(&number), number, "|", subject.automatic(8))
  print(" ", subject.calling { $0 + number }, "|", subject.escaping { $0 + 1 }())
  print(" ", subject.labelled(from: 9), "|", subject.labelled(to: 10))
  print(" ", subject.typed(11), "|", subject.typed("twelve"))
  print(" ", subject.compared(to: other), "|", type(of: subject.itself()))
  print(" ", subject.item(item))
  subject.nothing()
}

await ask(Snail(), 1, Snail())
await ask(Horse(), "oats", Horse(description: "Bo"))
await ask(Mule(), 2, Hinny())
await ask(Hinny(), 3, Hinny())
let names = WalkerExtension<Horse>.resolution.requirements.map { "\($0.name) \($0.chain.count)" }
print(names)
print(ExtensionRegistry.diagnostics)
