// SPDX-License-Identifier: Apache-2.0

/// An object that conforms to a protocol and passes each call on to its receivers.
///
/// `@Courier` on protocol `P` writes the class `PCourier`, and in an extension of
/// `P` what every courier does with the requirements of `P`: also that of a protocol
/// which refines `P`, in whichever module.
public protocol Courier: AnyObject {
  /// What can be a receiver: `any Sendable` where the courier can be shared between
  /// threads, else `Any`.
  associatedtype Receivable

  /// Who is called, in which order, and what becomes of the results.
  var receivers: CourierReceivers<Receivable> { get }
}

/// A requirement of the protocols that a courier conforms to: `Receiver` is the
/// existential type of the protocol that declares it, `Result` what it returns.
///
/// `@Courier` writes one for each requirement, as a static property of the courier:
/// `DataDelegateCourier.numberOfRows`.
@frozen
public struct CourierRequirement<Receiver, Result>: Sendable {
  /// As in the protocol: `numberOfRows(in:)`, `get title`.
  public let name: StaticString
  /// Among those of its protocol.
  @usableFromInline let number: Int

  /// For the code of `@Courier`.
  @inlinable
  public init(_ name: StaticString, _ number: Int) {
    self.name = name
    self.number = number
  }

  var identity: RequirementIdentity {
    RequirementIdentity(
      receiver: ObjectIdentifier(Receiver.self), number: number,
      result: ObjectIdentifier(Result.self))
  }
}

/// A requirement whose result depends on its generic parameters.
@frozen
public struct CourierGenericRequirement<Receiver>: Sendable {
  /// As in the protocol.
  public let name: StaticString
  @usableFromInline let number: Int

  /// For the code of `@Courier`.
  @inlinable
  public init(_ name: StaticString, _ number: Int) {
    self.name = name
    self.number = number
  }

  /// The requirement for calls that return this type.
  @inlinable
  public func returning<Result>(_: Result.Type) -> CourierRequirement<Receiver, Result> {
    CourierRequirement(name, number)
  }
}

/// A requirement, as what has to do with one is found.
struct RequirementIdentity: Hashable {
  let receiver: ObjectIdentifier
  let number: Int
  /// Of a generic requirement, one of several.
  let result: ObjectIdentifier
}
