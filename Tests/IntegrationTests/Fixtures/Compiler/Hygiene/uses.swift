// SPDX-License-Identifier: Apache-2.0

// Compiled beside a type of each name that generated code mentions: what stands here names
// all with their modules.

public import GraftCourier

@Graft::Extensible @GraftCourier::Courier
public protocol Greeter: Swift::AnyObject {
  func greet(_ other: Swift::String) -> Swift::String
  func visit(_ place: Swift::Int) throws
  func load(_ place: Swift::Int) async throws -> Swift::Int
  func farewell()
  func rename(to name: Swift::String) throws
  func fill(_ list: inout [Swift::Int], _ count: Swift::Int)
  func each(_ body: (Swift::Int) -> Swift::Bool)
  var mood: Swift::Int { get set }
  subscript(other: Swift::String) -> Swift::Int { get }

}
@GraftCourier::Courier @Swift::MainActor
protocol Window: Swift::AnyObject {
  func show(_ title: Swift::String)
}
@Graft::Extensible
protocol Shelf {
  associatedtype Item: Swift::Hashable
  func first() -> Item?
}
protocol Named { var name: Swift::String { get } }
@Graft::Extension
final class Plain<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: Swift::String) -> Swift::String {
    "Hello, \(other)"
  }
}
@Graft::Extension(priority: 2)
final class NamedGreeting<Subject: Greeter & Named>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: Swift::String) -> Swift::String {
    "\(subject.name)"
  }
  override class func applies(to subject: Subject.Type) -> Swift::Bool { true }
}
@Graft::Advice(priority: 3)
final class Guard<Subject: Greeter & Named>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: Swift::String) -> Swift::String {
    "\(subject.name)"
  }
}
@Graft::Advice(protocols: "*")
final class Trace: Graft::PointcutAdvice {
  override func before(_ call: Graft::AdvisedCall) {}
}
final class Guest: Greeter {
  init(name: Swift::String) {}
  @Graft::Advisable((any Greeter).self) func greet(_ other: Swift::String) -> Swift::String { "Hi" }
}

@Graft::Extensible
public protocol Plainly {
  static func motto() -> Swift::String
  mutating func rename(to name: Swift::String) throws
  init(name: Swift::String)
}
@Graft::Extension(priority: 7)
final class Selected<Subject: Module::Greeter>: Module::GreeterExtension<Subject> {
  override func farewell(_ subject: Subject) {}
}
