// SPDX-License-Identifier: Apache-2.0

import GraftCourier

@Courier
protocol Named: CustomStringConvertible {
  func name()
}

extension NamedCourier {
  var description: String { "\(receivers.all.count) receivers" }
}

@Courier(concurrent: true)
protocol Failing: Error {
  func fail() async
}

@Courier @MainActor @available(macOS 15, *)
protocol Shown: AnyObject {
  func show()
}

protocol Shared: Sendable {}

@Courier
protocol Worker: Shared, Sendable {
  func work()
}

enum Parts {
  @Courier
  public protocol Gauge: AnyObject { func open(_ size: Int) }
}

@usableFromInline @Courier
protocol Log: AnyObject { func write(_ line: String) }

final class Console: Log { func write(_ line: String) {} }

func log() throws { try LogCourier().receivers.add(Console()) }

@Extensible @Courier
protocol Sink: AnyObject, Sendable {
  @Required func write(_ line: String)
  func write(_ number: Int)
  func load() -> Int
  func load() async -> Int
  @concurrent func flush() async
}

@Courier(concurrent: true)
protocol Uploader: Sendable {
  func upload(_ progress: @escaping @Sendable (Double) -> Void) async
}

public enum Reports {
  public struct Line {}
  public enum Failure: Error { case full }
  public struct Pair<Value> {}
  public protocol Sized {}

  @Courier
  public protocol Reader: AnyObject {
    func read(_ line: Line, _ lines: [Line]) -> Line?
    func save(_ pair: Pair<Line>) throws(Failure) -> [Line]
    func load(_ one: some Sized) async throws -> any Sized
    var last: Line { get set }
    subscript(line: Line) -> Line { get }
    func take<One: Sized>(_ one: One) -> One where One: Sendable
  }

  @Courier(concurrent: true)
  protocol Loader: Sendable { func load(_ number: Int) async throws(Failure) -> Int }

  @Courier @Extensible
  protocol Writer: AnyObject {
    func write(_ line: Line) throws(Failure) -> Line?
    var last: Line { get set }
    func send(_ line: Line) async -> Pair<Int>
  }
}

@Courier @Extensible
nonisolated protocol Fetching: AnyObject { func fetch() async -> Int }

final class Box {}

@Courier @Extensible @MainActor
protocol Panel: AnyObject {
  nonisolated func tell() async
  func show() async
  func box() async throws(CancellationError) -> Box
  @discardableResult nonisolated func count() -> Int
}

@Courier
protocol Viewing: AnyObject {
  var view: (any Log)! { get set }
  func count() -> Int!
}

@_spi(Some) @Extensible @Courier @MainActor
public protocol Gauges {
  func read(_ number: Int) async -> Int
}

class Node {}

@Extensible @Courier
protocol Walker {
  func visit(_ value: any CustomStringConvertible) async -> Node
  func change(_ node: inout Node) async
  func look(at list: borrowing [Node], or other: @autoclosure () -> [Node]) async
  func all(_ body: (Node) -> Void) async
}
