# SPDX-License-Identifier: Apache-2.0
"""What all generated protocols share: types of each kind, and the texts that are compared."""

TYPES = '''
public protocol Made {
  init(made number: Int)
}
public protocol Nested: Made {
  associatedtype Sub: Made & Hashable & Sendable
}
extension Int: Nested {
  public init(made number: Int) { self = number }
  public typealias Sub = String
}
extension String: Nested {
  public init(made number: Int) { self = "m\\(number)" }
  public typealias Sub = Int
}
public protocol Container {
  associatedtype Element: Made & Hashable & Sendable
}

public protocol Marked {}
public protocol Shape { var side: Int { get } }
public struct Square: Shape, Marked, Made, Hashable, Sendable {
  public let side: Int
  public init(_ side: Int) { self.side = side }
  public init(made number: Int) { side = number }
}
public protocol Holder<Content> {
  associatedtype Content
  var content: Content { get }
}
public struct IntHolder: Holder, Sendable {
  public let content: Int
  public init(_ content: Int) { self.content = content }
}
public struct Point: Hashable, Sendable {
  public let x: Int
  public init(_ x: Int) { self.x = x }
}
/// Too large for registers.
public struct Large: Sendable {
  public let a: Int, b: String, c: Double, d: String, e: Int
  public init(_ number: Int) {
    a = number
    b = "b\\(number)"
    c = 2
    d = "d"
    e = 5
  }
}
public enum Colour: Hashable, Sendable {
  case red
  case named(String)
}
public enum Space {
  public struct Inner: Hashable, Sendable {
    public let y: Int
    public init(_ y: Int) { self.y = y }
  }
  public enum Deep {
    public enum Kind: Hashable, Sendable { case first, second }
  }
}
open class Animal: CustomStringConvertible {
  public let legs: Int
  public init(_ legs: Int) { self.legs = legs }
  open var description: String { "animal \\(legs)" }
}
public final class Dog: Animal {
  public override var description: String { "dog \\(legs)" }
}
public final class Leaf: CustomStringConvertible, Sendable {
  public let veins: Int
  public init(_ veins: Int) { self.veins = veins }
  public var description: String { "leaf \\(veins)" }
}
public actor Keeper {
  public nonisolated let number: Int
  public init(_ number: Int) { self.number = number }
}
public struct Fault: Error, Hashable {
  public let code: Int
  public init(_ code: Int) { self.code = code }
}
public struct Box<Value> {
  public let value: Value
  public init(_ value: Value) { self.value = value }
}
extension Box: Sendable where Value: Sendable {}
public struct Token: ~Copyable {
  public let n: Int
  public init(_ n: Int) { self.n = n }
}
public typealias Number = Int
public typealias Things = [Point]
public typealias Twice<Value> = (Value, Value)
public typealias Handler = (Int) -> String
public typealias Escaped = @Sendable (Point) -> Int

public func textOf<Value>(_ value: Value) -> String { String(describing: value) }
public func typeText(_ value: Any) -> String { String(describing: type(of: value)) }
public func spanText(_ span: borrowing Span<Int>) -> String {
  var sum = ""
  for index in span.indices { sum += "\\(span[index]) " }
  return "span " + sum
}

/// What bodies have been given, for advice that has been given it too.
public struct Frame {
  public var arguments: [String]?
  public init() {}
}
nonisolated(unsafe) public var frames: [Frame] = []
nonisolated(unsafe) public var phase = 0
nonisolated(unsafe) public var bodies: [String: Int] = [:]

/// Says that a body runs.
///
/// - Parameters:
///   - origin: "own", "default" or "extension".
///   - advised: whether a pointcut sees the call.
///   - compared: the arguments whose text a pointcut can read, and nil for others.
public func noteBody(
  _ name: String, _ body: String, _ me: String, _ arguments: [String], origin: String,
  advised: Bool, compared: [String?]
) {
  print(name, body, origin == "own" ? "own" : "left", me, arguments.joined(separator: ", "))
  guard origin != "own" else {
    seenResult = nil
    return
  }
  bodies["\\(name) \\(origin)", default: 0] += 1
  guard phase > 1, advised else { return }
  if frames.isEmpty {
    print(name, body, "UNSEEN by the pointcut")
  } else if frames[frames.count - 1].arguments == nil {
    frames[frames.count - 1].arguments = compared.map { $0 ?? "-" }
  }
}
/// The result that the pointcut has seen last, of a call that no other one is in.
nonisolated(unsafe) public var seenResult: String?

/// Says what a call gave.
public func show(_ name: String, _ call: String, _ text: String) {
  print(name, call, text)
  seenResult = nil
}
/// Says what a call gave, and whether the pointcut has seen it.
public func showResult(_ name: String, _ call: String, _ text: String) {
  if let seenResult, seenResult != text { print(name, "MISMATCH the result |", call, seenResult) }
  show(name, call, text)
}
'''

POINTCUT = '''
/// Reads all that a pointcut can see, and compares it with what the body was given.
@Advice(protocols: "*", priority: 3)
final class Watch: AroundPointcut {
  override func around(_ call: RunningCall, _ proceed: Proceed) throws {
    let seen = Self.begin(call)
    defer { Self.end(call, seen) }
    try proceed()
    Self.see(call.result)
  }
  override func around(_ call: RunningCall, _ proceed: AsyncProceed) async throws {
    let seen = Self.begin(call)
    defer { Self.end(call, seen) }
    try await proceed()
    Self.see(call.result)
  }
  static func see(_ result: Any?) {
    guard frames.count == 1 else { return }
    seenResult = result.map { textOf($0) }
  }
  static func begin(_ call: RunningCall) -> [String?] {
    _ = textOf(call.receiver as Any)
    frames.append(Frame())
    return call.arguments.map { argument in
      argument.value.map { textOf($0) } ?? argument.absence.map { "nothing: " + $0 }
    }
  }
  static func end(_ call: RunningCall, _ seen: [String?]) {
    guard let given = frames.removeLast().arguments else { return }
    let name = call.protocolName.split(separator: ".").last!
    if given.count != seen.count {
      print(name, "MISMATCH the number of arguments |", call.requirement, seen.count, given.count)
      return
    }
    for (one, other) in zip(seen, given) where other != "-" && one != other {
      let what = one.map { $0.hasPrefix("nothing: ") ? $0 : "another value | \($0)" } ?? "nothing"
      print(name, "MISMATCH", what, "|", call.requirement, other)
    }
  }
}
'''
