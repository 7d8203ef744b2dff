// SPDX-License-Identifier: Apache-2.0

/// An object that conforms to a protocol and forwards each call to its receivers.
///
/// `@Courier` on protocol `P` writes the class `PCourier`, and in an extension of
/// `P` the implementations of the requirements of `P` for every courier, including
/// that of a protocol that refines `P` in any module.
public protocol Courier: AnyObject {
  /// The type of receivers: `any Sendable` if the courier can be shared between
  /// threads, else `Any`.
  associatedtype Receivable

  /// The receivers, their order, and the policies for results and errors.
  var receivers: CourierReceivers<Receivable> { get }
}

/// A requirement of a courier's protocols.
///
/// `Receiver` is the existential type of the protocol that declares it, and
/// `Result` the type that it returns. `@Courier` writes one for each requirement,
/// as a static property of the courier: `DataDelegateCourier.numberOfRows`.
@frozen
public struct CourierRequirement<Receiver, Result>: Sendable {
  /// The name as in the protocol: `numberOfRows(in:)`, `get title`.
  public let name: StaticString
  /// The number among the requirements of its protocol.
  @usableFromInline let number: Int

  /// Creates a requirement.
  ///
  /// Only the code of `@Courier` calls it.
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
  /// The name as in the protocol.
  public let name: StaticString
  @usableFromInline let number: Int

  /// Creates a requirement.
  ///
  /// Only the code of `@Courier` calls it.
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

/// The key of a requirement in tables.
struct RequirementIdentity: Hashable {
  let receiver: ObjectIdentifier
  let number: Int
  /// The result type, which distinguishes the variants of a generic requirement.
  let result: ObjectIdentifier
}
