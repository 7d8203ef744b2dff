import Graft

/// A closure with one parameter that a property keeps.
@Extensible
protocol StoredClosure {
  associatedtype Argument: Sendable
  associatedtype Result: Sendable
  /// Calls the closure.
  func callAsFunction(_ argument: Self.Argument) -> Self.Result
}

/// An object, so that one property's closure can be replaced, and not that of each button.
final class Closure<Argument: Sendable, Result: Sendable>: StoredClosure, Sendable {
  private let body: @Sendable (Argument) -> Result

  init(_ body: @escaping @Sendable (Argument) -> Result) { self.body = body }

  @Advisable((any StoredClosure).self)
  func callAsFunction(_ argument: Argument) -> Result { body(argument) }
}
