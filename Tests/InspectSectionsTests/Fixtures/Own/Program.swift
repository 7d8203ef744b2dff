import Graft

public struct Bare: Near { public init() {} }

/// All of them itself.
struct Whole: Near {
  func plain() -> String { "own" }
  func throwing() throws -> String { "own" }
  func waiting() async -> String { "own" }
  func two(_ one: Int) -> String { "own" }
  func two(_ one: String) -> String { "own" }
  func generic<T: Hashable, U>(_ one: T, _ other: U) -> String
  where U: Sequence, U.Element == T { "own" }
  func item() -> [Int]? { [] }
  func same(_ other: Whole) -> String { "own" }
  func closure(_ body: () -> Int) -> String { "own" }
  func größe() -> String { "own" }
  var mood: String { "own" }
  subscript(index: Int) -> String { "own" }
  static func motto() -> String { "own" }
  static func <= (one: Whole, other: Whole) -> Bool { true }
}

/// None of them: the types, effects or generics are others.
struct Missing: Near {
  func plain() -> Int { 1 }
  func throwing() throws -> Int { 1 }
  func waiting() async throws -> String { "own" }
  func two(_ one: Double) -> String { "own" }
  func generic<T: Hashable, U>(_ one: U, _ other: T) -> String
  where U: Sequence, U.Element == T { "own" }
  func item() -> [String]? { [] }
  func same(_ other: Whole) -> String { "own" }
  func closure(_ body: @escaping () -> Int) -> String { "own" }
  var mood: Int { 1 }
  static func größe() -> String { "own" }
  func motto() -> String { "own" }
  static func <= (one: Missing, other: Whole) -> Bool { true }
}

/// With fewer effects.
struct Quiet: Near {
  func throwing() -> String { "own" }
  func waiting() -> String { "own" }
}

private struct Twin: Near {
  func throwing() throws -> String { "own" }
}

struct Box<Value> {}

extension Box: Near where Value: Hashable {
  typealias Item = Value
  func plain() -> String { "own" }
  func item() -> [Value]? { [] }
  func same(_ other: Box<Value>) -> String { "own" }
}

extension Box where Value == Int {
  func throwing() throws -> String { "int" }
}

struct Outer<Key> {
  struct Inner<Value>: Near {
    func generic<T: Hashable, U>(_ one: T, _ other: U) -> String
    where U: Sequence, U.Element == T { "own" }
    func two(_ one: String) -> String { "own" }
  }
}

class Animal {
  func plain() -> String { "own" }
  class func motto() -> String { "own" }
}

final class Größe: Animal, Near {
  func größe() -> String { "own" }
}

func local() -> any Near {
  struct Local: Near {
    func plain() -> String { "own" }
    static func <= (one: Local, other: Local) -> Bool { true }
  }
  return Local()
}

extension Int: @retroactive Near {
  public func plain() -> String { "own" }
}

/// Calls each requirement.
func show<T: Near>(_ one: T) async {
  let name = String(reflecting: T.self)
  func line(_ requirement: String, _ isOwn: Bool) {
    print("\(name)\t\(requirement)\t\(isOwn ? "own" : "default")")
  }
  line("plain()", one.plain() == "own")
  line("throwing()", (try? one.throwing()) == "own")
  line("waiting()", await one.waiting() == "own")
  line("two(_: Int)", one.two(1) == "own")
  line("two(_: String)", one.two("") == "own")
  line("generic(_:_:)", one.generic(1, [1]) == "own")
  line("item()", one.item() != nil)
  line("same(_:)", one.same(one) == "own")
  line("closure(_:)", one.closure { 1 } == "own")
  line("größe()", one.größe() == "own")
  line("get mood", one.mood == "own")
  line("subscript(_:)", one[0] == "own")
  line("static motto()", T.motto() == "own")
  line("static <=(_:_:)", one <= one)
}

@main enum Main {
  static func main() async {
    await show(Bare())
    await show(Whole())
    await show(Missing())
    await show(Quiet())
    await show(Twin())
    await twins()
    await show(Box<String>())
    await show(Outer<Int>.Inner<Int>())
    await show(Größe())
    await show(1)
    func open(_ one: any Near) async { await show(one) }
    await open(local())
  }
}
