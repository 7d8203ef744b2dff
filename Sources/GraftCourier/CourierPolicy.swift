// SPDX-License-Identifier: Apache-2.0

/// What a courier does with results and errors, where nothing else is said for a
/// requirement.
public struct CourierPolicy: Hashable, Sendable {
  /// Which receiver's result a call returns.
  public enum Results: Sendable {
    /// That of the last receiver.
    case last
    /// That of the first receiver.
    case first
    /// The first that is not nil. Of a result that can't be nil, the first.
    case firstNonNil
  }

  /// What the error of a receiver does.
  public enum Errors: Sendable {
    /// The first error ends the delivery and is thrown.
    case stop
    /// Every receiver is called; then `ReceiverFailures` is thrown, or with a typed
    /// throw the first error.
    case collect
  }

  /// For requirements without a policy of their own; `.last` unless set.
  public var results: Results
  /// `.stop` unless set.
  public var errors: Errors
  /// Whether a call that needs no result has to reach a receiver too.
  public var requiresReceivers: Bool

  /// The policy of a courier; without arguments the default one.
  public init(
    results: Results = .last, errors: Errors = .stop, requiresReceivers: Bool = false
  ) {
    self.results = results
    self.errors = errors
    self.requiresReceivers = requiresReceivers
  }
}

/// Which result of several receivers a courier returns. Every receiver is called,
/// whichever result counts.
public struct ResultPolicy<Result>: Sendable {
  /// From the results so far and the next one; nil for the next one.
  let combine: (@Sendable (Result, Result) -> Result)?
  private(set) var fallback: (@Sendable () -> Result)?

  /// That of the last receiver.
  public static var last: Self { Self(combine: nil) }

  /// That of the first receiver.
  public static var first: Self { Self { first, _ in first } }

  /// The results, combined from the first receiver's on.
  public static func reduced(
    _ combine: @escaping @Sendable (Result, Result) -> Result
  ) -> Self { Self(combine: combine) }

  /// The first that is not nil; nil if all are.
  public static func firstNonNil<Wrapped>() -> Self where Result == Wrapped? {
    Self { $0 ?? $1 }
  }

  /// This policy, and a value for calls that no receiver answers.
  public func orElse(_ fallback: @escaping @autoclosure @Sendable () -> Result) -> Self {
    var policy = self
    policy.fallback = fallback
    return policy
  }

  func combined(_ answer: Result?, _ result: Result) -> Result {
    guard let answer, let combine else { return result }
    return combine(answer, result)
  }

  /// What the courier's policy means for results of this type.
  init(_ results: CourierPolicy.Results) {
    switch results {
    case .last: self = .last
    case .first: self = .first
    case .firstNonNil: self = Self { isNil($0) ? $1 : $0 }
    }
  }

  private init(combine: (@Sendable (Result, Result) -> Result)?) {
    self.combine = combine
  }
}

private protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isNil: Bool { if case .none = self { true } else { false } }
}

/// Whether a value of whatever type is nil.
private func isNil<Value>(_ value: Value) -> Bool {
  guard let type = Value.self as? any OptionalValue.Type else { return false }
  func open<Opened: OptionalValue>(_: Opened.Type) -> Bool {
    withUnsafePointer(to: value) {
      $0.withMemoryRebound(to: Opened.self, capacity: 1) { $0.pointee.isNil }
    }
  }
  return open(type)
}

/// All policies of one courier. Immutable once published.
@usableFromInline
final class CourierPolicies: Sendable {
  let general: CourierPolicy
  /// A `ResultPolicy` for each requirement that has one.
  let ofRequirements: [RequirementIdentity: any Sendable]

  init(_ general: CourierPolicy, ofRequirements: [RequirementIdentity: any Sendable] = [:]) {
    self.general = general
    self.ofRequirements = ofRequirements
  }

  /// The last result, and errors stop.
  var areDefault: Bool { general == CourierPolicy() && ofRequirements.isEmpty }

  func results<Receiver, Result>(
    of requirement: CourierRequirement<Receiver, Result>
  ) -> ResultPolicy<Result> {
    ofRequirements[requirement.identity] as? ResultPolicy<Result> ?? ResultPolicy(general.results)
  }
}
