// SPDX-License-Identifier: Apache-2.0

/// The policies of a courier for requirements without one of their own.
public struct CourierPolicy: Hashable, Sendable {
  /// The choice of the result that a call returns.
  public enum Results: Sendable {
    /// The result of the last receiver.
    case last
    /// The result of the first receiver.
    case first
    /// The first result that is not nil.
    ///
    /// If the type can't be nil, the first result.
    case firstNonNil
  }

  /// The effect of a receiver's error.
  public enum Errors: Sendable {
    /// The first error ends the delivery and is thrown.
    case stop
    /// Every receiver is called; then `ReceiverFailures` is thrown, or with a typed
    /// throw the first error.
    case collect
  }

  /// The policy for results; `.last` by default.
  public var results: Results
  /// The policy for errors; `.stop` by default.
  public var errors: Errors
  /// Whether a call without a result also has to reach a receiver.
  public var requiresReceivers: Bool

  /// Creates a policy; the default one without arguments.
  public init(
    results: Results = .last, errors: Errors = .stop, requiresReceivers: Bool = false
  ) {
    self.results = results
    self.errors = errors
    self.requiresReceivers = requiresReceivers
  }
}

/// The choice of a result from those of several receivers.
///
/// Every receiver is called, whichever result is chosen.
public struct ResultPolicy<Result>: Sendable {
  /// Combines the results so far with the next one; nil chooses the next one.
  let combine: (@Sendable (Result, Result) -> Result)?
  private(set) var fallback: (@Sendable () -> Result)?

  /// The result of the last receiver.
  public static var last: Self { Self(combine: nil) }

  /// The result of the first receiver.
  public static var first: Self { Self { first, _ in first } }

  /// The combination of all results, from the first receiver's on.
  public static func reduced(
    _ combine: @escaping @Sendable (Result, Result) -> Result
  ) -> Self { Self(combine: combine) }

  /// The first result that is not nil; nil if all are.
  public static func firstNonNil<Wrapped>() -> Self where Result == Wrapped? {
    Self { $0 ?? $1 }
  }

  /// The same policy with a value for calls that no receiver answers.
  public func orElse(_ fallback: @escaping @autoclosure @Sendable () -> Result) -> Self {
    var policy = self
    policy.fallback = fallback
    return policy
  }

  func combined(_ answer: Result?, _ result: Result) -> Result {
    guard let answer, let combine else { return result }
    return combine(answer, result)
  }

  /// The courier's general policy for results of this type.
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

/// Whether a value of any type is nil.
private func isNil<Value>(_ value: Value) -> Bool {
  guard let type = Value.self as? any OptionalValue.Type else { return false }
  func open<Opened: OptionalValue>(_: Opened.Type) -> Bool {
    withUnsafePointer(to: value) {
      $0.withMemoryRebound(to: Opened.self, capacity: 1) { $0.pointee.isNil }
    }
  }
  return open(type)
}

/// The policies of one courier.
///
/// Immutable once published.
@usableFromInline
final class CourierPolicies: Sendable {
  let general: CourierPolicy
  /// A `ResultPolicy` for each requirement that has one.
  let ofRequirements: [RequirementIdentity: any Sendable]

  init(_ general: CourierPolicy, ofRequirements: [RequirementIdentity: any Sendable] = [:]) {
    self.general = general
    self.ofRequirements = ofRequirements
  }

  /// Whether all policies are the defaults.
  var areDefault: Bool { general == CourierPolicy() && ofRequirements.isEmpty }

  func results<Receiver, Result>(
    of requirement: CourierRequirement<Receiver, Result>
  ) -> ResultPolicy<Result> {
    ofRequirements[requirement.identity] as? ResultPolicy<Result> ?? ResultPolicy(general.results)
  }
}
