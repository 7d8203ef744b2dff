// SPDX-License-Identifier: Apache-2.0

import CourierProtocols
import GraftCourier

/// Two ancestors of another module.
@Courier
protocol DataDelegate: ScrollDelegate, Selecting {
  func numberOfRows(in section: Int) -> Int
}

/// Declares an ancestor's requirements once more.
@Courier
protocol Caliper: ScrollDelegate {
  override func didScroll(to offset: Int)
  override var isZoomable: Bool { get }
  func measure() -> Int
}

struct Refusal: Error, Equatable {
  let reason: String
}

/// A courier's protocol with every kind of requirement, for values too.
@Courier
protocol Kinds {
  var title: String { get }
  var load: Int { get async throws }
  subscript(row: Int) -> String? { get }
  func tell(_ text: String) throws
  func ask(_ text: String) throws -> String
  func parse(_ text: String) throws(Refusal) -> Int
  func parse(_ number: Int) -> Int
  func fill(_ numbers: inout [Int])
  func note(_ text: @autoclosure () -> String)
  func each(_ body: (Int) throws -> Void) rethrows
  func echo<Value>(_ value: Value) -> [Value]
  func wait(_ text: String) async -> String
  func `switch`(`in` delivery: Int, _ receiver: Int) -> Int
}

/// Types that hold more than they seem to: `Void` is an `Any`, and a `CourierError` an `any Error`.
@Courier
protocol Vague: AnyObject {
  func anything() throws -> Any
  func wide() throws(any Error) -> Int
  func own() throws(CourierError) -> Int
}

/// A courier's protocol with settable members, for objects.
@Courier
protocol Settings: AnyObject {
  var size: Int { get set }
  subscript(key: String) -> Int { get set }
}

/// Shared between threads, and called at the same time.
@Courier(concurrent: true)
protocol Loader: AnyObject, Sendable {
  func load(_ name: String) async throws -> String
  func count(_ name: String) async throws(Refusal) -> Int
  func ping() async
}

@Courier
@MainActor
protocol View: AnyObject {
  func draw(_ depth: Int) -> Int
}

/// Receivers that do not implement it have an extension's.
@Courier
@Extensible
protocol Greeter {
  func greet(_ name: String) -> String
}

@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ name: String) -> String {
    "\(Subject.self) greets \(name)"
  }
}

enum Nest {
  @Courier
  fileprivate protocol Nested: AnyObject {
    func call() -> Int
  }

  @Courier
  protocol Empty: AnyObject {}
}
